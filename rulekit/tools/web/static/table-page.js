// The table's page: the seat whose link is in the address.

import { make, inside, part } from "./make.js";
import { tellError } from "./notice.js";
import { sit, speak, wire } from "./table.js";
import { languageField, loadWords, say } from "./words.js";

const go = (link) => location.assign(`/at/${link}`);

/** The title of the page tells whose turn it is. */
function shown({ title, decider, viewer, over }) {
  document.title = `${decider === viewer && !over && viewer !== null ? "▸ " : ""}${title} · rulekit`;
  inside(part("title"), title);
}

function language() {
  inside(part("language"), languageField(() => (language(), speak())));
}

async function begin() {
  await loadWords();
  language();
  wire({ keys: document, narrow: "(max-width: 859px)", keepsStep: true, go, shown });
  try {
    await sit(location.pathname.split("/").filter(Boolean).pop());
  } catch (error) {
    inside(part("title"), say("no_table"));
    inside(part("table"), make("p", {}, make("a", { class: "button primary", href: "/" }, say("all_games"))));
    tellError(error);
  }
}

begin().catch(tellError);
