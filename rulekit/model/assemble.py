"""Puts the parts of a model together, in the order in which they need one another; checks the file as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from attrs import define, evolve, field

from rulekit.diagnostics import NOWHERE, Label
from rulekit.model.analysis.game_index import statements
from rulekit.model.analysis.references import PartialModel
from rulekit.model.declare import declarations, tables
from rulekit.model.declare.examples import example
from rulekit.model.declare.layouts import layout
from rulekit.model.declare.looks import looks
from rulekit.model.declare.options import option, pin
from rulekit.model.declare.texts import TextReader, own_language
from rulekit.model.declare.words import addressable, words
from rulekit.model.expressions import Expr, Text
from rulekit.model.model import (
    Cited,
    Criterion,
    Deed,
    Define,
    Example,
    GameModel,
    Layout,
    Look,
    Option,
    ReadingAnswer,
    Remark,
    ScoreLine,
    Section,
    Told,
    Word,
)
from rulekit.model.names import Located, citations
from rulekit.model.overlays.addresses import declaration_key
from rulekit.model.overlays.strength import Answered
from rulekit.model.rules import Choose, Citation, Do, May, OneOf, Statement
from rulekit.model.scope import NOTHING, World
from rulekit.model.statements.arguments import check_pending
from rulekit.model.types import OptionType
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import NAMED
from rulekit.wording import Keyword, sentence

T = TypeVar("T")
M = TypeVar("M")


MOST_PLAYERS = 24
NUMBERS: dict[type[object], str] = {ast.PlayersLine: "players", ast.Age: "age", ast.Minutes: "minutes"}


@define
class Assembly:
    """One file on its way to a model."""

    w: World
    located: tuple[Located, ...]
    bodies: dict[str, Expr]
    lines: dict[str, Expr]
    overlays: tuple[str, ...]
    read: Callable[[World], None]
    dialect: str = "en"
    spoken: Mapping[str, str] = field(factory=dict)  # the languages of files of changes that speak another one
    answered: tuple[Answered, ...] = ()

    def items(self, cls: type[T]) -> list[tuple[Located, T]]:
        """Return the items of a class, in order; of a name declared twice only the first."""
        found = [(t, t.item) for t in self.located if isinstance(t.item, cls)]
        return [(t, item) for t, item in found if self._is_first(t.item)]

    def _is_first(self, item: ast.Item) -> bool:
        if not isinstance(item, NAMED):
            return True
        symbol = self.w.symbols.get(item.name.text)
        return symbol is not None and symbol.node is item

    def each(self, cls: type[T], make: Callable[[World, Located, T], M]) -> tuple[M, ...]:
        """Make the model's part of every item of a class."""
        return tuple(make(self.w, there, item) for there, item in self.items(cls))

    def model(self) -> PartialModel:
        """Return the model; what was reported is left out of it."""
        w = self.w
        options = self._options()
        self.read(w)
        kinds = self.each(ast.Kind, tables.kind)
        sorts = self.each(ast.Piece, declarations.sort)
        places = self.each(ast.Place, declarations.place)
        tallies = self.each(ast.Tally, declarations.tally)
        markers = self.each(ast.Marker, declarations.marker)
        made_tables = self.each(ast.Table, tables.table)
        defines = self.each(ast.Define, self._define)
        deeds = self._deeds()
        score, winner = self._score(), self._winner()
        examples = self._examples()
        check_pending(w)
        check_setup(w, deeds)
        self._unused(options)
        game, head_cites = self._game()
        known = addressable(w, game.name.text)
        spoken = self._words(known)
        texts = self._texts(game.name.text, spoken)
        made = GameModel(
            game.name.text, game.title, *self._head(game), self.overlays, self._sections(), kinds, sorts, places, tallies,
            markers, options, made_tables, defines, deeds, score, winner, examples, spoken, self._looks(known),
            self._remarks(), head_cites, self._lines(game), self._changes(), texts, self._layouts(),
            own_language(dict(texts).get("", ()), self.dialect), self._stands(), self._answers(), _added(game),
        )  # fmt: skip
        return PartialModel(made)

    # ---- parts ---------------------------------------------------------------------------------------
    def _options(self) -> tuple[Option, ...]:
        w = self.w
        for there, node in self.items(ast.Option):
            w.options[node.name.text] = option(w, there, node)
            w.addresses.setdefault(node.name.text, node.name.span)
        for of in w.options.values():
            for answer in of.answers if isinstance(of.type, OptionType) else ():
                w.answers.setdefault(answer.name, of.name)
        for _, setting in self.items(ast.With):
            pinned = pin(w, setting)
            if pinned is not None:
                of = w.options[pinned[0]]
                w.options[pinned[0]] = evolve(of, value=pinned[1])
        return tuple(w.options.values())

    def _define(self, w: World, there: Located, node: ast.Define) -> Define:
        w.definer(w, node.name.text)
        return declarations.define(w, there, node, self.bodies.get(node.name.text, NOTHING))

    def _once(self, cls: type[T], keyword: str) -> list[tuple[Located, T]]:
        found = self.items(cls)
        for there, _ in found[1:]:
            first = Label(found[0][0].item.span, sentence("first written here"))
            hint = sentence("put the lines of both together")
            self.w.report(
                "RK221", there.item.span, "`{keyword}` stands in a game once", hint, related=(first,), keyword=Keyword(keyword)
            )
        return found[:1]

    def _deeds(self) -> tuple[Deed, ...]:
        w = self.w
        for t, _ in [*self.items(ast.Action), *self.items(ast.Step)]:
            assert isinstance(t.item, ast.Action | ast.Step)
            w.addresses.setdefault(t.item.name.text, t.item.name.span)
        setup, play = self._once(ast.Setup, "setup"), self._once(ast.Play, "play")
        if not play and "play" not in w.lost:
            span = self.located[0].item.span if self.located else NOWHERE
            w.report("RK220", span, "the game has no `play`", "`play` says how the game goes on, as in `turns from starter`")
        wanted = [t for t, _ in [*setup, *play]]
        made = []
        for t in self.located:
            item = t.item
            if (isinstance(item, ast.Setup | ast.Play) and any(t is x for x in wanted)) or (
                isinstance(item, ast.Action | ast.Step) and self._is_first(item)
            ):
                made.append(declarations.deed(w, t, item))
        return tuple(made)

    def _score(self) -> tuple[ScoreLine, ...]:
        for there, node in self._once(ast.Score, "score"):
            for line in node.lines:
                self.w.scorer(self.w, line.name.text)
            return declarations.score(self.w, there, node, self.lines)
        return ()

    def _winner(self) -> tuple[Criterion, ...]:
        return next((declarations.winner(self.w, there, node) for there, node in self._once(ast.Winner, "winner")), ())

    def _examples(self) -> tuple[Example, ...]:
        made: dict[str, Example] = {}
        for there, node in self.items(ast.Example):
            first = made.get(node.name.text)
            if first is not None:
                label = Label(first.span, sentence("first written here"))
                self.w.report("RK202", node.name.span, "there are two examples `{name}`", related=(label,), name=node.name.text)
            else:
                made[node.name.text] = example(self.w, there, node)
        return tuple(made.values())

    def _unused(self, options: tuple[Option, ...]) -> None:
        """Options nobody asks for; in a changed game they may have served a rule that is gone."""
        if self.overlays or self.w.lost:
            return
        for of in options:
            if of.name not in self.w.used_options:
                self.w.report("RK224", of.span, "no rule asks for the option `{of}`", of=of.name)

    # ---- the file as a whole -------------------------------------------------------------------------
    def _game(self) -> tuple[ast.Game, tuple[Citation, ...]]:
        found = self._once(ast.Game, "game")
        if not found:
            span = self.located[0].item.span if self.located else NOWHERE
            if "game" not in self.w.lost:
                self.w.report("RK222", span, "the file has no game", 'the second line is `game my_game "My game"`')
            return ast.Game(span, ast.Ident(span, "game"), "", ()), ()
        there, game = found[0]
        others = (line.cites for line in game.head if type(line) not in NUMBERS)
        return game, citations(self.w, there.section, game.cites, *others)

    def _lines(self, game: ast.Game) -> tuple[Cited, ...]:
        """Return the numbers of the head, each with its own citations."""
        return tuple(
            Cited(NUMBERS[type(line)], citations(self.w, None, line.cites), line.span)
            for line in game.head
            if type(line) in NUMBERS
        )

    def _changes(self) -> tuple[Cited, ...]:
        """Return what readings and variants cite for a setting or a removal, where nothing else keeps it."""
        told = [(item.option.text, there, item.cites, item.span) for there, item in self.items(ast.With)]
        gone = [(".".join(item.address.parts), there, item.cites, item.span) for there, item in self.items(ast.Remove)]
        cited = (part for part in (*told, *gone) if part[2])
        return tuple(Cited(address, citations(self.w, there.section, cites), span) for address, there, cites, span in cited)

    def _answers(self) -> tuple[ReadingAnswer, ...]:
        """Return what readings answer, in force or not."""
        asked = (one for one in self.answered if one.change.option.text in self.w.options)  # another change may take one away
        pinned = ((one, pin(self.w, one.change)) for one in asked)
        return tuple(
            ReadingAnswer(one.reading, *found, one.strength, citations(self.w, None, one.change.cites), one.change.span)
            for one, found in pinned
            if found is not None
        )

    def _head(
        self, game: ast.Game
    ) -> tuple[tuple[str, ...], tuple[int, int], int | None, int | None, tuple[tuple[str, str], ...]]:
        authors: tuple[str, ...] = ()
        players: tuple[int, int] | None = None
        age = minutes = None
        for line in game.head:
            match line:
                case ast.By(names=names):
                    authors += names
                case ast.PlayersLine(low=low, high=high):
                    players = (min(max(low, 1), MOST_PLAYERS), min(max(high, low, 1), MOST_PLAYERS))
                    if not 1 <= low <= high <= MOST_PLAYERS:
                        hint = sentence("as in `players 2..5`, up to {most}", most=MOST_PLAYERS)
                        self.w.report("RK222", line.span, "{low} to {high} players cannot be", hint, low=low, high=high)
                case ast.Age(years=years):
                    age = years
                case ast.Minutes(minutes=count):
                    minutes = count
                case _:
                    pass
        if players is None and game.title and "game" not in self.w.lost:
            self.w.report("RK222", game.span, "how many players is the game for?", "write `players 2..5` below it")
        sources = tuple((line.name.text, line.title) for line in game.head if isinstance(line, ast.Source))
        return authors, players or (1, 1), age, minutes, sources

    def _sections(self) -> tuple[Section, ...]:
        made: dict[str, tuple[tuple[str, str], ...]] = {}
        for _, node in self.items(ast.Section):
            headings = tuple((h.source.text, h.title) for h in node.headings)
            for h in node.headings:
                if h.source.text not in self.w.sources:
                    name = h.source.text
                    self.w.missing("RK215", h.source.span, f"source {name}", "there is no source `{name}`", name=name)
            citations(self.w, node.name.text, node.cites, *(h.cites for h in node.headings))
            made[node.name.text] = made.get(node.name.text, ()) + headings
        part_of = {node.name.text: node.part_of for _, node in self.items(ast.Section) if node.part_of}
        for ident in part_of.values():
            if ident.text not in made:
                self.w.unknown("RK215", ident, made, "there is no section `{name}`", name=ident.text)
        return tuple(Section(name, headings, part_of[name].text if name in part_of else "") for name, headings in made.items())

    def _stands(self) -> tuple[tuple[str, str], ...]:
        """Return where every declaration and example stands; a section of one file does not hold what another file adds."""
        opened = {(node.name.text, node.span.path) for _, node in self.items(ast.Section)}
        found = []
        for there in (t for t in self.located if self._is_first(t.item)):
            known = there.section is not None and (there.section, there.item.span.path) in opened
            found.append((there.section or "" if known else "", ".".join(declaration_key(there.item) or ())))
        return tuple(dict.fromkeys((section, address) for section, address in found if address))

    def _texts(
        self, game: str, spoken: Iterable[tuple[str, tuple[tuple[str, Word], ...]]]
    ) -> tuple[tuple[str, tuple[Told, ...]], ...]:
        reader = TextReader(self.w, self.bodies, (game, *self.overlays), self.spoken)
        made = {"": reader.own(tuple(t for t in self.located if self._is_first(t.item)))}
        for there, node in self.items(ast.Words):
            made[node.language.text] = made.get(node.language.text, ()) + reader.lines(there, node)
        for language, table in spoken:  # reasons may stand in the table of words too
            reasons = (Told("because", name, word.one, span=word.span) for name, word in table if isinstance(word.one, Text))
            made[language] = made.get(language, ()) + tuple(reasons)
        return tuple((language, texts) for language, texts in made.items() if texts)

    def _words(self, known: set[str]) -> tuple[tuple[str, tuple[tuple[str, Word], ...]], ...]:
        made: dict[str, dict[str, Word]] = {}
        for there, node in self.items(ast.Words):
            before = made.setdefault(node.language.text, {})
            before.update(words(self.w, there, node, known, before))
        return tuple((language, tuple(of.items())) for language, of in made.items())

    def _looks(self, known: set[str]) -> tuple[tuple[str, Look], ...]:
        made: dict[str, Look] = {}
        for there, node in self.items(ast.Look):
            made.update(looks(self.w, there, node, known, made))
        return tuple(made.items())

    def _layouts(self) -> tuple[Layout, ...]:
        made: dict[tuple[str, str], Layout] = {}
        nodes: list[tuple[Located, ast.Layout | ast.LayoutOf]] = [*self.items(ast.Layout), *self.items(ast.LayoutOf)]
        for there, node in nodes:
            one = layout(self.w, there, node)
            first = made.setdefault((one.of, one.name), one)
            if first is not one:
                related = (Label(first.span, sentence("first written here")),)
                self.w.report("RK251", one.span, "this layout is there already", "put the rows of both together", related=related)
        return tuple(made.values())

    def _remarks(self) -> tuple[Remark, ...]:
        return tuple(Remark(n.text, t.section, citations(self.w, t.section, n.cites), n.span) for t, n in self.items(ast.Remark))


