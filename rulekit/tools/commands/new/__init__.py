"""`rulekit new`: a `game` to begin with, or a `house_rule` (`--house-rule`)."""
