"""The whole way from text to a checked game: parse, change, resolve, check.

Comes in: texts with their paths. Goes out: the model of the game, or nothing, and every finding made on the way.
A mistake in one declaration does not hide those in others; what it makes unknown (`lost`) is not reported again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import attrs

from rulekit.diagnostics import Checked, Diagnostic, Span
from rulekit.model.analysis.references import PartialModel
from rulekit.model.checks.all_checks import check, check_sound_parts
from rulekit.model.model import GameModel
from rulekit.model.overlays.addresses import find
from rulekit.model.overlays.conflicts import with_taker
from rulekit.model.overlays.overlay import Stack, overlay_names, stack_overlays
from rulekit.model.overlays.unused import in_use
from rulekit.model.resolve import resolve
from rulekit.suggestions import Suggestions
from rulekit.syntax import ast
from rulekit.syntax.keywords import vocabulary
from rulekit.syntax.layout import COMMENT, STRING_OR_REST
from rulekit.syntax.parse import parse
from rulekit.wording import names_in

Source = tuple[str, str]
MISSING = ("RK451", "RK452", "RK456", "RK458", "RK463", "RK464")
UNUSED = ("RK410", "RK411", "RK412")
FAMILIES = (ast.Place, ast.Tally, ast.Marker)
CHANGING = (
    ast.With, ast.Replace, ast.ReplaceRule, ast.ReplaceRow, ast.ReplaceValue, ast.Remove, ast.Insert, ast.AddTo,
)  # fmt: skip
_QUIET = re.compile(f"{STRING_OR_REST.pattern}|{COMMENT.pattern}")
_FIRST_LINE = re.compile(r"\s*(?:#[^\n]*\n\s*)*[^\n]*")


def check_game(
    text: str, path: str, changes: tuple[Source, ...] = (), settings: tuple[tuple[str, str], ...] = ()
) -> Checked[GameModel]:
    """Make a checked game of a text and the texts of its changes. Settings are pairs of an option and its value."""
    game = parse(text, path)
    parsed = [parse(change, where) for change, where in changes]
    files = tuple(file.value for file in parsed if file.value is not None)
    syntax = game.diagnostics + tuple(d for file in parsed for d in file.diagnostics)
    if game.value is None or len(files) < len(parsed):
        return Checked(None, syntax)
    lost_heads = (_has_lost_head(file, change[0]) for file, change in zip(parsed, changes, strict=True))
    if _is_broken_change(game, text) or any(lost_heads):
        return Checked(None, syntax)
    lost = lost_names(game, text).union(*(lost_names(file, change[0]) for file, change in zip(parsed, changes, strict=True)))
    return Checked(game.value, syntax).then(lambda tree: check_trees((tree, *files), settings, lost))


def check_trees(
    trees: tuple[ast.File, ...], settings: tuple[tuple[str, str], ...] = (), lost: frozenset[str] = frozenset()
) -> Checked[GameModel]:
    """Make a checked game of the trees of its files, the game first, then its changes."""
    game, *changes = trees
    changed = stack_overlays(game, tuple(changes), settings)
    known = Checked(changed.value, _sure(changed.diagnostics, lost))
    return known.then(lambda stack: _meaning(stack, tuple(changes), lost))


def _meaning(stack: Stack, changes: tuple[ast.File, ...], lost: frozenset[str]) -> Checked[GameModel]:
    """Return what a changed game means; a name that a file misses because another one took it away is told with that place."""
    made = _resolved(stack, changes, lost).then(lambda model: _check(model, stack.file))
    return Checked(made.value, tuple(with_taker(finding, stack.touched) for finding in made.diagnostics))


def _resolved(stack: Stack, changes: tuple[ast.File, ...], lost: frozenset[str]) -> Checked[GameModel]:
    file = stack.file
    spoken = {change.span.path: change.language for change in changes if change.language != file.language}

    def look_on(partial: PartialModel) -> tuple[Diagnostic, ...]:
        return _placed(check_sound_parts(partial), file)

    readings = tuple((one.name, one.books) for one in stack.overlays if one.role == "reading")
    made = resolve(file, overlay_names(changes), lost, look_on, spoken, stack.answers)
    return made.then(lambda model: Checked(attrs.evolve(model, readings=readings)))


def _without_texts(text: str) -> str:
    """Without texts in quotes and comments; what follows a quote that is never closed may be anything, so it stays."""
    return _QUIET.sub(lambda m: m.group()[1:] if m.group().startswith('"') and not m.group("closed") else " ", text)


def _has_head(file: Checked[ast.File]) -> bool:
    return file.value is None or any(isinstance(item, ast.Game | ast.OverlayHead) for item in file.value.items)


def _is_broken_change(file: Checked[ast.File], text: str) -> bool:
    """Return whether this is no game but a file of changes whose head could not be read: nothing is known of its game."""
    if file.ok or file.value is None or _has_head(file):
        return False
    return _begins_like_change(file.value, text) or any(isinstance(item, CHANGING) for item in file.value.items)


def _begins_like_change(file: ast.File, text: str) -> bool:
    line = _FIRST_LINE.match(text)
    word = re.search(r"\w+", _without_texts(text[line.end() if line else 0 :]))
    spellings = vocabulary(file.language).spellings
    return word is not None and _is_like(word.group(), (*spellings["VARIANT"], *spellings["READING"]))


def _is_like(word: str, spellings: tuple[str, ...]) -> bool:
    return word in spellings or bool(Suggestions().nearest(word, spellings, alike=0.75))


def _has_lost_head(file: Checked[ast.File], text: str) -> bool:
    """Return whether the first declaration of a file of changes, which says what it changes, could not be read."""
    if file.ok or file.value is None or _has_head(file):
        return False
    first = min((item.span.start for item in file.value.items), default=len(text))
    line = _FIRST_LINE.match(text)
    return bool(_without_texts(text[line.end() if line else 0 : first]).strip())


def _check(model: GameModel, file: ast.File) -> Checked[GameModel]:
    found = check(model)
    if model.overlays:
        found = tuple(_without_served(found, file))
    return Checked(model, _placed(found, file))


def _without_served(findings: tuple[Diagnostic, ...], file: ast.File) -> Iterator[Diagnostic]:
    """Without what is about something of the game that only served a replaced rule, or that a change made smaller."""
    used = in_use(file.items)
    anew = {item.name.text for item in file.items if isinstance(item, FAMILIES) and item.span.path != file.span.path}
    idle = {item.span for item in file.items if isinstance(item, ast.Place) and item.name.text not in used}
    for finding in findings:
        served = finding.code in UNUSED and finding.span.path == file.span.path
        shorter = (
            finding.code == "RK312" and finding.span.path == file.span.path and not anew.isdisjoint(names_in(finding.message))
        )
        if not shorter and (not served or (finding.code == "RK412" and finding.span not in idle)):
            yield finding


def _placed(findings: Iterable[Diagnostic], file: ast.File) -> tuple[Diagnostic, ...]:
    """Put the place in where the model knows only an address: totals, lines of the score, and the winner."""
    totals = {item.span: item.total.span for item in file.items if isinstance(item, ast.Piece) and item.total is not None}
    lines = {f"score.{line.name.text}": line.span for item in file.items if isinstance(item, ast.Score) for line in item.lines}

    def place(finding: Diagnostic) -> Span:
        if finding.code == "RK430":
            return totals.get(finding.span, finding.span)
        if finding.span.line:
            return finding.span
        if finding.span.path in lines:
            return lines[finding.span.path]
        found = find(file.items, tuple(finding.span.path.split(".")))
        return found.part.span if found else finding.span

    return tuple(attrs.evolve(finding, span=place(finding)) for finding in findings)


def _sure(findings: tuple[Diagnostic, ...], lost: frozenset[str]) -> tuple[Diagnostic, ...]:
    """Without what a lost declaration may have caused."""
    return tuple(d for d in findings if not (lost and d.code in MISSING))


def lost_names(file: Checked[ast.File], text: str) -> frozenset[str]:
    """Return the words in the declarations the parser had to skip."""
    if file.value is None or not any(d.is_error for d in file.diagnostics):
        return frozenset()
    first = _FIRST_LINE.match(text)
    end = first.end() if first else 0
    gaps: list[str] = []
    for item in sorted(file.value.items, key=lambda item: item.span.start):
        gaps.append(text[end : item.span.start])
        end = max(end, item.span.end)
    gaps.append(text[end:])
    words = {word for gap in gaps for word in re.findall(r"\w+", _without_texts(gap))}
    heads = ((ast.Game, "game"), (ast.Play, "play"), (ast.Setup, "setup"), (ast.Score, "score"))
    words |= {name for cls, name in heads if words and not any(isinstance(item, cls) for item in file.value.items)}
    return frozenset(words)
