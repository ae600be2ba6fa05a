// builds the bundles: node build.mjs [FOLDER], by default dist/
import { build } from "esbuild";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";

const here = path.dirname(fileURLToPath(import.meta.url));
const into = process.argv[2] ? path.resolve(process.argv[2]) : path.join(here, "dist");
const shared = {
  absWorkingDir: here, outdir: into, bundle: true, minify: true, charset: "ascii", logLevel: "warning",
  legalComments: "none", metafile: true,
};

const packages = new Set();
for (const name of ["report", "replay"]) {
  const banner = { js: "/* parts of other people: see the licences that tolley ships (crates/report/web/dist/licences.txt) */" };
  const built = await build({ ...shared, entryPoints: [`src/${name}.js`], format: "iife", target: "es2022", banner });
  for (const input of Object.keys(built.metafile.inputs)) {
    const inside = input.lastIndexOf("node_modules/");
    if (inside < 0) continue;
    const parts = input.slice(inside + "node_modules/".length).split("/");
    packages.add(input.slice(0, inside) + "node_modules/" + parts.slice(0, parts[0].startsWith("@") ? 2 : 1).join("/"));
  }
}
await build({ ...shared, entryPoints: ["src/style.css"] });
writeFileSync(path.join(into, "licences.txt"), [...packages].sort().map(licence).join("\n"));

function licence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(here, folder, "package.json"), "utf8"));
  const file = readdirSync(path.join(here, folder)).find((entry) => /^licen[sc]e/i.test(entry));
  const own = file && path.join(here, folder, file);
  // packages of one repository leave their licence with the first of them
  const text = own && existsSync(own) ? readFileSync(own, "utf8").replaceAll("\r", "").trim() : `Licence: ${license}`;
  return `${name} ${version}\n${"=".repeat(72)}\n${text}\n`;
}
