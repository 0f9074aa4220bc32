"""The texts of a game made ready for a program: their names are cells and constants, as in its rules.

They are no part of the program: nobody who only plays needs them, and other words do not make it another game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

from attrs import evolve, frozen

from rulekit.model import expressions as exprs
from rulekit.model.analysis.folding import Folder, Scope, folder_of
from rulekit.model.expressions import Expr, Text, Value
from rulekit.model.model import GameModel, Told
from rulekit.model.model_walk import rebuild
from rulekit.model.types import ListType, PieceType
from rulekit.program.nodes import Announce
from rulekit.program.program import Layout, Program

Key = tuple[str, str, str]  # language, what it is (say ask because tell title), address


@frozen
class ProgramTexts:
    """All texts of a game for one program, by language, what they are and address."""

    texts: Mapping[Key, tuple[Told, ...]]
    own: str  # the language of the game
    announcements: tuple[tuple[Text, str, str], ...]  # as the program says them, with their languages and addresses

    def find(self, language: str, what: str, address: str) -> Told | None:
        """Return the first text of a language under an address."""
        found = self.texts.get((language, what, address))
        return found[0] if found else None

    def announced(self, language: str, said: Text) -> tuple[Text, Text] | None:
        """Return an announcement of the program as the file has it, and in a language. What is said alike is told alike."""
        spoken, address = self.home(said)
        own, other = (self.find(name, "say", address) for name in (spoken, language))
        return None if own is None or other is None else (own.text, other.text)

    def home(self, said: Text) -> tuple[str, str]:
        """Return the language of the file that an announcement stands in, and its address, if it has one."""
        return next(((language, address) for text, language, address in self.announcements if text == said), (self.own, ""))


def lower_texts(model: GameModel, program: Program) -> ProgramTexts:
    """Make the texts of a game ready, those of the file under its language."""
    ready = text_lowerer(model, program)
    made: dict[Key, list[Told]] = defaultdict(list)
    for language, told in model.all_texts():
        made[language, told.what, told.address].append(ready(told))
    return ProgramTexts({key: tuple(some) for key, some in made.items()}, model.language, tuple(_announced(program, model)))


def text_lowerer(model: GameModel, program: Program, answers: Mapping[str, Value] | None = None) -> Callable[[Told], Told]:
    """Return what makes one text ready; `answers`: with other answers of some options than the program has."""
    folder = folder_of(model, program.layout.players, {**dict(program.options), **(answers or {})})
    slots = {name: slot for slot, name in enumerate(program.layout.names, program.layout.size - len(program.layout.names))}

    def ready(told: Told) -> Told:
        return evolve(told, text=_lowered(told.text, folder, _Cells(slots, told.address.partition(".")[0]), program.layout))

    return ready


def _announced(program: Program, model: GameModel) -> Iterator[tuple[Text, str, str]]:
    """Yield the announcements that have an address of their own, in the order of the file, with their languages."""
    said = {program.rules[node.rule].address: node.text for node in program.nodes if isinstance(node, Announce)}
    for told in dict(model.texts).get("", ()):
        if told.what == "say" and told.address in said and "." in told.address:
            yield said[told.address], told.language or model.language, told.address


class _Cells(dict[int, int]):
    """Cells of the locals of a deed; one that no rule uses has none, and is read as not chosen."""

    def __init__(self, slots: Mapping[str, int], deed: str) -> None:
        super().__init__()
        self.slots, self.deed = slots, deed

    def __missing__(self, index: int) -> int:
        return self.slots.get(f"{self.deed}.{index}", NO_CELL)


NO_CELL = 0


def _lowered(text: Text, folder: Folder, cells: Mapping[int, int], layout: Layout) -> Text:
    pieces = {s.name: tuple(range(s.first, s.first + s.count)) for s in layout.sorts}

    def filled(expr: Expr) -> Expr:
        if isinstance(expr, exprs.Builtin) and expr.function == "pieces":
            assert isinstance(expr.type, ListType) and isinstance(expr.type.of, PieceType)
            return exprs.Const(expr.type, pieces[expr.type.of.sort])
        return rebuild(expr, filled)

    return rebuild(text, lambda part: folder.fold(filled(part), Scope(cells=cells)))
