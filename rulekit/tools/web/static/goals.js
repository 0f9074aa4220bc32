// The goals of a lesson: a list with marks and reasons, and a quiet word when all are reached.

import { inside, make, part } from "./make.js";
import { words } from "./findings.js";
import { runs } from "./prose.js";
import { say } from "./words.js";

let all = []; // the goals as the lesson tells them: {goal, runs}

/** Goals that nobody has looked at yet. */
export function showGoals(goals) {
  all = goals;
  show(goals.map(() => ({ done: null, why: "" })));
  inside(part("goals-said"));
  part("goals-said").classList.remove("all-done");
}

/** Goals as they were found; gives whether all are reached. */
export function showReached(found) {
  show(found);
  const done = found.filter((one) => one.done).length;
  const every = done === found.length;
  inside(part("goals-said"), every ? ["🎉 ", say("all_goals")] : say("some_goals", { done, count: found.length }));
  part("goals-said").classList.toggle("all-done", every);
  return every;
}

function show(found) {
  inside(part("goals"), found.map(({ done, why }, n) => {
    const [mark, told] = done === null ? ["", say("goal_open")] : done ? ["✓", say("goal_done")] : ["✕", say("goal_missing")];
    return make(
      "li", { class: done === null ? "open" : done ? "done" : "missing" },
      make("span", { class: "mark", role: "img", "aria-label": told }, mark),
      make("div", {}, make("p", {}, runs(all[n].runs)), !done && why && make("p", { class: "reason-why" }, words(why))),
    );
  }));
}
