"""The kinds of puzzle that have spaces and levels.

A kind of :mod:`fewest.solver.kinds` may have an entry here. Without one it has features, but no spaces and no levels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from fewest.design.block.kind import BlockLevels, BlockSpaces
from fewest.design.block.levels.task import BlockPlan
from fewest.design.jump.kind import JumpLevels, JumpSpaces
from fewest.design.jump.levels.task import JumpPlan
from fewest.design.levels.kind import Levels
from fewest.design.slide.kind import SlideLevels, SlideSpaces
from fewest.design.slide.levels.task import SlidePlan
from fewest.design.spaces import Spaces
from fewest.solver.block.kind import BlockKind
from fewest.solver.jump.kind import JumpKind
from fewest.solver.slide.kind import SlideKind


class DesignKind(NamedTuple):
    """What designers need of one kind of puzzle.

    Attributes
    ----------
    name
        Its name in :data:`fewest.solver.kinds.KINDS`.
    spaces
        How its whole spaces are explored.
    levels
        How levels are found on its boards. Each board names its ``kind``.
    kernels
        What compiles, or loads from numba's cache, the kernels that a task needs beyond those of searches; by the name
        of the task.
    """

    name: str
    spaces: Spaces
    levels: Levels
    kernels: Mapping[str, Callable[[], object]]


JUMP_LEVELS = JumpLevels(JumpPlan())

KINDS = {
    kind.name: kind
    for kind in (
        # Only the tables of jump boards have kernels that no search loads.
        DesignKind(
            JumpKind.name,
            JumpSpaces(),
            JUMP_LEVELS,
            {"space": JumpSpaces().warm, "generation": JUMP_LEVELS.warm},
        ),
        DesignKind(SlideKind.name, SlideSpaces(), SlideLevels(SlidePlan()), {"space": SlideSpaces().warm}),
        DesignKind(BlockKind.name, BlockSpaces(), BlockLevels(BlockPlan()), {"space": BlockSpaces().warm}),
    )
}
"""Every kind that has spaces and levels, by name."""
