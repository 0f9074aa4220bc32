"""What a rule file declares, for a page: title, players, options, names; and the list of bundled games."""

from __future__ import annotations

from typing import Any

from rulekit.model.expressions import UNLIMITED
from rulekit.model.model import GameModel, Option, Word
from rulekit.model.types import NumberType, TruthType
from rulekit.report.text import clean
from rulekit.report.told.aim import about
from rulekit.report.told.language import languages
from rulekit.report.words import Namer, title_in
from rulekit.tools.io.library import head_of
from rulekit.tools.web.workers import sources
from rulekit.tools.web.workers.asked import Source
from rulekit.tools.web.workers.worker_cache import WorkerCache

Data = dict[str, object]
Words = dict[str, Word]
MOST_VALUES = 60


def outline(model: GameModel, lang: str) -> Data:
    """Return what a page needs to know of a game before it is played."""
    words = _words(model, lang)
    return {
        "name": model.name,
        "title": title_of(model, lang),
        "players": list(model.players),
        "languages": list(languages(model)),
        "options": [option_data(words, option) for option in model.options],
        "names": names(model),
    }


def title_of(model: GameModel, lang: str) -> str:
    """Return the title in a language."""
    return _word(_words(model, lang), model.name) or model.title or model.name.replace("_", " ")


def option_data(words: Words, option: Option) -> Data:
    """Return an option with its values, as many as can be shown."""
    question = _word(words, f"{option.name}.question") or option.question
    value, default = option.spelt(option.value), option.spelt(option.default)
    shown = [{"value": v, "text": t} for v, t in _values(words, option)[:MOST_VALUES]]
    low, high = _range(option)
    told = {"name": option.name, "question": question, "value": value, "default": default}
    return told | {"values": shown, "low": low, "high": high}


def _values(words: Words, option: Option) -> list[tuple[str, str]]:
    """Return the values as `--set` takes them, with what they mean."""
    meant = {a.name: _word(words, f"{option.name}.{a.name}") or a.meaning or a.name for a in option.answers}
    if option.answers:
        return list(meant.items())
    if isinstance(option.type, TruthType):
        return [("yes", "yes"), ("no", "no")]
    ends = [range(low, min(high, low + MOST_VALUES) + 1) for low, high in option.allowed if low != UNLIMITED]
    numbers = [str(n) for part in ends for n in part]
    endless = ["unlimited"] if any(high == UNLIMITED for _, high in option.allowed) else []
    return [(n, meant.get(n, n)) for n in (*numbers, *endless)]


def _range(option: Option) -> tuple[int | None, int | None]:
    """Return the ends of one whole range of numbers, for a slider."""
    if not isinstance(option.type, NumberType) or len(option.allowed) != 1 or UNLIMITED in option.allowed[0]:
        return None, None
    return option.allowed[0]


def _words(model: GameModel, lang: str) -> Words:
    return next((dict(table) for language, table in model.words if language == lang), {})


def _word(words: Words, name: str) -> str:
    word = words.get(name)
    return word.one if word is not None and isinstance(word.one, str) else ""


def names(model: GameModel) -> list[Data]:
    """Return everything with a name, for completion."""
    groups: tuple[tuple[str, Any], ...] = (
        ("kind", model.kinds), ("piece", model.sorts), ("place", model.places), ("tally", model.tallies),
        ("marker", model.markers), ("option", model.options), ("table", model.tables), ("define", model.defines),
    )  # fmt: skip
    found = [{"name": thing.name, "what": what} for what, things in groups for thing in things]
    found += [{"name": value, "what": "value"} for kind in model.kinds for value in kind.values]
    return [*found, *({"name": deed.name, "what": deed.role} for deed in model.deeds)]


def _short(path: str) -> str:
    """Return a change as it is named beside its game: `fr` for `cafe-del-gatto.fr.cafe`."""
    return path.removesuffix(".cafe").rpartition(".")[2]


def changes_of(model: GameModel, source: Source, lang: str) -> list[str]:
    """Return the titles of the readings, variants and house rules that are on a game."""
    heads = [head_of(text, path) for path, text in source["files"][1:]]
    return [title_in(model, lang, head.name) or head.title or head.name.replace("_", " ") for head in heads if head.of]


def settings_of(namer: Namer, source: Source) -> list[str]:
    """Return what the options of a game were set to, in words: `Does it rain? yes`."""
    names = {name for name, _ in source["set"]}
    return [_setting(namer, option) for option in namer.model.options if option.name in names]


def _setting(namer: Namer, option: Option) -> str:
    address = f"{option.name}.question"
    asked = namer.word(address) if namer.has_word(address) else option.question
    return clean(f"{asked} {namer.answer(option.name, option.value)}")


# ---- the bundled games ---------------------------------------------------------------------------
def game_list(cache: WorkerCache, lang: str) -> list[Data]:
    """Return the bundled games with their readings, variants and options."""
    heads = sources.heads()
    found = []
    for path, head in heads.items():
        if head.role != "game":
            continue
        source = sources.resolve({"game": path.removesuffix(".cafe")})
        model = cache.game(sources.source_id(source), source).model
        engine = cache.engine(sources.source_id(source), source, model.players[0])
        of = {n: h for n, h in heads.items() if h.of == head.name and h.role in ("reading", "variant")}
        titles = {n: sources.titles(n).get(lang) or h.title or h.name for n, h in of.items()}
        changes = [{"name": _short(n), "title": titles[n], "role": h.role, "players": h.players} for n, h in of.items()]
        more = {"name": path.removesuffix(".cafe"), "changes": changes, "names": []}
        found.append(outline(model, lang) | more | {"minutes": model.minutes, "about": about(model, engine, lang)})
    return found
