"""Generated cases are the same in every run; RULEKIT_PROFILE=deep looks for new ones."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True)
if os.environ.get("RULEKIT_PROFILE", "quick") != "deep":
    settings.load_profile("same")
