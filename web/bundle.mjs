// Makes build/charts.js, which a report's page takes in as a whole: one script that defines `echarts`, with the
// licences of what is in it at its head, as they ask of copies.
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

function notice(name, files) {
  const folder = join(here, "node_modules", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return [`${name} ${version}`, ...texts].join("\n\n").replaceAll("*/", "* /");
}

const notices = [
  notice("echarts", ["NOTICE", "LICENSE"]),
  notice("zrender", ["LICENSE"]),
  notice("tslib", ["LICENSE.txt"]),
];

await build({
  absWorkingDir: here,
  entryPoints: ["charts.js"],
  outfile: "build/charts.js",
  bundle: true,
  minify: true,
  format: "iife",
  globalName: "echarts",
  target: "es2022",
  banner: { js: `/*!\n${notices.join("\n\n")}\n*/` },
});
