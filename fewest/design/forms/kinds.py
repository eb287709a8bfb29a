"""How spaces, levels and surveys of each kind of puzzle are written: the protocols and the registry.

A kind of :mod:`fewest.design.kinds` is written by one object, registered with :func:`register`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from fewest.design.exploration import SpaceReport
from fewest.design.forms.block.kind import BlockForms
from fewest.design.forms.jump.kind import JumpForms
from fewest.design.forms.slide.kind import SlideForms
from fewest.design.generation.result import Level
from fewest.design.space import SpaceTask
from fewest.notation import JsonObject
from fewest.notation.errors import FieldError
from fewest.notation.shape import Shape

Q = TypeVar("Q", contravariant=True)
S = TypeVar("S", bound=Shape)


class SpaceForms(Protocol[Q]):
    """How whole spaces of one kind of puzzle are written. ``written`` is the body of the request, in full forms.

    Attributes
    ----------
    fields
        The fields of a puzzle that a space has, too.
    optional
        The start, the goal, or both, if they may be left out.
    """

    fields: tuple[str, ...]
    optional: tuple[str, ...]

    def filling(self, part: str, other: Any) -> Any:
        """A valid placeholder for the start or the goal, whichever the task does not have."""

    def read(self, puzzle: Q, forward: bool, errors: list[FieldError]) -> tuple[Any, tuple[Any, ...]] | None:
        """Board and origins of :class:`fewest.design.space.SpaceTask`; None if there are errors."""

    def dump_task(self, task: SpaceTask, written: JsonObject) -> JsonObject:
        """Write the fields as they are stored."""

    def dump_position(self, task: SpaceTask, position: Any, written: JsonObject) -> JsonObject:
        """Write a position, so that it may be the start of a puzzle or part of one."""

    def dump_part(self, task: SpaceTask, depths: int) -> JsonObject:
        """Write what else is known of the first depths."""

    def dump_whole(self, task: SpaceTask, report: SpaceReport, written: JsonObject) -> JsonObject:
        """Write the other fields of a complete answer."""


class LevelForms(Protocol):
    """How generated levels of one kind of puzzle are written.

    Attributes
    ----------
    shape
        ``board``, ``start`` and ``goal`` in the body of a request.
    """

    shape: type[Shape]

    def load(self, plain: JsonObject, errors: list[FieldError]) -> JsonObject | None:
        """Board, goal and constraints on the start: the fields of :class:`fewest.design.levels.GenerationTask`."""

    def dump(self, level: Level, plain: JsonObject, plainest: JsonObject) -> JsonObject:
        """The parts of a level in the form of its task. The start may be left out: then it is as in ``plainest``."""


class SurveyForms(Protocol[Q]):
    """The problems that a survey of one kind of puzzle solves.

    Attributes
    ----------
    fields
        The fields of a puzzle that are the same in all its problems.
    defaults
        Which of ``starts`` and ``goals`` may be left out.
    """

    fields: tuple[str, ...]
    defaults: tuple[str, ...]

    def some(self, starts: Sequence[Any]) -> JsonObject:
        """A start and a goal to read the board with, if some are left out; ``starts`` are those of the survey."""

    def problems(self, puzzle: Q) -> JsonObject:
        """What may be left out, as clients write it, for this board and start."""

    def first_equals(self, puzzles: Sequence[Q], pause: Callable[[], object]) -> list[int] | None:
        """For each puzzle on one board, the index of the first one that is equal to it up to symmetry.

        None if only canonical forms tell. Calls ``pause`` every few milliseconds.
        """


class KindForms(Protocol):
    """How designers write one kind of puzzle.

    Attributes
    ----------
    name
        Its name in :data:`fewest.design.kinds.KINDS`.
    """

    name: str

    @property
    def spaces(self) -> SpaceForms[Any]:
        """How its spaces are written."""

    @property
    def levels(self) -> LevelForms:
        """How its levels are written."""

    @property
    def surveys(self) -> SurveyForms[Any]:
        """Which problems a survey has."""


KINDS: dict[str, KindForms] = {}
"""Every kind that designers can write, by name."""


def register(forms: KindForms) -> None:
    """Make the forms of a kind known under the kind's name."""
    KINDS[forms.name] = forms


register(JumpForms())
register(SlideForms())
register(BlockForms())


def shapes_by_kind(base: type[S], own: Callable[[KindForms], type[Shape]]) -> Mapping[str, S]:
    """The body of a task for each kind: the fields of ``base``, then those of its own, whose text describes it."""
    shapes = {}
    for kind, forms in KINDS.items():
        part = own(forms)
        shapes[kind] = type(f"{kind.title()}{base.__name__}", (part, base), {"__doc__": part.__doc__})()
    return shapes
