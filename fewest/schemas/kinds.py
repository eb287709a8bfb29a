"""Kinds of puzzle in JSON: the protocol of their differences, and the registry.

A kind of :mod:`fewest.solver.kinds` is written by one object, registered with :func:`register`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from marshmallow import Schema

from fewest.schemas import JsonObject
from fewest.schemas.block.kind import BlockSchema
from fewest.schemas.boards import Choice, Layout
from fewest.schemas.errors import FieldError, Path
from fewest.schemas.jump.kind import JumpSchema
from fewest.schemas.pointers import Moves
from fewest.schemas.shape import Shape
from fewest.schemas.slide.kind import SlideSchema
from fewest.solver.design.generation.result import Level
from fewest.solver.design.spaces import SpaceReport
from fewest.solver.errors import Message
from fewest.solver.model import Solution
from fewest.solver.space import SpaceTask

P = TypeVar("P")
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
        """Board and origins of :class:`fewest.solver.space.SpaceTask`; None if there are errors."""

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
        """Board, goal and constraints on the start: the fields of :class:`fewest.solver.levels.GenerationTask`."""

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


class AtlasForms(Protocol[Q]):
    """How problems of one kind of puzzle are written in the atlas."""

    def dump(self, puzzle: Q) -> JsonObject:
        """The fields of a record beyond the plainest form."""

    def write(self, board: JsonObject, problem: JsonObject) -> JsonObject:
        """The puzzle of two records as clients write it."""


class KindSchema(Protocol[P]):
    """How one kind of puzzle is written in JSON. ``P`` is the kind's puzzle class.

    Attributes
    ----------
    name
        The kind's name in :data:`fewest.solver.kinds.KINDS`.
    shape
        The schema of a puzzle, with the field ``kind``. A field ``board`` may have a ``name`` and a ``layout``.
    choices
        The fields of a puzzle that are given in one of several forms.
    """

    name: str
    shape: Schema
    choices: Mapping[str, Choice]

    @property
    def spaces(self) -> SpaceForms[P]:
        """How its spaces are written."""

    @property
    def levels(self) -> LevelForms:
        """How its levels are written."""

    @property
    def surveys(self) -> SurveyForms[P]:
        """Which problems a survey has."""

    @property
    def atlas(self) -> AtlasForms[P] | None:
        """How its problems are written in the atlas; None for the common form."""

    def write_out(self, full: JsonObject, parts: Sequence[str], moves: Moves) -> None:
        """Expand the short forms of some parts of a puzzle, and note their original places.

        Parameters
        ----------
        full
            The puzzle, which may have any errors. It is changed.
        """

    def load(self, parts: JsonObject, path: Path, errors: list[FieldError]) -> tuple[P, Layout | None] | None:
        """Build the puzzle and its layout, if known, from the fields that have the right shape.

        Every error is appended to ``errors``, once. Returns None if the puzzle cannot be built.
        """

    def notices(self, puzzle: P, layout: Layout | None) -> Iterator[tuple[Path, Message]]:
        """Notices about a valid puzzle, each with the path of the part it is about."""

    def estimate(self, puzzle: P, lower_bound: int) -> Message | None:
        """How long a search may take, if it may take long and puzzles of its size are known."""

    def dump(self, puzzle: P) -> JsonObject:
        """Write a puzzle in the plainest form; :meth:`load` reads it back."""

    def load_solution(self, moves: list[list[int]], removed: list[list[int]] | None) -> Solution:
        """Read a solution as :meth:`dump_solution` wrote it."""

    def dump_solution(self, puzzle: P, solution: Solution) -> JsonObject:
        """Write a solution: ``moves``, and lists of the same length that describe them."""

    def dump_end(self, puzzle: P, solution: Solution) -> JsonObject:
        """Write what a result says about the end of its solution, beyond the goal."""

    def dump_position(self, position: Any) -> JsonObject:
        """Write a position."""


def shapes_by_kind(base: type[S], own: Callable[[KindSchema[Any]], type[Shape]]) -> Mapping[str, S]:
    """The body of a task for each kind: the fields of ``base``, then those of its own, whose text describes it."""
    shapes = {}
    for kind, schema in KINDS.items():
        part = own(schema)
        shapes[kind] = type(f"{kind.title()}{base.__name__}", (part, base), {"__doc__": part.__doc__})()
    return shapes


KINDS: dict[str, KindSchema[Any]] = {}
"""Every kind by name."""


def register(schema: KindSchema[Any]) -> None:
    """Make the JSON form of a kind known under the kind's name."""
    KINDS[schema.name] = schema


register(JumpSchema())
register(SlideSchema())
register(BlockSchema())
