"""Kinds of puzzle in JSON: the protocol of all that differs between them, and the registry.

A kind of :mod:`fewest.solver.kinds` is written by one object, registered with :func:`register`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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


class SpaceForms(Protocol[Q]):
    """How whole spaces of one kind of puzzle are written."""

    def filling(self, part: str, other: Any) -> Any:
        """Something without errors for the start or the goal, whichever the task does not have, beside the other."""

    def origins(self, puzzle: Q, forward: bool, errors: list[FieldError]) -> tuple[Any, ...] | None:
        """The positions of depth 0, of the start if ``forward``, else of the goal; None if there are errors."""

    def dump_board(self, board: Any) -> JsonObject:
        """Write a board in the plainest form."""

    def dump_start(self, position: Any) -> Any:
        """Write a position as the start of a puzzle."""

    def dump_goal(self, task: SpaceTask) -> Any:
        """Write the origins as the goal of a puzzle."""

    def dump_part(self, task: SpaceTask, depths: int) -> JsonObject:
        """Write what else is known of so many depths, whether there are more or not."""

    def dump_whole(self, task: SpaceTask, report: SpaceReport) -> JsonObject:
        """Write what else a complete answer says."""


class LevelForms(Protocol):
    """How generated levels of one kind of puzzle are written.

    Attributes
    ----------
    shape
        ``board``, ``start`` and ``goal`` in the body of a request.
    """

    shape: type[Shape]

    def load(self, plain: JsonObject, errors: list[FieldError]) -> JsonObject | None:
        """Board, goal and what is given of the start: the fields of :class:`fewest.solver.levels.GenerationTask`."""

    def dump(self, level: Level, plain: JsonObject, plainest: JsonObject) -> JsonObject:
        """Board and goal of a level as they are in its task; ``plainest`` is the level in the plainest form."""


class SurveyForms(Protocol[Q]):
    """What a board of one kind of puzzle is surveyed for.

    Attributes
    ----------
    some
        A start and a goal on any board.
    """

    some: JsonObject

    def problems(self, puzzle: Q) -> tuple[list[JsonObject], list[JsonObject]]:
        """The starts and goals, as clients write them, that are meant if none are named."""

    def first_equals(self, puzzles: Sequence[Q]) -> list[int]:
        """For each puzzle on one board, the index of the first one that is equal to it up to symmetry."""


class AtlasForms(Protocol[Q]):
    """How problems of one kind of puzzle are written in the atlas."""

    def dump(self, puzzle: Q) -> JsonObject:
        """What a record says beyond the plainest form."""

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
    def spaces(self) -> SpaceForms[P] | None:
        """How its spaces are written; None if they cannot be explored."""

    @property
    def levels(self) -> LevelForms | None:
        """How its levels are written; None if none are made."""

    @property
    def surveys(self) -> SurveyForms[P] | None:
        """What its boards are surveyed for where no starts or goals are named; None if they have to be."""

    @property
    def atlas(self) -> AtlasForms[P] | None:
        """How its problems are written in the atlas; None if like all puzzles."""

    def write_out(self, full: JsonObject, parts: Sequence[str], moves: Moves) -> None:
        """Write the short forms of some parts of a puzzle out, and where these stood.

        Parameters
        ----------
        full
            The puzzle, which may be wrong in any way; it is changed.
        """

    def load(self, parts: JsonObject, path: Path, errors: list[FieldError]) -> tuple[P, Layout | None] | None:
        """Build the puzzle and its layout, if known, from the fields that have the right shape.

        Every error is appended to ``errors``, once. Returns None if the puzzle cannot be built.
        """

    def notices(self, puzzle: P, layout: Layout | None) -> Iterator[tuple[Path, Message]]:
        """What is odd about a valid puzzle: sentences, each with the path of the part of the puzzle it is about."""

    def estimate(self, puzzle: P, lower_bound: int) -> Message | None:
        """How long a search may take, if it may take long and puzzles of its size are known."""

    def dump(self, puzzle: P) -> JsonObject:
        """Write a puzzle in the plainest form; :meth:`load` reads it back."""

    def load_solution(self, moves: list[list[int]], removed: list[list[int]] | None) -> Solution:
        """Read a solution as :meth:`dump_solution` wrote it."""

    def dump_solution(self, puzzle: P, solution: Solution) -> JsonObject:
        """Write a solution: ``moves``, and lists of the same length that describe them."""

    def dump_end(self, puzzle: P, solution: Solution) -> JsonObject:
        """Write what a result says of where its solution ends, beyond the goal."""

    def dump_position(self, position: Any) -> JsonObject:
        """Write a position."""


KINDS: dict[str, KindSchema[Any]] = {}
"""Every kind by name."""


def register(schema: KindSchema[Any]) -> None:
    """Make the JSON form of a kind known under the kind's name."""
    KINDS[schema.name] = schema


register(JumpSchema())
register(SlideSchema())
register(BlockSchema())
