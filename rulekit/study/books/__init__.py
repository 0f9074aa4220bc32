"""Rulebooks: `books` finds paragraphs by address, `cover` tells what cites them and what does not, `tellings` what people are
told and in which languages, `markdown` reads pages."""
