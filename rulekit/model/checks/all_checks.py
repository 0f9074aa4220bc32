"""All checks of a whole game, in order.

`check` runs them all, `check_sound_parts` those that mean something for a part. What reaches itself would send
the other checks round in circles, so recursion is looked for first; depth comes next.
"""

from __future__ import annotations

from collections.abc import Callable

from rulekit.diagnostics import NOWHERE, Diagnostic, finding
from rulekit.model.analysis.folding import Tangled
from rulekit.model.analysis.references import PartialModel
from rulekit.model.checks.announcements import check_told
from rulekit.model.checks.impossible import check_impossible
from rulekit.model.checks.layouts import check_layouts
from rulekit.model.checks.leaking_legality import check_sight
from rulekit.model.checks.lists import check_lists, check_ranges, check_sets
from rulekit.model.checks.loops import check_loops
from rulekit.model.checks.menus import check_menus
from rulekit.model.checks.none_in_arithmetic import check_none
from rulekit.model.checks.pieces import check_capacity, check_limit, check_negative, check_totals
from rulekit.model.checks.recursion import check_depth, check_recursion
from rulekit.model.checks.requirements import check_reasons, check_stuck
from rulekit.model.checks.secrecy import check_secrecy
from rulekit.model.checks.unreachable_rules import check_turns, check_unreachable
from rulekit.model.checks.unused_declarations import check_entered, check_payments, check_reached, check_used
from rulekit.model.declare.agreement import check_old_tellings, check_texts
from rulekit.model.model import GameModel

Check = Callable[[GameModel], list[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    check_totals,
    check_limit,
    check_capacity,
    check_negative,
    check_impossible,
    check_ranges,
    check_lists,
    check_sets,
    check_turns,
    check_loops,
    check_reasons,
    check_stuck,
    check_sight,
    check_secrecy,
    check_told,
    check_texts,
    check_old_tellings,
    check_layouts,
    check_none,
    check_menus,
    check_unreachable,
    check_reached,
    check_payments,
    check_used,
    check_entered,
)


STILL: tuple[Check, ...] = (check_totals, check_limit, check_capacity, check_negative)  # they follow no rule
SOUND: tuple[Check, ...] = (check_negative, check_ranges, check_lists, check_reasons, check_sight, check_secrecy, check_told)


def check(model: GameModel) -> tuple[Diagnostic, ...]:
    """Run every check on a game; where rules go round in circles, only those that follow no rule."""
    return _run(model, CHECKS, STILL)


def check_sound_parts(partial: PartialModel) -> tuple[Diagnostic, ...]:
    """Run the checks that mean something for a game some of whose declarations are left out because of mistakes."""
    return _run(partial.parts, SOUND, (check_negative,))


def _run(model: GameModel, checks: tuple[Check, ...], still: tuple[Check, ...]) -> tuple[Diagnostic, ...]:
    endless = check_recursion(model) or check_depth(model)
    found = [*endless]
    try:
        for one in still if endless else checks:
            found += one(model)
    except Tangled:
        found.append(_too_tangled(model))
    return tuple(found)


def _too_tangled(model: GameModel) -> Diagnostic:
    return finding(
        "RK443",
        next((deed.span for deed in model.deeds if deed.role == "play"), NOWHERE),
        "the rules lead to each other in too many ways to be checked",
        "look for definitions or steps that use the one before twice, and so on, and for loops in loops in loops",
    )
