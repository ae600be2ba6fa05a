// node test/replay_picture.mjs PAGE PNG [SHOT] [SHARE]: a picture of a replay, of a shot by number at a share of its time
import { launch, open } from "./browser.mjs";

const [page, png, shot = "0", share = "0.5"] = process.argv.slice(2);
const browser = await launch();
try {
  const shown = await open(browser, page, { width: 960, height: 760 });
  await shown.page.evaluate(([shot, share]) => {
    window.tolley.show(shot);
    window.tolley.seek(window.tolley.end() * share);
  }, [Number(shot), Number(share)]);
  await shown.page.screenshot({ path: png });
} finally {
  await browser.close();
}
