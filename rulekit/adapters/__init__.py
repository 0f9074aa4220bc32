"""Games for other people's libraries. The last stage: nothing of rulekit imports it, and what it needs are extras."""
