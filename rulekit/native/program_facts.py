"""What is known of a program before code is made: kinds of nodes, and which slots a menu's walk writes and its ends need."""

from __future__ import annotations

from collections import Counter

from attrs import frozen

from rulekit.engine.compiling.compiler import DECISION, EFFECT, PURE, READS_HIDDEN, kind_of
from rulekit.model.model_walk import closure
from rulekit.native.shortcuts import SHORTCUTS
from rulekit.native.shortcuts.piece_sets import asked_slots
from rulekit.program import program as prog
from rulekit.program.analysis.liveness import live_cells
from rulekit.program.analysis.visibility import HiddenReads
from rulekit.program.program import ACTIVE, ME

ALWAYS = frozenset((ME, ACTIVE))


@frozen
class Plan:
    """`kinds` by node; `ends`: nodes where a menu's paths end, with the slots to remember; `restored[decision]`: slots that one
    candidate may change and the next one reads; `kept[decision]`: its own slots that the same choice, met again, may change;
    `behind[decision]`: slots that are written behind it, with the number of nodes that do; `steps[decision]`: the most nodes
    between a choice and the next."""

    kinds: tuple[int, ...]
    ends: dict[int, tuple[int, ...]]
    stops: frozenset[int]  # choices where play stops to ask
    forced: frozenset[int]  # beginnings of actions whose menu has one move for certain
    restored: dict[int, tuple[int, ...]]
    kept: dict[int, tuple[int, ...]]
    behind: dict[int, Counter[int]]
    steps: dict[int, int]
    nested: frozenset[int]  # choices that one menu may come to several times
    looping: frozenset[int]  # choices that come after themselves in one menu
    written: frozenset[int]  # slots that any menu writes
    moving: frozenset[int]  # choices after which another player's choice may come at once
    sets: dict[int, dict[int, bool]]  # slots that a menu asks for as sets behind a choice, and whether they come from before it
    unlisted: frozenset[int]  # those that nothing else asks for


def make_plan(program: prog.Program, shortcuts: frozenset[str] = SHORTCUTS) -> Plan:
    """Look at the whole flow once."""
    nodes, hidden_reads = program.nodes, HiddenReads(program)
    kinds = tuple(READS_HIDDEN if isinstance(n, prog.Test | prog.Let) and hidden_reads.of(n) else kind_of(n) for n in nodes)
    live = live_cells(program)
    decisions = [n for n, kind in enumerate(kinds) if kind == DECISION]
    near = {n: _region(program, kinds, prog.successors(nodes[n])) for n in decisions}
    far = {n: frozenset(closure(near[n], lambda node: near.get(node, frozenset()))) for n in decisions}
    written = {n: frozenset(s for m in {n, *near[n], *far[n]} for s in writes(nodes[m])) for n in decisions}
    every = frozenset(s for slots in written.values() for s in slots)
    moving = frozenset(n for n in decisions if any(ME in writes(nodes[m]) for m in near[n]))
    ends = {m for n in decisions for m in near[n] if kinds[m] != PURE and (kinds[m] != DECISION or n in moving)}
    guards = frozenset(slot for node in nodes if isinstance(node, prog.Guard) for slot in (node.seen, node.count))
    restored, kept, behind = {}, {}, {}
    for n in decisions:
        needed = live[n] | ALWAYS | guards
        for following in prog.successors(nodes[n]):
            needed |= live[following]
        behind[n] = Counter(s for m in near[n] | far[n] for s in writes(nodes[m]))
        inner = frozenset(behind[n])
        own = writes(nodes[n])
        restored[n] = tuple(sorted((inner & needed) - set(own)))
        kept[n] = tuple(slot for slot in own[:-1] if slot in inner)
    asked = asked_slots(program, shortcuts)
    sets = {n: {s: s in live[n] for m in {n, *near[n]} for s in asked.at[m]} for n in decisions}
    for n in decisions:
        sets[n] = {s: before for s, before in sets[n].items() if s not in (*restored[n], *kept[n])}
    remembered = {m: tuple(sorted(every & (live[m] | ALWAYS))) for m in sorted(ends)}
    older = (live[n] for n in decisions)
    listed = {s for slots in (*remembered.values(), *restored.values(), *kept.values(), *older) for s in slots}
    return Plan(
        kinds,
        remembered,
        _stops(program, kinds, ends),
        frozenset(n for n in decisions if _is_forced(program, kinds, n, near[n])),
        restored,
        kept,
        behind,
        {n: 1 + len(near[n]) for n in decisions},
        frozenset(m for n in decisions if isinstance(nodes[n], prog.Choose) for m in far[n] if m in near),
        frozenset(n for n in decisions if n in far[n]),
        every,
        moving,
        sets,
        asked.only - listed,
    )


def _stops(program: prog.Program, kinds: tuple[int, ...], ends: set[int]) -> frozenset[int]:
    """Return the choices that play comes to from the beginning or from where a menu's path has ended."""

    def onward(here: int) -> tuple[int, ...]:
        return prog.successors(program.nodes[here]) if kinds[here] < DECISION else ()

    return frozenset(n for n in closure({program.entry, *ends}, onward) if kinds[n] == DECISION)


def _is_forced(program: prog.Program, kinds: tuple[int, ...], node: int, region: frozenset[int]) -> bool:
    begins = isinstance(program.nodes[node], prog.Start) and program.safe[prog.successors(program.nodes[node])[0]]
    return begins and not any(kinds[n] == DECISION for n in region)


def _region(program: prog.Program, kinds: tuple[int, ...], entries: tuple[int, ...]) -> frozenset[int]:
    """Return the nodes that can follow without a choice or an effect in between, those where that ends among them."""

    def onward(here: int) -> tuple[int, ...]:
        through = kinds[here] in (PURE, READS_HIDDEN) or isinstance(program.nodes[here], prog.Start)
        return prog.successors(program.nodes[here]) if through else ()

    return frozenset(closure(entries, onward))


def writes(node: prog.AnyNode) -> tuple[int, ...]:
    """Return the slots of the frame that a node without effect, or a choice, writes."""
    match node:
        case prog.Let(slot=slot):
            return (slot,)
        case prog.ForNext(list=items, at=at, targets=targets):
            return (items, at, *targets)
        case prog.CountNext(counter=counter):
            return (counter,)
        case prog.Guard(seen=seen, count=count):
            return (seen, count)
        case prog.Choose(picks=picks):
            return tuple(p.slot for p in picks)
    return ()


__all__ = ["DECISION", "EFFECT", "PURE", "READS_HIDDEN", "Plan", "make_plan", "writes"]
