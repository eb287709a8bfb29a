"""All optimal solutions by the plain rules, in their order: the twin of :mod:`fewest.solver.pages`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fewest.solver.model import Rules, Solution


def solutions_in_order(rules: Rules, length: int) -> Iterator[Solution]:
    """Every solution of a length, in the order in which the rules make moves.

    A solution of fewer moves must not exist. Positions from which the goal is too far are tried only once.
    """
    dead: set[tuple[Any, int]] = set()

    def on(moves: Solution, position: Any) -> Iterator[Solution]:
        left = length - len(moves)
        if left == 0:
            if rules.is_goal(position):
                yield moves
        elif (position, left) not in dead:
            found = False
            for move, after in rules.successors(position):
                for solution in on((*moves, move), after):
                    found = True
                    yield solution
            if not found:
                dead.add((position, left))

    for moves, position in rules.roots():
        if len(moves) <= length:
            yield from on(moves, position)
