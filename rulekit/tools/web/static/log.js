// The log in plain words, told to screen readers as it grows; and the way back and forth through the game.
// Keys step by the slider; the numbers beside the moves are for a pointer, so Tab does not stop at each.

import { inside, make, part } from "./make.js";
import { say } from "./words.js";
import { seatColour } from "./colours.js";

let shown = [];

/** Show the last moves; new ones are added at the end, so that only they are read out. */
export function showLog(position, look) {
  const list = part("log-list");
  const keys = position.log.map((entry) => JSON.stringify([entry, position.players.map((p) => p.name)]));
  const goesOn = shown.length && keys.length >= shown.length && shown.every((key, n) => key === keys[n]);
  if (!goesOn) inside(list);
  list.append(...position.log.slice(goesOn ? shown.length : 0).map((entry) => item(entry, position, look)));
  shown = keys;
  part("log-empty").hidden = position.log.length > 0;
  inside(part("pictures"), ...position.shown.map(({ text }) => make("li", {}, text)));
  part("pictures").hidden = position.shown.length === 0;
  list.scrollTop = list.scrollHeight;
}

/** Forget what was shown: the language has changed. */
export function forgetLog() {
  shown = [];
}

function item({ step, seat, text, changes }, position, look) {
  const name = seat === null ? "" : position.players[seat].name;
  const entry = make(
    "li", {},
    make("button", { type: "button", class: "step", tabindex: -1, title: say("look_at_step", { step }), onclick: () => look(step) }, step),
    make("p", {}, name && make("b", { class: "who" }, name), name && " ", text, changes && make("span", { class: "changes" }, changes)),
  );
  if (seat !== null) entry.style.setProperty("--seat", seatColour(seat));
  return entry;
}

/** The slider and its buttons. */
export function showSteps(position, live) {
  const slider = part("step-slider");
  slider.max = String(live.steps);
  slider.value = String(position.step);
  slider.setAttribute("aria-valuetext", say("step_of", { step: position.step, steps: live.steps }));
  inside(part("step-text"), say("step_of", { step: position.step, steps: live.steps }));
  part("step-first").disabled = part("step-back").disabled = position.step === 0;
  part("step-on").disabled = part("step-now").disabled = position.step >= live.steps;
  part("steps").hidden = live.steps === 0;
}

/** Once: `look` goes to a step; `steps` says by the name of each button which one it means now. */
export function wireSteps(look, steps) {
  for (const [name, step] of Object.entries(steps)) part(`step-${name}`).addEventListener("click", () => look(step()));
  part("step-slider").addEventListener("input", (event) => look(Number(event.target.value)));
}
