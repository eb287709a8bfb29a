"""Jump boards for designers (see :class:`fewest.design.kinds.DesignKind`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fewest.design.jump.levels.kind import JumpLevels
from fewest.design.jump.spaces import JumpSpaces
from fewest.solver.jump.kind import JumpKind


class JumpDesign:
    """Spaces and levels."""

    name = JumpKind.name
    spaces = JumpSpaces()
    levels = JumpLevels()
    kernels: Mapping[str, Callable[[], object]] = {"space": spaces.warm, "generation": levels.warm}
