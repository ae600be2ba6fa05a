// node test/picture.mjs PAGE NUMBER FILE.png: a chart of a report as a picture, twice as fine as a screen
import { launch } from "./browser.mjs";
import { pathToFileURL } from "node:url";

const [file, number, into] = process.argv.slice(2);
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, deviceScaleFactor: 1.5, offline: true });
const page = await context.newPage();
await page.goto(pathToFileURL(file).href, { timeout: 120000 });
await page.waitForFunction(() => document.body.dataset.drawn !== undefined, null, { timeout: 120000 });
await page.locator(`#figure-${number}`).screenshot({ path: into });
await browser.close();
