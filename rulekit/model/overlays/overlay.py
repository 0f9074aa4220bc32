"""Readings, variants, words and settings applied to a game: many ASTs → one AST of a whole game.

Comes in: the game's tree, the trees of its changes in the order they were given, settings from outside (`tip=2`), which
have the last word. Goes out: one tree without heads of changes, or what stands against it. The settings in force are
`With` items at its end, and removals that say why are `Remove` items. What the changed game means is left to `resolve`;
the base is never changed.
"""

from __future__ import annotations

from itertools import islice

import attrs
from attrs import frozen

from rulekit.diagnostics import Checked, Diagnostic, Label, Severity, finding
from rulekit.model.model import STATED
from rulekit.model.overlays.addresses import Found, declaration_key, find, near_address, new_numbers, number_rules, plain_rules
from rulekit.model.overlays.change_files import Overlay, Placed, overlay_names, read_changes, setting, too_much
from rulekit.model.overlays.conflicts import HARD, HEAD, Touch, clash, gives_way, touch_of
from rulekit.model.overlays.edits import Edit, carry_out, put
from rulekit.model.overlays.strength import Answered, strength_of
from rulekit.model.overlays.tellings import without_old_words
from rulekit.model.overlays.unused import leave_out
from rulekit.suggestions import Suggestions
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import rewrite
from rulekit.wording import sentence

__all__ = ["apply_overlays", "overlay_names", "stack_overlays"]
Items = tuple[ast.Item, ...]
NAMELESS = (ast.Setup, ast.Play, ast.Score, ast.Winner)
MOST_CONFLICTS = 100
MOST_OPTIONS = 40


@frozen
class Draft:
    """A game while it is being changed. `sections`: those of the base; `removals`: those that say why.

    `waived`: changes that gave way to the last word of another file, with their own one; `decided`: options set from outside.
    """

    items: Items
    withs: tuple[ast.With, ...] = ()
    removals: tuple[ast.Remove, ...] = ()
    sections: frozenset[str] = frozenset()
    touched: tuple[Touch, ...] = ()
    waived: tuple[tuple[Overlay, ast.Item], ...] = ()
    decided: frozenset[str] = frozenset()
    answers: tuple[Answered, ...] = ()
    suggestions: Suggestions = attrs.field(factory=Suggestions, eq=False)


@frozen
class Stack:
    """A game with its changes: the tree that counts, the files in the order they were applied, what each of them did.

    `items` are those of the tree with the requirements numbered, as addresses see them.
    """

    file: ast.File
    items: Items
    overlays: tuple[Overlay, ...]
    touched: tuple[Touch, ...]
    waived: tuple[tuple[Overlay, ast.Item], ...]
    answers: tuple[Answered, ...]


def apply_overlays(
    game: ast.File, changes: tuple[ast.File, ...], settings: tuple[tuple[str, str], ...] = ()
) -> Checked[ast.File]:
    """Apply changes and settings to a game."""
    return stack_overlays(game, changes, settings).then(lambda stack: Checked(stack.file))


def stack_overlays(game: ast.File, changes: tuple[ast.File, ...], settings: tuple[tuple[str, str], ...] = ()) -> Checked[Stack]:
    """Apply changes and settings to a game, and keep what each of them did."""
    read = read_changes(game, changes)
    if read.value is None:
        return Checked(None, read.diagnostics)
    found: list[Diagnostic] = list(read.diagnostics)
    beyond = too_much(read.value, sum(file.span.end for file in (game, *changes)))
    if beyond is not None:
        return Checked(None, (*found, beyond))
    sections = frozenset(item.name.text for item in game.items if isinstance(item, ast.Section))
    base = Draft(number_rules(game.items), sections=sections, decided=frozenset(name for name, _ in settings))
    states = [base]
    for overlay in read.value:
        states.append(_apply(states[-1], overlay, read.value, base, found))
    final = _settings(states[-1], settings, found)
    if any(d.is_error for d in found):
        return Checked(None, tuple(found))
    beaten = (one for one in read.value if any(other.beats(one) for other in read.value))
    states[:-1] += [_all_parts(base, one, (), []) for one in beaten]
    items = leave_out(tuple(state.items for state in states)) if changes else final.items
    file = attrs.evolve(game, items=_finished(items, final, game.span.path))
    return Checked(Stack(file, items, read.value, final.touched, final.waived, final.answers), tuple(found))


