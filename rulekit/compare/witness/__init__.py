"""A play that shows a difference: `blame` finds the rules that make it part, `retelling` and `traces` tell it, with what chance
gave (`noting`)."""
