"""Take away what the goal of a level need not say (see :class:`fewest.solver.kinds.Levels`).

A cell of which the goal says nothing may hold anything in the end. (To take a piece itself away would make an empty
cell, and another puzzle. A piece that the goal does not name is a mere obstacle, like all others that it does not
name.)

A goal that says less is met by more positions, so that its length can only fall, and with the same length the number of
solutions only rise: what cannot be taken away cannot be taken away later, either, and one look at each cell is enough.
"""

from __future__ import annotations

from dataclasses import replace

from fewest.solver.levels import Measure, Measuring
from fewest.solver.model import Slices
from fewest.solver.slide.puzzle import SlidePuzzle


def minimise(puzzle: SlidePuzzle, wanted: Measure, measure: Measuring) -> Slices[SlidePuzzle]:
    """Take away what the goal of a sliding puzzle of a given length and number of solutions need not say.

    Parameters
    ----------
    measure
        Finds length and number of solutions of a puzzle.
    """
    for cell in range(puzzle.board.cells):
        if puzzle.goal[cell] is None:
            continue
        less = replace(puzzle, goal=(*puzzle.goal[:cell], None, *puzzle.goal[cell + 1 :]))
        if (yield from measure(less)) == wanted:
            puzzle = less
    return puzzle
