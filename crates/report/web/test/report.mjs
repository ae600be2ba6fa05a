// node test/report.mjs TOLLEY FOLDER DATASET...: the report of each dataset, and every kind of chart in a browser
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { launch, open } from "./browser.mjs";
import { HOSTILE, visible } from "./names.mjs";

const [tolley, folder, ...datasets] = process.argv.slice(2);
const shots = process.env.TOLLEY_SCREENSHOTS;
mkdirSync(folder, { recursive: true });
// 20 cm, so that a caption has room below on A4 and Letter
const PAPER_PX = (20 / 2.54) * 96 + 1;
// of 1,000 px each, before anything is opened
const MOST_SCREENS = 2;
const wrong = [];
const fail = (page, message) => wrong.push(`${path.basename(page)}: ${message}`);

// a report of every dataset, which says its figures; shipped scenarios are played too shortly here to tell of matches
const matches = [
  ["coins", '# Who wins, Move by Move?\nstudy = "cymbergaj/match"\nseed = 1\nrepeats = 20\n[contest]\nrecord = "moves"\n'],
  ["marbles", '# Who wins, shot by shot?\nstudy = "tinsley-green/match"\nseed = 1\nrepeats = 40\n[match]\nkind = "challenge"\n'],
].map(([name, scenario]) => {
  // a phone is narrower than this path, which a page must break
  const dataset = path.join(folder, "a_folder_with_a_name_that_no_window_of_a_phone_has_room_for", `match_of_${name}`);
  mkdirSync(path.dirname(dataset), { recursive: true });
  execFileSync(tolley, ["run", "-", "--quiet", "-o", dataset], { input: scenario });
  return dataset;
});
const pages = [...matches, ...datasets].map((dataset) => report(dataset, path.join(folder, `${path.basename(dataset)}.html`)));
for (const page of pages) if (!page.kinds.length) fail(page.file, "has no chart");
for (const page of pages.slice(0, 2)) if (!page.kinds.includes("match")) fail(page.file, "does not tell its matches");

// one page of each study and set of charts is opened
const seen = new Set();
const chosen = pages.filter(({ study, kinds }) => {
  const isNew = kinds.some((kind) => !seen.has(`${study} ${kind}`));
  kinds.forEach((kind) => seen.add(`${study} ${kind}`));
  return isNew;
});
const browser = await launch();
try {
  for (const page of chosen) await look(page.file, page.kinds.length);
  for (const page of [chosen[0], chosen.at(-1)]) await looks(page);
  await hostile();
} finally {
  await browser.close();
}
for (const message of wrong) console.error(`FAILED ${message}`);
console.log(`${pages.length} reports, ${chosen.length} of them and ${HOSTILE.length} hostile names in a browser: ${wrong.length} faults`);
process.exit(wrong.length ? 1 : 0);

function report(dataset, file) {
  const ran = spawnSync(tolley, ["show", dataset, "--page", "-o", file], { encoding: "utf8" });
  // 4 is told of quarantined trials; the page is there
  if (ran.status !== 0 && ran.status !== 4) fail(file, `exit code ${ran.status}: ${ran.stderr}`);
  const html = readFileSync(file, "utf8");
  const data = JSON.parse(html.match(/<script type="application\/json" id="data">(.*?)<\/script>/s)[1]);
  const study = html.match(/Study ([a-z-]+\/[a-z]+)/)?.[1] ?? "";
  return { file, study, kinds: data.figures.map((figure) => figure.kind) };
}

// no fault, and marks in every chart
async function look(file, count, options = {}, name = "") {
  const { page, faults, close } = await open(browser, file, options);
  try {
    await page.waitForFunction(() => document.body.dataset.drawn !== undefined, null, { timeout: 120000 });
    faults.push(...(await page.evaluate(firstScreen, MOST_SCREENS)));
    await opened(page, count);
    const marks = await page.$$eval("figure .chart", (places) =>
      places.map((place) => place.querySelectorAll("svg .mark-group path, svg .mark-rect path, svg .mark-symbol path, svg .mark-rule line, svg .mark-line path, svg[role=img] circle, svg[role=img] rect").length));
    marks.forEach((count, figure) => count > 0 || faults.push(`figure ${figure} has no mark`));
    for (const caption of await page.$$eval("main > details > figure > figcaption", (places) => places.map((place) => place.textContent))) {
      // a picture of an answer has its n and seed among the details
      if (/^(Each choice\.|Along |How far apart|The ring from above\.)/.test(caption)) continue;
      if (!/seed \d+/.test(caption) || !/\bn (=|is) /.test(caption)) faults.push(`no n or seed under ${caption.slice(0, 60)}`);
    }
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) faults.push(`the page is ${beyond} px wider than the window`);
    await page.emulateMedia({ media: "print" });
    const tallest = await page.$$eval("figure .chart svg", (charts) => Math.max(0, ...charts.map((chart) => chart.getBoundingClientRect().height)));
    if (tallest > PAPER_PX) faults.push(`a chart is ${tallest} px tall on paper, where it would be cut`);
    await page.emulateMedia({ media: null });
    if (shots) await page.screenshot({ path: path.join(shots, `${path.basename(file, ".html")}${name}.png`), fullPage: true });
  } catch (error) {
    faults.push(String(error));
  }
  faults.forEach((fault) => fail(file, fault));
  await close();
}

