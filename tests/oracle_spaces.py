"""Whole spaces by the plain rules: the twin of :mod:`fewest.solver.design.spaces`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.space import SpaceOrder
from tests.oracle_slide import slides


def levels(order: SpaceOrder) -> list[set[Any]]:
    """The positions of every depth."""
    found = [set(order.origins)]
    seen = set(order.origins)
    while found[-1]:
        found.append({after for position in found[-1] for after in steps(order, position)} - seen)
        seen |= found[-1]
    return found[:-1]


def steps(order: SpaceOrder, position: Any) -> Iterator[Any]:
    """The positions one slide away, or one jump in the order's direction."""
    if order.kind == "slide":
        yield from (after for _, after in slides(SlidePuzzle(order.board, position, position), position))
        return
    for start, over, to in order.board.jumps:
        three = 1 << start | 1 << over | 1 << to
        if position & three == (three ^ 1 << to if order.forward else 1 << to):
            yield position ^ three
