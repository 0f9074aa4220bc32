// An invitation: an address that works from other devices, a picture of it to scan, and a short code to type.

import { get } from "./api.js";
import { draw, inside, make } from "./make.js";
import { trying } from "./notice.js";
import { copyButton } from "./links.js";
import { say } from "./words.js";

const QUIET = 4; // squares of white around the picture

/** One who can be invited, as an item of a list: what the invitation says is fetched when the item is opened. */
export function invited(name, link, open = false) {
  const place = make("div", { class: "invitation-body" });
  const item = make("details", { class: "invited" }, make("summary", {}, name), place);
  item.addEventListener("toggle", () => item.open && !place.children.length && trying(() => fill(place, name, link)));
  item.open = open;
  return make("li", {}, item);
}

async function fill(place, name, link) {
  const found = await get(`/api/at/${encodeURIComponent(link)}/invitation`, { scheme: location.protocol === "https:" ? "https" : null });
  const [first, ...others] = found.addresses;
  const address = first ?? new URL(`/at/${link}`, location.href).href;
  const field = make("input", { class: "field", readonly: true, value: address, "aria-label": name, onfocus: () => field.select() });
  inside(
    place,
    make("p", { class: "to-copy" }, field, copyButton(field)),
    found.picture ? qr(found.picture) : make("p", { class: "only-here", role: "status" }, "⚠ ", say("invite_here")),
    found.code && make("p", {}, withCode(say("invite_code"), found.code)),
    others.map((one) => make("p", { class: "faint" }, say("invite_other", { address: one }))),
  );
}

/** The sentence with the code, which stays on one line. */
function withCode(sentence, code) {
  const [before, after] = sentence.split("{code}");
  return [before, make("b", { class: "code" }, code), after];
}

/** Dark squares on white, whatever the colours of the page: cameras want it so. */
function qr({ size, rows }) {
  const squares = rows.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  const whole = size + 2 * QUIET;
  return draw("svg", { class: "qr", viewBox: `0 0 ${whole} ${whole}`, role: "img", "aria-label": say("invite_scan"), "shape-rendering": "crispEdges" }, draw("rect", { width: whole, height: whole, fill: "#fff" }), draw("path", { d: squares.join(""), fill: "#000" }));
}