// opens everything, and waits until all charts are drawn
async function opened(page, count) {
  await page.$$eval("details", (parts) => parts.forEach((part) => (part.open = true)));
  await page.waitForFunction((count) => document.body.dataset.drawn === String(count), count, { timeout: 120000 });
}

// what is wrong with a first screen: it says what a picture shows, nothing leaves the window, and two screens are enough
function firstScreen(most) {
  const screen = document.querySelector(".screen");
  if (!screen) return [];
  const wrong = [];
  if (document.querySelectorAll("details[open]").length) wrong.push("a part is open before anybody asks");
  const height = document.documentElement.scrollHeight;
  if (innerWidth >= 1000 && height > most * 1000) wrong.push(`the page is ${height} px tall before anything is opened`);
  for (const svg of screen.querySelectorAll("svg[role=img]")) if (!svg.querySelector("title")?.textContent) wrong.push("a picture has no title");
  const beyond = [...screen.querySelectorAll("svg[role=img] text, td, code, h1")].filter((part) => part.getBoundingClientRect().right > innerWidth + 1);
  for (const part of beyond.slice(0, 3)) wrong.push(`leaves the window: ${part.textContent.slice(0, 40)}`);
  return wrong;
}

// dark, narrow, and on paper
async function looks({ file, kinds }) {
  await look(file, kinds.length, { colorScheme: "dark" }, "-dark");
  await look(file, kinds.length, { width: 390 }, "-390");
  await look(file, kinds.length, { width: 1400, height: 1000 }, "-1400");
  await linked(file);
  const { page, faults, close } = await open(browser, file);
  await opened(page, kinds.length);
  const pdf = await page.pdf();
  if (pdf.length < 10000) faults.push("prints nothing");
  faults.forEach((fault) => fail(file, fault));
  await close();
}

// a link to a part opens it
async function linked(file) {
  const { page, faults, close } = await open(browser, file);
  await page.evaluate(() => (location.hash = document.querySelector("main > details:last-of-type").id));
  await page.waitForFunction(() => document.querySelector("main > details:last-of-type").open, null, { timeout: 10000 }).catch((error) => faults.push(`link: ${error}`));
  faults.forEach((fault) => fail(file, fault));
  await close();
}

// names that would be markup, script or turned text if they were not text
async function hostile() {
  const scenario = (question) =>
    `# ${question}\nstudy = "cymbergaj/flick"\nseed = 1\nrepeats = 2\n[sweep.axes]\n"strike.speed_m_s" = [1.0, 2.0]\n`;
  const oneLine = HOSTILE.map((name) => name.replaceAll(/[\r\n\0-\x08\x0b-\x1f\x7f]/g, " "));
  for (const [number, names] of [oneLine.slice(0, 10), oneLine.slice(10)].entries()) {
    const question = names.join(" ");
    const dataset = path.join(folder, `hostile ${number} <b>&'`);
    execFileSync(tolley, ["run", "-", "--quiet", "-o", dataset], { input: scenario(question) });
    const file = path.join(folder, `hostile-${number}.html`);
    await stays(file, report(dataset, file).kinds.length, [question]);
  }
  const answer = path.join(folder, "answer");
  mkdirSync(answer, { recursive: true });
  const value = { n: 9, value: 1, low: 0.5, high: 1.5, std_error: 0.2, method: HOSTILE[0] };
  const skills = HOSTILE.map((skill, at) => ({
    skill, at: { "shot.speed_m_s": at, "shot.aim_offset_m": -at / 1000 }, value, zone: null, edges: [{ key: skill, end: skill, gain: value, assumption: skill }],
    others: [], with_the_best_of: [{ skill, beside: { loss: value } }],
  }));
  const jumps = [{ from_skill: HOSTILE[0], to_skill: HOSTILE[1], share_of_the_way: 0.5, is_shown_by_fresh_shots: true, from: skills[0].at, to: skills[1].at }];
  const found = {
    study: HOSTILE[2], objective: HOSTILE[3], seed: 1, shots: 9, decided_over: [HOSTILE[4]],
    strata: [{ values: { [HOSTILE[5]]: HOSTILE[6] }, skills, jumps }],
  };
  writeFileSync(path.join(answer, "answer.json"), JSON.stringify(found));
  const file = path.join(folder, "hostile-answer.html");
  await stays(file, report(answer, file).kinds.length, HOSTILE);
}

// the page has no element but ours, and its text has the names
async function stays(file, count, names) {
  const { page, faults, close } = await open(browser, file);
  await opened(page, count).catch((error) => faults.push(String(error)));
  const found = await page.evaluate(() => ({
    text: document.body.textContent,
    odd: document.querySelectorAll("img, iframe, object, embed, a, base, form:not(.vega-bindings), input, link, svg script, svg foreignObject, math, style ~ style").length,
    scripts: document.scripts.length, ran: "ran" in window,
  }));
  if (found.ran) faults.push("a name ran");
  if (found.odd || found.scripts !== 2) faults.push(`${found.odd} odd elements, ${found.scripts} scripts`);
  if (/[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/.test(found.text)) faults.push("a mark turns the text");
  const squeezed = (text) => text.replaceAll(/[\s_]+/g, " ").trim();
  const whole = squeezed(found.text);
  for (const name of names) if (!whole.includes(squeezed(visible(name)))) faults.push(`does not show ${JSON.stringify(name)}`);
  faults.forEach((fault) => fail(file, fault));
  await close();
}
