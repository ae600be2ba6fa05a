// node test/replay.mjs TOLLEY FOLDER DATASET...: replays in a browser
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { launch, open } from "./browser.mjs";
import { HOSTILE } from "./hostile.mjs";

const [tolley, folder, ...datasets] = process.argv.slice(2);
const file = (name) => path.join(folder, name);
const run = (...args) => execFileSync(tolley, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });
const json = (...args) => JSON.parse(run(...args));
const WEBGL = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

// ---- scenes

const marbles = [];
for (let row = 0; row < 5; row += 1) {
  for (let k = 0; k <= row; k += 1) marbles.push([row * 0.01103, (k - row / 2) * 0.01273]);
}
const body = (name, lines) => `[[body]]\nname = ${JSON.stringify(name)}\n${lines}\n`;
const sphere = 'world = "spheres"\n[contact]\nlaw = "hertz"\n[edge]\nring_radius_m = 0.6\n';
const still = ([x, y], k) => body(`marble ${k}`, `radius_m = "6.35 mm"\ndensity_kg_m3 = 2500\nposition_m = [${x}, ${y}]`);
const shooter = 'radius_m = "9.525 mm"\ndensity_kg_m3 = 2500\nposition_m = [-0.3, 0.001]\nvelocity_m_s = [3.0, 0.0]\nspin_rad_s = [0.0, -60.0, 30.0]';
writeFileSync(file("break.toml"), sphere + body("toley", shooter) + marbles.map(still).join(""));

const coin = (name, at, more = "") => body(name, `radius_m = 0.0107\nmass_kg = 0.005\nposition_m = [${at}]\n${more}`);
const discs = (names) =>
  'world = "discs"\n[surface]\nrim_ratio = 0.5\n[edge]\nrectangle_m = [1.2, 0.6]\n' +
  `lines = [ { name = ${JSON.stringify(names[0])}, from_m = [0.2, -0.3], to_m = [0.2, 0.3] } ]\n` +
  coin(names[1], "-0.2, 0.0", "velocity_m_s = [2.0, 0.02]\nspin_rad_s = 90.0") + coin(names[2], "0.0, 0.004") +
  names.slice(3).map((name, k) => coin(name, `${(0.05 + 0.03 * (k % 15)).toFixed(3)}, ${k < 15 ? 0.1 : -0.1}`)).join("");
writeFileSync(file("coins.toml"), discs(["halfway", "striker", "ball", "defender"]));
writeFileSync(file("hostile.toml"), discs(HOSTILE));

async function scene(browser, name, options) {
  const page = file(`${name}.html`);
  run("scene", file(`${name}.toml`), "--html", page);
  const again = spawnSync(tolley, ["scene", file(`${name}.toml`), "--html", page], { encoding: "utf8" });
  assert.equal(again.status, 2, "a file is never replaced");
  return open(browser, page, options);
}

// the largest distance between the page and `tolley scene --until`, m
async function off(page, name, times) {
  let worst = 0;
  for (const t of times) {
    const truth = json("scene", file(`${name}.toml`), "--json", "--until", String(t)).bodies;
    const shown = await page.evaluate(([count, t]) => Array.from({ length: count }, (_, k) => window.tolley.at(k, t)), [truth.length, t]);
    truth.forEach(({ position_m, velocity_m_s, mode }, k) => {
      const distance = Math.hypot(...position_m.map((c, axis) => c - shown[k].place[axis]));
      worst = Math.max(worst, distance);
      assert.ok(distance < 1e-9, `${name}, body ${k} at ${t}: off by ${distance} m`);
      const faster = Math.hypot(...velocity_m_s.map((c, axis) => c - shown[k].velocity[axis]));
      assert.ok(mode === "off" || shown[k].mode === "hit" || faster < 1e-6, `${name}, body ${k} at ${t}: ${faster} m/s off`);
    });
  }
  return worst;
}

const size = (name) => `${(statSync(file(name)).size / 1e6).toFixed(2)} MB`;

