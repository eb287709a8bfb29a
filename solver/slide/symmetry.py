"""Symmetries of a sliding board that keep the goal, so that one table bounds several images of a position."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from solver.slide.bounds.distance import distances
from solver.slide.labelling import Contents

MOST = 4
"""Images looked at; more cost more time than they save."""
TRIES = 20_000
"""Cells placed in the search for symmetries before it gives up."""


def mirrors(contents: Contents) -> list[tuple[int, ...]]:
    """List symmetries of the board, the identity first, under which goal pieces go to goal pieces.

    Only where all pieces are different and the goal says the content of every cell: there a symmetry that
    keeps the empty cell's goal is a renaming of the pieces, and an image of a position is as far from the
    goal as the position.
    """
    return _mirrors(replace(contents, start=()))


@lru_cache(maxsize=64)
def _mirrors(contents: Contents) -> list[tuple[int, ...]]:
    """The same for any start."""
    identity = tuple(range(contents.cells))
    if max(contents.many) > 1 or min(contents.goal, default=0) < 0 or 0 not in contents.goal:
        return [identity]
    steps = distances(contents.board)
    profile = [tuple(sorted(row)) for row in steps.tolist()]
    home = contents.goal.index(0)
    order = sorted(identity, key=lambda cell: (steps[home, cell], cell))
    found: list[tuple[int, ...]] = []
    image: list[int] = []
    tries = 0

    def place(index: int) -> None:
        nonlocal tries
        if index == len(order):
            back = dict(zip(order, image, strict=True))
            found.append(tuple(back[cell] for cell in identity))
            return
        for other in identity if index else (home,):
            tries += 1
            if len(found) == MOST or tries > TRIES:
                return
            fits = other not in image and profile[other] == profile[order[index]]
            if fits and all(steps[other, image[i]] == steps[order[index], order[i]] for i in range(index)):
                image.append(other)
                place(index + 1)
                image.pop()

    place(0)
    return [identity, *(symmetry for symmetry in found if symmetry != identity)][:MOST]
