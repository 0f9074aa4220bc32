"""Rulebooks: `books` finds paragraphs by address, `cover` tells what cites them and what does not, `markdown` reads pages."""
