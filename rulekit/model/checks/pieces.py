"""Pieces and banks as declared: totals, limits, and what lies where at the start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from rulekit.diagnostics import Diagnostic, Label, finding
from rulekit.model import rules
from rulekit.model.analysis.game_index import Names, all_statements, names_of
from rulekit.model.analysis.numbers import Env, alternatives, known, row_pieces, sort_pieces
from rulekit.model.expressions import Value
from rulekit.model.faults import Unknown
from rulekit.model.model import GameModel, Sort
from rulekit.wording import sentence

MOST_PIECES = 10_000


def seats(model: GameModel) -> range:
    """Return the numbers of players a game is for."""
    low, high = model.players
    return range(low, high + 1)


def with_players(model: GameModel, players: int) -> str:
    """Say for how many players, if that can differ."""
    return sentence(" with {players} players", players=players) if len(seats(model)) > 1 else ""


def check_totals(model: GameModel) -> list[Diagnostic]:
    """Check that the rows of a sort make as many pieces as its `total` says, for every number of players."""
    game = names_of(model)
    found = []
    for sort in model.sorts:
        for players in seats(model):
            total = known(game, sort.total, players)
            try:
                pieces = sort_pieces(game, sort, players)
            except Unknown:
                continue
            if isinstance(total, int) and total != pieces:
                made = sentence("{count} pieces{with_players}", count=pieces, with_players=with_players(model, players))
                message = sentence(
                    "the rows of `{name}` make {made}, but `total` says {total}", name=sort.name, made=made, total=total
                )
                found.append(finding("RK430", sort.span, message, "correct the copies or the total"))
                break
    return found


def check_limit(model: GameModel) -> list[Diagnostic]:
    """Check that no game has more than 10 000 pieces."""
    game = names_of(model)
    players = model.players[1]
    counts: list[tuple[int, Sort]] = []
    for sort in model.sorts:
        try:
            counts.append((sort_pieces(game, sort, players), sort))
        except Unknown:
            continue
    total = sum(count for count, _ in counts)
    if total <= MOST_PIECES:
        return []
    most, sort = max(counts, key=lambda pair: pair[0])
    message = sentence(
        "the game has {total} pieces{with_players}; {most} is the limit",
        total=total,
        with_players=with_players(model, players),
        most=MOST_PIECES,
    )
    related = (Label(sort.span, sentence("`{name}` alone has {most}", name=sort.name, most=most)),) if len(counts) > 1 else ()
    return [finding("RK431", sort.span, message, "things nobody tells apart can be a `tally`", related=related)]


def check_capacity(model: GameModel) -> list[Diagnostic]:
    """Check that a spot holds one piece, at the start too."""
    game = names_of(model)
    places = {place.name: place for place in model.places if place.shape == "spot"}
    found = []
    for place in places.values():
        for players in seats(model):
            try:
                filled = Counter(spot for sort in model.sorts for spot in _starts(game, sort, place.name, players))
            except Unknown:
                continue
            count = next((n for n in filled.values() if n > 1), 0)
            if count:
                sorts = [sort for sort in model.sorts if sort.start.place == place.name]
                message = sentence(
                    "the spot `{place}` holds one piece, but {count} start there{with_players}",
                    place=place.name,
                    count=count,
                    with_players=with_players(model, players),
                )
                hint = sentence(
                    "use a `pile`, a `row` or a `bag`, or let the pieces start elsewhere and put them there in `setup`"
                )
                found.append(finding("RK432", sorts[0].span, message, hint, related=(Label(place.span, sentence("the spot")),)))
                break
    return found


def _starts(game: Names, sort: Sort, place: str, players: int) -> Iterator[tuple[Value, ...]]:
    """Yield the spot every piece of a sort starts on."""
    if sort.start.place != place:
        return
    for row in sort.rows:
        if row_pieces(game, sort, row, players) > MOST_PIECES:
            raise Unknown
        copies = known(game, row.copies, players)
        for values in product(*alternatives(game, sort, row, players)):
            env: Env = {attribute.index: v for attribute, v in zip(sort.attributes, values, strict=False) if v is not None}
            spot = tuple(known(game, index, players, env) for index in sort.start.indices)
            if None in spot:
                raise Unknown
            yield from [spot] * (max(0, copies) if isinstance(copies, int) else 0)


def check_negative(model: GameModel) -> list[Diagnostic]:
    """Check that nothing is there, gained, paid or drawn less than no times."""
    game = names_of(model)
    found = []
    players = model.players[1]
    for sort in model.sorts:
        for row in sort.rows:
            if _negative(known(game, row.copies, players)):
                found.append(
                    finding("RK433", sort.span, "`{address}` has fewer than no copies", "write 0 or more", address=row.address)
                )
    for tally in model.tallies:
        if _negative(known(game, tally.bank, players)):
            found.append(
                finding("RK433", tally.span, "the bank of `{name}` holds less than nothing", "write 0 or more", name=tally.name)
            )
    for statement in all_statements(model):
        if _negative(known(game, rules.does(statement).count, players)):
            hint = sentence("to take something away, use the opposite verb: `pay` for `gain`")
            found.append(finding("RK433", statement.span, "this is done a negative number of times", hint))
    return found


def _negative(number: object) -> bool:
    return isinstance(number, int) and number < 0
