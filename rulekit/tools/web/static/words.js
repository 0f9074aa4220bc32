// The page's own words, in the language that was chosen: say("your_turn"), say("turn_of", {who: "Ada"}).

import { get } from "./api.js";
import { make, inside, part } from "./make.js";

const KEPT = "rulekit.lang";
let spoken = { lang: "en", languages: [], words: {} };

/** Fetch the words; the language is the address's, else the one chosen last, else the browser's. */
export async function loadWords() {
  const wanted = [new URLSearchParams(location.search).get("lang"), kept(), navigator.language.slice(0, 2), "en"];
  spoken = await get("/api/words", { lang: wanted.find(Boolean) });
  document.documentElement.lang = spoken.lang;
  sayIn(document);
}

/** Fill in the words of elements that say which: `data-say`, `data-label`. */
export function sayIn(root) {
  for (const element of root.querySelectorAll("[data-say]")) inside(element, say(element.dataset.say));
  for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
}

/** Parts of the page that are in the game's own words. */
export function spokenIn(lang, ids) {
  for (const id of ids) part(id).lang = lang;
}

/** A sentence with its values. */
export function say(key, values = {}) {
  const form = spoken.words[key] ?? key;
  return blanks(form).replace(/\{(\w+)\}/g, (hole, name) => (name in values ? String(values[name]) : hole));
}

/** French marks are not to begin a line. */
function blanks(text) {
  return spoken.lang === "fr" ? text.replace(/ (?=[;:?!»])|(?<=«) /g, "\u00a0") : text;
}

export function language() {
  return spoken.lang;
}

/** A field to choose the language; the page is told when it has changed. */
export function languageField(changed) {
  const choose = async (event) => {
    keep(event.target.value);
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    history.replaceState(null, "", address);
    await loadWords();
    changed();
  };
  const options = spoken.languages.map(({ code, name }) => make("option", { value: code, lang: code, selected: code === spoken.lang }, name));
  return make("select", { class: "field small", "aria-label": say("language"), onchange: choose }, options);
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // storage may be forbidden
  }
}

function keep(lang) {
  try {
    localStorage.setItem(KEPT, lang);
  } catch {
    // then it is forgotten with the page
  }
}
