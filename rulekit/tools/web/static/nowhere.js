// The page at an address where nothing is: a sentence, and the ways on.

import { nowhere, tellError } from "./notice.js";
import { loadWords, say } from "./words.js";

async function begin() {
  await loadWords();
  nowhere({ message: say("nowhere_title"), hint: say("nowhere_hint") }, [["/", say("all_games")], ["/workshop", say("workshop")]]);
}

begin().catch(tellError);
