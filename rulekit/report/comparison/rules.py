"""Differences of the rules in plain sentences, each with what both games say and where.

Comes in: a comparison and the texts of the files. Goes out: one `RuleTold` for each difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import frozen

from rulekit.compare.result import Comparison
from rulekit.compare.rules.differences import Difference, Side
from rulekit.compare.rules.match_names import Renamed
from rulekit.compare.rules.weaker_answers import WeakerAnswer, strength_in_force, weaker_answers
from rulekit.diagnostics import NOWHERE, Span
from rulekit.model.model import ARGUABLE, SLIP, GameModel, Option, ScoreLine
from rulekit.model.model_walk import plain_parts
from rulekit.model.rules import Citation, OnlyIf
from rulekit.model.types import OptionType, TruthType
from rulekit.report.comparison.report_data import Passage, RuleTold, Saying
from rulekit.report.text import amount, clean
from rulekit.report.words import Namer
from rulekit.syntax.keywords import languages, vocabulary
from rulekit.wording import Keyword, sentence

MOST_LINES = 6
FLAGS = {ARGUABLE: "--arguable", SLIP: "--literal"}  # what puts such an answer in force
TELLINGS = tuple(f"{word} " for language in languages() for word in vocabulary(language).spellings["TELL"])
Passages = Callable[[Citation], tuple[Passage, ...]]


@frozen
class Speaker:
    """One of the two games: its words, the texts of its files, and the passages of its rulebooks that are at hand."""

    label: str
    namer: Namer
    texts: Mapping[str, str]
    passages: Passages

    @property
    def model(self) -> GameModel:
        """Its model."""
        return self.namer.model


def in_order(comparison: Comparison) -> dict[int, int]:
    """Return the numbers under which differences are told: section by section, in the order of the first game."""
    sections = [s.name for s in (*comparison.rules.a.sections, *comparison.rules.b.sections)]
    place = {name: n for n, name in reversed(list(enumerate(sections)))}
    ordered = sorted(comparison.differences, key=lambda d: (place.get(d.section, len(sections)), d.number))
    return {d.number: n for n, d in enumerate(ordered, 1)}


def rules_told(comparison: Comparison, one: Speaker, two: Speaker) -> tuple[RuleTold, ...]:
    """Return all differences in sentences."""
    told = [_rule(comparison, comparison.rules.differences[d], n, one, two) for d, n in in_order(comparison).items()]
    return tuple(sorted(told, key=lambda rule: rule.number))


def _rule(comparison: Comparison, d: Difference, number: int, one: Speaker, two: Speaker) -> RuleTold:
    showing = [(n, w) for n, w in enumerate(comparison.witnesses, 1) if d.number in comparison.rules.closed(w.blame)]
    shown, parts_both = min(((n, w.parts_both) for n, w in showing), key=lambda one: not one[1], default=(None, False))
    return RuleTold(
        number, d.what, d.how, _section(d, one.model, two.model), _sentence(d, one, two),
        saying(d.one, one), saying(d.two, two), d.plays, shown, _status(comparison, d, shown),
        strength_in_force(comparison.rules, d), parts_both,
    )  # fmt: skip


def weaker_told(comparison: Comparison, one: Speaker, two: Speaker) -> tuple[RuleTold, ...]:
    """Return what books say without stating it, in sentences; numbered on from the differences."""
    first = len(comparison.differences) + 1
    return tuple(_weaker(answer, n, one, two) for n, answer in enumerate(weaker_answers(comparison.rules), first))


def _weaker(answer: WeakerAnswer, number: int, one: Speaker, two: Speaker) -> RuleTold:
    d = Difference(-1, "option", "changed", answer.option, answer.one, answer.two, plays=False)
    status = sentence("not in force; compare with {flag} to see what it does", flag=FLAGS[answer.strength])
    return RuleTold(
        number, d.what, d.how, _section(d, one.model, two.model), _sentence(d, one, two),
        saying(d.one, one), saying(d.two, two), False, None, status, answer.strength,
    )  # fmt: skip


def _section(d: Difference, one: GameModel, two: GameModel) -> str:
    """Return the heading of the section, in all rulebooks that have it."""
    for model in (one, two):
        for section in model.sections:
            if section.name == d.section:
                return clean(" / ".join(dict.fromkeys(h for _, h in section.headings)) or section.name)
    return clean(d.section)


def _status(comparison: Comparison, d: Difference, shown: int | None) -> str:
    """Return what is known of its effect on play, never more."""
    if shown is not None and not comparison.witnesses[shown - 1].parts_both:
        return sentence("shows in play {shown}, with all else as in one of the games", shown=shown)
    if shown is not None:
        alone = d.number in comparison.witnesses[shown - 1].blame
        return (
            sentence("shows in play {shown}", shown=shown) if alone else sentence("part of what play {shown} shows", shown=shown)
        )
    if not comparison.players:
        return sentence("not played: no number of players suits both games")
    if comparison.proved == comparison.players:
        if comparison.rules.a.name != comparison.rules.b.name:
            return sentence("no effect, but for moves that leave no choice: every position was visited")
        return sentence("no effect: every position was visited")
    if not d.plays:
        return sentence("changes nothing by itself")
    tried = [t for t in comparison.tried if t.number == d.number] or [t for t in comparison.tried if t.number is None]
    looks = sum(s.looks for t in tried for s in t.searched if t.number is not None or not comparison.rules.independent)
    if not looks:
        return sentence("not tried by itself, for want of time") if comparison.late else sentence("not tried by itself")
    everything = all(s.everything for t in tried for s in t.searched)
    found = sentence("no play found where it matters, in {amount}", amount=amount(sum(t.games for t in tried), looks))
    return sentence("no effect by itself: every position was visited") if everything else found


# ---- sentences -----------------------------------------------------------------------------------
def _sentence(d: Difference, one: Speaker, two: Speaker) -> str:
    match d.what, d.how:
        case "players", _:
            return sentence("Players: {before} → {after}", before=_range(d.one), after=_range(d.two))
        case "option", "changed":
            return _option(d, one, two)
        case "kind", "changed" if len(d.detail) == 3:
            attribute, *_ = d.detail
            kind, _, value = d.name.partition(".")
            owner = one.namer.within(kind, value)
            name = sentence("{name} of {owner}", name=one.namer.within(kind, attribute), owner=owner)
            return sentence("{name}: {before} → {after}", name=name, before=_value(d.one, one), after=_value(d.two, two))
        case "kind", "changed":
            gone, new = d.detail
            said = [sentence("without {some}", some=tuple(map(str, gone)))] if gone else []
            said += [sentence("with {some}", some=tuple(map(str, new)))] if new else []
            what = tuple(said) or (sentence("other attributes"),)
            return sentence("{name}: {what}", name=one.namer.word(d.name), what=what)
        case "table", "changed" if d.detail:
            return sentence(
                "{name}: {before} → {after}", name=_keyed(d, one), before=_value(d.one, one), after=_value(d.two, two)
            )
        case "pieces", "moved":
            return sentence(
                "{word}: listed in another order, and they are not shuffled before play", word=one.namer.word(d.name, 2)
            )
        case "pieces", "changed":
            return sentence("{name}: {what}", name=one.namer.word(d.name, 2), what=_copies(d))
        case _, "added" | "removed":
            return _alone(d, one if d.how == "removed" else two)
    return _rule_sentence(d, one, two)


def _range(side: Side | None) -> str:
    low, high = side.parts if side else (0, 0)
    return str(low) if low == high else sentence("{low} to {high}", low=low, high=high)


def _option(d: Difference, one: Speaker, two: Speaker) -> str:
    question = next((o.question for o in one.model.options if o.name == d.name), d.name)
    return clean(f"{question} {answer(d.one, one)} → {answer(d.two, two)}")


def answer(side: Side | None, speaker: Speaker) -> str:
    """Return an option's value in force, with what it means."""
    option = side.parts[0] if side else None
    if not isinstance(option, Option):
        return "–"
    found = next((a for a in option.answers if a.value == option.value and type(a.value) is type(option.value)), None)
    if found is not None and found.meaning:
        name = speaker.namer.value(option.type, option.value) if isinstance(option.type, TruthType) else found.name
        return f"{name} ({found.meaning})" if isinstance(option.type, (OptionType, TruthType)) else found.meaning
    if found is not None and isinstance(option.type, OptionType):
        return found.name
    return speaker.namer.value(option.type, option.value)