async function scenes(browser) {
  const events = json("scene", file("break.toml"), "--json").events;
  const hit = events.find(({ kind }) => kind === "pair").time_s;
  const end = events.at(-1).time_s;
  const shot = await scene(browser, "break");
  const worst = await off(shot.page, "break", [hit + 1.1e-5, hit + 4.7e-5, 0.4 * end, 0.9 * end]);
  console.log(`a break of 15, ${size("break.html")}: off by ${worst} m at the most, inside an island too`);
  await shot.page.evaluate((t) => window.tolley.seek(t), hit + 2e-3);
  await shot.page.screenshot({ path: file("break.png") });
  await drives(shot.page);
  assert.deepEqual(shot.faults, []);
  await shot.close();

  const coins = await scene(browser, "coins", { colorScheme: "dark" });
  const last = await coins.page.evaluate(() => window.tolley.end());
  console.log(`coins, ${size("coins.html")}: off by ${await off(coins.page, "coins", [0.11, 0.37 * last, 0.8 * last])} m`);
  await coins.page.evaluate((t) => window.tolley.seek(t), 0.4 * last);
  await coins.page.screenshot({ path: file("coins.png") });
  assert.deepEqual(coins.faults, []);
  await coins.close();

  const hostile = await scene(browser, "hostile", { width: 360, height: 700 });
  const found = await hostile.page.evaluate(() => ({
    scripts: document.scripts.length, foreign: document.querySelectorAll("img, iframe, svg, object, b[onclick]").length,
    names: window.tolley.bodies(), wide: document.documentElement.scrollWidth - innerWidth,
    options: [...document.querySelectorAll("select[aria-label=follow] option")].map((option) => option.textContent),
  }));
  assert.deepEqual([found.scripts, found.foreign], [2, 0], "names became markup");
  assert.ok(found.wide <= 0, `a small screen scrolls sideways by ${found.wide}`);
  assert.deepEqual(found.options.slice(1), found.names, "names stay text");
  assert.ok(found.names.every((name) => !/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/.test(name)), "nothing turns the text");
  assert.equal(found.names.length, HOSTILE.length - 1);
  await hostile.page.screenshot({ path: file("hostile.png") });
  assert.deepEqual(hostile.faults, []);
  await hostile.close();
}

// keys and buttons do what they say
async function drives(page) {
  await page.evaluate(() => window.tolley.seek(0));
  await page.keyboard.press("ArrowDown");
  const first = await page.locator(".clock").textContent();
  assert.ok(!first.startsWith("0.0000 "), "an arrow jumps to the next event");
  await page.keyboard.press("f");
  assert.equal(await page.locator("select[aria-label=follow]").inputValue(), "0");
  await page.keyboard.press("0");
  await page.locator(".event").last().click();
  const end = await page.evaluate(() => window.tolley.end());
  assert.ok(Number.parseFloat(await page.locator(".clock").textContent()) > 0.9 * end, "an event jumps");
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  await page.waitForTimeout(300);
  assert.ok((await page.locator(".clock").textContent()) !== "0.0000 s", "it plays");
  await page.keyboard.press(" ");
}

// ---- trials

const studies = new Map();
for (const dataset of datasets) {
  const { study } = JSON.parse(readFileSync(path.join(dataset, "manifest.json"), "utf8")).plan;
  if (study !== "dice-football/solve" && !studies.has(study)) studies.set(study, dataset);
}

async function trials(browser) {
  for (const [study, dataset] of studies) {
    const name = `${study.replace("/", "-")}.html`;
    run("show", dataset, "--recording", "0", "-o", file(name));
    const shown = await open(browser, file(name));
    const told = await shown.page.evaluate(() => {
      const count = window.tolley.shots;
      const [cut, letters] = [[], CanvasRenderingContext2D.prototype];
      const write = letters.fillText;
      letters.fillText = function (text, x, y) {
        const end = x + this.measureText(text).width;
        if (this.canvas.matches(".view") && end > this.canvas.clientWidth) cut.push(text);
        write.call(this, text, x, y);
      };
      window.tolley.seek(0);
      for (const number of [0, count >> 1, count - 1]) {
        window.tolley.show(number);
        window.tolley.seek(window.tolley.end() / 2);
      }
      const pen = document.querySelector("canvas.view");
      const pixels = pen.getContext("2d").getImageData(0, 0, pen.width, pen.height).data;
      const colours = new Set();
      for (let k = 0; k < pixels.length; k += 4) colours.add(pixels[k] * 65536 + pixels[k + 1] * 256 + pixels[k + 2]);
      return { count, colours: colours.size, cut, calls: document.querySelectorAll(".said li").length };
    });
    assert.ok(told.count >= 1 && told.colours > 3, `${study}: ${JSON.stringify(told)}`);
    assert.deepEqual(told.cut, [], `${study}: names that the edge of the picture cuts`);
    assert.ok(told.calls > 0 || /shot$|flick$/.test(study), `${study}: the referee says nothing`);
    await shown.page.screenshot({ path: file(name.replace("html", "png")) });
    assert.deepEqual(shown.faults, [], study);
    console.log(`${study}, ${size(name)}: ${told.count} shots`);
    await shown.close();
  }
}

