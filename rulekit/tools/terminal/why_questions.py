"""`? words`, and moves in words: from a player's words to the deed and the choices they mean.

`buy milk 3 latte` names an action and, in the order of its sentence or else as they are asked, what to choose; words may be
shortened to what tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from rulekit.engine import best_reason
from rulekit.engine.best_reason import Answer
from rulekit.engine.engine import Engine
from rulekit.engine.explain import Matcher, Wanted
from rulekit.engine.state import State
from rulekit.model import expressions as exprs
from rulekit.model.expressions import Text
from rulekit.model.model_walk import everything, leaves
from rulekit.model.types import KindType, ListType, NumberType, OptionalType, PieceType, PlayerType, TruthType, Type
from rulekit.program import program as prog
from rulekit.program.program import Cell, Cells, CellValue
from rulekit.report.rules.reasons import reason_lines
from rulekit.report.text import clean, plain
from rulekit.report.words import Namer
from rulekit.syntax.keywords import little_words
from rulekit.tools.terminal.menu import WORD, Menu

MOST_WORDS = 40  # of a question; more are not read
MOST_MOVES = 8  # that an answer names


@frozen
class Slot:
    """A choice of a deed: its name and type."""

    name: str
    type: Type


def answer(namer: Namer, engine: Engine, state: State, words: str, menu: Menu | None = None) -> list[str]:
    """Return why what the words say can or cannot be done now. No words: all actions; the letter of a move in the menu: that."""
    if menu is not None and menu.is_letter(words):
        return _possible(namer, engine, state, menu, menu.meant(words))
    actions = [name for name, role in engine.program.deeds if role == "action"]
    if not words.strip():
        return [line for action in actions for line in _one(namer, engine, state, action)]
    typed = words.lower().replace(",", " ").split()[:MOST_WORDS]
    part = menu.with_part(words) if menu is not None else []
    if menu is not None and part and len(typed) > 1:
        return _possible(namer, engine, state, menu, part)
    found = _action(namer, actions, typed) or _spoken_of(namer, engine, state, actions, tuple(typed))
    if found is not None:
        return _one(namer, engine, state, *found, " ".join(words.lower().split()))
    possible = menu.with_words(words) if menu is not None else []
    if menu is not None and possible:
        return _possible(namer, engine, state, menu, possible)
    about = [a for a in actions if not _told_anywhere(namer, engine, state, a, tuple(typed))[2]]
    if about:  # a thing alone, that several actions could choose
        return [line for action in about for line in _one(namer, engine, state, action, tuple(typed))]
    return [namer.say("which_action", actions=", ".join(namer.deed(a) for a in actions))]


def meant(namer: Namer, engine: Engine, state: State, menu: Menu, typed: str) -> list[int]:
    """Return the moves of the menu that a line can mean; where it makes every choice, it means them as a question does."""
    found = menu.meant(typed)
    if menu.is_letter(typed) or len(found) == len(menu.with_part(typed)) == 1:
        return found
    wanted = _wanted(namer, engine, state, typed)
    if wanted is None or len(wanted.named) < len(slots(engine.program, wanted.deed)):
        return found
    asked = best_reason.answer(engine, state, wanted, engine.decider(state)).moves
    both = [n for n in found if engine.moves(state)[n] in asked]
    return both if both or not asked else found


def reason_against(namer: Namer, engine: Engine, state: State, words: str) -> str | None:
    """Return the best reason why what the words say cannot be done now; none if it is just not its time.

    None if they mean no action, or one that can be done.
    """
    wanted = _wanted(namer, engine, state, words)
    found = None if wanted is None else best_reason.answer(engine, state, wanted, engine.decider(state))
    if found is None or found.moves:
        return None
    return why_not(namer, engine, state, found, alone=False)[0] if _is_told(found) else ""


def _wanted(namer: Namer, engine: Engine, state: State, words: str) -> Wanted | None:
    """Return what the words ask for; None if they mean no action, or more than the choices of one."""
    actions = [name for name, role in engine.program.deeds if role == "action"]
    typed = words.lower().replace(",", " ").split()[:MOST_WORDS]
    named = (_action(namer, actions, typed) or _spoken_of(namer, engine, state, actions, tuple(typed))) if typed else None
    if named is None:
        return None
    told, _, left = _understood(namer, engine, state, *named)
    return None if left else Wanted(named[0], told)


def _spoken_of(
    namer: Namer, engine: Engine, state: State, actions: Sequence[str], words: tuple[str, ...]
) -> tuple[str, tuple[str, ...]] | None:
    """Return the one action whose sentence can have all these words, if there is one, and the words."""
    fits = [a for a in actions if said_words(namer, a) and not _told_anywhere(namer, engine, state, a, words)[2]]
    return (fits[0], words) if len(fits) == 1 else None


def _possible(namer: Namer, engine: Engine, state: State, menu: Menu, found: list[int]) -> list[str]:
    """Return moves that can be made, and the rules that they are made by."""
    moves = [engine.moves(state)[n] for n in found]
    lines = [namer.say("answer_yes", deed=menu.texts[n], count=1) for n in found[:MOST_MOVES]]
    if len(found) > MOST_MOVES:
        lines.append(namer.say("more", what="…", count=len(found) - MOST_MOVES))
    addresses = dict.fromkeys(address for move in moves for address in move.actions)
    cites = {rule.address: rule.cites for rule in engine.program.rules if rule.address in addresses}
    for address in addresses:
        cited = namer.citations(cites.get(address, ()))
        said = namer.say("rule_cited", address=address, cited=cited) if cited else namer.say("rule", address=address)
        lines.append(f"    {said}")
    return lines


def _action(namer: Namer, actions: Sequence[str], words: list[str]) -> tuple[str, tuple[str, ...]] | None:
    """Return the action that the words begin with (the longest name wins), and the words after it."""
    best: tuple[int, str] | None = None
    for action in actions:
        for name in (plain(namer.word(action)).split(), action.split("_"), [action], said_words(namer, action)[:1]):
            if name and [plain(w) for w in words[: len(name)]] == name and (best is None or len(name) > best[0]):
                best = len(name), action
    if best is None:
        near = [a for a in actions if any(w.startswith(plain(words[0])) for w in (*plain(namer.word(a)).split(), a))]
        best = (1, near[0]) if len(near) == 1 else None
    return None if best is None else (best[1], tuple(words[best[0] :]))


def _one(namer: Namer, engine: Engine, state: State, action: str, words: tuple[str, ...] = (), asked: str = "") -> list[str]:
    """Return whether an action can be done as the words say; if it was `asked` about alone, also what can be done instead."""
    told, said, left = _understood(namer, engine, state, action, words)
    deed = clean(asked) if asked and namer.speaks else " ".join((namer.deed(action), *said))
    if left:
        choices = ", ".join(namer.within(action, s.name) for s in slots(engine.program, action))
        if not choices:
            return [namer.say("what_is_meant_alone", deed=deed, words=" ".join(left))]
        return [namer.say("what_is_meant", deed=deed, words=" ".join(left), choices=choices)]
    found = best_reason.answer(engine, state, Wanted(action, told), engine.decider(state))
    if found.moves:
        return [namer.say("answer_yes", deed=deed, count=len(found.moves))]
    first, *rest = why_not(namer, engine, state, found, bool(asked))
    return [namer.say("answer_no", deed=deed, reason=first), *(f"  {line}" for line in rest)]


def why_not(namer: Namer, engine: Engine, state: State, found: Answer, alone: bool = True) -> list[str]:
    """Return what refuses an action or keeps the player from it; asked about alone, all of it, or what can be done instead."""
    if _is_told(found):
        return list(reason_lines(namer, found, state.cells, alone))
    others = ", ".join(dict.fromkeys(namer.deed(a) for move in engine.moves(state) for a in move.actions)) if alone else ""
    return [namer.say("not_now_but", actions=others) if others else namer.say("not_now")]


def _is_told(found: Answer) -> bool:
    """Return whether there is more to say than that it is not the time for an action."""
    return bool(found.best.address) or found.reached


# ---- what the words mean -------------------------------------------------------------------------
def slots(program: prog.Program, action: str) -> tuple[Slot, ...]:
    """Return the parameters of an action, then its choices in the order of the text."""
    starts = (node for node in program.nodes if isinstance(node, prog.Start) and node.action == action)
    found = {name: Slot(name, kind) for start in starts for _, name, kind in start.told}
    for node in reversed(program.nodes):
        address = program.rules[node.rule].address
        if isinstance(node, prog.Choose) and (address == action or address.startswith(f"{action}.")):
            for pick in node.picks:
                found.setdefault(pick.name, Slot(pick.name, ListType(pick.type) if pick.several else pick.type))
    return tuple(found.values())


def _slots(namer: Namer, engine: Engine, action: str) -> list[Slot]:
    """Return the choices in the order in which the action's sentence says them, then those that it does not say."""
    text = _sentence(namer, action)
    said = [e.name for leaf in leaves(text) for e in everything(leaf) if isinstance(e, Cell)] if text is not None else []
    return sorted(slots(engine.program, action), key=lambda slot: said.index(slot.name) if slot.name in said else len(said))


