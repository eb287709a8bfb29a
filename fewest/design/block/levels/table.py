"""The table of the given pieces: every position that they can reach, with its moves to the goal."""

from __future__ import annotations

import numpy as np

from fewest.design.block.levels.component import explore
from fewest.design.block.levels.given import blocks_given
from fewest.design.block.levels.plan import BlockPlan
from fewest.design.levels import GenerationTask, StartTable
from fewest.solver.budget import Budget
from fewest.solver.model import Slices

UNCOUNTED = 1
"""In place of every number of solutions: that many or more."""

ROW_BYTES = 3 * 8
"""Bytes of a row of a table: its number, its length and its number of solutions."""


def start_table(task: GenerationTask, budget: Budget, plan: BlockPlan) -> Slices[StartTable | None]:
    """Make the table; None if there are too many positions.

    If other pieces are placed among the given ones, it is only made to see whether the goal can be met without them:
    it is empty if not, and there are no levels then.
    """
    given = blocks_given(task)
    most = plan.max_placed if given.groups else plan.max_positions
    exploration = yield from explore(given.puzzle, budget, most)
    if exploration.too_large or (given.groups and exploration.component):
        return None
    component = exploration.component
    if component is not None:
        budget.reserve(component.positions.nbytes + ROW_BYTES * len(component.positions))
    positions = np.arange(len(component.positions) if component else 0, dtype=np.uint64)
    return StartTable(
        positions,
        component.lengths() if component else positions.astype(np.int64),
        np.full(len(positions), UNCOUNTED),
        True,
        UNCOUNTED,
        lambda rows: np.ones(len(rows), bool),
        component.position if component else int,
    )
