// Light on the table: which pieces and cells can be pointed at, which are chosen. Pointing decides, this only shows it.

import { say } from "./words.js";

const FEW = 3; // so many outcomes are told at once

/** Every button that can be pointed at gets its marks; `button.means` is the id that a click on it stands for.
 *  `barred`: by id, the nearest move that is refused, and why. */
export function light(table, pointing, barred) {
  const { lit } = pointing;
  const chosen = new Set(pointing.chosen);
  const buttons = [...table.querySelectorAll("button.point")];
  const alike = new Set(buttons.filter((b) => b.key && meaning(b, lit)).map((b) => b.key));
  const alikeBarred = new Map(buttons.filter((b) => b.key && refused(b, barred)).map((b) => [b.key, refused(b, barred)]));
  const asked = new Set(buttons.filter((b) => b.family && meaning(b, pointing.all)).map((b) => b.family)); // where something can be chosen now
  for (const button of buttons) {
    const picked = meaning(button, chosen);
    const own = meaning(button, lit) ?? (alike.has(button.key) ? twin(buttons, button, lit) : null);
    const other = meaning(button, pointing.all);
    const not = refused(button, barred) ?? alikeBarred.get(button.key);
    button.means = picked ?? own ?? (lit.has(button.cell) ? button.cell : null) ?? other ?? not ?? button.ids[0];
    if (button.covered) continue;
    button.gain = gains(pointing, picked ?? own);
    const bar = picked || own || other ? null : barred.get(not);
    button.bar = bar ? say("is_barred", { move: bar[0], why: bar[1] }) : "";
    mark(button, { chosen: picked, lit: !picked && own, soft: !picked && own && pointing.understood.has(own), barred: bar && asked.has(button.family) });
  }
  for (const place of table.querySelectorAll(".place")) {
    const mat = place.querySelector(".mat");
    place.classList.toggle("lit", mat.classList.contains("lit") && !place.querySelector(".piece.lit"));
    place.classList.toggle("chosen", mat.classList.contains("chosen"));
  }
}

function meaning(button, ids) {
  return button.ids.find((id) => ids.has(id)) ?? (button.alone && ids.has(button.cell) ? button.cell : null) ?? veiled(button, ids);
}

function veiled(button, ids) {
  return button.veiled ? [...ids].find((id) => id.startsWith(button.veiled)) ?? null : null;
}

function twin(buttons, button, lit) {
  return meaning(buttons.find((other) => other.key === button.key && meaning(other, lit)), lit);
}

function refused(button, barred) {
  return button.ids.find((id) => barred.has(id));
}

/** What the moves with something bring and cost, where that is clear. */
function gains({ left, menu }, id) {
  const some = new Set(left.map((number) => menu[number]).filter((move) => move.targets.includes(id)).map((move) => move.cost));
  return some.size <= FEW && !some.has("") ? [...some].join(" / ") : "";
}

function mark(button, { chosen, lit, soft, barred }) {
  button.classList.toggle("chosen", Boolean(chosen));
  button.classList.toggle("lit", Boolean(lit) && !soft);
  button.classList.toggle("soft", Boolean(soft));
  button.classList.toggle("barred", Boolean(barred));
  const told = [chosen ? say("is_chosen") : lit ? say("is_lit") : button.bar, button.gain].filter(Boolean).join(": ");
  if (told) button.setAttribute("aria-description", told);
  else button.removeAttribute("aria-description");
  if (chosen) button.setAttribute("aria-pressed", "true");
  else button.removeAttribute("aria-pressed");
}

/** Show what a move of the list would touch. */
export function hint(table, targets) {
  for (const button of table.querySelectorAll("button.point")) {
    button.classList.toggle("hinted", meaning(button, new Set(targets)) !== null);
  }
}
