"""What a task of levels gives of the starts of a sliding board."""

from __future__ import annotations

from typing import TypeAlias

from fewest.solver.levels import GenerationTask

GivenPieces: TypeAlias = tuple[int | None, ...]
"""The piece on every cell at the start, None where it may be any."""


def pieces_given(task: GenerationTask) -> GivenPieces:
    """What a task gives of the start: as many entries as cells, or none."""
    given: GivenPieces = task.given or ()
    return given
