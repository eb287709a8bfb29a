"""Sliding blocks for designers (see :class:`fewest.design.kinds.DesignKind`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fewest.design.block.levels.kind import BlockLevels
from fewest.design.block.spaces import BlockSpaces
from fewest.solver.block.kind import BlockKind


class BlockDesign:
    """Spaces and levels."""

    name = BlockKind.name
    spaces = BlockSpaces()
    levels = BlockLevels()
    kernels: Mapping[str, Callable[[], object]] = {"space": spaces.warm}
