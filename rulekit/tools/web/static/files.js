// The rule file goes out and comes in: saved as a file, opened from one, shared by a link.

import { post } from "./api.js";
import { copyButton } from "./links.js";
import { inside, make, part } from "./make.js";
import { say } from "./words.js";

const MOST = 200_000;

/** Save a text; the name is the one the file gives itself. */
export function save(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = make("a", { href: address, download: `${nameIn(text)}.cafe` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The first name after the heading's keyword: game, variant or reading, in any language. */
export function nameIn(text) {
  const heading = text.split("\n").find((line) => /^\S+\s+\S+.*"/.test(line) && !line.startsWith("#"));
  const name = heading?.split(/\s+/)[1] ?? "";
  return name.replace(/[^\p{L}\p{N}_-]/gu, "").replaceAll("_", "-") || "rules";
}

/** Ask for a file and give its name and text. */
export function openFile(opened, refused) {
  const field = part("file");
  field.onchange = async () => {
    const [file] = field.files;
    field.value = "";
    if (!file) return;
    if (file.size > MOST) refused(say("file_large"));
    else opened(file.name, await file.text());
  };
  field.click();
}

/** Keep rules at the server, and show the link. */
export async function share(rules, element) {
  const { id } = await post("/api/rules", { rules });
  const address = new URL(`/workshop?rules=${id}`, location.href).href;
  const field = make("input", { class: "field", readonly: true, value: address, "aria-label": say("share_link"), onfocus: () => field.select() });
  inside(element, make("label", {}, make("span", {}, say("share_link")), field), copyButton(field));
  element.hidden = false;
  field.focus();
}
