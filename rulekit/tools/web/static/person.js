// What somebody is called, kept in this browser: asked for once, and told to every table where the seat has no name yet.

import { keep, kept } from "./kept.js";
import { inside, make, part } from "./make.js";
import { language, say } from "./words.js";

const KEPT = "rulekit.name";

/** The name, or "". */
export const ownName = () => (typeof kept(KEPT) === "string" ? kept(KEPT) : "");

export function keepName(name) {
  if (name.trim()) keep(KEPT, name.trim());
}

let told = ""; // the link where the name was told already: it is not told twice, if it is taken there
let spoken = ""; // the language of the question that stands there

/** At one's own seat without a name: tell the one that is kept, or ask for it, once. `rename(name)` tells the table. */
export function showNaming(link, position, rename) {
  const nameless = isNameless(position);
  if (nameless && ownName() && told !== link) {
    told = link;
    rename(ownName());
  }
  const element = part("naming");
  const asks = nameless && !ownName() && matters(position);
  if (asks && (element.hidden || spoken !== language())) inside(element, asked(rename, element.querySelector("input")?.value ?? ""));
  element.hidden = !asks;
  spoken = language();
}

const isNameless = ({ players, viewer, over }) => viewer !== null && !players[viewer].named && !over;

/** Bots do not call anybody; and who has begun to play is not asked any more. */
function matters({ players, viewer, log }) {
  return players.some((player) => player.seat !== viewer && !player.bot) && !log.some((entry) => entry.seat === viewer);
}

function asked(rename, typed) {
  const field = make("input", { class: "field small", value: typed, maxlength: 24, autocomplete: "nickname", "aria-label": say("your_name") });
  const done = (event) => {
    event.preventDefault();
    if (field.value.trim()) rename(field.value.trim(), form);
  };
  const form = make("form", { class: "rename", onsubmit: done }, make("label", {}, say("call_me"), " ", field), " ", make("button", { class: "small", type: "submit" }, say("ok")));
  return form;
}
