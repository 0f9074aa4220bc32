// Notices: sentences that come up, stay readable, and can be put away.

import { knock, whenAnswered } from "./api.js";
import { make, part } from "./make.js";
import { say } from "./words.js";

const LONG = 12000;
const AGAIN = 3000;
let silent = null; // the notice that the server does not answer, as long as it is true

/** What a finding says, as a sentence of its own: with a capital letter and a full stop. */
export const sentence = (text = "") => text && `${text[0].toLocaleUpperCase()}${text.slice(1)}${/[.!?…:]$/.test(text) ? "" : "."}`;

/** Show a sentence; `kind` is "told" or "wrong". Gives the notice. */
export function tell(text, kind = "told", hint = "") {
  const here = part("notices");
  for (const old of [...here.children]) if (old.dataset.text === text) old.remove();
  const away = make("button", { class: "away", type: "button", "aria-label": say("dismiss"), onclick: () => notice.remove() }, "×");
  const words = make("p", {}, hint ? sentence(text) : text, hint && make("span", { class: "hint" }, ` ${sentence(hint)}`));
  const notice = make("div", { class: `notice ${kind}`, "data-text": text, role: kind === "wrong" ? "alert" : "status" }, words, away);
  here.append(notice);
  if (kind !== "wrong") setTimeout(() => notice.remove(), LONG);
  return notice;
}

/** Show what the server refused, or what went wrong. Gives the notice. */
export function tellError(error) {
  if (error.status === 0) return tellSilence();
  if (error.status) return tell(error.message, "wrong", error.hint);
  console.error(error);
  return tell(say("page_fault"), "wrong", error.message);
}

/** The server does not answer: this is said until it does. */
function tellSilence() {
  silent = tell(say("no_answer"), "wrong");
  const mine = silent;
  const again = () => silent === mine && setTimeout(() => knock().then(again), AGAIN);
  again();
  return mine;
}

whenAnswered(() => {
  silent?.remove();
  silent = null;
});

/** What the address asks for is not there: nothing is left of the page but this sentence and ways on, [address, text] each. */
export function nowhere(error, ways) {
  const links = ways.map(([href, text]) => make("a", { class: "button primary", href }, text));
  const hint = error.hint && make("span", { class: "faint" }, ` ${sentence(error.hint)}`);
  document.body.classList.add("leads-nowhere");
  part("notices").before(make("main", { class: "nowhere", role: "alert" }, make("p", {}, sentence(error.message), hint), make("p", {}, links)));
}

/** Run something that asks the server; what goes wrong is shown, and what a form asked for only until it is left or sent again. */
export async function trying(work, form = null) {
  try {
    return await work();
  } catch (error) {
    const notice = tellError(error);
    form?.addEventListener("submit", () => notice.remove());
    form?.addEventListener("focusout", ({ relatedTarget }) => form.contains(relatedTarget) || notice.remove());
    return null;
  }
}
