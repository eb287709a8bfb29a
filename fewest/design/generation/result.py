"""The result of a task of levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fewest.design.levels import Refusal
from fewest.solver.model import Puzzle


@dataclass(frozen=True, slots=True)
class Level:
    """A puzzle with its proven fewest moves.

    Attributes
    ----------
    puzzle
        The puzzle of the level.
    length
        Fewest moves.
    count
        Number of optimal solutions.
    features
        By name, those for which the task has ranges.
    places
        The places of the task's board that are left, in order.
    """

    puzzle: Puzzle
    length: int
    count: int
    features: Mapping[str, Any] = field(default_factory=dict)
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Generation:
    """The levels that were made.

    Attributes
    ----------
    levels
        In the order they were found. If a limit cut the task short, these are the first levels of the whole task.
    tried
        Number of starts that were examined.
    limit
        Why there are fewer levels than requested: a field of :class:`fewest.solver.model.Limits`; ``tried`` if the
        limit on examined starts was reached; ``exhausted`` if no start is left, so there are no other levels.
    refusal
        Why no level is possible.
    """

    levels: tuple[Level, ...]
    tried: int
    limit: str | None = None
    refusal: Refusal | None = None
