"""How much there may be, where several parts must agree on it."""

LONGEST_LIST = 4_096  # elements; checked where it can be known, else met in play
MOST_DECISIONS = 10_000  # of one game; then it is given up as too long
DAYS_TABLES_ARE_KEPT = 180.0  # days after which a web table where nothing happens is forgotten
