// "Why can't I…?": the moves that the rules refuse, each with its reason, the rule and where it is written.

import { inside, make, part } from "./make.js";
import { post } from "./api.js";
import { language, say } from "./words.js";

const FEW = 8;

/** Whether some refused move touches all these pieces and cells; if so, the reasons are shown. */
export async function askTogether(link, position, ids, label) {
  if (position.over || position.decider !== position.viewer) return false;
  const { refused } = await post(`/api/at/${link}/why`, { at: position.at, lang: language(), about: ids });
  if (refused.length) panel(label, refusals(refused));
  return refused.length > 0;
}

/** Ask about a piece or cell (`about` null: about everything), and show the answer. `label` is what was asked about, in words. */
export async function askWhy(link, position, about, label) {
  if (position.over) return panel(label, friendly(say("why_over")));
  if (position.viewer === null) return panel(label, friendly(say("why_watching")));
  if (position.decider !== position.viewer) return panel(label, friendly(say("why_turn", { who: position.players[position.decider].name })));
  const answer = await post(`/api/at/${link}/why`, { at: position.at, lang: language(), about });
  const offered = answer.offered.map((number) => position.menu[number]).filter(Boolean);
  return panel(
    label,
    about !== null && offered.length ? can(offered) : null,
    answer.refused.length ? refusals(answer.refused, about !== null) : offered.length && about !== null ? null : friendly(about === null ? say("why_nothing") : say("why_idle")),
  );
}

export function closeWhy() {
  const was = !part("why").hidden;
  part("why").hidden = true;
  return was;
}

function panel(label, ...content) {
  inside(part("why-about"), label);
  inside(part("why-answer"), content);
  part("why").hidden = false;
  part("why").scrollIntoView({ block: "nearest" });
}

function friendly(text) {
  return make("p", { class: "friendly" }, text);
}

function can(moves) {
  return make("div", { class: "can" }, make("p", {}, say("why_can")), make("ul", {}, moves.slice(0, FEW).map((move) => make("li", {}, move.text))));
}

/** The best reason, and below it the others, folded if something certain was asked; each with how many ways it refuses. */
function refusals(refused, folded = true) {
  const [best, ...others] = refused.map((reason) => because(reason, refused.length));
  const list = (items) => make("ul", { class: "reasons" }, items);
  if (!folded || !others.length) return list([best, ...others]);
  return [list([best]), make("details", { class: "others" }, make("summary", {}, say("why_others", { count: others.length })), list(others))];
}

/** A rule with the moves it refuses. What is not said of all of them alike stands beside each. */
function because({ ways, moves }, many) {
  const [reason, rule, ...values] = moves[0].lines;
  const alike = moves.every((move) => move.lines[0] === reason);
  const same = alike && moves.every((move) => move.lines.slice(2).join() === values.join());
  const own = (move) => !same && told([...(alike ? [] : [move.lines[0]]), ...move.lines.slice(2)]);
  const names = make("ul", { class: "deeds" }, moves.map((move) => make("li", {}, move.text, own(move))));
  const deeds = moves.length > 3 && many > 1 ? make("details", {}, make("summary", {}, say("why_moves", { count: ways })), names) : names;
  const of = alike ? null : make("p", { class: "cited" }, moves[0].text);
  return make("li", {}, of, make("p", { class: "reason" }, reason), rule && make("p", { class: "cited" }, rule), same && told(values), deeds);
}

function told(values) {
  return values.length ? make("ul", { class: "values" }, values.map((value) => make("li", {}, value))) : null;
}
