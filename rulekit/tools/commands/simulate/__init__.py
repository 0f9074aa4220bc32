"""`rulekit simulate`: `simulate` begins; `sweep` is `--sweep`, `report` is `--report`, `rows` writes a row for each game."""
