// What lies on the table, drawn anew for each position: what was open stays open, what was held keeps the keyboard, what moved is
// seen to move.

import { fit } from "./fitting.js";
import { freshen, zones } from "./board.js";
import { inside } from "./make.js";
import { remembered, setInMotion } from "./motion.js";
import { lookAgain, lookedAt } from "./zooming.js";

/** Draw a position. `before`: the one that was drawn; `tools`: {narrow, sign, nameField}. */
export function drawTop(table, position, before, tools) {
  const held = table.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  const open = [...table.querySelectorAll("details[open]")].map((one) => one.dataset.store);
  const unfolded = [...table.querySelectorAll(".unfolded")].map((one) => one.dataset.seat);
  const goesOn = Boolean(before?.scene && position.scene && before.lang === position.lang);
  const then = goesOn ? remembered(table) : null;
  const [at, down] = [lookedAt(table), window.scrollY];
  inside(table, zones(position, tools));
  for (const one of table.querySelectorAll("details")) one.open = open.includes(one.dataset.store);
  for (const one of table.querySelectorAll(".zone.other")) one.classList.toggle("unfolded", unfolded.includes(one.dataset.seat));
  document.body.classList.toggle("has-scene", Boolean(position.scene));
  fit(table, tools.narrow);
  lookAgain(table, at);
  if (window.scrollY !== down) window.scrollTo(0, down);
  if (before && before.lang === position.lang) freshen(table, before, position);
  if (then) setInMotion(table, then);
  if (held) table.querySelector(`[data-id="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

/** What is folded away shows itself when something in it can be pointed at. */
export function unfoldLit(table) {
  for (const store of table.querySelectorAll(".store")) if (store.querySelector(".lit, .chosen")) store.open = true;
  for (const zone of table.querySelectorAll(".zone.other")) if (zone.querySelector(".lit, .chosen")) zone.classList.add("unfolded");
}
