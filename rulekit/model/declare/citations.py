"""Citations of the tree → citations of the model; unknown sections and sources are reported."""

from __future__ import annotations

from rulekit.model.rules import Citation
from rulekit.model.scope import World
from rulekit.syntax import ast
from rulekit.wording import sentence


def citations(w: World, section: str | None, *groups: ast.Cites) -> tuple[Citation, ...]:
    """Resolve the citations of a line that stands in a section."""
    return tuple(_citation(w, section, cite) for group in groups for cite in group)


def _citation(w: World, section: str | None, cite: ast.Citation) -> Citation:
    match cite:
        case ast.Assumed(why=why):
            return Citation("assumed", why=why)
        case ast.Ruling(why=why):
            return Citation("ruling", why=why)
        case ast.Cite(source=source, section=named, place=place):
            _known(w, cite)
            return Citation("cited", source, named or section, place)


def _known(w: World, cite: ast.Cite) -> None:
    if cite.section is not None and cite.section not in w.sections:
        hint = w.did_you_mean(cite.section, w.sections)
        w.missing("RK214", cite.span, f"section {cite.section}", "there is no section `{name}`", hint, name=cite.section)
    if cite.source is not None and cite.source not in w.sources:
        near = w.did_you_mean(cite.source, w.sources) or sentence('a source is declared in the head: `source en "…"`')
        w.missing("RK215", cite.span, f"source {cite.source}", "there is no source `{name}`", near, name=cite.source)
