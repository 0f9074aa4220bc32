"""A comparison as it is told: sentences, moves and tables in words, ready to be printed as text, JSON or a page."""

from __future__ import annotations

from typing import TypeVar

from attrs import asdict, evolve, fields, frozen, has

from rulekit.model.model import STATED
from rulekit.report.sentences import ENGLISH
from rulekit.report.text import clean
from rulekit.report.wording import in_words
from rulekit.wording import Sentence

T = TypeVar("T")


@frozen
class Passage:
    """A paragraph of a rulebook that was handed over: where it stands, and its text."""

    where: str
    text: str


@frozen
class Saying:
    """What one of the games says: the rule's address, the lines of its file, where they stand, citations, passages."""

    address: str
    lines: tuple[str, ...]
    place: str
    citations: tuple[str, ...]
    passages: tuple[Passage, ...] = ()


@frozen
class RuleTold:
    """A difference of the rules in a sentence. `shown`: its first witness; `status`: what is known of its effect.

    `strength`: how strongly the books say so; `parts_both`: that witness parts the two games themselves.
    """

    number: int
    what: str
    how: str
    section: str
    sentence: str
    one: Saying | None
    two: Saying | None
    plays: bool
    shown: int | None
    status: str
    strength: str = STATED
    parts_both: bool = False


@frozen
class MoveTold:
    """A move and what it changed; `differs`: what it changed in the second game, where that is something else.

    `told_of`: the move is a sentence that follows the name of the player.
    """

    number: int
    who: str
    move: str
    changes: str
    differs: str = ""
    told_of: bool = False


@frozen
class PartTold:
    """How one side goes on where they part: a sentence, moves it alone offers, lines (reasons, scores, positions)."""

    label: str
    sentence: str
    moves: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


@frozen
class WitnessTold:
    """A play where the games part."""

    number: int
    observable: bool
    what: str
    how: str
    between: str
    players: int
    seed: int
    moves: tuple[MoveTold, ...]
    position: tuple[str, ...]
    one: PartTold
    two: PartTold
    blame: tuple[int, ...]
    parts_both: bool = True


@frozen
class Told:
    """A whole comparison. `weaker`: what books say without stating it; it is not in force."""

    title: str
    labels: tuple[str, str]
    headings: tuple[str, str]
    verdict: str | None
    summary: tuple[str, ...]
    renamed: tuple[str, ...]
    rules: tuple[RuleTold, ...]
    witnesses: tuple[WitnessTold, ...]
    searched: tuple[str, ...]
    players: tuple[int, ...]
    proved: tuple[int, ...]
    weaker: tuple[RuleTold, ...] = ()
    language: str = ENGLISH


def in_language(told: Told, language: str) -> Told:
    """Return the same, said in a language."""
    return evolve(said_in_words(told, language), language=language)


def said_in_words(part: T, language: str) -> T:
    """Say every sentence in a part of a report."""
    if isinstance(part, Sentence):
        return clean(in_words(part, language, language))  # type: ignore[return-value]
    if isinstance(part, tuple):
        return tuple(said_in_words(one, language) for one in part)  # type: ignore[return-value]
    if has(type(part)):
        said = {field.name: said_in_words(getattr(part, field.name), language) for field in fields(type(part))}  # type: ignore[arg-type]
        return evolve(part, **said)  # type: ignore[misc]
    return part


# ---- as JSON -------------------------------------------------------------------------------------
def comparison_data(told: Told) -> dict[str, object]:
    """Plain data for JSON."""
    rules = {r.number: r for r in told.rules}
    return {
        "first": told.headings[0], "second": told.headings[1], "verdict": told.verdict, "summary": list(told.summary),
        "players": list(told.players), "proved_equal": list(told.proved), "renamed": list(told.renamed),
        "differences": [_difference(r) for r in told.rules],
        "not_in_force": [_difference(r) for r in told.weaker],
        "witnesses": [_witness(w, rules) for w in told.witnesses],
        "blame": [_blame(w, rules) for w in told.witnesses],
        "searched": list(told.searched),
    }  # fmt: skip


def _difference(rule: RuleTold) -> dict[str, object]:
    data = asdict(rule)
    return data | {"address": _address(rule), "citations": _citations(rule), "first": data.pop("one"), "second": data.pop("two")}


def _witness(witness: WitnessTold, rules: dict[int, RuleTold]) -> dict[str, object]:
    data = asdict(witness)
    data["first"], data["second"] = data.pop("one"), data.pop("two")
    blamed = [rules[n] for n in witness.blame]
    return data | {"rules": [_address(r) for r in blamed], "citations": [c for r in blamed for c in _citations(r)]}


def _blame(witness: WitnessTold, rules: dict[int, RuleTold]) -> dict[str, object]:
    found = [rules[n] for n in witness.blame]
    return {
        "witness": witness.number, "differences": list(witness.blame), "rules": [_address(r) for r in found],
        "citations": [c for r in found for c in _citations(r)],
    }  # fmt: skip


def _sides(rule: RuleTold) -> list[Saying]:
    return [side for side in (rule.one, rule.two) if side is not None]


def _address(rule: RuleTold) -> str:
    return next((s.address for s in _sides(rule)), "")


def _citations(rule: RuleTold) -> list[str]:
    return list(dict.fromkeys(c for s in _sides(rule) for c in s.citations))
