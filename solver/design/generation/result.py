"""What a task of levels is answered with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fewest.solver.levels import Refusal
from fewest.solver.model import Puzzle


@dataclass(frozen=True, slots=True)
class Level:
    """A puzzle with its proven fewest moves.

    Attributes
    ----------
    puzzle
        As it is played.
    length
        Fewest moves.
    count
        Number of optimal solutions.
    features
        By name, those that the task has ranges of.
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
        In the order they were found: if there are fewer than wanted, the first ones of those there would be.
    tried
        Positions that were looked at.
    limit
        Why there are fewer than wanted: a field of :class:`fewest.solver.model.Limits`; ``tried`` if as many positions
        were tried as may be; ``exhausted`` if there is none left to try, so that there are no others.
    refusal
        Why there can be none.
    """

    levels: tuple[Level, ...]
    tried: int
    limit: str | None = None
    refusal: Refusal | None = None
