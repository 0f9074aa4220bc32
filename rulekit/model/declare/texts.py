"""Sentences, questions, tellings, titles: the texts of a file and of its tables of words → one list, each with its address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, evolve, field

from rulekit.diagnostics import Severity, Span, finding
from rulekit.model import expressions as exprs
from rulekit.model.declare.headers import fresh
from rulekit.model.expressions import Bound, Builtin, Expr, Text
from rulekit.model.model import Told
from rulekit.model.model_walk import everything, leaves, records, unnumbered
from rulekit.model.names import Located, citations
from rulekit.model.overlays.tellings import Spoken, spoken
from rulekit.model.scope import NOTHING, Scope, World, is_unknown
from rulekit.model.types import NUMBER, ListType, PieceType, Type
from rulekit.model.typing.texts import type_text
from rulekit.syntax import ast
from rulekit.syntax.keywords import languages, little_words
from rulekit.wording import Keyword, sentence

NO_ME = sentence("a telling is read before anybody plays")
IT = -1000  # the Bound that is the value itself, in the sentence of a definition
TABLE = (
    exprs.Contents, exprs.PieceAt, exprs.TallyOf, exprs.MarkerOf, exprs.Active, exprs.Starter, exprs.Me, exprs.Winners,
    exprs.ScoreOf, exprs.Local,
)  # fmt: skip
"""What there is only while a game is played."""


@define
class TextReader:
    """Reads the texts of one file, when all else has been read."""

    w: World
    bodies: dict[str, Expr]
    files: tuple[str, ...] = ()  # the names of the game and of what changes it
    spoken: Mapping[str, str] = field(factory=dict)  # the languages of files of changes that speak another one than the game
    found: dict[tuple[str, str], list[Told]] = field(factory=dict)
    made: list[Told] = field(factory=list)
    known: dict[str, dict[str, None]] = field(factory=dict)  # the addresses that each kind of line may be about, in order
    announced: set[str] = field(factory=set)  # the announcements that have an address

    # ---- the file's own texts --------------------------------------------------------------------------
    def own(self, located: tuple[Located, ...]) -> tuple[Told, ...]:
        """Return the texts that stand beside what they tell, in the order of the file."""
        for there in located:
            match there.item:
                case ast.Example() as item:
                    self._stories(there, item)
                case ast.Tell() as item:
                    hint = sentence("put it below the rule it tells, indented")
                    self.w.report("RK236", item.span, "this telling stands under nothing", hint)
                case item:
                    for one in spoken(item):
                        self._spoken(there, one)
        return tuple(self.made)

    def _spoken(self, there: Located, one: Spoken) -> None:
        section = ""
        match one.node:
            case ast.Tell() as tell:
                section = tell.section.text if tell.section else ""
                if tell.section and section not in self.w.sections:
                    self.w.unknown("RK215", tell.section, self.w.sections, "there is no section `{name}`", name=section)
            case ast.Statement(act=ast.Announce()):
                self.announced.add(one.address)
            case ast.Statement() if one.what == "say" and "." not in one.address and one.text is not None:
                hint = sentence('write a name and a colon before it: `menu: gain 2 coins "from the menu"`')
                self.w.report("RK237", one.text.span, "a rule that says what it is for needs a name", hint)
                return
        cites = one.node.cites if isinstance(one.node, ast.Tell) else ()
        self._add(there, one.what, one.address, one.text, self._scope_of(one.what, one.address), section, cites)

    def _stories(self, there: Located, item: ast.Example) -> None:
        """Read the story of an example: each part is told at its place between the steps."""
        address, steps = f"example.{item.name.text}", 0
        for line in item.lines:
            if isinstance(line, ast.Tell):
                self._add(there, "tell", address, line.text, self.w.told_scopes.get(address), steps=steps)
            elif isinstance(line, ast.Given | ast.When | ast.Then):
                steps += len(_lines(line))

    # ---- texts of other languages ----------------------------------------------------------------------
    def lines(self, there: Located, node: ast.Words) -> tuple[Told, ...]:
        """Return the texts below a table of words."""
        self.made = []
        for line in node.lines:
            address = ".".join(line.address.parts)
            if line.address.parts[0] in self.w.lost:
                continue
            if line.what not in self.known:
                self.known[line.what] = dict.fromkeys(sorted(self._addresses(line.what)))
            if address not in self.known[line.what]:
                message = sentence(
                    "`{address}` has nothing that `{what}` could be about", address=address, what=Keyword(line.what)
                )
                self.w.report("RK238", line.address.span, message, self.w.did_you_mean(address, self.known[line.what]))
                continue
            self._add(
                there, line.what, address, line.text, self._scope_of(line.what, address), "", line.cites, node.language.text
            )
        return tuple(self.made)

    def _scope_of(self, what: str, address: str) -> Scope | None:
        if what == "because":
            return self.w.reasons.get(address)
        if address.startswith("example."):
            return self.w.told_scopes.get(address)
        if what in ("tell", "title"):
            return self._telling_scope()
        scopes, deed = self.w.told_scopes, address.partition(".")[0]
        return (scopes.get(address) if what == "say" else None) or scopes.get(deed) or self._named_scope(address)

    def _addresses(self, what: str) -> set[str]:
        w = self.w
        match what:
            case "because":
                return set(w.reasons)
            case "title":
                stories = {address for address in w.addresses if address.startswith("example.")}
                return {f"section.{name}" for name in w.sections} | stories | set(self.files)
            case "ask":
                return {f"{name}.{slot.name}" for name, known in w.signatures.items() for slot in known.choices}
            case "tell":
                return (
                    {f"section.{name}" for name in w.sections}
                    | set(w.symbols)
                    | set(w.addresses)
                    | {"setup", "play", "score", "winner"}
                )
        return {n for n, s in w.symbols.items() if s.what in ("action", "step", "define", "marker", "place", "tally")} | {
            told.address for told in self._all() if told.what == "say"
        }

    def _all(self) -> Iterator[Told]:
        return (told for some in self.found.values() for told in some)

    # ---- one text --------------------------------------------------------------------------------------
    def _add(
        self, there: Located, what: str, address: str, node: ast.Text | None, scope: Scope | None,
        section: str = "", cites: ast.Cites = (), language: str = "", steps: int = 0,
    ) -> None:  # fmt: skip
        if node is None or scope is None:
            return
        text = type_text(self.w, scope, node, language)
        foreign = "" if language else self.spoken.get(node.span.path, "")
        told = Told(what, address, text, section, steps, citations(self.w, there.section, cites), foreign, node.span)
        if what in ("tell", "title") and not address.startswith("example."):
            self._reads_no_table(text, node.span)
        if any(isinstance(e, exprs.Can) for e in everything(text)):
            self.w.report("RK239", node.span, "a text cannot try out what somebody can do")
        key = (what, address)
        if language:
            self._says_the_same(told, self.found.get(key, []))
        else:
            if what in ("say", "ask") and key in self.found:
                self.w.report("RK202", node.span, "`{address}` has two texts of this kind", address=address)
            self.found.setdefault(key, []).append(told)
        self.made.append(told)

    def _reads_no_table(self, text: Text, span: Span) -> None:
        if any(isinstance(e, TABLE) for e in self._reached(text, set())):
            hint = sentence("use options, the number of players, kinds, tables, `bank(…)` and the pieces of a sort")
            self.w.report("RK239", span, "there is no table yet when a telling is read, so it cannot speak of one", hint)

    def _reached(self, expr: Expr, seen: set[str]) -> Iterator[Expr]:
        for one in everything(expr):
            yield one
            if isinstance(one, exprs.Apply) and one.define not in seen and one.define in self.bodies:
                seen.add(one.define)
                yield from self._reached(self.bodies[one.define], seen)

    def _says_the_same(self, told: Told, own: list[Told]) -> None:
        """Note a translation that speaks of other values than the text it translates.

        What an announcement speaks of was heard by those who see it; a translation that says more is a mistake.
        """
        if told.address in self.announced and told.what == "say":
            heard = [unnumbered(leaf) for leaf in leaves(own[0].text)] if own else []
            if all(unnumbered(leaf) in heard for leaf in leaves(told.text)):
                return
            severity, hint = (
                Severity.ERROR,
                sentence("an announcement tells the same in every language: use the values of the file's own"),
            )
        elif told.what == "tell" or not own or any(_values(told.text) == _values(one.text) for one in own):
            return
        else:
            severity, hint = Severity.WARNING, sentence("what stands in braces should be the same in every language")
        message = sentence("this text of `{address}` speaks of other values than the file's own", address=told.address)
        self.w.findings.append(finding("RK240", told.span, message, hint, severity=severity))

    # ---- scopes ----------------------------------------------------------------------------------------
    def _telling_scope(self) -> Scope:
        """Return what a telling may speak of: sorts of pieces are all their pieces."""
        sorts = (name for name, symbol in self.w.symbols.items() if symbol.what == "piece")
        return evolve(fresh(NO_ME), names={name: Builtin(ListType(PieceType(name)), "pieces", ()) for name in sorts})

    def _named_scope(self, name: str) -> Scope | None:
        """Return the scope of a definition's sentence, or of a family's: its parameters or indices, and `it`."""
        scope = self.w.scopes.get(name)
        kind: Type = NUMBER
        if scope is None:
            return None
        if name in self.bodies:
            kind = self.bodies[name].type
        elif name in self.w.heads:
            kind = self.w.heads[name].domain.type
        return scope.bind("it", NOTHING if is_unknown(kind) else Bound(kind, IT, "it"))


def _lines(part: ast.Given | ast.When | ast.Then) -> tuple[ast.Node, ...]:
    match part:
        case ast.Given(facts=facts):
            return facts
        case ast.When(events=events):
            return events
    return part.checks


def _values(text: Text) -> set[str]:
    """Return the names that a text speaks of."""
    named = (exprs.Local, exprs.Bound, exprs.OptionRef)
    return {repr(e) for e in everything(text) if isinstance(e, named)}


def own_language(texts: tuple[Told, ...], dialect: str) -> str:
    """Return the language of a file's own texts: that of its keywords, unless their little words are of another."""
    own = (told for told in texts if not told.language)
    used = {part.word for told in own for part in records(told.text) if isinstance(part, exprs.Little)}
    fitting = [name for name in (dialect, *languages()) if all(word in little_words(name) for word in used)]
    return fitting[0] if fitting else dialect
