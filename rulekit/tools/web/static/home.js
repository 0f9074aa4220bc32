// The first page: the games there are; one is opened, the table is set, and play begins.

import { get, post, search } from "./api.js";
import { inside, make, part } from "./make.js";
import { tellError, trying } from "./notice.js";
import { playNow, showOwn } from "./own-games.js";
import { drawWhenSeen } from "./pictures.js";
import { range } from "./players.js";
import { showRecent } from "./recent.js";
import { setting } from "./setting.js";
import { language, languageField, loadWords, say } from "./words.js";

async function show() {
  const open = document.querySelector("details.game[open]")?.dataset.game ?? location.hash.slice(1);
  inside(part("language"), languageField(show));
  showRecent();
  showOwn();
  const answer = await trying(() => get("/api/games", { lang: language() }));
  if (!answer) return;
  inside(part("games"), answer.games.map(card));
  const found = [...document.querySelectorAll("details.game")].find((game) => game.dataset.game === open);
  if (found) found.open = true;
}

/** A game: what it is, how many play and for how long; one click plays it, a fold sets the table. */
function card(game) {
  const facts = [range(game.players), game.minutes && say("minutes", { count: game.minutes })].filter(Boolean).join(" · ");
  const details = make("details", { class: "game", name: "game", "data-game": game.name }, make("summary", {}, say("set_table")));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(setting(game));
    if (details.open) history.replaceState(null, "", `#${game.name}`);
  });
  return make(
    "article", { class: "card", "aria-label": game.title },
    picture(game.name),
    make("div", { class: "told" }, make("h2", {}, game.title), game.about && make("p", { class: "about" }, game.about), make("p", { class: "facts" }, facts)),
    make("p", { class: "start" }, playNow(game.players, () => ({ game: game.name })), rules(game)),
    details,
  );
}

/** Its table, as it looks in the middle of the game. */
function picture(game) {
  const slot = make("div", { class: "small-picture" });
  drawWhenSeen(slot, () => get(`/api/games/${encodeURIComponent(game)}/picture`, { lang: language() }));
  return slot;
}

/** The way to its rulebook, in a window of its own. */
function rules({ name, title }) {
  const href = `/games/${encodeURIComponent(name)}/rules${search({ lang: language() })}`;
  return make("a", { class: "read", href, target: "_blank", rel: "noopener", "aria-label": `${say("read_rules")}: ${title}` }, say("read_rules"));
}

/** Sit down by the short code of an invitation. */
async function join(event) {
  event.preventDefault();
  const code = part("join-code").value.trim();
  if (!code) return;
  const found = await trying(() => post("/api/codes", { code }));
  if (found) location.assign(`/at/${found.link}`);
}

async function begin() {
  await loadWords();
  part("join").addEventListener("submit", join);
  await show();
}

addEventListener("pageshow", (event) => event.persisted && showRecent()); // on the way back nothing is loaded anew
begin().catch(tellError);