def _apply(before: Draft, overlay: Overlay, overlays: tuple[Overlay, ...], base: Draft, found: list[Diagnostic]) -> Draft:
    """Apply one file; complain if nothing is different afterwards."""
    mine: list[Diagnostic] = []
    after = _all_parts(before, overlay, overlays, mine)
    found.extend(mine)
    if mine or not _is_same_game(after, before) or len(after.answers) > len(before.answers) or _only_examples(overlay):
        return after
    alone: list[Diagnostic] = []
    if _is_same_game(_all_parts(base, overlay, (), alone), base) or alone:
        found.append(
            finding(
                "RK458",
                overlay.span,
                "{title} leaves the game as it was",
                "everything it says is already so in the game's own file; change what it says, or take the file away",
                related=tuple(Label(part.item.span, sentence("the game says so already")) for part in overlay.parts[:1]),
                severity=Severity.WARNING,
                title=overlay.title,
            )
        )
    return after


def _only_examples(overlay: Overlay) -> bool:
    """Return whether the file brings examples alone: more to test, nothing else to play."""
    return bool(overlay.parts) and all(isinstance(part.item, ast.Example) for part in overlay.parts)


def _all_parts(draft: Draft, overlay: Overlay, overlays: tuple[Overlay, ...], found: list[Diagnostic]) -> Draft:
    last_words = [part.item for other in overlays if other.beats(overlay) for part in other.parts]
    draft = _head(draft, overlay, found)
    for part in overlay.parts:
        draft = _open(draft, overlay, part.section)
        if any(gives_way(part.item, word) for word in last_words):
            draft = attrs.evolve(draft, waived=(*draft.waived, (overlay, part.item)))
        else:
            draft = _part(draft, overlay, part, found)
    for section in overlay.sections:
        draft = _open(draft, overlay, section.name.text)
    return attrs.evolve(draft, items=number_rules(draft.items))


def _is_same_game(one: Draft, two: Draft) -> bool:
    """Whether what counts is the same: no remarks, examples, sections or citations, no settings that only confirm a default."""
    silent = (ast.Remark, ast.Section, ast.Example)
    ours, theirs = ([item for item in draft.items if not isinstance(item, silent)] for draft in (one, two))
    if len(ours) != len(theirs) or _counting_settings(one) != _counting_settings(two):
        return False
    return all(a is b or rewrite(a, _uncited) == rewrite(b, _uncited) for a, b in zip(ours, theirs, strict=True))


def _counting_settings(draft: Draft) -> dict[str, ast.Literal]:
    defaults = {item.name.text: item.default for item in draft.items if isinstance(item, ast.Option)}
    return {w.option.text: w.value for w in draft.withs if defaults.get(w.option.text) != w.value}


def _uncited(node: ast.Node) -> ast.Node:
    if isinstance(node, ast.Game):
        return attrs.evolve(node, head=tuple(line for line in node.head if not isinstance(line, ast.Source)), cites=())
    return attrs.evolve(node, cites=()) if getattr(node, "cites", ()) else node  # type: ignore[call-arg]


# ---- heads and sections --------------------------------------------------------------------------
def _head(draft: Draft, overlay: Overlay, found: list[Diagnostic]) -> Draft:
    """Sources are added to the game's; numbers of players, age and minutes take the place of the game's."""
    number = next((n for n, item in enumerate(draft.items) if isinstance(item, ast.Game)), None)
    if number is None:
        return draft
    game = draft.items[number]
    assert isinstance(game, ast.Game)
    head = game.head
    for line in overlay.head:
        if isinstance(line, ast.Source) and not any(
            isinstance(old, ast.Source) and old.name.text == line.name.text for old in head
        ):
            head = (*head, line)
        if isinstance(line, ast.PlayersLine | ast.Age | ast.Minutes):
            word = {ast.PlayersLine: HEAD[0], ast.Age: HEAD[1], ast.Minutes: HEAD[2]}[type(line)]
            was = next((old for old in head if isinstance(old, type(line))), None)
            value = attrs.evolve(line, cites=())
            touch = Touch(overlay, line.span, "sets", (word,), word, value=value, cites=line.cites, was=was)
            draft = _touched(draft, touch, found)
            head = (*(old for old in head if not isinstance(old, type(line))), line)
    return attrs.evolve(draft, items=put(draft.items, number, attrs.evolve(game, head=head)))


def _open(draft: Draft, overlay: Overlay, name: str | None) -> Draft:
    """Make sure a section exists; headings for other sources are added to it."""
    new = next((s for s in overlay.sections if s.name.text == name), None)
    if new is None:
        return draft
    for number, item in enumerate(draft.items):
        if isinstance(item, ast.Section) and item.name.text == name:
            known = {heading.source.text for heading in item.headings}
            more = tuple(heading for heading in new.headings if heading.source.text not in known)
            return attrs.evolve(draft, items=put(draft.items, number, attrs.evolve(item, headings=item.headings + more)))
    return attrs.evolve(draft, items=(*draft.items, new))


