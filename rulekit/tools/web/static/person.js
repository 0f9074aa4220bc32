// What somebody is called, kept in this browser: asked for once, and told to every table where the seat has no name yet.

import { keep, kept } from "./kept.js";
import { inside, make, part } from "./make.js";
import { say } from "./words.js";

const KEPT = "rulekit.name";

/** The name, or "". */
export const ownName = () => (typeof kept(KEPT) === "string" ? kept(KEPT) : "");

export function keepName(name) {
  if (name.trim()) keep(KEPT, name.trim());
}

let told = ""; // the link where the name was told already: it is not told twice, if it is taken there

/** At one's own seat without a name: tell the one that is kept, or ask for it, once. `rename(name)` tells the table. */
export function showNaming(link, { players, viewer, over }, rename) {
  const mine = viewer === null ? null : players[viewer];
  const nameless = Boolean(mine) && !mine.named && !over;
  if (nameless && ownName() && told !== link) {
    told = link;
    rename(ownName());
  }
  const element = part("naming");
  const asks = nameless && !ownName();
  if (element.hidden === !asks) return;
  element.hidden = !asks;
  if (asks) inside(element, form(rename));
}

function form(rename) {
  const field = make("input", { class: "field small", maxlength: 24, autocomplete: "nickname", "aria-label": say("your_name") });
  const done = (event) => {
    event.preventDefault();
    keepName(field.value);
    if (field.value.trim()) rename(field.value.trim());
  };
  return make("form", { class: "rename", onsubmit: done }, make("label", {}, say("call_me"), " ", field), " ", make("button", { class: "small", type: "submit" }, say("ok")));
}
