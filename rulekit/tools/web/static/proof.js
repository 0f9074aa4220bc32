// The right side of the workshop: the game that runs, many games, the comparison; and what each says when the rules change.

import { get, post, search } from "./api.js";
import { EASY, bots, forMany } from "./bots.js";
import { comparison } from "./comparing.js";
import { howMany, manyGames, written } from "./many.js";
import { inside, make, part } from "./make.js";
import { trying } from "./notice.js";
import { playAgain, playNew, tabWords, tried, wirePlays } from "./plays.js";
import { reworkedWords } from "./reworked.js";
import { Running } from "./running.js";
import { tabs } from "./tabs.js";
import { language, say } from "./words.js";

let shop = null; // rules(), original(), changed() (the game that runs is another one)
let running = null;
let showTab = null;

/** Wire the right side, once. */
export function wireProof(tools) {
  shop = tools;
  running = new Running(part("frame"), (answer) => {
    inside(part("sides")).hidden = true;
    inside(part("reworked"), reworkedWords(answer)).hidden = false;
  }, tools.changed, tried);
  wirePlays({ ...tools, goOn });
  part("play-this").addEventListener("click", () => working(part("play-this"), play));
  part("many").addEventListener("click", () => working(part("many"), many, part("many-busy")));
  part("compare").addEventListener("click", () => working(part("compare"), compare, part("compare-busy")));
}

/** Words in the language of now. */
export function sayProof() {
  const names = [{ name: "table", text: say("tab_table") }, { name: "games", text: say("many_games", { games: written(howMany()) }) }, { name: "compare", text: say("tab_compare") }, { name: "plays", text: tabWords() }];
  const open = part("tabs").querySelector("[aria-selected=true]")?.dataset.tab ?? "table";
  showTab = tabs(part("tabs"), names, open, (name) => name === "plays" && trying(playNew));
  inside(part("many"), say("many_play", { games: written(howMany()) }));
  const chosen = part("against").value || EASY;
  inside(part("against"), bots().map(([value, text]) => make("option", { value, selected: value === chosen }, text)));
  for (const id of ["many-result", "compare-result"]) inside(part(id));
}

/** How many can play, as the rules say now. */
export function showPlayers([low, high]) {
  const field = part("players-count");
  const now = Math.max(low, Math.min(high, Number(field.value) || low));
  inside(field, Array.from({ length: high - low + 1 }, (_, n) => make("option", { value: low + n, selected: low + n === now }, low + n)));
}

/** The rules have changed and can be played: the game that runs follows; what was found before is old. */
export function rulesChanged() {
  for (const id of ["many-result", "compare-result"]) {
    const result = part(id);
    if (result.children.length && !result.querySelector(".stale")) result.prepend(make("p", { class: "stale" }, "⟳ ", say("stale")));
  }
  trying(playAgain);
  return trying(() => running.rework(shop.rules()));
}

/** A play that was tried before is the game that runs. */
async function goOn(link) {
  await running.goOn(link, shop.rules());
  part("no-game").hidden = true;
  inside(part("sides")).hidden = true;
  showTab("table");
}

/** Another text: the game that runs has nothing to do with it. */
export function leaveGame() {
  running.leave();
  part("no-game").hidden = false;
  for (const id of ["sides", "reworked"]) inside(part(id)).hidden = true;
  for (const id of ["many-result", "compare-result"]) inside(part(id));
}

/** What is to be kept of the game that runs, or null. */
export const gameKept = () => running.kept;

/** Sit down again at the game that ran, if it is still there. */
export async function resumeGame(game) {
  if (await running.resume(game)) part("no-game").hidden = true;
}

/** While something is worked on its button rests. */
async function working(button, work, line = null) {
  button.disabled = true;
  await trying(work);
  button.disabled = false;
  if (line) busy(line)("");
}

const busy = (line) => (text) => {
  line.classList.toggle("at-work", Boolean(text));
  inside(line, text);
};

const players = () => Number(part("players-count").value);

async function play() {
  await running.play(shop.rules(), players(), part("against").value);
  part("no-game").hidden = true;
  for (const id of ["sides", "reworked"]) part(id).hidden = true;
  showTab("table");
}

async function many() {
  inside(part("many-result"));
  const asked = { now: shop.rules(), old: shop.original(), players: players(), bots: forMany(part("against").value), busy: busy(part("many-busy")) };
  const found = await manyGames(asked);
  inside(part("many-result"), make("p", { class: "faint" }, say("many_by", { bot: part("against").selectedOptions[0].textContent })), found);
}

async function compare() {
  inside(part("compare-result"));
  busy(part("compare-busy"))(say("compare_busy"));
  const old = shop.original();
  const labels = [old.label, say("your_rules")];
  const asked = { first: old.rules, second: shop.rules(), players: players(), first_label: labels[0], second_label: labels[1] };
  const found = await post(`/api/compare${search({ lang: language() })}`, asked);
  inside(part("compare-result"), comparison(found, labels, (witness) => trying(() => visit(witness, labels))));
}

// ---- a play on the table ----------------------------------------------------------------------------
async function visit(witness, labels) {
  const names = ["first", "second"].map((name, n) => ({ name, text: labels[n] }));
  if (running.link) names.push({ name: "mine", text: say("my_game") });
  const row = make("div", { class: "tabs", role: "tablist", "aria-label": say("play_number", { number: witness.number }) });
  inside(part("sides"), make("p", {}, say("witness_hint", { number: witness.number })), row).hidden = false;
  part("no-game").hidden = part("reworked").hidden = true;
  const go = (name) => trying(() => (name === "mine" ? home() : there(witness.tables[name === "first" ? 0 : 1])));
  tabs(row, names, "first", go);
  showTab("table");
  row.querySelector("[aria-selected=true]").focus();
  await there(witness.tables[0]);
  part("sides").scrollIntoView({ block: "nearest" });
}

/** Sit down where somebody has to decide. */
async function there(table) {
  const { decider } = await get(`/api/at/${table.watch}`, { lang: language() });
  await running.visit(table, decider ?? 0);
}

async function home() {
  inside(part("sides")).hidden = true;
  await running.back();
}
