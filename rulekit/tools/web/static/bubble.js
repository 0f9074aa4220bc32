// What something on the table is, beside it while it is pointed at or has the keyboard: its name, and what light has found out.

import { make } from "./make.js";

const GAP = 8;
let bubble = null;
let at = null;

/** Once: every button of the table tells what it is. */
export function wireBubble(table) {
  bubble = make("p", { class: "bubble", "aria-hidden": "true", hidden: true }); // listeners hear it from the button itself
  document.body.append(bubble);
  const of = (event) => event.target.closest("button.point");
  table.addEventListener("pointerover", (event) => event.pointerType !== "touch" && show(of(event)));
  table.addEventListener("pointerleave", () => show(null));
  table.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && show(of(event)));
  table.addEventListener("focusout", () => show(null));
}

/** The table has changed, or somebody does not want to see it. */
export function showBubble(wanted = true) {
  show(wanted && at?.isConnected ? at : null);
}

function show(button) {
  at = button;
  const lines = [button?.named && make("b", {}, button.named), button?.gain && make("span", { class: "gain" }, button.gain), button?.bar && make("span", { class: "bar-to" }, button.bar)];
  bubble.hidden = !lines.some(Boolean);
  if (bubble.hidden) return;
  bubble.replaceChildren(...lines.filter(Boolean));
  const { left, top, bottom, width } = button.getBoundingClientRect();
  const [wide, high] = [bubble.offsetWidth, bubble.offsetHeight];
  const most = document.documentElement.clientWidth - wide - GAP;
  bubble.style.left = `${Math.max(GAP, Math.min(left + (width - wide) / 2, most))}px`;
  bubble.style.top = `${top - high - GAP < 0 ? bottom + GAP : top - high - GAP}px`;
}
