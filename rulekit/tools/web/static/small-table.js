// The table of a game made small, to be looked at only: a position comes in and is drawn as at the table, in a room of its own, so
// that the styles of tables and those of the page know nothing of each other.

import { zones } from "./board.js";
import { make } from "./make.js";
import { drawLines } from "./scene.js";
import { signOf } from "./seats.js";

const STYLES = ["style", "table", "pieces", "shapes", "lying", "scene", "small-table"];

/** Draw a position into an element that has its size. */
export async function drawSmall(slot, position) {
  const room = slot.shadowRoot ?? slot.attachShadow({ mode: "open" });
  const table = make("div", { class: "table", inert: true }, zones(position, { sign: (seat) => signOf(seat, position.players), nameField: () => null }));
  if (table.querySelector(".zone.common")) table.querySelector(".others")?.remove(); // the rest is the larger for it
  for (const other of table.querySelectorAll(".zone.other")) other.classList.add("unfolded");
  const whole = make("div", { class: `whole${position.scene ? " has-scene" : ""}`, "aria-hidden": "true" }, table);
  const styles = STYLES.map((name) => make("link", { rel: "stylesheet", href: `/static/${name}.css` }));
  const ready = styles.map((link) => new Promise((done) => ["load", "error"].forEach((end) => link.addEventListener(end, done))));
  room.replaceChildren(...styles, whole);
  await Promise.all(ready);
  drawLines(table);
  table.style.setProperty("scale", Math.min(whole.clientWidth / table.offsetWidth, whole.clientHeight / table.offsetHeight).toFixed(4));
  whole.classList.add("drawn");
}