def _place(draft: Draft, item: ast.Item, section: str | None) -> Draft:
    """Put a new item at the end of its section; without one at the end of the base's own part."""
    items = draft.items
    if section is None and isinstance(item, ast.Remark):
        section = next((c.section for c in item.cites if isinstance(c, ast.Cite)), None)
    heads = [(n, s.name.text) for n, s in enumerate(items) if isinstance(s, ast.Section)]
    if section is not None and any(name == section for _, name in heads):
        start = next(n for n, name in heads if name == section)
        end = next((n for n, _ in heads if n > start), len(items))
    else:
        end = next((n for n, name in heads if name not in draft.sections), len(items))
    return attrs.evolve(draft, items=(*items[:end], item, *items[end:]))


# ---- one change ----------------------------------------------------------------------------------
def _part(draft: Draft, overlay: Overlay, part: Placed, found: list[Diagnostic]) -> Draft:
    item = part.item
    match item:
        case ast.With():
            return _with(draft, overlay, item, found)
        case ast.Replace():
            return _replace(draft, overlay, item, found)
        case ast.AddToLayout():
            return _add_to_layout(draft, overlay, item, found)
        case ast.ReplaceRule() | ast.ReplaceRow() | ast.ReplaceValue() | ast.Remove() | ast.Insert() | ast.AddTo():
            return _edit(draft, overlay, item, found)
        case ast.Words() | ast.Look():
            fresh = attrs.evolve(draft, items=without_old_words(draft.items, item))
            return _place(fresh, attrs.evolve(item, game=None), part.section)
        case ast.Remark():
            return _place(draft, item, part.section)
        case ast.Game() | ast.OverlayHead() | ast.Section():
            return draft
        case ast.Tell():
            return _place(draft, item, part.section)
        case _:
            return _new(draft, overlay, item, part.section, found)


def _touched(draft: Draft, touch: Touch, found: list[Diagnostic]) -> Draft:
    """Note what is touched, and every conflict with what was touched before; settings from outside decide about options."""
    before = (old for old in draft.touched if not (old.mode == touch.mode == "sets" and touch.text in draft.decided))
    conflicts = (conflict for old in before if (conflict := clash(touch, old)))
    found.extend(islice(conflicts, max(0, MOST_CONFLICTS - len(found))))
    return attrs.evolve(draft, touched=(*draft.touched, touch))


def _edit(draft: Draft, overlay: Overlay, change: Edit, found: list[Diagnostic]) -> Draft:
    target = find(draft.items, change.address.parts)
    if target is None:
        touch = touch_of(overlay, change, Found(change.address.parts, -1, change))
        found.append(_nothing_there(draft, touch, change.address))
        return draft
    count = len(found)
    draft = _touched(draft, touch_of(overlay, change, target), found)
    if len(found) > count:
        return draft
    outcome = carry_out(draft.items, change, target)
    if isinstance(outcome, Diagnostic):
        found.append(outcome)
        return draft
    why = (change,) if isinstance(change, ast.Remove) and change.cites else ()
    return attrs.evolve(draft, items=outcome, removals=draft.removals + why)


def _nothing_there(draft: Draft, touch: Touch, address: ast.Address) -> Diagnostic:
    """No such address: gone by another change, or misspelled."""
    text = ".".join(address.parts)
    for old in draft.touched:
        gone = attrs.evolve(old, key=tuple(old.text.split(".")), inside=old.inside | {old.key})
        conflict = clash(touch, gone) if old.mode in HARD else None
        if conflict:
            return conflict
    hint = near_address(draft.items, text, draft.suggestions)
    taken = [old for old in draft.touched if old.mode in HARD and f"{text}.".startswith(f"{old.text}.")]
    related = tuple(Label(old.span, old.here) for old in taken)
    return finding("RK452", address.span, "the game has nothing at `{name}`", hint, related=related, name=text)


def _with(draft: Draft, overlay: Overlay, change: ast.With, found: list[Diagnostic]) -> Draft:
    target = find(draft.items, (change.option.text,))
    if target is None or not isinstance(target.part, ast.Option):
        found.append(_taken_away(draft, overlay, change) or _no_option(draft, change.option))
        return draft
    if overlay.role == "reading":
        draft = attrs.evolve(draft, answers=(*draft.answers, Answered(overlay.name, change)))
    if strength_of(change) != STATED:
        return draft
    draft = _touched(draft, touch_of(overlay, change, target), found)
    return attrs.evolve(draft, withs=(*(w for w in draft.withs if w.option.text != change.option.text), change))


def _taken_away(draft: Draft, overlay: Overlay, change: ast.With) -> Diagnostic | None:
    """Return the conflict with a file that removed the option, if one did."""
    touch = touch_of(overlay, change, Found((change.option.text,), -1, change))
    return next((conflict for old in draft.touched if (conflict := clash(touch, old))), None)