def _sentence(namer: Namer, action: str) -> Text | None:
    found = namer.texts.find(namer.language, "say", action) if namer.texts is not None else None
    return None if found is None else found.text


def _understood(
    namer: Namer, engine: Engine, state: State, action: str, words: tuple[str, ...]
) -> tuple[dict[str, Matcher], list[str], tuple[str, ...]]:
    """Give the words to the choices, in the order of the rule, or else of the sentence."""
    told, said, left = _told(namer, engine, state, action, words)
    in_order = not left or not said_words(namer, action)
    return (told, said, left) if in_order else _told_anywhere(namer, engine, state, action, words)


def _told(
    namer: Namer, engine: Engine, state: State, action: str, words: tuple[str, ...]
) -> tuple[dict[str, Matcher], list[str], tuple[str, ...]]:
    """Give the words to the choices, one after another: matchers by name, the words understood, the words left over."""
    told: dict[str, Matcher] = {}
    said: list[str] = []
    for slot in _slots(namer, engine, action):
        if not words:
            break
        words = _unnamed(namer.within(action, slot.name), words)
        used = _used(namer, state, slot.type, words)
        if used:
            told[slot.name] = _matcher(namer, state, slot.type, words[:used])
            said += words[:used]
            words = words[used:]
    return told, said, words


