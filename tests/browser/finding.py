"""A browser for the tests of pages: the system's Chromium or Chrome. As a program it tries to install one where it may.

`python -m tests.browser.finding` never fails: where there is no browser and none can be installed it says so, and the
tests of pages are left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MISSING = "no browser was found: the tests of pages are left out (install Chromium, or name one in RULEKIT_BROWSER)"


def find_browser() -> str | None:
    """Where a browser is, if there is one."""
    told = os.environ.get("RULEKIT_BROWSER")
    if told:
        return shutil.which(told)
    return next((path for path in map(shutil.which, NAMES) if path), None)


def main() -> None:
    """Look for a browser; install Chromium if this is a Debian where we may."""
    if find_browser() is None and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("no browser was found: trying to install Chromium", flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        with suppress(OSError, subprocess.TimeoutExpired):
            for words in (("update",), ("install", "-y", "--no-install-recommends", "chromium")):
                subprocess.run(["apt-get", "-qq", *words], env=quiet, check=False, stdout=subprocess.DEVNULL, timeout=300)
    if find_browser() is None:
        print(MISSING, file=sys.stderr)


if __name__ == "__main__":
    main()
