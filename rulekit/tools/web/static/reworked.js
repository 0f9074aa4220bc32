// What became of a game under other rules, in words: how many moves were kept, and what is different there.

import { make } from "./make.js";
import { say } from "./words.js";

const FEW = 5;

export function reworkedWords({ kept, steps, parted, added }) {
  const first = steps ? say("kept", { kept, steps }) : say("kept_none");
  const more = added && [" ", moves(say("added", { at: added.at + 1 }), added.new)];
  if (!parted) return [make("b", {}, first), more || [" ", steps ? say("parted_not") : ""]];
  return [make("b", {}, first), more, " ", partedWords(parted)];
}

/** What is different where a game parts. */
export function partedWords(parted) {
  return [what(parted), moves(say("moves_new"), parted.new), moves(say("moves_gone"), parted.gone)];
}

function what({ what: kind, gone, new: come }) {
  if (kind === "menu") return say("parted_menu");
  if (kind === "position") return say("parted_position");
  if (kind === "move") return say("parted_move");
  if (kind === "hidden") return say("parted_hidden");
  if (kind === "end") return come.length && !gone.length ? say("parted_goes_on") : say("parted_ends");
  return say("parted_other");
}

function moves(label, some) {
  if (!some.length) return null;
  const more = some.length > FEW ? ` ${say("and_more", { count: some.length - FEW })}` : "";
  return make("span", { class: "some-moves" }, make("i", {}, label), " ", some.slice(0, FEW).join(" · "), more);
}