// curl and hops: where the film ends is where the row says
async function lifted(browser) {
  const scenario = 'study = "cymbergaj/flick"\nrepeats = 1\nseed = 7\n[surface]\ncurl = true\n' +
    "[strike]\nspeed_m_s = 1.6\noffset_ratio = 0.28\n[events]\np_hop = 1.0\n";
  writeFileSync(file("lifted.toml"), scenario);
  const row = json("run", file("lifted.toml"), "--trial", "0", "-o", file("none")).tables.shots[0];
  run("show", file("lifted.toml"), "--recording", "0", "-o", file("lifted.html"));
  const shown = await open(browser, file("lifted.html"));
  const { place, events } = await shown.page.evaluate(() => ({
    place: window.tolley.at(1, window.tolley.end()).place,
    events: [...document.querySelectorAll(".event")].map((event) => event.className),
  }));
  assert.ok(events.some((name) => name.includes("hop")) && events.some((name) => name.includes("ground")), "it hops");
  const far = Math.hypot(place[0] - row.ball_x_m, place[1] - row.ball_y_m);
  assert.ok(far < 1e-9, `the ball ends ${far} m off`);
  console.log(`a flick that curls and hops: the ball ends ${far} m off`);
  assert.deepEqual(shown.faults, []);
  await shown.close();
}

// in a notebook: an iframe with srcdoc
async function embedded(browser) {
  const outer = file("outer.html");
  const safe = readFileSync(file("coins.html"), "utf8").replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  writeFileSync(outer, `<!doctype html><title>notebook</title><iframe width="900" height="700" srcdoc="${safe}"></iframe>`);
  const shown = await open(browser, outer);
  const frame = shown.page.frames().find((frame) => frame !== shown.page.mainFrame());
  await frame.waitForFunction(() => window.tolley?.shots === 1);
  assert.deepEqual(shown.faults.filter((fault) => !fault.includes("about:srcdoc")), []);
  await shown.close();
}

async function space() {
  const browser = await launch(WEBGL);
  try {
    const shown = await open(browser, file("break.html"));
    const can = await shown.page.evaluate(() => {
      const button = [...document.querySelectorAll("button")].find((one) => one.textContent === "in space");
      if (button.disabled) return false;
      window.tolley.seek(0.12);
      button.click();
      return true;
    });
    if (can) {
      await shown.page.screenshot({ path: file("space.png") });
      const hidden = await shown.page.evaluate(() => document.querySelector("canvas.view").hidden);
      assert.ok(hidden, "the top view gives way");
    }
    console.log(can ? "seen in space by WebGL in software" : "this browser has no WebGL: the top view alone was looked at");
    assert.deepEqual(shown.faults.filter((fault) => !/GPU stall|GL Driver/.test(fault)), []);
    await shown.close();
  } finally {
    await browser.close();
  }
  const without = await launch(["--disable-3d-apis"]);
  try {
    const shown = await open(without, file("break.html"));
    const flat = await shown.page.evaluate(() => {
      window.tolley.set({ view: "space" });
      return !document.querySelector("canvas.view").hidden;
    });
    assert.ok(flat, "without WebGL it is seen from above");
    assert.deepEqual(shown.faults, []);
    await shown.close();
  } finally {
    await without.close();
  }
}

const browser = await launch();
try {
  await scenes(browser);
  await trials(browser);
  await lifted(browser);
  await embedded(browser);
} finally {
  await browser.close();
}
await space();
