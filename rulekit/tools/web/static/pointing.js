// Pointing: which moves are left when some of their pieces and cells have been pointed at. Knows no page.
//
// A target that all moves share (the stock every disc comes from) need not be pointed at: it is understood.

export class Pointing {
  constructor(menu) {
    this.menu = menu;
    this.chosen = [];
    const aimed = menu.filter((move) => move.targets.length);
    this.understood = new Set(aimed.length > 1 ? aimed[0].targets.filter((id) => aimed.every((move) => move.targets.includes(id))) : []);
    this.all = new Set(menu.flatMap((move) => move.targets));
  }

  /** The numbers of the moves that touch everything chosen. */
  get left() {
    return this.menu.flatMap((move, number) => (this.chosen.every((id) => move.targets.includes(id)) ? [number] : []));
  }

  /** What can be pointed at next. */
  get lit() {
    const targets = this.left.flatMap((number) => this.menu[number].targets);
    return new Set(targets.filter((id) => !this.chosen.includes(id)));
  }

  /** Point at something. Gives the number of the move to be played, true if something was narrowed, false if nothing is there. */
  point(id) {
    if (this.chosen.includes(id)) return this.again(id);
    if (!this.all.has(id)) return false;
    this.chosen = this.lit.has(id) ? [...this.chosen, id] : [id];
    const done = this.complete;
    return this.left.length === 1 && done.length === 1 ? done[0] : true;
  }

  /** A second time: play what is meant, or let go of it. */
  again(id) {
    const [only, other] = this.complete.length ? this.complete : this.left;
    if (other === undefined) return only;
    this.chosen = this.chosen.filter((one) => one !== id);
    return true;
  }

  /** The moves left whose targets have all been pointed at. */
  get complete() {
    return this.left.filter((number) => this.menu[number].targets.every((id) => this.chosen.includes(id) || this.understood.has(id)));
  }

  letGo() {
    this.chosen = [];
  }
}
