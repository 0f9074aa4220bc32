"""Does anything notice a changed rule? `trial` tries one mutation, `jobs` many at once, `summary` tells."""
