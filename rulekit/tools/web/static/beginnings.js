// How work in the workshop begins: with a bundled game, a new house rule for one, a small game, a lesson, or what was shared.
// A beginning is told by a short word, as it stands in the address: "game=bon-appetit", "house=bon-appetit", "small=1", "lesson=3", "rules=ID", "own=NAME" (only in the browser where it was written).

import { Refused, get } from "./api.js";
import { kept, lessonText } from "./kept.js";
import { language, say } from "./words.js";

const KINDS = ["game", "house", "small", "lesson", "rules", "own", "file"];
export const USUAL = "house=cafe-del-gatto";

/** What the address asks for, or null. */
export function asked() {
  const query = new URLSearchParams(location.search);
  const kind = KINDS.find((one) => query.get(one));
  return kind ? `${kind}=${query.get(kind)}` : null;
}

/** Write a beginning into the address. */
export function address(from) {
  const here = new URL(location.href);
  for (const kind of KINDS) here.searchParams.delete(kind);
  const [kind, name] = split(from);
  if (KINDS.includes(kind)) here.searchParams.set(kind, name);
  history.replaceState(null, "", here);
}

/** The text to begin with: {text, set, base}. */
export async function beginning(from, games) {
  const [kind, name] = split(from);
  if (kind === "game") return plain(await source(name));
  if (kind === "house") return plain(houseRule(games.find((game) => game.name === name) ?? unknown(name)));
  if (kind === "small") return plain((await get("/api/lessons/1", { lang: language() })).start);
  if (kind === "lesson") return lesson(await get(`/api/lessons/${encodeURIComponent(name)}`, { lang: language() }));
  if (kind === "own" || kind === "file") throw new Refused(404, { message: say("begin_unknown", { name }) });
  const { rules } = await get(`/api/rules/${encodeURIComponent(name)}`);
  const text = rules.text ?? (await source(rules.game));
  return { text, set: rules.set ?? {}, base: rules.base ?? null };
}

const split = (from) => [from.slice(0, from.indexOf("=")), from.slice(from.indexOf("=") + 1)];
const plain = (text) => ({ text, set: {}, base: null });

/** A lesson begins with what was written there before in this browser. */
function lesson({ start, game, number, lang }) {
  return { text: kept(lessonText(lang, number)) ?? start, set: {}, base: game || null };
}

async function source(name) {
  return (await get(`/api/games/${encodeURIComponent(name)}/source`)).files[0].text;
}

function unknown(name) {
  throw new Refused(404, { message: say("begin_unknown", { name }) });
}

/** A small house rule: one option answered in another way. */
function houseRule(game) {
  const option = game.options.find((one) => one.low !== null && one.low < one.high) ?? game.options.find((one) => one.values.length > 1);
  const name = game.name.replaceAll("-", "_");
  const head = ["cafe en", `variant my_rule of ${name} "${say("house_title")}"`, `  why "${say("house_why")}"`, ""];
  if (!option) return head.join("\n");
  return [...head, `# ${option.question}`, `# ${say("house_was", { value: option.value })}`, `with ${option.name} = ${other(option)}`, ""].join("\n");
}

/** Another value than the one there is: the next number, or another answer. */
function other({ value, low, high, values }) {
  if (low === null) return values.find((one) => one.value !== value).value;
  return Number(value) < high ? Number(value) + 1 : Number(value) - 1;
}
