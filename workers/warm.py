"""Compile the kernels, or load them from numba's cache, before any search is forked off."""

from __future__ import annotations

from solver.jump.search import warm as jump_warm
from solver.slide.search import warm as slide_warm
from workers import tasks

__all__ = ["tasks", "warm"]


def warm() -> None:
    """Run every kernel once."""
    jump_warm.warm()
    slide_warm.warm()
