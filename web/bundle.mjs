// Makes build/charts.js, which a report's page takes in as a whole: one script that defines `libraries`, with the
// licences of what is in it at its head, as they ask of copies.
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

function versionOf(name) {
  return JSON.parse(readFileSync(join(here, "node_modules", name, "package.json"), "utf8")).version;
}

function notice(name, files) {
  const folder = join(here, "node_modules", name);
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return [`${name} ${versionOf(name)}`, ...texts].join("\n\n").replaceAll("*/", "* /");
}

const notices = [
  notice("echarts", ["NOTICE", "LICENSE"]),
  notice("zrender", ["LICENSE"]),
  notice("tslib", ["LICENSE.txt"]),
  notice("tabulator-tables", ["LICENSE"]),
];

await build({
  absWorkingDir: here,
  entryPoints: ["charts.js"],
  outfile: "build/charts.js",
  bundle: true,
  minify: true,
  format: "iife",
  globalName: "libraries",
  define: { TABULATOR_VERSION: JSON.stringify(versionOf("tabulator-tables")) },
  loader: { ".css": "text" },
  target: "es2022",
  banner: { js: `/*!\n${notices.join("\n\n")}\n*/` },
});
