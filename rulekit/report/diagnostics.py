"""Findings to read: with the lines they are about, carets, related places and the hint; or as JSON.

Comes in: diagnostics and the texts they speak of, by path. Goes out: text. What comes from files is made harmless.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from attrs import frozen

from rulekit.diagnostics import Diagnostic, Label, Severity, Span
from rulekit.report.sentences import ENGLISH
from rulekit.report.text import Paint, clean, width
from rulekit.report.wording import in_words
from rulekit.wording import Sentence, numbered, sentence

LONGEST_LINE = 200
MOST_SHOWN = 100  # findings that are shown one by one, at a terminal or on a page
_PLAIN = Paint()
WEIGHTS = {Severity.ERROR: sentence("error"), Severity.WARNING: sentence("warning"), Severity.NOTE: sentence("note")}
HINT, COLON = sentence("hint"), sentence(": ")


@frozen
class Voice:
    """How one finding is said: in the reader's language, with the keywords of the file it is about."""

    language: str
    keywords: str

    def __call__(self, text: str) -> str:
        """Say a sentence."""
        return in_words(text, self.language, self.keywords)


def voice(finding: Diagnostic, texts: Mapping[str, str], language: str | None) -> Voice:
    """Return the voice for a finding: the language that was asked for, else that of its file, else English."""
    text = texts.get(finding.span.path)
    of_file = None if text is None else _language_of(text)
    return Voice(language or of_file or ENGLISH, of_file or ENGLISH)


def _language_of(text: str) -> str | None:
    from rulekit.syntax.parse import language_of

    return language_of(text)


def render(finding: Diagnostic, texts: Mapping[str, str], paint: Paint = _PLAIN, language: str | None = None) -> str:
    """Return one finding, in several lines, in a language or else in that of its file."""
    style, say = finding.severity.value, voice(finding, texts, language)
    head = f"{say(WEIGHTS[finding.severity])}[{finding.code}]"
    lines = [paint(style, head) + paint("strong", say(COLON) + clean(say(finding.message)))]
    margin = max((len(str(s.line)) for s in (finding.span, *(r.span for r in finding.related))), default=1)
    lines += _place(finding.span, texts, margin, paint, style)
    for label in finding.related:
        lines += _related(label, texts, margin, paint, clean(say(label.text)))
    if finding.hint:
        lines.append(f"{' ' * margin} = {paint('note', say(HINT))}{say(COLON)}{clean(say(finding.hint))}")
    return "\n".join(lines)


def _place(span: Span, texts: Mapping[str, str], margin: int, paint: Paint, style: str, note: str = "") -> list[str]:
    where = _where(span)
    if not where:
        return []
    lines = [f"{' ' * margin}{paint('faint', '-->')} {where}"]
    source = _line(texts.get(span.path), span)
    if source is None:
        return [*lines, f"{' ' * margin} {note}"] if note else lines
    bar = paint("faint", "|")
    before, marked, whole = source
    carets = paint(style, "^" * max(1, width(marked))) + (f" {note}" if note else "")
    return [*lines, f"{str(span.line).rjust(margin)} {bar} {whole}", f"{' ' * margin} {bar} {' ' * width(before)}{carets}"]


def _related(label: Label, texts: Mapping[str, str], margin: int, paint: Paint, note: str) -> list[str]:
    return _place(label.span, texts, margin, paint, "note", note) or [f"{' ' * margin} {note}"]


def _where(span: Span) -> str:
    if not span.path and not span.line:
        return ""
    return clean(span.path) + (f":{span.line}:{span.column}" if span.line and not span.path.startswith("--") else "")


@lru_cache(8)
def _lines(text: str) -> list[str]:
    """Return the lines of a text, cut once for all findings about it."""
    return text.split("\n")


def _line(text: str | None, span: Span) -> tuple[str, str, str] | None:
    """Return the text before the place, the place, the whole line."""
    if text is None or span.line < 1:
        return None
    lines = _lines(text)
    if span.line > len(lines):
        return None
    raw = lines[span.line - 1].rstrip("\r")
    start = min(max(span.column - 1, 0), len(raw))
    end = min(start + max(span.end - span.start, 0), len(raw))
    first = max(0, start - LONGEST_LINE // 2)
    before, marked = clean(raw[first:start]), clean(raw[start : min(end, start + LONGEST_LINE)].rstrip())
    return before, marked, clean(raw[first : first + LONGEST_LINE]).rstrip()


def shown_first(findings: Iterable[Diagnostic]) -> tuple[list[Diagnostic], int]:
    """Return the findings that are shown one by one, and how many more there are; of too many, errors before warnings."""
    every = list(findings)
    if len(every) > MOST_SHOWN:
        every.sort(key=lambda finding: finding.severity is not Severity.ERROR)
    return every[:MOST_SHOWN], max(0, len(every) - MOST_SHOWN)


def summary(findings: Iterable[Diagnostic]) -> Sentence:
    """Return how many of each: `2 errors, 1 warning`.

    >>> print(summary(()))
    no findings
    """
    counts = dict.fromkeys(Severity, 0)
    for finding in findings:
        counts[finding.severity] += 1
    told = tuple(_counted(severity, n) for severity, n in counts.items() if n)
    return sentence("{name}", name=told) if told else sentence("no findings")


def _counted(severity: Severity, count: int) -> Sentence:
    match severity:
        case Severity.ERROR:
            return numbered(count, "{count} error", "{count} errors")
        case Severity.WARNING:
            return numbered(count, "{count} warning", "{count} warnings")
        case Severity.NOTE:
            return numbered(count, "{count} note", "{count} notes")


def to_json(finding: Diagnostic, texts: Mapping[str, str], language: str | None = None) -> dict[str, object]:
    """Return one finding as plain data, said in a language or else in that of its file."""
    say = voice(finding, texts, language)
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": say(finding.message),
        **_span(finding.span),
        "hint": None if finding.hint is None else say(finding.hint),
        "related": [{"text": say(label.text), **_span(label.span)} for label in finding.related],
    }


def _span(span: Span) -> dict[str, object]:
    return {"path": span.path, "line": span.line, "column": span.column, "start": span.start, "end": span.end}