def _no_option(draft: Draft, name: ast.Ident) -> Diagnostic:
    options = sorted({item.name.text for item in draft.items if isinstance(item, ast.Option)})
    some = (*options[:MOST_OPTIONS], "…") if len(options) > MOST_OPTIONS else tuple(options)
    hint = draft.suggestions.hint(name.text, options, most=1) or (
        sentence("its options are {some}", some=some) if options else sentence("it has no options at all")
    )
    return finding("RK464", name.span, "the game has no option `{name}`", hint, name=name.text)


def _replace(draft: Draft, overlay: Overlay, change: ast.Replace, found: list[Diagnostic]) -> Draft:
    decl = attrs.evolve(change.decl, cites=change.decl.cites + change.cites)
    key = declaration_key(decl)
    assert key is not None
    target = find(draft.items, key)
    if target is None:
        address = ast.Address(getattr(decl, "name", decl).span, key)
        found.append(_nothing_there(draft, touch_of(overlay, change, Found(key, -1, decl)), address))
        return draft
    draft = _touched(draft, touch_of(overlay, change, target), found)
    withs = tuple(w for w in draft.withs if (w.option.text,) != key)
    return attrs.evolve(draft, items=put(draft.items, target.item, decl), withs=withs)


def _add_to_layout(draft: Draft, overlay: Overlay, change: ast.AddToLayout, found: list[Diagnostic]) -> Draft:
    key = declaration_key(change.layout) or ()
    target = find(draft.items, key)
    touch = touch_of(overlay, change, target or Found(key, -1, change))
    if target is None or not isinstance(target.part, ast.Layout | ast.LayoutOf):
        found.append(_nothing_there(draft, touch, ast.Address(change.layout.span, key)))
        return draft
    longer = attrs.evolve(target.part, lines=target.part.lines + change.layout.lines)
    return attrs.evolve(_touched(draft, touch, found), items=put(draft.items, target.item, longer))


def _new(draft: Draft, overlay: Overlay, decl: ast.Decl, section: str | None, found: list[Diagnostic]) -> Draft:
    key = declaration_key(decl)
    assert key is not None
    old = find(draft.items, key)
    touch = touch_of(overlay, decl, Found(key, -1, decl))
    if old is None:
        return _place(_touched(draft, touch, found), decl, section)
    count = len(found)
    draft = _touched(draft, touch, found)
    if len(found) > count:
        return draft
    text = ".".join(key)
    same_file = old.part.span.path == decl.span.path
    hint = sentence("write `replace` before it to put it in the place of the old `{name}`", name=text)
    if same_file and isinstance(decl, NAMELESS):
        hint = sentence("a game has it once: put the lines of both together")
    elif same_file:
        hint = sentence("give it another name")
    elif not isinstance(decl, NAMELESS):
        hint = sentence(
            "write `replace` before it to put it in the place of the old `{name}`, or give it another name", name=text
        )
    found.append(
        finding(
            "RK453",
            getattr(decl, "name", decl).span,
            "{title} adds `{name}`, but there is one already",
            hint,
            related=(Label(getattr(old.part, "name", old.part).span, sentence("declared here")),),
            title=overlay.title,
            name=text,
        )
    )
    return draft


# ---- the end -------------------------------------------------------------------------------------
def _settings(draft: Draft, settings: tuple[tuple[str, str], ...], found: list[Diagnostic]) -> Draft:
    """Settings from outside win over everything."""
    for name, text in settings:
        change, target = setting(name, text), find(draft.items, (name,))
        if target is None or not isinstance(target.part, ast.Option):
            found.append(_no_option(draft, change.option))
            continue
        draft = attrs.evolve(draft, withs=(*(w for w in draft.withs if w.option.text != name), change))
    return draft


def _finished(items: Items, draft: Draft, path: str) -> Items:
    """Plain rules again: numbers and marks off, addresses in the base's examples and words renewed, settings, removals."""
    items = number_rules(items)
    moved = {old: new for old, new in new_numbers(items).items() if old != new}

    def renewed(node: ast.Node) -> ast.Node:
        if isinstance(node, ast.Address) and node.parts in moved and node.span.path == path:
            return attrs.evolve(node, parts=moved[node.parts])
        if isinstance(node, ast.Field) and isinstance(node.of, ast.Ident) and node.span.path == path:
            name = moved.get((node.of.text, node.name.text))
            return attrs.evolve(node, name=attrs.evolve(node.name, text=name[1])) if name else node
        return node

    items = plain_rules(items)
    options = {item.name.text for item in items if isinstance(item, ast.Option)}
    withs = (w for w in draft.withs if w.option.text in options)
    return (*(rewrite(items, renewed) if moved else items), *withs, *draft.removals)
