// node test/replay.mjs TOLLEY FOLDER DATASET...: replays in a browser
console.log("no replays yet");
