// The table's page: the seat whose link is in the address.

import { get, search } from "./api.js";
import { inside, make, part } from "./make.js";
import { nowhere, tellError } from "./notice.js";
import { forget, remember } from "./recent.js";
import { sit, speak, wire } from "./table.js";
import { language as spoken, languageField, loadWords, say, spokenIn } from "./words.js";

const here = location.pathname.split("/").filter(Boolean).pop();
let known = ""; // what is kept of this table
const go = (link) => location.assign(`/at/${link}`);

/** The title of the page tells whose turn it is. */
function shown({ title, speaks, decider, viewer, over, watch }) {
  document.title = `${decider === viewer && !over && viewer !== null ? "▸ " : ""}${title} · rulekit`;
  inside(part("title"), title);
  spokenIn(speaks, ["title", "aim"]);
  if (known === `${title} ${over}`) return;
  known = `${title} ${over}`;
  remember({ link: here, title, watch: watch ?? here, over });
}

function language() {
  inside(part("language"), languageField(() => (language(), speak(), tellAim())));
}

/** What the game is about, which variant of it this is, and if it speaks another language; what is not told has no line. */
async function tellAim() {
  part("rules").href = `/at/${encodeURIComponent(here)}/rules${search({ lang: spoken() })}`;
  const untold = { aim: "", changes: [], foreign: "" };
  const { aim, changes, foreign } = await get(`/api/at/${encodeURIComponent(here)}/aim`, { lang: spoken() }).catch(() => untold);
  line("aim", aim);
  line("foreign", foreign);
  inside(part("changes"), changes.map((title) => make("span", { class: "tag" }, "+ ", title)));
  part("changes").hidden = !changes.length;
}

function line(id, text) {
  inside(part(id), text);
  part(id).hidden = !text;
}

async function begin() {
  await loadWords();
  language();
  wire({ keys: document, narrow: "(max-width: 859px)", keepsStep: true, go, shown });
  try {
    await sit(here);
    await tellAim();
  } catch (error) {
    if (error.status !== 404) throw error;
    forget(here);
    inside(part("title"), say("no_table"));
    nowhere(error, [["/", say("all_games")]]);
  }
}

begin().catch(tellError);
