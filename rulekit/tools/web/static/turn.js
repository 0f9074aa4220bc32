// Whose turn it is, in one sentence above the table.

import { inside, make, part } from "./make.js";
import { say } from "./words.js";

export function showTurn(position, past) {
  const line = part("turn");
  const mine = position.viewer !== null && position.decider === position.viewer && !position.over;
  line.hidden = position.over || past;
  line.classList.toggle("mine", mine && !past);
  if (!line.hidden) inside(line, sentence(position, mine));
  if (position.trouble && !past) inside(line, make("b", { class: "trouble" }, position.trouble));
}

function sentence({ players, decider, question, thinking, menu }, mine) {
  if (mine) {
    const how = menu.some((move) => move.targets.length) ? say("point_or_list") : say("from_list");
    return [make("b", {}, `▸ ${say("your_turn")}`), " ", question || how];
  }
  const who = players[decider]?.name ?? "";
  return [thinking ? say("thinking", { who }) : say("turn_of", { who }), question && ` ${question}`];
}
