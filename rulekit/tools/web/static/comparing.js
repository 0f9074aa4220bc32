// The comparison with the printed rules: the verdict, the rules that differ, and plays that show it.

import { make } from "./make.js";
import { say } from "./words.js";

/** The whole answer as elements; `visit(witness)` puts a play on the table. */
export function comparison(found, labels, visit) {
  return [
    make("p", { class: "verdict" }, verdict(found)),
    make("div", { lang: "en", class: "faint" }, found.summary.map((line) => make("p", {}, line))),
    found.differences.length > 0 && make("section", {}, make("h2", {}, say("rules_differ")), found.differences.map((one) => difference(one, labels))),
    found.witnesses.length > 0 && make("section", {}, make("h2", {}, say("plays_differ")), found.witnesses.map((one) => witness(one, labels, visit))),
  ];
}

function verdict({ verdict: kind, differences, proved_equal: proved, players }) {
  if (kind === "observable") return say("verdict_observable");
  if (kind === "latent") return say("verdict_latent");
  if (kind !== "none") return say("verdict_nothing");
  if (!differences.length) return say("verdict_same");
  return players.length && players.every((number) => proved.includes(number)) ? say("verdict_proved") : say("verdict_none");
}

function difference({ number, sentence, address, citations, first, second }, labels) {
  return make(
    "article", { class: "difference" },
    make("h3", {}, `${number}. `, make("code", {}, address || sentence)),
    address && make("p", { lang: "en" }, sentence),
    citations.map((one) => make("p", { class: "cited" }, one)),
    same(first, second) ? side(first, say("rule_itself")) : make("div", { class: "both" }, side(first, labels[0]), side(second, labels[1])),
  );
}

/** An option that is only answered in another way has one text. */
function same(first, second) {
  return first && second && first.place === second.place && first.lines.join() === second.lines.join();
}

function side(rule, label) {
  const text = rule?.lines.length ? make("pre", { tabindex: "0" }, make("code", {}, rule.lines.join("\n"))) : make("p", { class: "faint" }, say("rule_absent"));
  return make("div", { class: "said" }, make("h4", {}, label), text);
}

function witness(one, labels, visit) {
  const { number, rules, moves, first, second, tables } = one;
  const title = rules.length ? [say("play_number", { number }), " · ", make("code", {}, rules.join(", "))] : say("play_number", { number });
  return make(
    "article", { class: "witness" },
    make("h3", {}, title),
    tables.length === 2 && make("p", {}, make("button", { type: "button", class: "primary", onclick: () => visit(one) }, say("play_witness"))),
    moves.length ? story(moves) : make("p", {}, say("at_once")),
    make("p", {}, make("b", {}, say("here_they_part"))),
    make("div", { class: "both", lang: "en" }, parting(first, labels[0]), parting(second, labels[1])),
  );
}

/** The moves lie folded: there may be many. */
function story(moves) {
  return make("details", {}, make("summary", {}, say("play_moves", { count: moves.length })), make("ol", { class: "story", lang: "en" }, moves.map(told)));
}

function told({ who, move, changes, differs }) {
  return make("li", {}, make("b", {}, who), " ", move, changes && make("span", { class: "changes" }, changes), differs && make("span", { class: "changes" }, "≠ ", differs));
}

function parting({ sentence, moves, lines }, label) {
  return make(
    "div", { class: "said" },
    make("h4", {}, label), make("p", {}, sentence),
    moves.length > 0 && make("ul", {}, moves.map((move) => make("li", {}, "▸ ", move))),
    lines.length > 0 && make("p", { class: "cited" }, lines.map((line) => line.trim()).join(" ")),
  );
}
