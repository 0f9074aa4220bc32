"""What only `make wide` looks at: more of the same, where a smaller case of it is always looked at.

`make test` has to be over in minutes, so it sees each thing once; `make rest`, which `.ci/run` calls too, looks at the rest.
`make bugs` shows that what is left finds the planted bugs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

# by file: what the names of its wide tests have in them; a file that is not here is always looked at as a whole
WIDE = {
    # ---- pages: one visit of each kind; `make pages` makes all of them
    "browser/test_accessible": ("dark", r"tables\[(?!cafe-del-gatto)", r"pages\[/lessons"),
    "browser/test_gallery": (r"every_shape_is_drawn\[(?!wide)", "squares"),
    "browser/test_games": (".*",),
    "browser/test_home": ("^(?!.*(play_now|a_game_that_was_left|small_picture))",),
    "browser/test_lessons": (r"^(?!.*goal_by_goal_and_played\[en\])",),
    "browser/test_scene": (
        r"smaller_screen\[(?!phone-cafe-international)",
        r"fits_the_window.*\[(bon|cafe-del)",
        r"spread.*\[(?!stick)",
        "coins",
    ),
    "browser/test_table": (
        "soon_be_forgotten",
        "phone_nothing",
        "mid_action",
        r"questions\[en",
        "past_can",
        "cup_that_does_not",
        "folded",
        "second_tile",
        "french",
        "below_the_title",
    ),
    "browser/test_together": (
        "invitation_has",
        "whoever_sat",
        "own_game",
        "receipt",
        "only_this_machine",
        "question_for_a_name",
        "among_bots",
    ),
    "browser/test_workshop": ("^(?!.*(finding_is_shown|by_a_slider|plays_are_kept))",),
    # ---- the web table
    "tools/web/tables/test_rematch": ("found_after_a_restart",),
    "tools/web/tables/test_hidden": (
        r"secret_is_told.*\[gops",
        r"is_told.*\[(cafe-international|espresso-doppio)",
        r"whatever_is_hidden\[(oh-hell|cafe-int|espresso)",
    ),
    "tools/web/tables/test_tables": ("bots_alone_play_to_the_end", "bots_play_until"),
    "tools/web/tables/test_tables_command": ("all_can_be_forgotten", r"terminal_it_is_asked\[y"),
    "tools/web/test_strangers": (r"planted_is_found\[_(?!seed|targets)",),
    "tools/web/test_killing": ("no_answered_move", "endless_job", r"in_order\[2"),  # `make kill`: a hundred times
    "tools/web/workers/test_redeal": (r"(same_at_every_step|what_was_hidden)\[(cafe-int|oh-hell|bon-app|espresso)",),
    "tools/web/workers/test_minds": (r"machine_code\[mcts",),
    "tools/web/workshop/test_workshop": ("takes_moves_away", "has_to_be_let", "what_comes_at_the_copy"),
    "tools/web/workshop/test_kept_plays": ("in_a_house_rule_holds", "before_the_first_move"),
    "tools/web/workshop/test_tokens": (r"\[(?!fr)",),
    "tools/web/server/test_guard": ("behind_a_proxy", "has_a_rate"),
    "tools/web/server/test_connections": ("leave_files_for_the_store", "may_keep_silent"),
    "tools/web/workers/test_limits": ("move_without_end",),
    # ---- commands
    "tools/io/test_killed": (
        r"\[2\]",
        "mutations_give",
        "sweep_that_is_killed",
        "comparison_that_is_stopped",
        "sweep_gives",
        "picture_of_a_sweep",
        "1-reference",
    ),
    "tools/io/test_lessons": ("set_up_without_an_end",),
    "tools/test_cli": (r"closed_pipe.*\[program",),
    "tools/test_languages": (
        r"meet_no_other_language\[(.*\.(fr|en)|bar-and-pastry|espresso|cafe-int)",
        r"have_a_word\[(espresso|cafe-int)",
    ),
    "tools/test_error_pages": (r"\[RK586",),
    "tools/commands/test_rulebook": ("reading_is_a_change", "story_of_a_result", "house_rule_tells_why"),
    "tools/commands/test_mutate_listed": (r"\[(cafe|espresso)",),  # `make mutate`: all
    "tools/commands/test_mutate": ("at_a_terminal", "depends_on_the_seed"),
    "tools/commands/test_check_deep": ("random_games_are_counted", "each_change_of_a_stack"),
    "tools/commands/test_other_commands": ("another_process",),
    "tools/commands/test_new_house_rule": (r"at_once\[(cafe-int|espresso|reversi|oh)",),
    "tools/commands/simulate/test_simulate": (r"ctrl_c_gives.*\[reference", "ten_times_the_games"),
    "tools/commands/simulate/test_simulate_sweep": (r"quietly\[0\.[13]",),
    # ---- many games
    "study/series/test_same_everywhere": (
        r"threads\[(native-[24]-|reference-[24]-)",
        r"have_threads\[(reference|native-[a-m])",
        r"processes\[[a-m]",
        r"same_whoever_plays\[a late",
        r"same_faults\[greedy-too",
    ),
    "study/series/test_cpp_check": (r"\[gatto",),
    "study/series/test_cluster": ("dies_loses", "another_service"),
    "study/measures/test_sweep": ("rounds_give",),
    "study/mutate/test_jobs": ("never_ends",),
    "study/mutate/test_trial": (r"no_more_work.*\[list",),
    "study/lessons/test_lessons": ("any_text",),
    "study/books/test_books": (r"hostile_texts.*\[a",),
    "play/bots/test_bots": ("greedy_beats_random",),
    # ---- engines: `make agree` plays all of it
    "native/test_agree": (r"games_agree\[(.*\.(fr|en)|bar-and-pastry|.*-solo|.*-master)-", "generated"),
    "native/lookahead/test_doubling": ("fewer_are_played_in_machine_code",),
    "native/menus/test_holes": (r"\[(too many ways before|a fault that nobody|too long|long lists)",),
    "native/shortcuts/test_shortcuts": (r"switched_off\[(sieved|spots)", r"asked_for_as_sets\[only if (every|not [hl])"),
    "native/test_shown": (r"whole_games\[hearts",),
    "native/llvm/test_cache": ("two_processes",),
    "engine/test_error_pages": (r"\[RK509",),
    "engine/test_properties": (r"bundled_games\[.*(\+.*\.(fr|en)|master|pastry)", "another_process"),
    "engine/events/test_promise": (r"(bundled_games|what_is_read).*\[(.*\+|espresso)", r"made_games.*\[(12|2\d)"),
    # ---- comparison
    "compare/search/test_search": (r"proved_equal\[.*tic-tac-toe",),
    "compare/test_equal_pairs": (
        r"played_alike\[(1[1-9]|2\d)",
        r"changes_no_move\[rules/(cafe-del-gatto\.cafe-(?!lets)|bon.*-(lets|extract))",
        r"move\[rules/espresso",
        r"hold\[(10|9)",
    ),
    "compare/lockstep/test_couplings": (
        r"more_chance.*\[((bon-appetit|oh-hell|espresso-doppio) idle_after|espresso|oh-hell)",
        r"more_often.*\[.*(choos|each)",
    ),
    "compare/test_growth": ("last_line", "else if", "every_second"),
    "compare/test_planted": (r"\[(int|doppio)",),  # `make planted`: all
    "compare/rules/test_mixed": (r"carried_over\[(doppio-tidy|gatto-s|int)", r"variant.*\[(espresso|cafe-del)"),
    # ---- rules of the games
    "rules/test_reports": (r"\[(cafe-del-gatto-fr-en|bar-and-pastry|espresso-master)",),
    "rules/test_random_games": (r"end_by_the_rules\[(.*\+|.*-[3-6]\]|espresso)",),  # `make games` plays many more
    "rules/test_tellings": (r"house_rule\[(True-(cafe-int|bon)|False)",),
    "rules/test_house_rules": (r"hold\[(cat-fight|impatient)",),
    "rules/test_stacks": (r"\[mutate", r"order_of_the_files.*\[espresso"),
    "report/told/test_moves": (r"read_alike\[(espresso-doppio\+|.*(en|fr)\])",),
    "report/scene/test_bundled_scenes": (r"drawn_once\[espresso-doppio\+",),
    # ---- texts
    "syntax/test_against_lark": (r"\[(de|it|fr)-(connect|crazy|oh|rev)",),
    "syntax/test_translate": (r"every_language\[(espresso-doppio|cafe-int|bon-appetit\.cafe)",),
    "model/test_never_raises": (r"mangled.*\[([4-9]|1[01])-",),
    "model/overlays/test_quote": (r"quoted\[(cafe-int|espresso)",),
    "report/rulebook/test_prose": (r"rulebook\[(cafe|espresso)",),
    "model/test_check_pages": (r"\[RK443",),
    "fuzz/test_growth": (r"\[[a-l]",),  # `make growth`: all, as long as is allowed
    "docs/test_adding": ("knows_it",),  # `make recipes`
}
PATTERNS = {f"tests/{file}.py": re.compile("|".join(names)) for file, names in WIDE.items()}


def is_wide(name: str) -> bool:
    """Whether a test of this name is only run if everything is."""
    file, _, test = name.partition("::")
    return file in PATTERNS and PATTERNS[file].search(test) is not None


def stale(names: Iterable[str]) -> list[str]:
    """Return the files and words of the list that are in the name of no test."""
    by_file: dict[str, list[str]] = {}
    for name in names:
        file, _, test = name.partition("::")
        by_file.setdefault(file, []).append(test)
    listed = ((f"tests/{file}.py", word) for file, words in WIDE.items() for word in words)
    return [f"{file}: {word}" for file, word in listed if not any(re.search(word, test) for test in by_file.get(file, ()))]
