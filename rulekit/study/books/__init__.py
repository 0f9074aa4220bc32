"""Rulebooks: `books` finds paragraphs by address, `cover` tells what cites them and what does not, `readings` what the book of
each reading says and how strongly, `tellings` what people are told and in which languages, `markdown` reads pages."""
