// Pointing: which moves are left when some of their pieces and cells have been pointed at. Knows no page.
//
// A target that all moves share (the stock every disc comes from) need not be pointed at: it is understood.
// Where pieces of a place are taken one by one, another one takes the turn of the one that is chosen: a move with all of them (clear
// the column) does not make them belong together.

const placeOf = (id) => (id.includes(":") ? id.split(":")[0] : null);

export class Pointing {
  constructor(menu) {
    this.menu = menu;
    this.chosen = [];
    const aimed = menu.filter((move) => move.targets.length);
    this.understood = new Set(aimed.length > 1 ? aimed[0].targets.filter((id) => aimed.every((move) => move.targets.includes(id))) : []);
    this.all = new Set(menu.flatMap((move) => move.targets));
    this.single = new Map(); // by place: whether its pieces are taken one by one
  }

  /** The numbers of the moves that touch everything chosen. */
  get left() {
    return this.menu.flatMap((move, number) => (this.chosen.every((id) => move.targets.includes(id)) ? [number] : []));
  }

  /** The same without moves that take a whole place of which one piece was pointed at, as long as there are others. */
  get meant() {
    const some = this.left.filter((number) => !this.chosen.some((id) => this.isSingle(id) && this.isWhole(this.menu[number], placeOf(id))));
    return some.length ? some : this.left;
  }

  /** What can be pointed at next: after a choice only what still decides something, or plays the one move that is left. */
  get lit() {
    const left = this.left.map((number) => this.menu[number].targets);
    const decides = (id) => !this.chosen.length || left.length === 1 || !left.every((targets) => targets.includes(id));
    return new Set(left.flat().filter((id) => !this.chosen.includes(id) && !this.rival(id) && decides(id)));
  }

  /** Whether one of the moves that are left touches this. */
  touches(id) {
    return this.left.some((number) => this.menu[number].targets.includes(id));
  }

  /** The chosen piece whose turn another one of its place takes, if there is one. */
  rival(id) {
    if (!this.chosen.length || !this.isSingle(id)) return undefined;
    return this.chosen.find((one) => one !== id && placeOf(one) === placeOf(id));
  }

  /** Whether pieces of this one's place are taken one by one: some moves do, and no move has more of them but not all. */
  isSingle(id) {
    const place = placeOf(id);
    if (place === null || !this.all.has(id)) return false;
    if (!this.single.has(place)) this.single.set(place, this.takenSingly(place));
    return this.single.get(place);
  }

  takenSingly(place) {
    const counts = this.menu.filter((move) => !this.isWhole(move, place)).map((move) => this.piecesIn(place, move.targets));
    return counts.some(Boolean) && counts.every((count) => count < 2);
  }

  /** Whether a move has all pieces of a place; two are no more than a choice of two. */
  isWhole(move, place) {
    const count = this.piecesIn(place, move.targets);
    return count > 2 && count === this.piecesIn(place, [...this.all]);
  }

  piecesIn(place, ids) {
    return ids.filter((id) => placeOf(id) === place).length;
  }

  /** Point at something. Gives the number of the move to be played, true if something was narrowed, false if nothing is there. */
  point(id) {
    if (this.chosen.includes(id)) return this.again(id);
    if (!this.all.has(id)) return false;
    if (this.chosen.length && this.left.length === 1 && this.touches(id) && !this.rival(id)) return this.left[0];
    this.chosen = this.after(id);
    const done = this.complete;
    return this.left.length === 1 && done.length === 1 ? done[0] : true;
  }

  /** What is chosen after pointing at something: the rest stays, if a move has it all. */
  after(id) {
    const rest = this.chosen.filter((one) => one !== this.rival(id));
    const wanted = [...rest, id];
    return this.menu.some((move) => wanted.every((one) => move.targets.includes(one))) ? wanted : [id];
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
