"""Where in the rules a viewer may take the play to be, and so which rule he can know was reached.

Where nothing hidden decides, a viewer knows the node. After a test of something hidden it may be one of several: all that can be
reached from there without a choice that everybody is told of. What he is told next fits only some of them. This depends on
nothing but what the viewer was told, so it gives nothing away.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from attrs import define, field

from rulekit.model.model_walk import closure
from rulekit.program import program as prog
from rulekit.program.nodes import AnyNode

Tokens = frozenset[tuple[str, ...]]  # what was told of one effect: `("place", "hand")`, `("tally", "coins", "+")`
Nodes = frozenset[int]


@define
class Flow:
    """The graph of one program, as somebody sees it who does not know which way was taken."""

    program: prog.Program
    refills: dict[str, str]  # places by name, and where they are refilled from
    _near: dict[Nodes, Nodes] = field(factory=dict)
    _fits: dict[tuple[Nodes, Tokens], Nodes] = field(factory=dict)
    _written: dict[Nodes, frozenset[int]] = field(factory=dict)
    roots: dict[int, int] = field(init=False)  # cells of the frame that only ever hold what was chosen into another one

    def __attrs_post_init__(self) -> None:
        self.roots = roots_of(self.program.nodes)

    def near(self, nodes: Nodes) -> Nodes:
        """Return all nodes where the play may be without anybody having been told of another choice."""
        if nodes not in self._near:
            known = self.program.nodes
            self._near[nodes] = frozenset(closure(nodes, lambda n: () if is_told(known[n]) else prog.successors(known[n])))
        return self._near[nodes]

    def fitting(self, nodes: Nodes, told: Tokens) -> Nodes:
        """Return where the play may have been, if this was told."""
        key = (nodes, told)
        if key not in self._fits:
            self._fits[key] = frozenset(n for n in self.near(nodes) if self._can_tell(self.program.nodes[n], told))
        return self._fits[key]

    def written(self, nodes: Nodes) -> frozenset[int]:
        """Return the cells of the frame that may have been written on the way."""
        if nodes not in self._written:
            self._written[nodes] = frozenset(cell for n in self.near(nodes) for cell in written_by(self.program.nodes[n]))
        return self._written[nodes]

    def rule(self, nodes: Iterable[int]) -> prog.Rule:
        """Return the innermost rule that all these nodes belong to."""
        rules = [self.program.rules[self.program.nodes[n].rule] for n in nodes]
        return common(rules)

    def _can_tell(self, node: AnyNode, told: Tokens) -> bool:
        match node:
            case prog.Move(to=to):
                return ("place", to.place) in told and all(token[0] == "place" for token in told)
            case prog.Draw(source=source, to=prog.SlotRef(place=target)) | prog.Deal(source=source, to=target):
                ends = {("place", source.place), ("place", target), ("place", self.refills.get(source.place, source.place))}
                return bool(told) and told <= ends
            case prog.Shuffle(place=place):
                return told == {("place", place.place)}
            case prog.SetMarker(marker=name):
                return told == {("marker", name)}
            case prog.SetAttr(sort=sort, attr=attr):
                return told == {("attribute", sort, attr)}
            case prog.Gain(tally=name):
                return told == {("tally", name, "+")}
            case prog.Pay(tally=name, to=payee):
                paid = {("tally", name, "-")}
                return told == (paid if payee is None else paid | {("tally", name, "+")})
            case prog.TurnFirst() | prog.TurnNext():
                return told == {("active",)}
            case prog.Reveal():
                return told == {("reveal",)}
            case prog.Announce(text=text):
                return told == {("announce", *literal(text.parts))}
            case prog.Start(action=action):
                return told == {("start", action)}
            case prog.Choose(picks=picks):
                return told == {("pick", *(pick.name for pick in picks))}
            case prog.Fork(bullets=bullets):
                return any(token[0] == "bullet" and int(token[1]) < len(bullets) for token in told)
            case prog.Offer():
                return told == {("offer",)}
            case prog.Horizon():
                return told == {("done",)}
            case prog.End():
                return told == {("over",)}
        return False


def common(rules: list[prog.Rule]) -> prog.Rule:
    """Return the innermost rule around some rules; it may be none."""
    if rules and all(rule == rules[0] for rule in rules):
        return rules[0]
    shared = takewhile(lambda names: len(set(names)) == 1, zip(*(rule.address.split(".") for rule in rules), strict=False))
    return prog.Rule(".".join(names[0] for names in shared), ())


def literal(parts: Iterable[object]) -> list[str]:
    """Return the words of a sentence that do not depend on the play."""
    return [part for part in parts if isinstance(part, str)]


def is_told(node: AnyNode) -> bool:
    """Return whether everybody is told that this was chosen, so that nobody passes it unnoticed."""
    return isinstance(node, prog.Start | prog.Fork) or (isinstance(node, prog.Choose) and not node.private)


def written_by(node: AnyNode) -> tuple[int, ...]:
    """Return the cells of the frame that a node writes."""
    match node:
        case prog.Let(slot=slot) | prog.NextTurn(slot=slot) | prog.CountNext(counter=slot):
            return (slot,)
        case prog.ForNext(at=at, targets=targets):
            return (at, *targets)
        case prog.Choose(picks=picks) | prog.Random(picks=picks):
            return tuple(pick.slot for pick in picks)
        case prog.TurnFirst(coming=coming, first=first):
            return (coming, first)
    return ()


def roots_of(nodes: tuple[AnyNode, ...]) -> dict[int, int]:
    """For cells of the frame that are only ever copies, or one of several, of what was chosen into a cell: that cell."""
    sources: dict[int, set[int | None]] = {}
    for node in nodes:
        for slot in written_by(node):
            match node:
                case prog.Let(value=prog.Cell(slot=source)):
                    sources.setdefault(slot, set()).add(source)
                case prog.ForNext(list=source, targets=(_,)) if slot != node.at:
                    sources.setdefault(slot, set()).add(source)
                case prog.Choose():
                    sources.setdefault(slot, set()).add(slot)
                case _:
                    sources.setdefault(slot, set()).add(None)
    return {slot: root for slot in sources if (root := _root(sources, slot, len(sources))) is not None}


def _root(sources: dict[int, set[int | None]], slot: int, steps: int) -> int | None:
    while steps > 0 and len(found := sources.get(slot, {None})) == 1:
        (source,) = found
        if source is None or source == slot:
            return source
        slot, steps = source, steps - 1
    return None
