// When a table will be forgotten, told as soon as that is near.

import { inside, part } from "./make.js";
import { language, say } from "./words.js";

const NEAR = 14 * 86_400_000; // milliseconds

export function showExpiry({ expires }) {
  const day = expires && new Date(`${expires}T00:00:00Z`);
  const near = Boolean(day) && day - Date.now() < NEAR;
  part("expires").hidden = !near;
  if (near) inside(part("expires"), say("expires", { date: day.toLocaleDateString(language(), { dateStyle: "long", timeZone: "UTC" }) }));
}
