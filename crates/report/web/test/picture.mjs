// node test/picture.mjs PAGE FILE.png HEIGHT: the top of a report as a picture, half again as fine as a screen
import { launch } from "./browser.mjs";
import { pathToFileURL } from "node:url";

const [file, into, height] = process.argv.slice(2);
const browser = await launch();
const viewport = { width: 1000, height: Number(height) };
const context = await browser.newContext({ viewport, deviceScaleFactor: 1.5, offline: true });
const page = await context.newPage();
await page.goto(pathToFileURL(file).href, { timeout: 120000 });
await page.waitForFunction(() => document.body.dataset.drawn !== undefined, null, { timeout: 120000 });
await page.screenshot({ path: into });
await browser.close();
