// The bots that can sit at a table, as the server knows them: [form, words].

import { say } from "./words.js";

export const EASY = "greedy";
const THINKING = "mcts:seconds=0.5"; // no longer than bots wait anyway, so that people can follow
const RANDOM = "random";

export const bots = () => [[EASY, say("bot_greedy")], [THINKING, say("bot_thinking")], [RANDOM, say("bot_random")]];
