"""What only `make wide` looks at: more of the same, where a smaller case of it is always looked at.

`make bugs` shows that what is left finds the planted bugs.
"""

from __future__ import annotations

import re

WIDE = tuple(
    map(
        re.compile,
        (
            r"browser/test_accessible\.py::.*\[(?!.*gatto).*dark.*\]",  # the same pages in the light, and one table in the dark
            r"rules/test_reports\.py::.*\[cafe-del-gatto-fr-en\]",  # half a minute; four shorter reports stay
            r"rules/test_random_games\.py::test_random_games_end_by_the_rules\[.*(\+.*|-[3-6])\]",  # `make games` plays many more
            r"native/test_agree\.py::test_games_agree\[(.*\.(fr|en)|bar-and-pastry|.*-solo|.*-master)-.*\]",  # `make agree`: all
            r"native/lookahead/test_doubling\.py::test_fewer_are_played_in_machine_code",
            r"tools/test_languages\.py::test_bots_and_people_meet_no_other_language\[(.*\.(fr|en)|bar-and-pastry|espresso-(master|solo))-..\]",
            r"tools/test_languages\.py::test_everything_a_player_meets_can_have_a_word\[espresso-doppio\]",  # four games stay
            r"tools/io/test_killed\.py::test_a_series_gives_the_first_games\[1-reference\]",  # SIGHUP ends other series
            r"compare/search/test_search\.py::test_a_renamed_and_reordered_copy_is_proved_equal\[.*tic-tac-toe.*\]",  # Nim stays
            r"model/test_never_raises\.py::test_mangled.*\[([4-9]|1[01])-(cafe|bon|espresso).*\]",  # small games: all twelve
            r"tools/io/test_killed\.py::.*\[2\]",  # Ctrl-C, which ends as a polite kill does
            r"tools/web/test_killing\.py::test_no_answered_move_is_lost_when_the_server_is_killed",  # `make kill`: 100 times
            r"tools/io/test_killed\.py::test_a_picture_of_a_sweep_that_was_stopped_says_so\[svg\]",
            r"tools/commands/test_mutate_listed\.py::.*\[cafe-(del-gatto|international)\]",  # `make mutate`: all
            r"study/series/test_same_everywhere\.py::test_engines_and_threads\[native-2-.*\]",  # one thread and four stay
            r"study/series/test_same_everywhere\.py::test_a_cluster_whose_workers_have_threads\[reference-.*\]",  # native stays
            r"engine/test_properties\.py::test_bundled_games\[.*\+.*\.(fr|en)-.*\]",
            r"engine/events/test_promise\.py::test_(logs_of_bundled_games|what_is_read).*\[.*\+.*\.(fr|en)-.*\]",
            r"syntax/test_against_lark\.py::.*\[(fr|it)-connect-four\]",  # the longest: two languages stay
            r"compare/test_equal_pairs\.py::test_a_pair_is_checked_and_played_alike\[(1[1-9]|2\d)\]",  # each game has one before
            r"compare/test_equal_pairs\.py::test_each_rewriting_by_itself_changes_no_move\[rules/cafe-del-gatto\.cafe-(?!lets).*\]",
            r"compare/lockstep/test_couplings\.py::test_more_chance.*\[(bon-appetit|oh-hell|espresso-doppio) idle_after.*\]",
            r"browser/test_lessons\.py::test_a_lesson_is_solved_goal_by_goal_and_played\[fr\]",
            r"browser/test_workshop\.py::test_the_sentence_of_a_mistake_is_not_covered\[1280-720\]",
        ),
    )
)


def is_wide(name: str) -> bool:
    """Whether a test of this name is only run if everything is."""
    return any(pattern.search(name) for pattern in WIDE)
