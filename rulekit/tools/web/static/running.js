// The game that runs beside the editor: it is begun, played again when the rules change, and shown at a table.
// The game that was last played on by somebody is the one that is played again, so that a change which is taken back costs nothing.

import { post, search } from "./api.js";
import { keepLinks } from "./links.js";
import { tableIn } from "./table-frame.js";
import { language } from "./words.js";

export class Running {
  /** `element` holds the table; `told(answer)` hears how a game went under other rules, `changed()` that another seat is the game that runs,
   * `tried(link, from, at)` that a move was made there: in a game that goes on from another one after so many moves. */
  constructor(element, told, changed = () => null, tried = () => null) {
    this.changed = changed;
    this.tried = tried;
    this.shared = 0; // moves that the table shown has from the game it was made of
    this.element = element;
    this.told = told;
    this.frame = null; // the table, once there is one
    this.link = null; // my seat at the table that is shown
    this.origin = null; // my seat where moves were made
    this.rules = null; // what is played there, as text
    this.aside = false; // whether another table is shown for a while
    this.busy = false;
    this.next = null; // rules that wait for their turn
  }

  /** A new game: one seat is mine, bots have the others. */
  async play(rules, players, bot) {
    const seats = Array.from({ length: players }, (_, seat) => ({ bot: seat === 0 ? null : bot, name: null }));
    const made = await post("/api/tables", { rules, players, seats, seed: null });
    this.rules = JSON.stringify(rules);
    this.origin = made.seats[0].link;
    this.next = null;
    this.aside = false;
    await this.show(this.origin);
  }

  /** The same game under these rules; of several wishes while one is worked on, the last counts. */
  async rework(rules) {
    if (!this.origin) return;
    this.next = rules;
    if (this.busy) return;
    this.busy = true;
    let refused = null;
    while (this.next) refused = await this.again().then(() => null, (error) => error);
    this.busy = false;
    if (refused) throw refused;
  }

  async again() {
    const rules = this.next;
    this.next = null;
    if (JSON.stringify(rules) === this.rules) return;
    const from = this.origin;
    this.rules = JSON.stringify(rules);
    const answer = await post(`/api/at/${from}/rework${search({ lang: language() })}`, { rules });
    if (from !== this.origin || this.next) return;
    this.aside = false;
    this.shared = answer.kept;
    await this.show(answer.seats[0].link);
    this.told(answer);
  }

  /** Show a seat of some table. */
  async show(link) {
    this.element.hidden = false;
    this.frame ??= await tableIn(this.element, { played: (at) => this.played(at), moved: (at) => this.moved(at) });
    await this.frame.sit(link);
    if (this.aside) return;
    this.link = link;
    this.changed();
  }

  /** What is to be kept of the game that runs, or null. */
  get kept() {
    return this.link && this.origin && { link: this.link, origin: this.origin, rules: this.rules, shared: this.shared };
  }

  /** Sit down again at a game that was kept; whether its table still answers. */
  async resume({ link, origin, rules, shared }) {
    [this.origin, this.rules, this.shared] = [origin, rules, shared ?? 0];
    try {
      await this.show(link);
    } catch (error) {
      if (this.origin === origin) this.leave();
      if (error.status !== 404) throw error;
    }
    if (this.origin !== origin) this.link = this.origin; // it was left meanwhile
    return this.link === link;
  }

  /** Sat down elsewhere: to play again, or at another seat of a table that is only looked at. */
  moved(at) {
    if (this.aside) return;
    [this.link, this.origin] = [at, at];
    this.changed();
  }

  played(at) {
    if (at !== this.link) return;
    this.tried(at, this.origin, this.shared);
    if (at === this.origin) return;
    this.origin = at;
    this.changed();
  }

  /** Show a seat of a table that is not the game that runs: all its seats are mine. */
  async visit(table, seat) {
    keepLinks({ watch: null, seats: table.seats.map((one) => ({ ...one, mine: true })) });
    this.aside = true;
    await this.show(table.seats[seat].link);
  }

  /** Go on with a game that was played before, under these rules. */
  async goOn(link, rules) {
    [this.origin, this.rules, this.aside] = [link, null, false];
    await this.rework(rules);
  }

  /** No game any more. */
  leave() {
    [this.link, this.origin, this.rules, this.next, this.aside] = [null, null, null, null, false];
    this.element.hidden = true;
    this.frame?.leave();
  }

  /** Back to the game that runs. */
  async back() {
    this.aside = false;
    if (this.link) await this.show(this.link);
    else this.element.hidden = true;
  }
}
