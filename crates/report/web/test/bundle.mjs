// the bundles in dist/ are what the sources make, byte by byte
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import path from "node:path";

const web = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const fresh = mkdtempSync(path.join(tmpdir(), "tolley-bundle-"));
try {
  execFileSync(process.execPath, [path.join(web, "build.mjs"), fresh], { stdio: "inherit" });
  const [made, kept] = [fresh, path.join(web, "dist")].map((folder) => readdirSync(folder).sort());
  if (made.join() !== kept.join()) throw new Error(`dist/ has ${kept}; the sources make ${made}`);
  for (const file of made) {
    const [one, two] = [fresh, path.join(web, "dist")].map((folder) => readFileSync(path.join(folder, file)));
    if (!one.equals(two)) throw new Error(`dist/${file} is not what the sources make: run npm ci and npm run build`);
  }
  console.log(`${made.length} files of dist/ are current`);
} finally {
  rmSync(fresh, { recursive: true });
}
