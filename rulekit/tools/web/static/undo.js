// Taking a move back: it is asked for, and the others agree or decline.

import { inside, make, part } from "./make.js";
import { say } from "./words.js";

export function showUndo(position, send) {
  const { asked, waiting } = position.undo;
  part("undo").hidden = position.viewer === null;
  part("undo").disabled = !position.undo_possible || asked !== null;
  part("undo").title = say("undo_when");
  part("undo").setAttribute("aria-description", say("undo_when"));
  const bar = part("undo-asked");
  bar.hidden = asked === null;
  if (asked === null) return;
  const name = (seat) => position.players[seat].name;
  const mine = asked === position.viewer;
  const open = waiting.includes(position.viewer);
  inside(
    bar,
    make("p", {}, mine ? say("undo_waiting", { who: waiting.map(name).join(", ") }) : say("undo_asked", { who: name(asked) })),
    open && !mine && make("button", { type: "button", class: "primary", onclick: () => send(true) }, say("agree")),
    open && !mine && make("button", { type: "button", onclick: () => send(false) }, say("decline")),
    mine && make("button", { type: "button", onclick: () => send(false) }, say("withdraw")),
  );
}
