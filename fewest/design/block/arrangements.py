"""Every way to arrange the pieces of a puzzle so that the goal is met."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fewest.solver.block.packing import Packing
from fewest.solver.block.placements import NO_GOAL
from fewest.solver.budget import Budget
from fewest.solver.listing import Array
from fewest.solver.model import Slices

ROWS = 512
"""Incomplete arrangements that get their next piece per slice."""


class Place(NamedTuple):
    """A piece to be placed: the field of its number, and the cells of each placement, uint64 (placements,)."""

    word: int
    shift: int
    numbers: Array
    masks: Array
    follows: bool
    """Whether the piece before it is of the same sort: their placements ascend."""


class Partial(NamedTuple):
    """Arrangements of the first pieces, a row each."""

    pieces: int
    occupied: Array
    words: Array
    last: Array
    """Number of the last placement."""


def arrangements(packing: Packing, budget: Budget, most: int) -> Slices[Array | None]:
    """All arrangements that meet a goal within reach, packed: uint64 (number, words); None if more than ``most``.

    Every piece may be wherever it gets alone. Whether these positions can be reached from each other does not matter.
    """
    places = list(_places(packing))
    # No piece is placed; -1 is below the number of every placement.
    first = np.zeros(1, np.uint64), np.zeros((1, packing.words), np.uint64), np.full(1, -1)
    stack = [Partial(0, *first)]
    found: list[Array] = [first[1][:0]]
    number = 0
    while stack:
        partial = stack.pop()
        if partial.pieces == len(places):
            budget.reserve(partial.words.nbytes)
            number += len(partial.words)
            if number > most:
                return None
            found.append(partial.words)
            continue
        # The rest waits below on the stack: depth first, few incomplete arrangements are kept at a time.
        if len(partial.words) > ROWS:
            stack.append(Partial(partial.pieces, *(part[ROWS:] for part in partial[1:])))
        stack.append(
            _with_next(places[partial.pieces], Partial(partial.pieces, *(part[:ROWS] for part in partial[1:])))
        )
        budget.nodes += len(stack[-1].words)
        yield budget.progress()
    return np.concatenate(found)


def _places(packing: Packing) -> list[Place]:
    """The pieces in the order in which they are placed: those with a goal, then the largest, which overlap most."""
    found = []
    for number, sort in enumerate(packing.sorts):
        numbers = np.arange(len(sort.placements))
        if sort.goal != NO_GOAL:
            numbers = numbers[sort.goal : sort.goal + 1]
        masks = np.array(sort.masks, np.uint64)[numbers]
        places = [
            Place(word, shift, numbers.astype(np.uint64), masks, index > 0)
            for index, (word, shift) in enumerate(packing.fields[number])
        ]
        found.append((sort.goal == NO_GOAL, -len(sort.placements[0]), number, places))
    return [place for *_, places in sorted(found, key=lambda each: each[:3]) for place in places]


def _with_next(place: Place, partial: Partial) -> Partial:
    """The arrangements with one more piece."""
    fits = partial.occupied[:, None] & place.masks == 0
    if place.follows:
        # Equal pieces are placed in ascending order, so that each arrangement is found once.
        fits &= np.arange(len(place.masks)) > partial.last[:, None]
    rows, chosen = np.nonzero(fits)
    words = partial.words[rows]
    words[:, place.word] |= place.numbers[chosen] << np.uint64(place.shift)
    return Partial(partial.pieces + 1, partial.occupied[rows] | place.masks[chosen], words, chosen)
