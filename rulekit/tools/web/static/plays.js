// The tree of plays: each game that was tried here is a branch; all are played again when the rules change, and what changed is marked.

import { inTurn, post, search } from "./api.js";
import { inside, make, part } from "./make.js";
import { tell, trying } from "./notice.js";
import { partedWords } from "./reworked.js";
import { language, say } from "./words.js";

const MOST = 12;
let tools = null; // rules(), written() (the same as a text), write(text), goOn(link), changed()
let branches = []; // {number, link, parent (number of a branch, or null), at (moves they share), found (how it went under the rules of now, or null)}
let wish = 0; // of several changes the last one counts

export function wirePlays(given) {
  tools = given;
}

/** What is to be kept of them. */
export const playsKept = () => branches.map(({ number, link, parent, at }) => ({ number, link, parent, at }));

/** Other rules with plays of their own. */
export function loadPlays(some) {
  wish += 1;
  branches = some.map((branch) => ({ ...branch, found: null }));
  show();
}

/** Somebody made a move at a table: it is a branch, grown out of the one at `from` after `at` moves, or a new one. */
export function tried(link, from, at) {
  const known = branches.find((one) => one.link === link);
  if (known) known.found = null;
  else grow(link, branches.find((one) => one.link === from), at);
  tools.changed();
  show();
}

function grow(link, parent, at) {
  const number = 1 + Math.max(0, ...branches.map((one) => one.number));
  branches = [...branches, { number, link, parent: parent?.number ?? null, at: parent ? at : 0, found: null }].slice(-MOST);
}

/** Play all of them again under the rules of now, one after the other. */
export async function playAgain() {
  wish += 1;
  for (const branch of branches) branch.found = null;
  show();
  await playNew();
}

/** Play those again of which it is not known how they go. */
export const playNew = inTurn(async () => {
  const mine = wish;
  for (const branch of branches.filter((one) => !one.found)) {
    const found = await follow(branch);
    if (mine !== wish) return;
    if (found) branch.found = found;
    else branches = branches.filter((one) => one !== branch);
    show();
  }
});

/** How a branch goes; null if its table is forgotten. */
async function follow({ link }) {
  try {
    return await post(`/api/at/${link}/branch${search({ lang: language() })}`, { rules: tools.rules() });
  } catch (error) {
    return error.status === 404 ? null : { refused: error.message };
  }
}

// ---- the page ---------------------------------------------------------------------------------------
function show() {
  const changed = branches.filter(({ found }) => found && (found.parted || found.refused)).length;
  const tab = part("tab-plays");
  if (tab) inside(tab, tabWords()).classList.toggle("marked", changed > 0);
  inside(part("plays-sum"), branches.length ? changed > 0 && say("plays_changed", { changed, count: branches.length }) : say("plays_none"));
  inside(part("plays-list"), below(null));
}

export const tabWords = () => (branches.length ? `${say("tab_plays")} (${branches.length})` : say("tab_plays"));

const numbered = (number) => branches.find((one) => one.number === number);

/** The branches that grew out of one; those whose own is forgotten stand alone. */
function below(number) {
  const some = branches.filter((one) => (numbered(one.parent) ? one.parent : null) === number);
  return some.length > 0 && make("ul", { class: "plays" }, some.map(row));
}

function row(branch) {
  const { number, parent, at, found } = branch;
  const name = say("play_name", { number });
  const act = (text, does) => make("button", { type: "button", class: "small", "aria-label": `${name}: ${text}`, onclick: () => trying(does) }, text);
  return make(
    "li", { class: found?.parted || found?.refused ? "play parted" : "play", "data-play": number },
    make("div", { class: "play-row" },
      make("b", {}, name), parent !== null && make("span", { class: "faint" }, say("play_grown", { number: parent, at })),
      make("span", { class: "play-told" }, told(found)),
      act(say("play_go_on"), () => tools.goOn(branch.link)),
      act(say("play_example"), () => example(branch)),
      make("button", { type: "button", class: "small away", "aria-label": say("play_forget", { number }), onclick: () => forget(branch) }, "×")),
    below(number),
  );
}

/** How it goes under the rules of now, in words. */
function told(found) {
  if (!found) return say("play_again");
  const { kept, steps, parted, added, said, possible, refused } = found;
  if (refused) return refused;
  if (!parted) return [say("play_kept", { steps }), added && ` ${say("added", { at: added.at + 1 })} ${added.new.slice(0, 3).join(" · ")}`];
  if (kept === steps) return [say("play_kept", { steps }), " ", partedWords(parted)];
  const gone = possible === false || parted.what === "move";
  const where = gone ? say("play_gone", { at: kept + 1 }) : say("play_parted", { at: kept + 1 });
  return [make("strong", {}, where), said && make("q", {}, said), !gone && partedWords(parted)];
}

function forget(branch) {
  branches = branches.filter((one) => one !== branch);
  tools.changed();
  show();
}

async function example({ link, number }) {
  const made = await post(`/api/at/${link}/example${search({ lang: language() })}`, { rules: tools.written() });
  await tools.write(made.text);
  tell(say("example_made", { number, name: made.name }), "told", made.all ? "" : say("example_last", { moves: made.moves }));
}
