// The first page: the games there are; one is opened, the table is set, and play begins.

import { get } from "./api.js";
import { inside, make, part } from "./make.js";
import { tellError, trying } from "./notice.js";
import { showRecent } from "./recent.js";
import { setting } from "./setting.js";
import { language, languageField, loadWords, say } from "./words.js";

async function show() {
  const open = document.querySelector("details.game[open]")?.dataset.game ?? location.hash.slice(1);
  inside(part("language"), languageField(show));
  showRecent();
  const answer = await trying(() => get("/api/games", { lang: language() }));
  if (!answer) return;
  inside(part("games"), answer.games.map(card));
  const found = [...document.querySelectorAll("details.game")].find((game) => game.dataset.game === open);
  if (found) found.open = true;
}

function card(game) {
  const summary = make(
    "summary", {},
    make("h2", {}, game.title),
    make("span", { class: "facts" }, range(game.players), game.changes.length > 0 && ` · ${say("changes_count", { count: game.changes.length })}`),
  );
  const details = make("details", { class: "game", name: "game", "data-game": game.name }, summary);
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(setting(game));
    if (details.open) history.replaceState(null, "", `#${game.name}`);
  });
  return details;
}

function range([low, high]) {
  if (low !== high) return say("players_range", { low, high });
  return low === 1 ? say("one_player") : say("players_exact", { count: low });
}

async function begin() {
  await loadWords();
  await show();
}

addEventListener("pageshow", (event) => event.persisted && showRecent()); // on the way back nothing is loaded anew
begin().catch(tellError);
