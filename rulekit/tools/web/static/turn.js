// Whose turn it is, in one sentence above the table.

import { seatColour } from "./colours.js";
import { inside, make, part } from "./make.js";
import { say } from "./words.js";

/** `left`: the moves that are left by pointing. */
export function showTurn(position, past, left = position.menu) {
  const line = part("turn");
  const mine = position.viewer !== null && position.decider === position.viewer && !position.over;
  line.hidden = position.over || past;
  line.classList.toggle("mine", mine && !past);
  if (!line.hidden) inside(line, sentence(position, mine, left));
  if (position.trouble && !past) inside(line, make("b", { class: "trouble" }, position.trouble));
  showLast(position, past);
}

/** What somebody else did last: the log, which is read out, may be out of sight. */
function showLast({ log, viewer, players, over }, past) {
  const last = log.findLast(({ seat, text }) => seat !== null && seat !== viewer && text);
  const line = part("last");
  line.hidden = !last || over || past;
  if (line.hidden) return;
  const told = [make("b", {}, players[last.seat].name), ` ${last.text}`, last.changes && make("span", { class: "changes" }, ` ${last.changes}`)];
  inside(line, told);
  line.title = line.textContent;
  line.style.setProperty("--seat", seatColour(last.seat));
}

function sentence({ players, decider, question, thinking, menu }, mine, left) {
  if (mine) {
    const how = menu.some((move) => move.targets.length) ? say("point_or_list") : say("from_list");
    return [make("b", {}, `▸ ${say("your_turn")}`), " ", (left.length < menu.length && chosen(left)) || question || make("span", { class: "how" }, how)];
  }
  const who = players[decider]?.name ?? "";
  return [thinking ? say("thinking", { who }) : say("turn_of", { who }), question && ` ${question}`];
}

/** What is being chosen: the move that is left, or what somebody is about to do and what is still open. */
function chosen(left) {
  if (left.length === 1) return make("span", { class: "how" }, left[0].text); // a button says it, where there is little room
  const [first] = left;
  const about = first && left.every((move) => move.action === first.action) ? first.action : "";
  return [about, asked(left)].filter(Boolean).join(" – ");
}

/** The next question of the game itself: the first one that the moves of an action still answer differently.
 *  Which action somebody is about, is clear if most moves that are left belong to it. */
function asked(left) {
  const about = [...new Set(left.map((move) => move.action))].map((action) => left.filter((move) => move.action === action));
  const moves = about.find((some) => some.length > left.length / 2) ?? [];
  const answers = new Map();
  for (const [question, answer] of moves.flatMap((move) => move.asks)) answers.set(question, [...(answers.get(question) ?? []), answer]);
  const open = [...answers].find(([, some]) => some.length < moves.length || new Set(some).size > 1);
  return open ? open[0] : "";
}
