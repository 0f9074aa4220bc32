"""Examples and words: facts, moves, conditions, translations by address."""

from __future__ import annotations

from rulekit.model import expressions as exprs
from rulekit.model.model import Given, Look, Then, When, Word
from rulekit.model.model_walk import plain_parts
from rulekit.model.types import PLAYER, TRUTH, KindType
from tests.model.games import made, model


def test_example_of_nim() -> None:
    """Seats are constants, options are pinned, `can` speaks of moves."""
    last, misere = model("nim").examples
    assert last.seats == ("ada", "bob")
    assert misere.options == (("last_match", 1),)
    kinds = [type(step) for step in last.steps]
    assert kinds == [Given] * 4 + [Then, Then, When, Then]
    refused = last.steps[4]
    assert isinstance(refused, Then) and refused.negated and isinstance(refused.condition, exprs.Can)
    assert refused.condition.player == exprs.Const(PLAYER, 0)
    assert refused.text == "ada cannot take(n: 3)"


def test_facts_are_brought_into_form() -> None:
    """A truth marker alone, an empty spot, a value on the left."""
    m = made(
        "marker seen[player]: truth = no\nmarker who: player or none\n"
        "piece card in box\n  | copies |\n  | 2      |\nplace spot_: spot of card\n"
        'example x "y"\n  players a, b\n  given\n    seen[a]\n    not seen[b]\n    spot_ is none\n    a is who\n'
    )
    facts = [step.fact for step in m.examples[0].steps if isinstance(step, Given)]
    assert [type(f) for f in facts] == [exprs.Binary, exprs.Binary, exprs.IsEmpty, exprs.Binary]
    assert isinstance(facts[1], exprs.Binary) and facts[1].right == exprs.Const(TRUTH, False)
    assert isinstance(facts[3], exprs.Binary) and isinstance(facts[3].left, exprs.MarkerOf)


def test_reasons_are_translated_in_their_scope() -> None:
    """`{drink}` is the choice of the rule."""
    french = dict(dict(model("cafe-del-gatto").words)["fr"])
    assert french["coins"] == Word("pièce", "pièces", grammar=("f",))
    reason = next(t.text for t in dict(model("cafe-del-gatto").texts)["fr"] if (t.what, t.address) == ("because", "buy.room"))
    assert [p.type for p in plain_parts(reason) if not isinstance(p, str)] == [KindType("drink")]


def test_looks_keep_their_braces() -> None:
    """`{symbol}` stands for the look of the attribute's value."""
    assert dict(model("cafe-del-gatto").looks)["tile"] == Look("", "{symbol}", "{value}", "tile")


def test_then_may_wait_for_an_address() -> None:
    """`then at address`."""
    m = made(
        "tally coins[player]\naction go\n  pay_: gain 1 coins\nplay\n  turns from starter\n    do go\n"
        'example x "y"\n  players a, b\n  at go\n  when a does go\n  then at go.pay_\n    coins[a] is 0\n'
    )
    then = m.examples[0].steps[-1]
    assert isinstance(then, Then) and then.at == "go.pay_"
    assert m.examples[0].at == "go"
