"""`rulekit check`, and `--deep`: can each change that is put on a game be noticed in play?"""
