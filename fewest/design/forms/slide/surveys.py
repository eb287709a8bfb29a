"""Surveys of sliding boards (see :class:`fewest.design.forms.kinds.SurveyForms`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fewest.notation import JsonObject
from fewest.solver.slide.puzzle import SlidePuzzle


class SlideSurveyForms:
    """There are too many positions for default starts or goals."""

    fields: tuple[str, ...] = ("board",)
    defaults: tuple[str, ...] = ()

    def some(self, _: Sequence[JsonObject]) -> JsonObject:
        """Nothing is missing."""
        return {}

    def problems(self, _: SlidePuzzle) -> JsonObject:
        """None."""
        return {}

    def first_equals(self, _: Sequence[SlidePuzzle], pause: Callable[[], object]) -> None:
        """None: by their canonical forms."""
