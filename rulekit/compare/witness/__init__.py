"""A play that shows a difference: `blame` finds the rules that make it part, `retelling` tells it, with what chance gave
(`noting`)."""