def _value(side: Side | None, speaker: Speaker) -> str:
    part = side.parts[0] if side and side.parts else None
    return value_text(part, speaker.namer)


def value_text(part: object, namer: Namer) -> str:
    """Return a constant in words; anything else is left to the lines of the file."""
    if part is None:
        return "–"
    if hasattr(part, "value") and hasattr(part, "type"):
        return namer.value(part.type, part.value)
    items = getattr(part, "items", None)
    if items is not None:
        return ", ".join(value_text(item, namer) for item in items)
    return sentence("(see the lines)")


def _keyed(d: Difference, speaker: Speaker) -> str:
    ends = [[value_text(end, speaker.namer) for end in dict.fromkeys(key)] for key in d.detail[0]]
    keys = ["–".join(end) for end in ends]
    return f"{speaker.namer.word(d.name)} {', '.join(keys)}"


def _copies(d: Difference) -> str:
    said: list[str] = []
    for look, before, after in d.detail:
        known = [v[1] for v in look if v[0] == "const" and v[1] is not None]
        values = ", ".join(str(v[-1] if isinstance(v, tuple) else v) for v in known)
        name = values or sentence("one look")
        said.append(sentence("{name}: {before} → {after}", name=name, before=_number(before), after=_number(after)))
    if not said:
        return sentence("other attributes, or another place to begin")
    told = said[0]
    for more in said[1:]:
        told = sentence("{hint}; {more}", hint=told, more=more)
    return told


