// Takes the drawings named in chosen.txt out of the set and writes drawings.json: a name and the path of its picture, 512 wide and high.
// Run by `make drawings`, in a copy of this folder where the set has been installed; argument: the folder to write to.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const out = process.argv[2];
const set = JSON.parse(readFileSync("node_modules/@iconify-json/game-icons/icons.json", "utf8"));
const chosen = readFileSync("chosen.txt", "utf8").split("\n").filter((line) => !line.startsWith("#")).join(" ");
const names = [...new Set(chosen.split(/\s+/).filter(Boolean))].sort();

const lines = names.map((name) => {
  const [, path] = /^<path fill="currentColor" d="([-\d.,\sa-zA-Z]*)"\/>$/.exec(set.icons[name]?.body ?? "") ?? [];
  if (!path) throw new Error(`the set has no ${name} of one path`);
  return `${JSON.stringify(name)}: ${JSON.stringify(path)}`;
});
writeFileSync(join(out, "drawings.json"), `{\n${lines.join(",\n")}\n}\n`);
console.log(`${names.length} drawings`);
