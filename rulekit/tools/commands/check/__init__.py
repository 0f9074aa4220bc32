"""`rulekit check`: `check` finds mistakes; `deep_check` is `--deep`: can each change that is put on a game be noticed in play?"""
