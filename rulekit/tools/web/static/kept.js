// What this browser keeps: small things by name. Storage may be forbidden or full; then they are forgotten with the page.

/** A thing that was kept, or null. */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

export function keep(name, thing) {
  try {
    if (thing === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(thing));
  } catch {
    // forgotten with the page
  }
}

/** Under which name the text that was written in a lesson is kept. */
export const lessonText = (lang, number) => `rulekit.lessons.text.${lang}.${number}`;

/** Of all that begins with this name only the latest few stay; they are listed under the name itself, the last one first. */
export function keepFew(name, key, thing, most = 12) {
  const list = (kept(name) ?? []).filter((one) => one !== key);
  for (const old of list.slice(most - 1)) keep(`${name}.${old}`, null);
  keep(name, [key, ...list.slice(0, most - 1)]);
  keep(`${name}.${key}`, thing);
}
