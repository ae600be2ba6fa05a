// node test/report.mjs TOLLEY FOLDER DATASET...: the report of each dataset in a browser
console.log("no reports yet");
