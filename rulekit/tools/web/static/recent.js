// The tables that were opened in this browser, so that a game one has left is found again. Who has a link has the seat: they can be forgotten.

import { keep, kept } from "./kept.js";
import { inside, make, part } from "./make.js";
import { language, say } from "./words.js";

const KEPT = "rulekit.recent";
const MOST = 12;

const recent = () => (Array.isArray(kept(KEPT)) ? kept(KEPT) : []);

/** Keep a table, the newest first: {link, title, when, watch (the link to watch, if it is known), over}. */
export function remember(table) {
  keep(KEPT, [{ ...table, when: Date.now() }, ...recent().filter((one) => one.link !== table.link)].slice(0, MOST));
}

export function forget(link) {
  keep(KEPT, recent().filter((one) => one.link !== link));
}

/** The list on the first page, in the element "go-on". */
export function showRecent() {
  const tables = recent();
  const again = (link) => {
    if (link) forget(link);
    else keep(KEPT, null);
    showRecent();
  };
  part("go-on").hidden = !tables.length;
  inside(
    part("go-on"),
    make("header", {}, make("h2", {}, say("go_on")), make("button", { type: "button", class: "small", onclick: () => again(null) }, say("go_on_forget"))),
    make("ul", {}, tables.map((table) => row(table, again))),
  );
}

function row({ link, title, when, watch, over }, again) {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(when);
  return make(
    "li", {},
    make("a", { href: `/at/${link}` }, title),
    make("span", { class: "faint" }, date, over && ` · ${say("go_on_over")}`),
    watch === link ? make("span", { class: "faint" }, say("watch")) : watch && make("a", { class: "faint", href: `/at/${watch}` }, say("watch")),
    make("button", { type: "button", class: "away", "aria-label": say("go_on_forget_one", { title }), onclick: () => again(link) }, "×"),
  );
}
