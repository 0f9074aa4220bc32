// How many can play, in words.

import { say } from "./words.js";

export function range([low, high]) {
  if (low !== high) return say("players_range", { low, high });
  return low === 1 ? say("one_player") : say("players_exact", { count: low });
}
