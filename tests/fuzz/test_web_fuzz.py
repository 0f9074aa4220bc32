"""A few hundred requests of the web fuzzer: whatever is asked, the web table answers and goes on."""

from __future__ import annotations

from pathlib import Path

from tests.fuzz.web_fuzz import run, still_plays
from tests.tools.web.serving import serving


def test_requests(tmp_path: Path) -> None:
    """Random and malformed requests to every route: `python -m tests.fuzz.web_fuzz --case 2026:NUMBER` shows one."""
    said = tmp_path / "stderr"
    with serving(tmp_path / "t.sqlite", "--rate", "0", "--pause", "0", stderr=said) as server:
        counts, wrong = run(server, 100, 2026)
        assert wrong == [] and still_plays(server)
    assert said.read_text(errors="replace") == ""
    assert counts[200] > 4 and counts[400] > 10
