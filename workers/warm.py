"""Compile the kernels, or load them from numba's cache, before any search is forked off."""

from __future__ import annotations

from solver.kinds import KINDS
from workers import tasks

__all__ = ["tasks", "warm"]


def warm() -> None:
    """Run every kernel of every kind once."""
    for kind in KINDS.values():
        kind.warm()
