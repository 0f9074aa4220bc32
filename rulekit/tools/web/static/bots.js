// The bots that can sit at a table, as the server knows them: [form, words].

import { say } from "./words.js";

export const EASY = "greedy";
const THINKING = "mcts:seconds=0.5"; // no longer than bots wait anyway, so that people can follow
const RANDOM = "random";

/** The same bot for many games at once: who thinks by the clock gets so many tries instead. */
export const forMany = (form) => (form === THINKING ? "mcts:iterations=60" : form);

export const bots = () => [[EASY, say("bot_greedy")], [THINKING, say("bot_thinking")], [RANDOM, say("bot_random")]];
