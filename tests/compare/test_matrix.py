"""All readings of a game in one table, by rule: what each says, how strongly, and which pairs play differently."""

from __future__ import annotations

import pytest

from rulekit.compare.matrix import Matrix, Row, matrix
from rulekit.compare.result import NONE, OBSERVABLE, CompareOptions
from rulekit.model.model import ARGUABLE, SILENT, SLIP, STATED, Option
from rulekit.pipeline import check_game
from tests.study.books.test_readings import GATTO, gatto

QUICK = CompareOptions((2,), 2000, 60.0)


@pytest.fixture(scope="module")
def three() -> Matrix:
    """The two readings that come along, and an invented third one."""
    found = matrix(gatto(), (gatto("fr"), gatto("en"), gatto("de")), QUICK)
    assert found.value is not None, found.diagnostics
    return found.value


def row(table: Matrix, address: str) -> Row:
    """The row of a rule or option."""
    (found,) = (one for one in table.rows if one.address == address)
    return found


def values(one: Row) -> list[object]:
    """The value of an option in each column."""
    options = [cell.sides[0].parts[0] for cell in one.cells]
    assert all(isinstance(option, Option) for option in options)
    return [option.spelt(option.value) for option in options if isinstance(option, Option)]


@pytest.mark.parametrize(
    ("address", "says", "strengths"),
    [
        ("start_coins", ["5", "5", "6"], [STATED, STATED, STATED]),
        ("must_act", ["yes", "no", "no"], [STATED, ARGUABLE, ARGUABLE]),
        ("menu_row", ["served", "free", "served"], [STATED, SLIP, SILENT]),
        ("sugar_rounding", ["down", "nearest", "nearest"], [STATED, ARGUABLE, SLIP]),
        ("interlude_starter", ["passes_on", "following", "following"], [STATED, STATED, SILENT]),
    ],
)
def test_each_option_that_a_reading_answers_has_a_row(three: Matrix, address: str, says: list[str], strengths: list[str]) -> None:
    found = row(three, address)
    assert values(found) == says
    assert [cell.strength for cell in found.cells] == strengths


def test_what_is_not_in_force_is_told_with_what_is(three: Matrix) -> None:
    stated, arguable, _ = row(three, "must_act").cells
    assert stated.in_force is None
    assert arguable.in_force is not None and isinstance(option := arguable.in_force.parts[0], Option) and option.value is True


def test_what_a_book_says_besides_is_kept(three: Matrix) -> None:
    (also,) = row(three, "interlude_starter").cells[0].also
    assert also[0] == SLIP and isinstance(option := also[1].parts[0], Option) and option.spelt(option.value) == "current"


def test_a_declaration_that_a_reading_replaces_has_a_row_and_others_keep_that_of_the_game(three: Matrix) -> None:
    found = row(three, "drink.cappuccino")
    assert [cell.strength for cell in found.cells] == [STATED, STATED, SILENT]
    french, english, german = (cell.sides[0] for cell in found.cells)
    assert english.span.path.endswith("cafe-del-gatto.en.cafe")
    assert french.span == german.span and french.span.path.endswith("cafe-del-gatto.cafe")


def test_rows_stand_section_by_section(three: Matrix) -> None:
    sections = [one.section for one in three.rows]
    order = [section.name for section in gatto().sections]
    assert sections == sorted(sections, key=order.index)
    assert len({one.address for one in three.rows}) == len(three.rows)


def test_every_pair_is_played_and_has_a_witness_where_it_parts(three: Matrix) -> None:
    assert [(pair.one, pair.two) for pair in three.pairs] == [(0, 1), (0, 2), (1, 2)]
    assert [pair.comparison.verdict for pair in three.pairs] == [OBSERVABLE] * 3
    assert all(pair.comparison.witnesses[0].observable for pair in three.pairs)


def test_a_line_that_is_gone_is_told_of_the_rule_around_it() -> None:
    """Its lines are those of the game's own file, and no longer all of them count."""
    head = 'cafe en\nreading de of cafe_del_gatto "x"\n  source de "x"\n\n'
    gone = f"{head}remove turn.more  @turn.1\nreplace surcharge.2 = 4  @turn.1\n"
    checked = check_game(GATTO.read_text(), str(GATTO), ((gone, "gone.cafe"),))
    assert checked.value is not None
    found = matrix(gatto(), (checked.value, gatto("fr")), QUICK).value
    assert found is not None
    (one,) = (row for row in found.rows if row.address.startswith("turn.choice"))
    assert [(cell.strength, cell.altered) for cell in one.cells] == [(STATED, True), (STATED, False)]
    assert [(cell.strength, cell.altered) for cell in row(found, "surcharge.2").cells] == [(STATED, False), (STATED, False)]


def test_the_same_twice_plays_the_same() -> None:
    found = matrix(gatto(), (gatto(), gatto()), QUICK).value
    assert found is not None
    assert [pair.comparison.verdict for pair in found.pairs] == [NONE]
    assert found.rows == ()
