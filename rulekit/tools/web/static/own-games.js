// Rules of one's own, written in the workshop of this browser: on the first page each can be opened as a table.

import { post, search } from "./api.js";
import { EASY } from "./bots.js";
import { keep, kept } from "./kept.js";
import { keepLinks } from "./links.js";
import { inside, make, part } from "./make.js";
import { trying } from "./notice.js";
import { ownName } from "./person.js";
import { drawWhenSeen } from "./pictures.js";
import { setting } from "./setting.js";
import { range } from "./players.js";
import { language, say } from "./words.js";

const KEPT = "rulekit.own";
const MOST = 12;

const own = () => (Array.isArray(kept(KEPT)) ? kept(KEPT) : []);

/** Keep rules that can be played, the newest first: {from (where the workshop has them), title, players, rules}. */
export function keepOwn(game) {
  keep(KEPT, [game, ...own().filter((one) => one.from !== game.from)].slice(0, MOST));
}

export function forgetOwn(from) {
  keep(KEPT, own().filter((one) => one.from !== from));
}

/** The list on the first page, in the element "own-games". */
export function showOwn() {
  part("own-games").hidden = !own().length;
  inside(part("own-games"), make("header", {}, make("h2", {}, say("own_games"))), make("ul", {}, own().map(item)));
}

function item(game) {
  const { from, title, players } = game;
  const forget = () => {
    forgetOwn(from);
    showOwn();
  };
  const set = make("details", { class: "set-table" }, make("summary", { class: "button small" }, say("set_table")));
  set.addEventListener("toggle", () => set.open && set.children.length === 1 && set.append(setting({ ...game, changes: [], options: [] }, game.rules)));
  const slot = make("div", { class: "small-picture" });
  drawWhenSeen(slot, () => post(`/api/picture${search({ lang: language() })}`, { rules: game.rules }));
  return make(
    "li", { class: "own" },
    slot,
    make("b", {}, title), make("span", { class: "faint" }, range(players)),
    make("a", { class: "button small", href: `/workshop?${from}` }, say("own_edit")),
    make("button", { type: "button", class: "small away", "aria-label": say("own_forget", { title }), onclick: forget }, "×"),
    make("div", { class: "start" }, playNow(players, () => game.rules), set),
  );
}

/** One click: a table with a bot on every other seat. */
export function playNow(players, rules) {
  const go = make("button", { type: "button", class: "primary", onclick: () => trying(() => begin()) }, say(players[1] === 1 ? "play" : "play_bot"));
  const begin = async () => {
    go.disabled = true;
    const count = Math.min(Math.max(players[0], 2), players[1]);
    const seats = Array.from({ length: count }, (_, seat) => (seat ? { bot: EASY, name: null } : { bot: null, name: ownName() || null }));
    try {
      const table = await post("/api/tables", { rules: rules(), players: count, seats, seed: null });
      keepLinks({ ...table, seats: table.seats.map((one) => ({ ...one, mine: one.seat === 0 })) });
      location.assign(`/at/${table.seats[0].link}`);
    } finally {
      go.disabled = false;
    }
  };
  return go;
}
