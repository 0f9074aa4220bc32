// The table's page: the seat whose link is in the address.

import { links } from "./links.js";
import { inside, part } from "./make.js";
import { nowhere, tellError } from "./notice.js";
import { forget, remember } from "./recent.js";
import { sit, speak, wire } from "./table.js";
import { languageField, loadWords, say } from "./words.js";

const here = location.pathname.split("/").filter(Boolean).pop();
let known = ""; // what is kept of this table
const go = (link) => location.assign(`/at/${link}`);

/** The title of the page tells whose turn it is. */
function shown({ title, decider, viewer, over }) {
  document.title = `${decider === viewer && !over && viewer !== null ? "▸ " : ""}${title} · rulekit`;
  inside(part("title"), title);
  if (known === `${title} ${over}`) return;
  known = `${title} ${over}`;
  remember({ link: here, title, watch: viewer === null ? here : (links(here)?.watch ?? null), over });
}

function language() {
  inside(part("language"), languageField(() => (language(), speak())));
}

async function begin() {
  await loadWords();
  language();
  wire({ keys: document, narrow: "(max-width: 859px)", keepsStep: true, go, shown });
  try {
    await sit(here);
  } catch (error) {
    if (error.status !== 404) throw error;
    forget(here);
    inside(part("title"), say("no_table"));
    nowhere(error, [["/", say("all_games")]]);
  }
}

begin().catch(tellError);
