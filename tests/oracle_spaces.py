"""Whole spaces by the plain rules: the twin of :mod:`fewest.design.spaces`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fewest.design.spaces import SpaceTask
from fewest.solver.slide.puzzle import SlidePuzzle
from tests.oracle_block import Oracle, Pieces, State
from tests.oracle_slide import slides


def levels(task: SpaceTask) -> list[set[Any]]:
    """The positions of every depth."""
    found = [set(task.origins)]
    seen = set(task.origins)
    while found[-1]:
        found.append({after for position in found[-1] for after in steps(task, position)} - seen)
        seen |= found[-1]
    return found[:-1]


def steps(task: SpaceTask, position: Any) -> Iterator[Any]:
    """The positions one slide away, or one jump in the order's direction."""
    if task.kind == "slide":
        yield from (after for _, after in slides(SlidePuzzle(task.board, position, position), position))
        return
    for start, over, to in task.board.jumps:
        three = 1 << start | 1 << over | 1 << to
        if position & three == (three ^ 1 << to if task.forward else 1 << to):
            yield position ^ three


def block_levels(oracle: Oracle, origins: list[Pieces]) -> list[dict[State, Pieces]]:
    """The positions of sliding blocks of every depth."""
    found = [{oracle.state(pieces): pieces for pieces in origins}]
    seen = set(found[0])
    while found[-1]:
        after = {oracle.state(other): other for pieces in found[-1].values() for other in oracle.moves(pieces)}
        found.append({state: pieces for state, pieces in after.items() if state not in seen})
        seen |= found[-1].keys()
    return found[:-1]
