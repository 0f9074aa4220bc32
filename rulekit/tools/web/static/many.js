// Many games: length, scores and seats under the rules as they are now, beside the rules they came from.

import { post } from "./api.js";
import { lengthChart, scoreChart, seatChart } from "./charts.js";
import { chartWords } from "./editor-words.js";
import { make } from "./make.js";
import { language, say } from "./words.js";

const known = new Map(); // what was played already, by what was asked

/** How many games: as the address says, else a thousand. */
export function howMany() {
  const asked = Number(new URLSearchParams(location.search).get("games"));
  return Number.isInteger(asked) && asked >= 10 && asked <= 100_000 ? asked : 1000;
}

export function written(number, digits = 0) {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(number);
}

/** Play; `old` is {rules, label} or null. `busy(text)` is told what is going on. */
export async function manyGames({ now, old, players, bots, busy }) {
  const games = howMany();
  const same = old && JSON.stringify(old.rules) === JSON.stringify(now);
  busy(say("many_busy_new", { games: written(games) }));
  const after = await played(now, players, games, bots);
  busy(old && !same ? say("many_busy_old", { games: written(games) }) : "");
  const before = old && !same ? await played(old.rules, players, games, bots).catch(() => null) : null; // the old game may not be for so many
  busy("");
  return result(before, after, old, games);
}

async function played(rules, players, games, bots) {
  const asked = JSON.stringify([rules, players, games, bots]);
  if (!known.has(asked)) known.set(asked, await post("/api/simulate", { rules, players, games, bots }));
  return known.get(asked);
}

function result(before, after, old, games) {
  const words = chartWords(old?.label ?? say("old_rules"), say("rules_now"));
  const [one, two] = [before, after].map((some) => (some?.length ? named(some) : null)); // where no game ended there is nothing to draw
  const charts = two && [lengthChart(one, two, words), scored(one, two) && scoreChart(one, two, words), seatChart(one, two, words)];
  return [
    make("p", { class: "verdict" }, sentence(one, two)),
    troubles(after, games).map((text) => make("p", { class: "trouble" }, "⚠ ", text)),
    charts && make("div", { class: "charts" }, charts),
  ];
}

/** The charts want names for the seats. */
function named(data) {
  return { ...data, seats: data.seats.map((seat) => ({ ...seat, name: say("seat_number", { number: seat.seat + 1 }) })) };
}

function scored(one, two) {
  return [one, two].some((data) => data?.seats.every((seat) => seat.score));
}

/** The most important in a sentence or two. */
function sentence(before, after) {
  if (!after) return say("many_none");
  const share = (data) => new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(data.seats[0].share);
  const mean = (data) => written(data.length.mean, 1);
  if (!before) return say("many_said", { mean: mean(after), share: share(after) });
  return say("many_compared", { mean: mean(after), was: mean(before), share: share(after), share_was: share(before) });
}

/** Games that did not come to their end, and too few of them. */
function troubles(data, games) {
  const { stuck = 0, fault = 0, capped = 0 } = data.ends;
  const found = [];
  if (data.games < games) found.push(say("many_fewer", { count: written(data.games) }));
  if (stuck) found.push(say("many_stuck", { count: written(stuck) }));
  if (capped) found.push(say("many_capped", { count: written(capped) }));
  if (fault) found.push([say("many_fault", { count: written(fault) }), ...data.faults].join(" "));
  return found;
}
