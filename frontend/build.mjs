// Builds the page's script, style and licences into the package; CI builds again and compares.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const assets = new URL("../src/litmus/reports/assets/", import.meta.url).pathname;

const { metafile } = await build({
  entryPoints: { report: "src/main.ts" },
  bundle: true,
  minify: true,
  format: "iife",
  target: ["chrome110", "firefox115", "safari16.4"],
  charset: "utf8",
  legalComments: "none",
  outdir: assets,
  metafile: true,
  logLevel: "warning",
});

// Every package that is in the script, with its licence as its authors wrote it.
const packages = new Set();
for (const [, output] of Object.entries(metafile.outputs)) {
  for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
    const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
    if (found && bytesInOutput) packages.add(found[1]);
  }
}
const parts = [...packages].sort().map((name) => {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file && existsSync(`${folder}/${file}`) ? readFileSync(`${folder}/${file}`, "utf8") : "";
  return `${name} ${version} (${license})\n\n${text.replace(/\r\n/g, "\n").trim()}\n`;
});
const head = "The page's script, report.js, contains these packages.\n";
writeFileSync(`${assets}LICENSES.txt`, [head, ...parts].join(`\n${"-".repeat(78)}\n\n`));
