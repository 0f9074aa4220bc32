"""The files of the front end, read once, and the words that its pages use."""

from __future__ import annotations

from pathlib import Path

from attrs import define, field

from rulekit.report.sentences import catalogue, languages, page_words
from rulekit.tools.web.workshop.keywords import keyword_table

STATIC = Path(__file__).parents[1] / "static"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".md": "text/plain; charset=utf-8",
}


@define
class Pages:
    """All that can be asked for by name; no path of a request ever reaches the disk."""

    files: dict[str, Path] = field(factory=lambda: _files(STATIC))

    def get(self, name: str) -> tuple[str, bytes] | None:
        """Return a file with its type."""
        path = self.files.get(name)
        return None if path is None else (KINDS[path.suffix], path.read_bytes())

    def words(self, lang: str) -> dict[str, object]:
        """Return the words of the pages in a language."""
        known = [{"code": code, "name": catalogue(code)["language"]} for code in languages()]
        return {"lang": lang, "languages": known, "words": dict(page_words(lang))}

    def keywords(self) -> dict[str, object]:
        """Return the words of rule files, for the editor."""
        return keyword_table()


def _files(folder: Path) -> dict[str, Path]:
    return {p.relative_to(folder).as_posix(): p for p in sorted(folder.rglob("*")) if p.suffix in KINDS}
