"""The graph under construction: nodes, rules, cells of the frame, and expressions made ready for a program."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, evolve, field, frozen

from rulekit.diagnostics import NOWHERE, Span
from rulekit.model import expressions as exprs
from rulekit.model.analysis.folding import Folder, Scope
from rulekit.model.expressions import Expr
from rulekit.model.model import Deed, Domain, GameModel
from rulekit.model.model_walk import rebuild
from rulekit.model.rules import Citation
from rulekit.program import program as prog
from rulekit.program.layout import Cells, domain_size
from rulekit.program.nodes import AnyNode
from rulekit.program.refused import Refused
from rulekit.wording import sentence

MOST_NODES = 100_000


@frozen
class Context:
    """Where a statement stands: its deed, what its locals are, which choices are told, the turn loop around it."""

    deed: str
    cells: Mapping[int, int]
    told: Mapping[str, int] = {}
    coming: int | None = None
    framed: bool = False  # within turns, a secret part or a statement with a subject
    above: tuple[str, ...] = ()


OUTSIDE = Context("", {})


@define
class Flow:
    """What all statements need while the graph of one program is built."""

    model: GameModel
    folder: Folder
    cells: Cells
    nodes: list[prog.AnyNode] = field(factory=lambda: [prog.End(0), prog.Done(0)])
    rules: list[prog.Rule] = field(factory=lambda: [prog.Rule("", ())])
    trials: dict[tuple[str, tuple[str, ...]], int] = field(factory=dict)
    steps: list[tuple[str, int, int]] = field(factory=list)
    deeds: dict[str, Deed] = field(init=False)
    _slots: dict[tuple[str, int | str], int] = field(factory=dict)
    _numbers: dict[tuple[str, tuple[Citation, ...]], int] = field(factory=dict)
    _addresses: set[tuple[str, int]] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        self.deeds = {d.name: d for d in self.model.deeds}

    def context(self, name: str, caller: Context = OUTSIDE, told: Mapping[str, int] | None = None) -> Context:
        """Return the context of a deed's statements."""
        if name in caller.above:
            raise Refused("RK401", self.deeds[name].span, "`{name}` reaches itself", name=name)
        return Context(name, Locals(self, name), told or {}, caller.coming, caller.framed, (*caller.above, name))

    def addresses(self) -> tuple[tuple[str, int], ...]:
        """Addresses and where they begin; the graph was built from its end, so later numbers come first."""
        return tuple(sorted(self._addresses, key=lambda pair: (pair[0], -pair[1])))

    def note(self, address: str, entry: int) -> None:
        """Remember where an address begins."""
        self._addresses.add((address, entry))

    def slot(self, deed: str, key: int | str) -> int:
        """Return the cell of a local or helper value of a deed."""
        if (deed, key) not in self._slots:
            self._slots[deed, key] = self.cells.take(1, NOWHERE, sentence("the frame"))
            self.cells.names.append(f"{deed}.{key}")
        return self._slots[deed, key]

    def fresh(self, context: Context, what: str) -> int:
        """Return a cell for one statement alone."""
        return self.slot(context.deed, f"{what} {len(self._slots)}")

    def rule(self, address: str, cites: tuple[Citation, ...], span: Span) -> int:
        """Return the number of a rule."""
        key = (address, cites)
        if key not in self._numbers:
            self._numbers[key] = len(self.rules)
            self.rules.append(prog.Rule(address, cites, span))
        return self._numbers[key]

    def add(self, node: AnyNode) -> int:
        """Put a node into the graph."""
        if len(self.nodes) >= MOST_NODES:
            hint = sentence("a step that does another step twice, and so on, doubles at every level")
            raise Refused("RK509", NOWHERE, "the rules unfold to more than {most} nodes", hint, most=MOST_NODES)
        self.nodes.append(node)
        return len(self.nodes) - 1

    def expr(self, expr: Expr, context: Context = OUTSIDE) -> Expr:
        """Return an expression of the program: folded, with trials for `can` and checks of declared bounds."""
        return self._finish(self.folder.fold(expr, Scope(cells=context.cells)))

    def _finish(self, expr: Expr) -> Expr:
        if isinstance(expr, exprs.Const):
            return expr
        expr = rebuild(expr, self._finish)
        if isinstance(expr, exprs.Can):
            number = self.trial(expr.deed, expr.args)
            return prog.Try(expr.type, expr.player, number, tuple(a.value for a in expr.args), expr.deed)
        if isinstance(expr, exprs.Apply):
            define = self.folder.defines[expr.define]
            args = tuple(self.within(a, p.domain, define.span) for a, p in zip(expr.args, define.params, strict=True))
            return evolve(expr, args=args)
        return expr

    def trial(self, deed: str, args: tuple[exprs.Argument, ...]) -> int:
        """Return the number of the trial of a deed with these arguments told."""
        return self.trials.setdefault((deed, tuple(a.name or "" for a in args)), len(self.trials))

    def told(self, deed: str, name: str) -> int:
        """Return the cell in which a deed is told a parameter or choice."""
        for param in self.deeds[deed].params:
            if param.name == name:
                return self.slot(deed, param.index)
        return self.slot(deed, f"told {name}")

    def within(self, value: Expr, domain: Domain, span: Span) -> Expr:
        """Return the value with its declared bounds; play checks them where they are not proven."""
        if domain.low is None or domain.high is None:
            return value
        low, size = domain_size(self.folder, domain, span, "a parameter")
        return prog.Within(value.type, value, low, low + size - 1)


class Locals(dict[int, int]):
    """Cells of a deed's locals, made when first used."""

    def __init__(self, flow: Flow, deed: str) -> None:
        super().__init__()
        self.flow, self.deed = flow, deed

    def __missing__(self, index: int) -> int:
        return self.flow.slot(self.deed, index)
