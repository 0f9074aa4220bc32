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
  const { x, y } = freest(button.getBoundingClientRect(), layoutOf(button).getBoundingClientRect(), bubble.offsetWidth, bubble.offsetHeight, obstacles(button));
  bubble.style.left = `${x}px`;
  bubble.style.top = `${y}px`;
}

const layoutOf = (button) => button.closest(".layout, .zone");

/** What should not be covered, and how much that matters: what is told of, what can be chosen, what else may be asked about. */
function obstacles(button) {
  const weight = (one) => (one === button ? 100 : one.matches(".lit, .soft, .chosen") ? 10 : 0.01);
  return [...button.closest(".table").querySelectorAll("button.point")].map((one) => ({ box: one.getBoundingClientRect(), weight: weight(one) }));
}

/** Above it, below it, at its sides or corners, or of all it lies among: near, within the window, and where the least is covered. */
function freest(box, around, wide, high, others) {
  const across = ({ left, right }) => [(left + right - wide) / 2, right + GAP, left - wide - GAP];
  const down = ({ top, bottom }) => [top - high - GAP, bottom + GAP, (top + bottom - high) / 2];
  const ways = [[box, box], [around, box], [box, around]].flatMap(([one, other]) => across(one).flatMap((x) => down(other).map((y) => [x, y])));
  const within = (at, size, most) => Math.max(GAP, Math.min(at, most - size - GAP));
  const { clientWidth, clientHeight } = document.documentElement;
  const places = ways.map(([x, y]) => ({ x: within(x, wide, clientWidth), y: within(y, high, clientHeight) }));
  const far = ({ x, y }) => Math.hypot(x + wide / 2 - (box.left + box.right) / 2, y + high / 2 - (box.top + box.bottom) / 2);
  const covers = ({ x, y }) => others.reduce((sum, one) => sum + one.weight * shared(one.box, { left: x, top: y, right: x + wide, bottom: y + high }), 0);
  const costs = places.map((place) => covers(place) + far(place));
  return places[costs.indexOf(Math.min(...costs))];
}

function shared(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, across) * Math.max(0, down);
}
