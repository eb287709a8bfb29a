"""Sliding boards for designers (see :class:`fewest.design.kinds.DesignKind`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fewest.design.slide.levels.kind import SlideLevels
from fewest.design.slide.spaces import SlideSpaces
from fewest.solver.slide.kind import SlideKind


class SlideDesign:
    """Spaces and levels."""

    name = SlideKind.name
    spaces = SlideSpaces()
    levels = SlideLevels()
    kernels: Mapping[str, Callable[[], object]] = {"space": spaces.warm}