def _number(count: object) -> str:
    return sentence("none") if count is None else str(count) if isinstance(count, int) else sentence("another number")


def _alone(d: Difference, speaker: Speaker) -> str:
    """Return something that only one of the games has."""
    side = d.one if d.how == "removed" else d.two
    part = side.parts[0] if side and side.parts else None
    if isinstance(part, OnlyIf):
        return sentence(
            "{where}: only {label} has this requirement{reason}", where=_where(d, side), label=speaker.label, reason=_reason(part)
        )
    if d.what == "rule" and not isinstance(part, Option) and hasattr(part, "address"):
        return sentence("{where}: only {label} has this", where=_where(d, side), label=speaker.label)
    if isinstance(part, ScoreLine):
        return sentence(
            "score: only {label} has the line {line}", label=speaker.label, line=speaker.namer.within("score", part.name, 2)
        )
    if d.what == "winner":
        return sentence("winner: only {label} has this tie-break", label=speaker.label)
    word = speaker.namer.word(d.name)
    return sentence("only {label} has the {what} {word}", label=speaker.label, what=Keyword(d.what), word=word)


def _where(d: Difference, side: Side | None) -> str:
    return side.address if side else d.name


def _reason(part: OnlyIf) -> str:
    if part.reason is None:
        return ""
    return ": «" + "".join(p if isinstance(p, str) else "…" for p in plain_parts(part.reason)) + "»"


def _rule_sentence(d: Difference, one: Speaker, two: Speaker) -> str:
    address = _where(d, d.one or d.two)
    match d.how:
        case "moved":
            return sentence("{address}: in another order", address=address)
        case "head":
            return sentence("{address}: under another condition", address=address)
    if d.what in ("score", "winner", "rule"):
        if d.what == "score":
            return sentence("{address}: another line of the score", address=address)
        if d.what == "winner":
            return sentence("{address}: another criterion", address=address)
        return sentence("{address}: another rule", address=address)
    return sentence("{word}: another {what}", word=one.namer.word(d.name), what=Keyword(d.what))


# ---- what both say -------------------------------------------------------------------------------
def saying(side: Side | None, speaker: Speaker) -> Saying | None:
    """Return one side with the lines of its file, its place and its citations."""
    if side is None:
        return None
    spans = [side.span] if side.parts and isinstance(side.parts[0], Option) else [_span(p) for p in side.parts]
    known = [s for s in spans if s.line] or [side.span]
    lines = tuple(line for span in known[:MOST_LINES] for line in source_lines(span, speaker.texts))[:MOST_LINES]
    place = f"{known[0].path.rpartition('/')[2]}:{known[0].line}" if known[0].line else ""
    cites = tuple(dict.fromkeys(speaker.namer.citation(c) for c in side.cites))
    passages = tuple(dict.fromkeys(p for c in side.cites for p in speaker.passages(c)))
    return Saying(side.address, lines, clean(place), cites, passages)


def _span(part: object) -> Span:
    return getattr(part, "span", NOWHERE)


def source_lines(span: Span, texts: Mapping[str, str]) -> tuple[str, ...]:
    """Return the lines of a file that a span covers, without their common indent and without what is told there."""
    text = texts.get(span.path)
    if text is None or not span.line:
        return ()
    start = text.rfind("\n", 0, span.start) + 1
    rows = [clean(row.rstrip()) for row in text[start : max(span.end, start)].split("\n")]
    rows = list(_untold(row for row in rows if row.strip()))
    indent = min((len(r) - len(r.lstrip()) for r in rows), default=0)
    return tuple(row[indent:] for row in rows[:MOST_LINES])


def _untold(rows: Iterable[str]) -> Iterator[str]:
    """Yield lines that are no telling, nor the rest of one."""
    telling = False
    for row in rows:
        telling = row.lstrip().startswith(TELLINGS) or (telling and row.lstrip().startswith('"'))
        if not telling:
            yield row


def renamed_told(renamed: tuple[Renamed, ...]) -> tuple[str, ...]:
    """Things with another name, one sentence for each sort of thing."""
    found: dict[str, list[str]] = {}
    for one in renamed:
        found.setdefault(one.what, []).append(clean(f"{one.of + '.' if one.of else ''}{one.before} → {one.after}"))
    return tuple(f"{what}: {', '.join(names)}" for what, names in found.items())
