"""Why there can be no level as wanted.

``by: pegs``
    Every move removes a peg at least, and needs an empty hole, so there are no more than ``moves`` moves.
``by: deepest``
    On this board and with this goal no position is farther than ``deepest`` moves, as is published (``source``).
``by: space``
    All ``positions`` that the task allows are known (on jump boards up to symmetry; of a sliding board perhaps only
    those of at most ``moves`` moves): none has a length as wanted (the
    greatest length is ``deepest``), or none of these has few enough solutions, or enough (``counts``: the least and the
    greatest number; where they are ``counts_cap``, at least that).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fewest.solver.design.generation.task import GenerationTask, Refusal
from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.puzzle import JumpGoal
from fewest.solver.slide.board import SlideBoard, board_from_grid

DEEPEST: Mapping[tuple[int, int], int] = MappingProxyType({
    (2, 2): 6, (2, 3): 21, (2, 4): 36, (2, 5): 55, (2, 6): 80, (2, 7): 108, (2, 8): 140,
    (3, 3): 31, (3, 4): 53, (3, 5): 84, (4, 4): 80,
})  # fmt: skip
"""The deepest position of a rectangle of so many rows and columns with one empty cell in a corner and pieces that all
differ: OEIS A151944, with A087725 (4, 4)."""


def refuse_at_once(task: GenerationTask) -> Refusal | None:
    """What cannot be, without a search."""
    board = task.board
    if isinstance(board, JumpBoard):
        pegs = min(task.max_pegs, board.holes - max(1, task.empty.bit_count()))
        left = task.goal.min_pegs if isinstance(task.goal, JumpGoal) else 1
        if task.min_length > max(0, pegs - left):
            return {"by": "pegs", "moves": max(0, pegs - left)}
        return None
    deepest = known_deepest(task)
    if deepest is not None and task.min_length > deepest:
        return {"by": "deepest", "deepest": deepest, "source": "OEIS A151944"}
    return None


def known_deepest(task: GenerationTask) -> int | None:
    """The greatest length on the board of a task, if it is published."""
    if not isinstance(task.board, SlideBoard) or not isinstance(task.goal, tuple):
        return None
    return _deepest(task.board, task.goal)


def _deepest(board: SlideBoard, goal: tuple[int, ...]) -> int | None:
    if len(set(goal)) != len(goal) or 0 not in goal or len(board.adjacency[goal.index(0)]) != 2:
        return None
    for (rows, columns), deepest in DEEPEST.items():
        for shape in ((rows, columns), (columns, rows)):
            if board == board_from_grid(["." * shape[1]] * shape[0])[0]:
                return deepest
    return None
