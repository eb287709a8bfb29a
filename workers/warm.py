"""Compiles the kernels, or loads them from numba's cache, before any process is forked."""

from __future__ import annotations

from solver.kernels import discard_stale_caches
from solver.kinds import KINDS
from workers import tasks

__all__ = ["tasks", "warm"]
"""``tasks`` is imported here so that no forked process has to import it."""


def warm() -> None:
    """Run every kernel of every kind once."""
    discard_stale_caches()
    for kind in KINDS.values():
        kind.warm()