def _added(game: ast.Game) -> tuple[str, ...]:
    """Return the sources in the head that another file put there."""
    sources = (line for line in game.head if isinstance(line, ast.Source))
    return tuple(line.name.text for line in sources if line.span.path != game.span.path)


# ---- setup contains no decision, in it or in the steps it does -----------------------------------
def check_setup(w: World, deeds: tuple[Deed, ...]) -> None:
    """Report decisions that `setup` leads to."""
    by_name = {d.name: d for d in deeds}
    setup = by_name.get("setup")
    if setup is None:
        return
    seen, todo = {"setup"}, [setup]
    while todo:
        deed = todo.pop()
        for statement in statements(deed.block):
            what = _decision(statement, by_name)
            if what is not None:
                related = () if deed is setup else (Label(setup.span, sentence("the game's `setup` does this step")),)
                w.report(
                    "RK230",
                    statement.span,
                    "{what} in `setup`: nobody can decide before the game begins",
                    related=related,
                    what=what,
                )
            if isinstance(statement, Do) and statement.deed in by_name and statement.deed not in seen:
                seen.add(statement.deed)
                if by_name[statement.deed].role == "step":
                    todo.append(by_name[statement.deed])


def _decision(statement: Statement, deeds: dict[str, Deed]) -> str | None:
    match statement:
        case Choose(at_random=False):
            return sentence("a choice")
        case OneOf():
            return sentence("`one of` asks a player")
        case May():
            return sentence("`may` asks a player")
        case Do(deed=name) if name in deeds and deeds[name].role == "action":
            return sentence("`{name}` is a move of a player; it cannot be done", name=name)
        case _:
            return None
