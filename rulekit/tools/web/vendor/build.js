// Bundles entry.js into ../static/vendor/codemirror.js and writes versions and licences beside it.
// Run by `make vendor`, in a copy of this folder where the packages have been installed; argument: the folder to write to.
import { build } from "esbuild";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const out = process.argv[2];
const recipe = JSON.parse(readFileSync("package.json", "utf8"));

const made = await build({
  entryPoints: ["entry.js"],
  outfile: join(out, "codemirror.js"),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  banner: { js: "/* CodeMirror 6, bundled for rulekit by `make vendor`. Versions and licences: README.md in this folder. */" },
});

const bundled = new Set(
  Object.keys(made.metafile.inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
);
const rows = [];
const texts = new Map();
for (const name of [...bundled].sort()) {
  const folder = join("node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (version !== recipe.dependencies[name]) throw new Error(`${name} ${version} is not what package.json names`);
  rows.push(`| ${name} | ${version} | ${license} |`);
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} has no licence file`);
  const text = readFileSync(join(folder, file), "utf8").trim();
  texts.set(text, [...(texts.get(text) ?? []), name]);
}

const page = [
  "# What comes from elsewhere",
  "",
  "`codemirror.js` is CodeMirror 6 in one file, made by `make vendor` from the recipe in `rulekit/tools/web/vendor`.",
  `It was bundled with esbuild ${recipe.devDependencies.esbuild} (which is not part of it). This page is written by the same command.`,
  "",
  "| Package | Version | Licence |",
  "|---|---|---|",
  ...rows,
  ...[...texts].flatMap(([text, names]) => ["", `## ${names.join(", ")}`, "", "```text", text, "```"]),
];
writeFileSync(join(out, "README.md"), page.join("\n") + "\n");