def said_words(namer: Namer, action: str) -> list[str]:
    """Return the words of an action's sentence, told to the player, without the values in it."""
    text = _sentence(namer, action)
    return [] if text is None else [word for part in _spelt(text) for word in WORD.findall(plain(part))]


def _spelt(text: Text) -> Iterator[str]:
    for part in text.parts:
        match part:
            case str():
                yield part
            case exprs.ToAndOf(to=to):
                yield from _spelt(to)
            case exprs.Maybe(text=inner):
                yield from _spelt(inner)
            case exprs.ByValue(forms=forms) | exprs.Fitting(forms=forms):
                for form in forms:
                    yield from _spelt(form)
            case exprs.Little(word=word):
                yield word


def _told_anywhere(
    namer: Namer, engine: Engine, state: State, action: str, words: tuple[str, ...]
) -> tuple[dict[str, Matcher], list[str], tuple[str, ...]]:
    """Give the words of a sentence to the choices, in any order, and leave out those that the sentence has itself."""
    told: dict[str, Matcher] = {}
    said: list[str] = []
    for slot in _slots(namer, engine, action):
        at = next((n for n in range(len(words)) if _used(namer, state, slot.type, words[n:])), None)
        if at is not None:
            used = _used(namer, state, slot.type, words[at:])
            told[slot.name] = _matcher(namer, state, slot.type, words[at : at + used])
            said += words[at : at + used]
            words = (*words[:at], *words[at + used :])
    little = little_words(namer.language).forms
    own = {*said_words(namer, action), *(plain(form.rstrip("'")) for forms in little.values() for form in forms.values())}
    return told, said, tuple(word for word in words if plain(word) not in own)


def _unnamed(name: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words without the name of the choice, if they begin with it and go on: `n 2` is `2`."""
    called = plain(name).split()
    begin = [plain(w) for w in words[: len(called)]]
    return words[len(called) :] if begin == called and len(words) > len(called) else words


def _used(namer: Namer, state: State, kind: Type, words: tuple[str, ...]) -> int:
    """Return how many of the next words speak of a value of this type."""
    names, typed = _names(namer, state, kind), tuple(map(plain, words))
    for count in range(len(words), 0, -1):
        if any(_fits(name, typed[:count]) for name in names):
            return count
    return 0


def _names(namer: Namer, state: State, kind: Type) -> list[str]:
    match kind:
        case OptionalType(of=of) | ListType(of=of):
            return _names(namer, state, of)
        case PieceType(sort=name):
            sort = next(s for s in namer.layout.sorts if s.name == name)
            return sorted({namer.piece(sort.first + n, state.cells) for n in range(sort.count)})
    return [namer.value(kind, v) for v in _values(namer, kind)]


def _values(namer: Namer, kind: Type) -> Iterable[CellValue]:
    match kind:
        case KindType(kind=name):
            return range(len(next(k.values for k in namer.layout.kinds if k.name == name)))
        case PlayerType():
            return range(namer.layout.players)
        case TruthType():
            return (False, True)
        case NumberType():
            return range(-1000, 10_001)
    return ()


def _fits(name: str, typed: Sequence[str]) -> bool:
    """Return whether plain words are (beginnings of) words of the name, each of another one; numbers have to be whole."""
    parts = WORD.findall(plain(name))
    for word in (part for said in typed for part in WORD.findall(said) or [said]):
        found = next((p for p in parts if p == word or (not word.lstrip("-").isdigit() and p.startswith(word))), None)
        if found is None:
            return False
        parts.remove(found)
    return True


def _matcher(namer: Namer, state: State, kind: Type, words: tuple[str, ...]) -> Matcher:
    """Return what the words mean: the value they name in full, else every value they may be short for."""
    whole, typed = plain(" ".join(words)), tuple(map(plain, words))
    in_full = any(plain(name) == whole for name in _names(namer, state, kind))

    def fits(cells: Cells, value: CellValue) -> bool:
        name = namer.value(kind, value, cells)
        return plain(name) == whole if in_full else _fits(name, typed)

    return fits
