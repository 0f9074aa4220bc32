// The words of the editor and of the charts, in the language of the page.

import { language, say } from "./words.js";

export function editorWords() {
  return {
    editor: say("rule_file"), help: say("editor_help"), error: say("editor_error"), warning: say("editor_warning"),
    phrases: {
      Find: say("editor_find"), Replace: say("editor_replace"), next: say("editor_next"), previous: say("editor_previous"), all: say("editor_all"),
      "match case": say("editor_case"), "by word": say("editor_word"), regexp: say("editor_pattern"), replace: say("editor_replace_one"),
      "replace all": say("editor_replace_all"), close: say("close"), Completions: say("editor_completions"), Diagnostics: say("editor_findings"),
      "No diagnostics": say("no_mistakes"), "Fold line": say("editor_fold"), "Unfold line": say("editor_unfold"), "folded code": say("editor_folded"), unfold: say("editor_unfold"),
    },
  };
}

/** `before` and `after` name the two rule sets. */
export function chartWords(before, after) {
  return {
    lang: language(), before, after, nothing: say("chart_nothing"), numbers: say("chart_numbers"), rules: say("chart_rules"), player: say("chart_player"),
    length: say("chart_length"), moves: say("chart_moves"), games: say("chart_games"), share_of_games: say("chart_share_of_games"),
    mean: say("chart_mean"), median: say("chart_median"), length_said: say("chart_length_said"),
    score: say("chart_score"), points: say("chart_points"), least: say("chart_least"), greatest: say("chart_greatest"), quartiles: say("chart_quartiles"),
    score_key: say("chart_score_key"), score_said: say("chart_score_said"),
    seat: say("chart_seat"), wins: say("chart_wins"), share: say("chart_share"), between: say("chart_between"), fair: say("chart_fair"), seat_said: say("chart_seat_said"),
  };
}
