"""The whole pass from a file's tree to the checked model: names, types, addresses. In: a tree after overlays. Out: a GameModel.

All findings are collected; with an error there is no model. Whole-game checks (RK4xx) are left to `checks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from attrs import define, field

from rulekit.diagnostics import Checked, Diagnostic, Label
from rulekit.model.analysis.references import PartialModel
from rulekit.model.assemble import Assembly
from rulekit.model.declare.declarations import score_value
from rulekit.model.declare.headers import head, signature
from rulekit.model.expressions import Expr
from rulekit.model.model import GameModel
from rulekit.model.names import collect
from rulekit.model.overlays.strength import Answered
from rulekit.model.scope import NOTHING, RESERVED, UNKNOWN, Head, World
from rulekit.model.types import Type
from rulekit.model.typing.expressions import type_expr
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import names_below
from rulekit.wording import sentence

LONGEST_CIRCLE = 12  # definitions told of one circle
MOST_READ_WITHIN = 3  # definitions that are read inside each other because their names are answers too


@define
class Bodies:
    """Bodies of definitions and score lines, typed when first asked for."""

    defines: dict[str, Expr] = field(factory=dict)
    lines: dict[str, Expr] = field(factory=dict)
    score: dict[str, ast.ScoreLine] = field(factory=dict)
    scored: ast.Score | None = None
    waiting: dict[str, None] = field(factory=dict)

    def define_type(self, w: World, name: str) -> Type:
        """Return the type a definition gives."""
        node = w.symbols[name].node
        if name not in self.defines and isinstance(node, ast.Define):
            circle = self._circle(w, name)
            if circle:
                self._report_circle(w, circle, node)
                self.defines[name] = NOTHING
                return UNKNOWN
            if len(w.running) > MOST_READ_WITHIN:
                hint = sentence("name it differently from the answers of options, or say it with fewer definitions")
                w.report("RK442", node.name.span, "`{name}` is reached through too many definitions", hint, name=name)
                return UNKNOWN
            w.running.append(name)
            signature(w, name)
            body = w.expr(w.scopes[name], node.value)
            w.running.pop()
            self.defines.setdefault(name, body)
        return self.defines[name].type if name in self.defines else UNKNOWN

    def _circle(self, w: World, name: str) -> list[str]:
        """Return the declarations on the way from a name back to it, if it is being read or waits for what is."""
        around = [*self.waiting, *w.running] if name in self.waiting else w.running
        return around[around.index(name) :] if name in around else []

    def _report_circle(self, w: World, around: list[str], node: ast.Define) -> None:
        name, circle = node.name.text, [n for n in around[:LONGEST_CIRCLE] if w.what(n) == "define"]
        if len(circle) == 1:
            w.report("RK326", node.name.span, "`{name}` is defined by itself", "say it without using its own name", name=name)
            return
        last = name if len(around) <= LONGEST_CIRCLE else "…"
        pairs = zip(circle, [*circle[1:], last], strict=True)
        steps = tuple(sentence("`{name}` uses `{other}`", name=a, other=b) for a, b in pairs)
        others = tuple(Label(w.symbols[n].node.span, sentence("`{name}` is defined here", name=n)) for n in circle[1:])
        message = sentence("these definitions go round in a circle: {steps}", steps=steps)
        w.report("RK326", node.name.span, message, "one of them has to be said without the others", related=others)

    def read_in_order(self, w: World) -> None:
        """Read heads, signatures and bodies, each after what it uses, so that none is read while another waits inside it."""
        declared: dict[str, ast.Node] = {name: s.node for name, s in w.symbols.items() if s.what != "define"}
        declared |= {name: symbol.node for name, symbol in w.symbols.items()}
        declared |= {f"score.{name}": line for name, line in self.score.items()}
        for name, ready, self.waiting in in_order(declared, frozenset(w.answers)):
            if ready:
                self._read(w, name)
            elif w.what(name) not in (None, "define"):
                w.heads[name] = Head()  # what a range that leads back here would see

    def _read(self, w: World, name: str) -> None:
        match w.what(name):
            case None:
                self.line_type(w, name.removeprefix("score."))
            case "define":
                self.define_type(w, name)
            case _:
                del w.heads[name]
                head(w, name)
                signature(w, name)

    def line_type(self, w: World, name: str) -> Type | None:
        """Return the type of a score line, None if there is none of this name."""
        line = self.score.get(name)
        if line is None or self.scored is None:
            return None
        if name not in self.lines:
            if self._circle(w, f"score.{name}"):
                w.report("RK326", line.span, "the score line `{name}` is worked out from itself", name=name)
                self.lines[name] = NOTHING
                return UNKNOWN
            w.running.append(f"score.{name}")
            value = score_value(w, self.scored, line)
            w.running.pop()
            self.lines.setdefault(name, value)
        return self.lines[name].type


def nothing_more(partial: PartialModel) -> Iterable[Diagnostic]:
    """No further look at a model with mistakes."""
    return ()


def resolve(
    file: ast.File,
    overlays: tuple[str, ...] = (),
    lost: frozenset[str] = frozenset(),
    look_on: Callable[[PartialModel], Iterable[Diagnostic]] = nothing_more,
    spoken: Mapping[str, str] = MappingProxyType({}),
    answers: tuple[Answered, ...] = (),
) -> Checked[GameModel]:
    """Make the model of a game. `lost`: names declared in parts the parser had to skip; their use is not reported.

    `spoken`: the languages of files of changes that speak another one than the game; `answers`: what readings answer.

    A game with mistakes gives no model; what is sound in it is handed to `look_on`, whose errors are reported too.
    """
    bodies = Bodies()
    w = World(type_expr, bodies.define_type, bodies.line_type, lost, file.language, file.span.path)
    located = collect(w, file)
    bodies.scored = next((t.item for t in located if isinstance(t.item, ast.Score)), None)
    for line in bodies.scored.lines if bodies.scored is not None else ():
        bodies.score.setdefault(line.name.text, line)
    assembly = Assembly(w, located, bodies.defines, bodies.lines, overlays, bodies.read_in_order, file.language, spoken, answers)
    partial = assembly.model()
    broken = any(d.is_error for d in w.findings) or bool(lost)
    more = [d for d in look_on(partial) if d.is_error] if broken and not lost else []
    return Checked(None if broken else partial.parts, _in_order([*w.findings, *more]))


def _in_order(findings: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    unique = {(d.code, d.message, d.span.path, d.span.start, d.span.end): d for d in findings}
    return tuple(sorted(unique.values(), key=lambda d: (d.span.path, d.span.start, d.code)))


# ---- in which order declarations are read --------------------------------------------------------
NO_NAMES: frozenset[str] = frozenset()


def used_by(node: Any, bound: frozenset[str] = NO_NAMES) -> Iterator[str]:
    """Yield the names that a declaration's head or an expression asks for; those that it binds itself are its own."""
    match node:
        case tuple():
            for part in node:
                yield from used_by(part, bound)
        case ast.Ident(text=text, std=std):
            if text not in bound and not (std and text in RESERVED):
                yield text
        case ast.Field(of=ast.Call(name=ast.Ident(text="score", std=True)), name=name):
            yield f"score.{name.text}"
            yield from used_by(node.of, bound)
        case ast.Field(of=of) | ast.Named(value=of) | ast.ScoreLine(value=of):
            yield from used_by(of, bound)
        case ast.Call(name=name, arguments=arguments) | ast.Deed(name=name, arguments=arguments):
            yield name.text
            yield from used_by(arguments, bound)
        case ast.Collect(value=value, binders=binders, where=where):
            for binder in binders:
                yield from used_by(binder.source if binder.source is not None else binder.name, bound)
                bound = bound | {binder.name.text}
            yield from used_by((value, where), bound)
        case ast.Define(params=params, value=value):
            yield from used_by(params, bound)
            yield from used_by(value, bound.union(param.name.text for param in params))
        case ast.Action(params=params) | ast.Step(params=params) | ast.Layout(params=params):
            yield from used_by(params, bound)
        case ast.Kind(attributes=attributes) | ast.Piece(attributes=attributes):
            yield from used_by(tuple(part.type or part.name for part in attributes), bound)
        case ast.Place(dims=dims) | ast.Tally(dims=dims):
            yield from used_by(dims, bound)
        case ast.Marker(dims=dims, type=kind) | ast.Table(dims=dims, type=kind):
            yield from used_by((dims, kind), bound)
        case ast.Param() | ast.Dim():
            yield from used_by(node.type if node.type is not None else node.name, bound)
        case ast.Node() if not isinstance(node, ast.Option):
            for field in names_below(type(node)):
                yield from used_by(getattr(node, field), bound)


def in_order(declared: Mapping[str, ast.Node], answers: frozenset[str]) -> Iterator[tuple[str, bool, dict[str, None]]]:
    """Each name when it begins to wait for what it uses, and again (True) when all that is read; with those that still wait.

    In a circle a name is read while another that it uses waits. What may be an answer of an option counts for nothing.
    """
    seen: set[str] = set()
    waiting: dict[str, None] = {}  # in order, and quick to look up
    todo = [iter(declared)]
    while todo:
        name = next((n for n in todo[-1] if n in declared and n not in seen), None)
        if name is not None:
            seen.add(name)
            yield name, False, waiting
            waiting[name] = None
            todo.append(iter(dict.fromkeys(used_by(declared[name], answers))))
            continue
        todo.pop()
        if waiting:
            yield waiting.popitem()[0], True, waiting
