"""What only `make wide` looks at: more of the same, where a smaller case of it is always looked at.

`make bugs` shows that what is left finds the planted bugs.
"""

from __future__ import annotations

import re

WIDE = tuple(
    map(
        re.compile,
        (
            r"rules/test_reports\.py::.*\[cafe-del-gatto-fr-en\]",  # half a minute; four shorter reports stay
            r"rules/test_random_games\.py::test_random_games_end_by_the_rules\[.*(\+.*|-[3-6])\]",  # `make games` plays many more
            r"native/test_agree\.py::test_games_agree\[(.*\.(fr|en)|bar-and-pastry|.*-solo|.*-master)-.*\]",  # `make agree`: all
            r"native/lookahead/test_doubling\.py::test_fewer_are_played_in_machine_code",
            r"tools/test_languages\.py::test_bots_and_people_meet_no_other_language\[(.*\.(fr|en)|bar-and-pastry|espresso-(master|solo))-..\]",
            r"tools/io/test_killed\.py::.*\[2\]",  # Ctrl-C, which ends as a polite kill does
            r"tools/web/test_killing\.py::test_no_answered_move_is_lost_when_the_server_is_killed",  # `make kill`: 100 times
            r"browser/test_lessons\.py::test_a_lesson_is_solved_goal_by_goal_and_played\[fr\]",
            r"browser/test_workshop\.py::test_the_sentence_of_a_mistake_is_not_covered\[1280-720\]",
        ),
    )
)


def is_wide(name: str) -> bool:
    """Whether a test of this name is only run if everything is."""
    return any(pattern.search(name) for pattern in WIDE)
