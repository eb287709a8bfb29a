"""Kinds of puzzle in JSON: the protocol of their differences, and the registry.

A kind of :mod:`fewest.solver.kinds` is written by one object, registered with :func:`register`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from marshmallow import Schema

from fewest.notation import JsonObject
from fewest.notation.assumptions import Assumption, MayBeSolved
from fewest.notation.block.kind import BlockSchema
from fewest.notation.boards import Choice, Layout
from fewest.notation.errors import FieldError, Path
from fewest.notation.jump.kind import JumpSchema
from fewest.notation.move_lists import Notation
from fewest.notation.pointers import Moves
from fewest.notation.slide.kind import SlideSchema
from fewest.solver.errors import Message
from fewest.solver.model import Solution

P = TypeVar("P")
Q = TypeVar("Q", contravariant=True)


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
    small_board
        A board of the catalogue whose first example takes a search some milliseconds; empty if there is none.
    """

    name: str
    shape: Schema
    choices: Mapping[str, Choice]
    small_board: str

    @property
    def atlas(self) -> AtlasForms[P] | None:
        """How its problems are written in the atlas; None for the common form."""

    def write_out(self, document: JsonObject, parts: Sequence[str], moves: Moves) -> None:
        """Expand the short forms of some parts of a puzzle, and note their original places.

        Parameters
        ----------
        document
            The puzzle, which may have any errors. It is changed.
        """

    def load(self, parts: JsonObject, path: Path, errors: list[FieldError]) -> tuple[P, Layout | None] | None:
        """Build the puzzle and its layout, if known, from the fields that have the right shape.

        Every error is appended to ``errors``, once. Returns None if the puzzle cannot be built.
        """

    def assume(self, document: JsonObject, may_be_solved: MayBeSolved) -> list[Assumption]:
        """What may be assumed where a text gives no goal, and perhaps no start; the most usual first.

        Parameters
        ----------
        document
            The rest of the puzzle, in full forms.
        """

    def notices(self, puzzle: P, layout: Layout | None) -> Iterator[tuple[Path, Message]]:
        """Notices about a valid puzzle, each with the path of the part it is about."""

    def estimate(self, puzzle: P, lower_bound: int) -> Message | None:
        """How long a search may take, if it may take long and puzzles of its size are known."""

    def dump(self, puzzle: P) -> JsonObject:
        """Write a puzzle in the plainest form; :meth:`load` reads it back."""

    def notations(self, puzzle: P, layout: Layout | None, text: str) -> Iterator[Notation]:
        """Notations in which people write moves, the most usual first, each ready to read a text."""

    def load_solution(self, moves: list[list[int]], removed: list[list[int]] | None) -> Solution:
        """Read a solution as :meth:`dump_solution` wrote it."""

    def dump_solution(self, puzzle: P, solution: Solution) -> JsonObject:
        """Write a solution: ``moves``, and lists of the same length that describe them."""

    def dump_end(self, puzzle: P, solution: Solution) -> JsonObject:
        """Write what a result says about the end of its solution, beyond the goal."""

    def dump_position(self, position: Any) -> JsonObject:
        """Write a position."""


KINDS: dict[str, KindSchema[Any]] = {}
"""Every kind by name."""


def register(schema: KindSchema[Any]) -> None:
    """Make the JSON form of a kind known under the kind's name."""
    KINDS[schema.name] = schema


# In the order in which messages list the kinds.
register(JumpSchema())
register(SlideSchema())
register(BlockSchema())
