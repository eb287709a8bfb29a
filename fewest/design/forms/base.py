"""What a kind of puzzle adds to the JSON of designers: base classes of its spaces, levels and surveys."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from fewest.design.levels.task import Level
from fewest.design.spaces import SpaceReport, SpaceTask
from fewest.notation import JsonObject
from fewest.notation.errors import FieldError
from fewest.notation.kinds import KINDS
from fewest.notation.puzzle import dump_puzzle
from fewest.notation.shape import Shape


class SpaceForms(ABC):
    """How whole spaces of one kind of puzzle are written. ``written`` is the body of the request, in full forms.

    Attributes
    ----------
    fields
        The fields of a puzzle that a space has, too.
    optional
        The start, the goal, or both, if they may be left out.
    """

    fields: tuple[str, ...] = ("board", "start", "goal")
    optional: tuple[str, ...] = ("start", "goal")

    @abstractmethod
    def filling(self, part: str, other: Any) -> Any:
        """A valid placeholder for the start or the goal, whichever the task does not have."""

    @abstractmethod
    def read(self, puzzle: Any, forward: bool, errors: list[FieldError]) -> tuple[Any, tuple[Any, ...]] | None:
        """Board and origins of :class:`fewest.design.spaces.SpaceTask`; None if there are errors."""

    def dump_task(self, puzzle: Any, written: JsonObject) -> JsonObject:
        """Write the fields as they are stored: in the plainest form, the same for all spellings in one numbering."""
        plain = dump_puzzle(puzzle)
        return {name: plain[name] for name in self.fields if name in written}

    def dump_position(self, task: SpaceTask, position: Any, written: JsonObject) -> JsonObject:
        """Write a position, so that it may be the start of a puzzle or part of one."""
        return KINDS[task.kind].dump_position(position)

    def dump_part(self, task: SpaceTask, depths: int) -> JsonObject:
        """Write what else is known of the first depths."""
        return {}

    def dump_whole(self, task: SpaceTask, report: SpaceReport, written: JsonObject) -> JsonObject:
        """Write the other fields of a complete answer."""
        return {}


class LevelForms(Protocol):
    """How levels of one kind of puzzle are written.

    Attributes
    ----------
    shape
        ``board``, ``start`` and ``goal`` in the body of a request.
    """

    shape: type[Shape]

    def load(self, plain: JsonObject, errors: list[FieldError]) -> JsonObject | None:
        """Board, goal and constraints on the start: the fields of :class:`fewest.design.levels.task.LevelsTask`."""

    def dump(self, level: Level, plain: JsonObject, plainest: JsonObject) -> JsonObject:
        """The parts of a level in the form of its task. The start may be left out: then it is as in ``plainest``."""


class SurveyForms:
    """The problems that a survey of one kind of puzzle solves.

    Attributes
    ----------
    fields
        The fields of a puzzle that are the same in all its problems.
    defaults
        Which of ``starts`` and ``goals`` may be left out.
    """

    fields: tuple[str, ...] = ("board",)
    defaults: tuple[str, ...] = ()

    def some(self, starts: Sequence[Any]) -> JsonObject:
        """A start and a goal to read the board with, if some are left out; ``starts`` are those of the survey."""
        return {}

    def problems(self, puzzle: Any) -> JsonObject:
        """What may be left out, as clients write it, for this board and start."""
        return {}

    def first_equals(self, puzzles: Sequence[Any], pause: Callable[[], object]) -> list[int] | None:
        """For each puzzle on one board, the index of the first one that is equal to it up to symmetry.

        None if only canonical forms tell. Calls ``pause`` every few milliseconds.
        """
        return None
