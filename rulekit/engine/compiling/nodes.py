"""Nodes of the flow become lines of Python. A node's lines end by returning the next node's number, unless the next
node's lines may follow at once.

Returned: a node's number; -1: a horizon was reached (only while searching); -2 - n: node n is a dead end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from attrs import evolve, field, frozen

from rulekit.engine.compiling.expressions import Emitter, Env
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Expr
from rulekit.model.faults import LARGEST_NUMBER
from rulekit.model.types import ListType, PieceType
from rulekit.program import program as prog
from rulekit.program.analysis.visibility import Always, Belongs, Condition, Hides

Lines = list[str]
SEARCHING = "S[5] >= 0"
COMES = "n > 0 and stocked(S, s)"  # whether a draw of n gives anything


@frozen
class NodeEmitter:
    """Writes nodes for one program."""

    emit: Emitter
    env: Env
    sources: Mapping[int, Expr]  # what cells of the frame are read from
    _written: dict[int, tuple[Lines, int | None]] = field(factory=dict, init=False)  # a node stands in several functions

    def _e(self, expr: Expr) -> str:
        return self.emit.expr(expr, self.env)

    def lines(self, number: int) -> tuple[Lines, int | None]:
        """Return the lines of a node, and the node to go on with (None: the lines return)."""
        if number not in self._written:
            lines, following = self._lines(number)
            hidden = reads_hidden(self.emit, self.emit.program.nodes[number], self.env)
            self._written[number] = ([f"if {SEARCHING} and ({hidden}): return -1", *lines] if hidden else lines), following
        return self._written[number]

    def _lines(self, number: int) -> tuple[Lines, int | None]:
        node = self.emit.program.nodes[number]
        e = self._e
        match node:
            case prog.Let(slot=slot, value=value):
                needed = slot == prog.ME and not self.emit.is_present(value, self.env)
                return [f"S[{slot}] = seated({e(value)})" if needed else f"S[{slot}] = {e(value)}"], node.next
            case prog.Test(test=test, yes=yes, no=no):
                return [f"return {yes} if {e(test)} else {no}"], None
            case prog.Require(test=test):
                return [f"if not {e(test)}: return {-2 - number}"], node.next
            case prog.ForNext():
                return _for_next(node), None
            case prog.CountNext(counter=counter, body=body, exit=leave):
                return [f"n = S[{counter}]", f"if n <= 0: return {leave}", f"S[{counter}] = n - 1", f"return {body}"], None
            case prog.Guard(seen=seen, count=count):
                layout = self.emit.program.layout
                return [f"if idle(S, {seen}, {count}, {layout.data}, {layout.players}): return {-2 - number}"], node.next
            case prog.Horizon():
                return [f"if {SEARCHING}: return -1"], node.next
            case prog.Freeze(on=on):
                low, high = self.emit.program.layout.data
                return [f"S[{prog.FROZEN}] = {f'tuple(S[{low}:{high}])' if on else 'None'}"], node.next
            case prog.NextTurn(slot=slot, player=player):
                return [f"S[{slot}] = {e(player)}"], node.next
            case prog.TurnFirst():
                return self._turn_first(node), node.next
            case prog.TurnNext():
                return self._turn_next(node), None
            case prog.SetMarker() | prog.SetAttr() | prog.Gain() | prog.Pay():
                return self._change(node, number), node.next
            case prog.Move() | prog.Draw() | prog.Deal() | prog.Shuffle() | prog.Random():
                return self._pieces(node, number), node.next
            case prog.Reveal():
                new = shown_new(self.emit, node, self.env)
                return [f"if {SEARCHING} and ({new}): return -1"] if new else ["pass"], node.next
            case prog.Announce():
                return ["pass"], node.next
            case prog.Choose() | prog.Start() | prog.Fork() | prog.Offer() | prog.End() | prog.Done():
                raise TypeError(type(node).__name__)
            case _:
                assert_never(node)

    # ---- turns -----------------------------------------------------------------------------------
    def _candidates(self, where: Expr | None, leave: int) -> Lines:
        players = self.emit.program.layout.players
        if where is None:
            return ["S[2] = p"]
        return [
            f"for p in [(p + i) % {players} for i in range({players})]:",
            "    S[2] = p",
            f"    if {self.emit.expr(where, self.env)}: break",
            f"else: return {leave}",
        ]

    def _turn_first(self, node: prog.TurnFirst) -> Lines:
        start = self.emit.expr(node.start, self.env)
        return [
            f"p = seated({start})",
            f"S[{node.first}] = p",
            f"S[{node.coming}] = None",
            *self._candidates(node.where, node.exit),
        ]

    def _turn_next(self, node: prog.TurnNext) -> Lines:
        players = self.emit.program.layout.players
        lines = [
            "last = S[2]",
            f"told = S[{node.coming}]",
            f"p = (last + 1) % {players} if told is None else told",
            *self._candidates(node.where, node.exit),
        ]
        if node.whole:
            passed = f"passes(last, S[2], S[{node.first}], told == last, {players})"
            return [*lines, f"return {node.tested} if {passed} else {node.body}"]
        return [*lines, f"return {node.tested}"]

    # ---- tallies, markers, attributes ------------------------------------------------------------
    def _change(self, node: prog.SetMarker | prog.SetAttr | prog.Gain | prog.Pay, number: int) -> Lines:
        e = self._e
        match node:
            case prog.SetMarker(marker=name, indices=indices, value=value):
                marker = self.emit.markers[name]
                cell, proven = self.emit.cell(marker.base, marker.dims, indices, self.env)
                held = self._settable(value, marker.low, marker.high, marker.optional)
                return [f"S[{cell if proven else f'cell({cell})'}] = {held}"]
            case prog.SetAttr(sort=sort, attr=attr, piece=piece, value=value):
                base = self.emit.tables.changing[sort, attr]
                layout = next(a for s in self.emit.program.layout.sorts if s.name == sort for a in s.attrs if a.name == attr)
                return [f"S[{base} + {e(piece)}] = {self._settable(value, layout.low, layout.high, False)}"]
            case prog.Gain(count=count, tally=name, indices=indices):
                mine, bank = self._tally(name, "S[1]", indices)
                lines = [f"n = amount({e(count)})", f"i = {mine}"]
                if bank is None:
                    return [*lines, "S[i] = checked(S[i] + n)"]
                return [*lines, f"j = {bank}", "if n > S[j]: n = S[j]", "S[j] -= n", "S[i] += n"]
            case prog.Pay(count=count, tally=name, indices=indices, to=to):
                mine, bank = self._tally(name, "S[1]", indices)
                lines = [f"n = amount({e(count)})", f"i = {mine}", f"if S[i] < n: return {-2 - number}", "S[i] -= n"]
                if to is not None:
                    payee, _ = self._tally(name, e(to), indices)
                    return [*lines, f"i = {payee}", "S[i] += n"]
                return lines if bank is None else [*lines, f"S[{bank}] += n"]
            case _:
                assert_never(node)

    def _settable(self, value: Expr, low: int | None, high: int | None, optional: bool) -> str:
        text, known = self.emit.expr(value, self.env), self.env.ranges.of(value)
        if not optional and not self.emit.is_present(value, self.env):
            known = None
        least, most = (-LARGEST_NUMBER if low is None else low), (LARGEST_NUMBER if high is None else high)
        if (known is not None and least <= known[0] and known[1] <= most) or (optional and text == "None"):
            return text
        return f"settable({text}, {low}, {high}, {optional})"

    def _tally(self, name: str, player: str, indices: tuple[Expr, ...]) -> tuple[str, str | None]:
        tally = self.emit.tallies[name]
        width = tally.size // tally.dims[0].size
        text, proven = self.emit.cell(0, tally.dims[1:], indices, self.env) if indices else ("0", True)
        offset = f"({text})" if proven else f"cell({text})"
        return f"{tally.base} + {player} * {width} + {offset}", None if tally.bank is None else f"{tally.bank} + {offset}"

    # ---- pieces ----------------------------------------------------------------------------------
    def _slot(self, node: prog.Move | prog.Draw, number: int, comes: str) -> Lines:
        """Return where pieces are put; a place outside the declared indices is a dead end if any piece comes."""
        text, proven = self.emit.slot(node.to, self.env)
        return [f"d = {text}"] if proven else [f"d = {text}", f"if d < 0: return {-2 - number} if {comes} else {node.next}"]

    def _source(self, ref: prog.SlotRef, following: int) -> Lines:
        """Return the place to take from; outside the declared indices there is nothing to take."""
        text, proven = self.emit.slot(ref, self.env)
        return [f"s = {text}"] if proven else [f"s = {text}", f"if s < 0: return {following}"]

    def _dealing(self, source: prog.SlotRef, to: str, number: int) -> Lines:
        """Refuse a taken spot, which is a dead end; then, in a search, chance and pieces that come into sight are a horizon."""
        target = self.emit.places[to]
        lines = [f"if crowded(S, n, s, {target.base}): return {-2 - number}"] if target.shape == "spot" else []
        horizons = ["by_chance(S, n, s)"] if self._may_be_chance(source) else []
        if self._may_reveal([source.place], to):
            horizons.append(f"not V[s][S[5]] and any([V[d][S[5]] for d in range({target.base}, {target.base + target.size})])")
        if horizons:
            lines.append(f"if {SEARCHING} and {COMES} and ({' or '.join(horizons)}): return -1")
        return lines

    def _pieces(self, node: prog.Move | prog.Draw | prog.Deal | prog.Shuffle | prog.Random, number: int) -> Lines:
        e = self._e
        match node:
            case prog.Move(what=what, to=to, under=under):
                lines = (
                    [f"w = {e(what)}"] if isinstance(what.type, ListType) else [f"w = {e(what)}", "w = () if w is None else (w,)"]
                )
                guess = self._guess(what)
                call = f"move(S, w, d, {under})" if guess is None else f"move_from(S, w, {guess}, d, {under})"
                return [*lines, *self._slot(node, number, "w"), *self._landing(node, number, "len(w)"), call]
            case prog.Draw(count=count, source=source, to=to, under=under):
                lines = [f"n = {e(count)}", *self._source(source, node.next), *self._slot(node, number, COMES)]
                simple = self._draw_one(node, number)
                return [*lines, *(simple or [*self._landing(node, number, "n"), f"draw(S, n, s, d, {under})"])]
            case prog.Deal(count=count, source=source, to=to):
                amount = "size(S[s])" if count is None else f"{e(count)} * {self.emit.places[to].size}"
                lines = [*self._source(source, node.next), f"n = {amount}"]
                return [*lines, *self._dealing(source, to, number), f"deal(S, n, s, {self.emit.places[to].base})"]
            case prog.Shuffle(place=place):
                return [f"if {SEARCHING}: return -1", *self._source(place, node.next), "shuffle(S, s)"]
            case prog.Random(picks=picks):
                lines = [
                    f"c = o{number}(S)",
                    f"if not c: return {-2 - number}",
                    f"if {SEARCHING}: return -1",
                    f"c = c[some(S, c, {len(picks) == 1 and isinstance(picks[0].type, PieceType)})]",
                ]
                if len(picks) == 1:
                    return [*lines, f"S[{picks[0].slot}] = c"]
                return [*lines, ", ".join(f"S[{p.slot}]" for p in picks) + " = c"]
            case _:
                assert_never(node)

    def _draw_one(self, node: prog.Draw, number: int) -> Lines | None:
        """Return one piece from the top of an ordered place that is never refilled: written out."""
        source, target = self.emit.places.get(node.source.place), self.emit.places.get(node.to.place)
        one = isinstance(node.count, exprs.Const) and node.count.value == 1
        if not one or source is None or target is None or source.refill or source.shape in ("bag", "hand", "spot"):
            return None
        put = {"spot": "t[0]", "bag": "tuple(sorted((*S[d], t[0])))", "hand": "tuple(sorted((*S[d], t[0])))"}.get(
            target.shape, "(*S[d], t[0])" if (target.shape == "row") != node.under else "(t[0], *S[d])"
        )
        lines = ["t = S[s]", "if t:"]
        if target.shape == "spot":
            lines.append(f"    if S[d] is not None: return {-2 - number}")
        if self._may_reveal([source.name], target.name):
            lines.append(f"    if {SEARCHING} and V[d][S[5]] and not V[s][S[5]]: return -1")
        return [*lines, "    S[s] = t[1:]", f"    S[d] = {put}"]

    def _landing(self, node: prog.Move | prog.Draw, number: int, count: str) -> Lines:
        """Refuse a taken spot, which is a dead end; then, in a search, a piece that comes into sight is a horizon."""
        comes = COMES if isinstance(node, prog.Draw) else "w"
        lines = []
        if node.to.place in self.emit.places and self.emit.places[node.to.place].shape == "spot":
            room = f"(S[d] is not None or {count} > 1)"
            lines.append(f"if {comes} and {room}: return {-2 - number}")
        if isinstance(node, prog.Draw):
            if self._may_be_chance(node.source):
                lines.append(f"if {SEARCHING} and {comes} and by_chance(S, n, s): return -1")
            if self._may_reveal([node.source.place], node.to.place):
                lines.append(f"if {SEARCHING} and {comes} and V[d][S[5]] and not V[s][S[5]]: return -1")
        else:
            kind = node.what.type.of if isinstance(node.what.type, ListType) else node.what.type
            sort = kind.sort if isinstance(kind, PieceType) else None
            origins = [p.name for p in self.emit.places.values() if sort is None or p.sort == sort]
            if self._may_reveal(origins, node.to.place):
                lines.append(f"if {SEARCHING} and V[d][S[5]] and any(not V[find(S, q)][S[5]] for q in w): return -1")
        return lines

    def _guess(self, what: Expr) -> str | None:
        """Return where the moved pieces probably lie: the place they were read from. A wrong guess costs time, nothing else."""
        for _ in range(4):
            match what:
                case prog.Cell(slot=slot) if slot in self.sources:
                    what = self.sources[slot]
                case exprs.Builtin(function="top" | "bottom" | "first" | "reversed", args=(inner, *_)):
                    what = inner
                case exprs.PieceAt(place=place, indices=indices) | exprs.Contents(place=place, indices=indices):
                    if place == "box" or len(indices) < len(self.emit.places[place].dims):
                        return None
                    text, proven = self.emit.slot(prog.SlotRef(place, indices), self.env)
                    return text if proven else None
                case _:
                    return None
        return None

    def _may_be_chance(self, source: prog.SlotRef) -> bool:
        place = self.emit.places.get(source.place)
        return place is not None and (place.shape == "bag" or bool(place.refill))

    def _may_reveal(self, origins: list[str], target: str) -> bool:
        seen = target == "box" or self.emit.places[target].sight != "hidden"
        return seen and any(o != "box" and self.emit.places[o].sight != "open" for o in origins)

    # ---- tests that come before an effect --------------------------------------------------------
    def early(self, number: int, env: Env) -> str | None:
        """For a requirement followed by an effect: a condition that tells whether the requirement holds."""
        node = self.emit.program.nodes[number]
        if reads_hidden(self.emit, node, env):
            return None
        match node:
            case prog.Pay(count=count, tally=name, indices=indices):
                mine, _ = evolve(self, env=env)._tally(name, "S[1]", indices)
                return f"S[{mine}] >= {self.emit.expr(count, env)}"
            case prog.Draw(count=exprs.Const(value=1), source=source, to=to) if to.place in self.emit.places:
                text, proven = self.emit.slot(to, env)
                origin, sure = self.emit.slot(source, env)
                if proven and sure and self.emit.places[to.place].shape == "spot":
                    return f"S[{text}] is None or not stocked(S, {origin})"
        return None


def _for_next(node: prog.ForNext) -> Lines:
    targets = ", ".join(f"S[{t}]" for t in node.targets)
    return [
        f"L = S[{node.list}]",
        f"i = S[{node.at}]",
        "if i < len(L):",
        f"    S[{node.at}] = i + 1",
        f"    {targets} = L[i]",
        f"    return {node.body}",
        f"S[{node.list}] = S[{node.at}] = None",
        f"return {node.exit}",
    ]


# ---- when a player does not see all that a node reads ---------------------------------------------
def reads_hidden(emit: Emitter, node: prog.AnyNode, env: Env, who: str = "S[5]") -> str:
    """Return a Python condition (empty: never) for «this player does not see all that this node reads»."""
    return _any(emit, emit.hidden_reads.of(node), env, who)


def shown_new(emit: Emitter, node: prog.Reveal, env: Env) -> str:
    """Return a Python condition (empty: never) for «who searches is shown something new»."""
    new = _any(emit, emit.hidden_reads.shown(node), env, "S[5]")
    return f"{emit.expr(node.to, env)} == S[5] and ({new})" if new and node.to is not None else new


def _any(emit: Emitter, conditions: tuple[Condition, ...], env: Env, who: str) -> str:
    return " or ".join(dict.fromkeys(_text(emit, condition, env, who) for condition in conditions))


def _text(emit: Emitter, condition: Condition, env: Env, who: str) -> str:
    match condition:
        case Always():
            return "True"
        case Hides(pieces=pieces):
            return f"hides(S, {emit.expr(pieces, env)}, {who})"
        case Belongs(player=player, to=to):
            return f"{emit.expr(player, env)} {'==' if to else '!='} {who}"
