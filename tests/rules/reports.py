"""The comparisons that are kept in docs/reports: `python -m tests.rules.reports` writes them anew (`make reports`)."""

from __future__ import annotations

import sys

from tests.tools.running import ROOT, run

FOLDER = ROOT / "docs" / "reports"
EFFORT = ("--effort", "3000", "--seconds", "100000")  # what is looked at decides, not the clock
TRANSLATION = "examples/translations/bon-appetit.fr.cafe"
REPORTS: dict[str, tuple[str, ...]] = {
    "cafe-del-gatto-fr-en": ("cafe-del-gatto+fr", "cafe-del-gatto+en"),
    "cafe-del-gatto-literal": ("cafe-del-gatto+fr", "cafe-del-gatto+en", "--literal"),
    "bon-appetit-whole-pile": ("bon-appetit", "--set", "mouse_owner_wins=whole_pile"),
    "bon-appetit-translation": ("bon-appetit", TRANSLATION),
    "bon-appetit-same-answers": (
        "bon-appetit", TRANSLATION,
        "--first-set", "opening_mouse=ignored", "--set", "tas_final=yes", "--set", "tas_sans_gain=yes",
    ),
    "bar-and-pastry": ("cafe-international", "--with", "bar-and-pastry"),
    "espresso-master": ("espresso-doppio", "--with", "espresso-master"),
    "espresso-solo": ("espresso-doppio", "--with", "espresso-solo"),
}  # fmt: skip


def report(name: str) -> str:
    """A report as it comes out now."""
    done = run("compare", *REPORTS[name], *EFFORT, cwd=ROOT)
    assert done.status == 1, done.err
    return done.out


def main() -> None:
    """Write all of them."""
    for name in sys.argv[1:] or REPORTS:
        (FOLDER / f"{name}.txt").write_text(report(name), encoding="utf-8")


if __name__ == "__main__":
    main()
