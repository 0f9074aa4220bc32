"""Extras: libraries that some commands need and that rulekit can be installed without."""

from __future__ import annotations

from importlib import import_module

from rulekit.diagnostics import NOWHERE, Diagnostic
from rulekit.wording import sentence


def has(module: str) -> bool:
    """Return whether an extra is installed."""
    try:
        import_module(module)
    except ImportError:
        return False
    return True


def missing(module: str, extra: str, what: str) -> Diagnostic:
    """Return what to say where an extra is not installed."""
    hint = sentence("pip install 'rulekit[{extra}]'", extra=extra)
    return Diagnostic(
        "RK601", sentence("{what} needs `{module}`, which is not installed", what=what, module=module), NOWHERE, hint=hint
    )
