// a headless Chromium that tells of everything a page may not do
import { chromium } from "playwright-core";
import { pathToFileURL } from "node:url";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

export const launch = (more = []) =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: [...FLAGS, ...more] });

// opens a file; `faults` grows by console errors, errors of scripts, and requests for anything but the file itself
export async function open(browser, file, { width = 1000, height = 800, colorScheme = "light" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, offline: true });
  const page = await context.newPage();
  const faults = [];
  const self = pathToFileURL(file).href;
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`script: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (url.split("#")[0] !== self && !url.startsWith("data:") && !url.startsWith("blob:")) faults.push(`request: ${url}`);
  });
  await page.goto(self, { waitUntil: "load", timeout: 120000 });
  return { page, faults, close: () => context.close() };
}
