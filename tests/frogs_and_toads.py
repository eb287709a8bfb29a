"""A third kind of puzzle for tests: frogs and toads on a row of cells.

Toads (T) go to the right, frogs (F) to the left: one cell to the empty cell, or over one animal of the other sort. To
exchange m toads and n frogs with one empty cell between them takes mn + m + n moves (E. R. Berlekamp, J. H. Conway,
R. K. Guy: Winning Ways for your Mathematical Plays).

It is also the example for a kind of the product. ``tests/integration/test_third_kind.py`` takes it from JSON to a
solved job. The steps:

1. ``fewest/solver/NAME/``: a frozen puzzle dataclass with ``kind``, ``start`` and, for spaces, ``board``; its rules;
   and an object with the methods of ``fewest.solver.kinds.Kind``. Register the object there. Moves are tuples of
   places, so that they can be renumbered. ``search`` yields ``Progress`` and returns an ``Outcome``. Load kernels
   (``fewest/solver/kernels/NAME_*.py``) by name; the service never loads them.
2. ``fewest/notation/NAME/``: shapes, whose components begin with the name (``NameBoard``), and an object with the
   members of ``fewest.notation.kinds.KindSchema``. Register it there. A part with several forms is a ``Choice``.
   Every field has a meaning and an example (``describe``).
3. Fields for this kind only, in ``fewest/schemas/documents/``: of solutions in ``jobs.py``, ``solutions.py`` and
   ``shares.py``, of a move in ``hints.py`` and ``SINGULAR`` (``fewest/notation/result.py``), of ``sizes`` in
   ``checks.py``. No test notices that they are missing. Once they exist, ``tests/unit/service/test_documents.py``
   needs a puzzle that has them.
4. Optional: spaces and levels in ``fewest/design/NAME/``, and how they are written in ``fewest/design/forms/NAME.py``.
   Name their classes in ``kinds.py`` of these folders. A kind without them is solved, and has features and hints.
5. ``pyproject.toml``: the name, in the contracts about kinds. ``docs/02-puzzles.md``: a table of its forms.
   ``docs/03-answers-and-proofs.md``: its proofs. Update the texts and tests that list all kinds, and continue with
   "Changing the API" in ``CONTRIBUTING.md``.
6. Pictures show a move as one piece that moves to an empty cell. Draw any other move in
   ``fewest/studio/drawing/scene.py``. The page shows only kinds with an object in ``KINDS``
   (``fewest/studio/static/rules/rules.js``, type ``OtherKind``, such as ``board/blocks.js``; ``loadKind`` in
   ``board/catalogue.js``), and ``setup/lattices.js`` has a number for each.
7. Optional: boards in ``fewest/boards/``, a small one of which warms up workers (``small_board`` of the object in
   ``fewest/notation/NAME/``); the name of a puzzle on a board without a name, and how it is drawn
   (``fewest/studio/kinds.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from marshmallow import Schema, fields

from fewest.notation import JsonObject
from fewest.notation.assumptions import Assumption, MayBeSolved
from fewest.notation.boards import Choice, Layout, check_layout
from fewest.notation.errors import FieldError, field_error
from fewest.notation.errors import Path as JsonPath
from fewest.notation.fields import Integers, Points
from fewest.notation.move_lists import Notation
from fewest.notation.pointers import Moves
from fewest.solver.errors import Message, ReplayError
from fewest.solver.graphs import ColouredGraph, inverse
from fewest.solver.listing import Array, Listing, ListingLevel
from fewest.solver.model import (
    Findings,
    KernelSet,
    Limits,
    Move,
    Progress,
    Proof,
    Search,
    Solution,
    Solved,
    Unsolvable,
    Want,
)
from fewest.solver.transitions import Edges

STEP = {"T": 1, "F": -1}
OTHER = {"T": "F", "F": "T"}


@dataclass(frozen=True, slots=True)
class FrogsPuzzle:
    """Cells from left to right, and what is on each cell at the start and in the goal: T, F or ``.`` for none."""

    row: tuple[int, ...]
    start: str
    goal: str

    @property
    def kind(self) -> str:
        """Name of this kind of puzzle."""
        return "frogs"


class FrogsRules:
    """Positions and moves of one puzzle."""

    def __init__(self, puzzle: FrogsPuzzle) -> None:
        self.puzzle = puzzle

    def roots(self) -> Iterator[tuple[tuple[Any, ...], str]]:
        """The one way to begin."""
        yield (), self.puzzle.start

    def successors(self, position: str) -> Iterator[tuple[tuple[int, int], str]]:
        """Every move with the position after it."""
        row = self.puzzle.row
        for index, cell in enumerate(row):
            animal = position[cell]
            for hop in (1, 2) if animal in STEP else ():
                to = index + hop * STEP[animal]
                if not 0 <= to < len(row) or position[row[to]] != ".":
                    continue
                if hop == 1 or position[row[(index + to) // 2]] == OTHER[animal]:
                    after = list(position)
                    after[cell], after[row[to]] = ".", animal
                    yield (cell, row[to]), "".join(after)

    def play(self, solution: Solution) -> str:
        """Play a solution from the start."""
        position = self.puzzle.start
        for number, move in enumerate(solution, 1):
            after = next((after for legal, after in self.successors(position) if legal == move), None)
            if after is None:
                raise ReplayError(f"move {number}: {list(move)} is not legal here")
            position = after
        return position

    def is_goal(self, position: str) -> bool:
        """Whether a position is the goal."""
        return position == self.puzzle.goal


class FrogsTransitions:
    """The moves of many positions at once, for pages of solutions: each is a single step."""

    def __init__(self, rules: FrogsRules) -> None:
        self._rules = rules
        self._moves: list[tuple[int, int]] = []

    def start(self) -> Edges:
        """To the start."""
        return Edges(np.zeros(1, int), np.array([-1]), np.array([self._rules.puzzle.start.encode()]), np.array([-1]))

    def edges(self, positions: Array, _: Array) -> Edges:
        """All moves."""
        found = [
            (source, move, after.encode())
            for source, position in enumerate(positions.tolist())
            for move, after in self._rules.successors(position.decode())
        ]
        steps = np.arange(len(self._moves), len(self._moves) + len(found))
        self._moves += [move for _, move, _ in found]
        after = np.array([after for *_, after in found], positions.dtype)
        return Edges(np.array([source for source, *_ in found], int), steps, after, np.full(len(found), -1))

    def path_counts(self, level: ListingLevel, positions: Array) -> Array:
        """Look up positions: one letter per cell."""
        return level.path_counts(positions)

    def continues(self, _: ListingLevel, edges: Edges) -> Array:
        """Nowhere."""
        return np.zeros(len(edges.step), bool)

    def solution(self, moves: list[list[int]]) -> Solution:
        """The moves with these numbers."""
        return tuple(self._moves[step] for (step,) in moves[1:])

    def of_rules(self, positions: Sequence[str]) -> Array:
        """One letter per cell."""
        return np.array([position.encode() for position in positions], f"S{len(self._rules.puzzle.start)}")

    def met(self, positions: Array) -> Array:
        """The goal itself."""
        return positions == self._rules.puzzle.goal.encode()

    def plain_distances(self, _: Array) -> None:
        """None: no animal can lead away."""


class FrogsKind:
    """Frogs and toads as a kind (see :class:`fewest.solver.kinds.Kind`)."""

    name = "frogs"
    reversible = False

    def rules(self, puzzle: FrogsPuzzle) -> FrogsRules:
        """The plain rules."""
        return FrogsRules(puzzle)

    def next_puzzles(self, puzzle: FrogsPuzzle) -> Iterator[tuple[Move, FrogsPuzzle]]:
        """Every move from the start, with the puzzle after it."""
        for move, position in FrogsRules(puzzle).successors(puzzle.start):
            yield move, replace(puzzle, start=position)

    def puzzle_at(self, puzzle: FrogsPuzzle, position: str) -> FrogsPuzzle:
        """The same row and goal."""
        return replace(puzzle, start=position)

    def read_claim(
        self, _: FrogsPuzzle, moves: Sequence[Sequence[int]], __: Sequence[Sequence[int]] | None
    ) -> Solution:
        """Read moves, each ``[from, to]``."""
        return tuple((move[0], move[-1]) for move in moves if move)

    def search(self, puzzle: FrogsPuzzle, want: Want, _: Limits, __: Path | None, ___: int, ____: Findings) -> Search:
        """Breadth-first search; then the number of ways on from every position, level by level backwards."""
        rules = FrogsRules(puzzle)
        levels, nodes = [{puzzle.start}], 1
        while puzzle.goal not in levels[-1]:
            levels.append({after for position in levels[-1] for _, after in rules.successors(position)})
            nodes += len(levels[-1])
            if not levels[-1]:
                return Unsolvable({"by": "exhaustion"})
            yield Progress(len(levels) - 1, nodes)
        ways: list[dict[str, int]] = [{puzzle.goal: 1}]
        for level in reversed(levels[:-1]):
            counts = {p: sum(ways[0].get(after, 0) for _, after in rules.successors(p)) for p in level}
            ways.insert(0, {position: count for position, count in counts.items() if count})
        position, solution = puzzle.start, []
        for level_ways in ways[1:]:
            move, position = next(pair for pair in rules.successors(position) if pair[1] in level_ways)
            solution.append(move)
        listing = Listing(tuple(ListingLevel.from_counts({p.encode(): n for p, n in level.items()}) for level in ways))
        count = ways[0][puzzle.start] if want.counts else None
        return Solved(tuple(solution), count=count, listing=listing if want is Want.ALL else None)

    def kernel_sets(self) -> Sequence[KernelSet]:
        """Nothing is compiled."""
        return ()

    def prove(self, _: FrogsPuzzle, *, thorough: bool = True) -> Proof | None:
        """No simple argument is known here."""
        return None

    def check_proof(self, _: FrogsPuzzle, __: Proof) -> bool:
        """No certificates but exhaustion, which cannot be checked."""
        return False

    def renumber_proof(self, proof: Proof, _: Sequence[int]) -> Proof:
        """A proof by exhaustion names no cells."""
        return proof

    def canonical_graph(self, puzzle: FrogsPuzzle) -> ColouredGraph:
        """A path whose cells have colours in order, so that only the numbering is left open."""
        sorts = ".FT"
        colours = [0] * len(puzzle.row)
        for index, cell in enumerate(puzzle.row):
            colours[cell] = 9 * index + 3 * sorts.index(puzzle.start[cell]) + sorts.index(puzzle.goal[cell])
        return ColouredGraph(self.adjacent_places(puzzle), colours)

    def renumber(self, puzzle: FrogsPuzzle, order: Sequence[int]) -> FrogsPuzzle:
        """The same puzzle with cell ``order[i]`` numbered i."""
        number = inverse(tuple(order))
        start, goal = ("".join(text[cell] for cell in order) for text in (puzzle.start, puzzle.goal))
        return FrogsPuzzle(tuple(number[cell] for cell in puzzle.row), start, goal)

    def exact_form(self, puzzle: FrogsPuzzle) -> list[Any]:
        """Row, start, goal."""
        return [puzzle.row, puzzle.start, puzzle.goal]

    def transitions(self, puzzle: FrogsPuzzle, _: Sequence[Sequence[int]]) -> FrogsTransitions:
        """The moves of many positions at once."""
        return FrogsTransitions(FrogsRules(puzzle))

    def size(self, puzzle: FrogsPuzzle) -> int:
        """Number of cells."""
        return len(puzzle.row)

    def sizes(self, puzzle: FrogsPuzzle) -> Mapping[str, int]:
        """Cells, toads and frogs."""
        return {"cells": len(puzzle.row), "toads": puzzle.start.count("T"), "frogs": puzzle.start.count("F")}

    def max_positions(self, puzzle: FrogsPuzzle) -> int:
        """An animal or none on every cell."""
        return 3 ** len(puzzle.row)

    def lower_bound(self, puzzle: FrogsPuzzle) -> int:
        """At least one move, unless the start is the goal."""
        return int(puzzle.start != puzzle.goal)

    def adjacent_places(self, puzzle: FrogsPuzzle) -> list[tuple[int, int]]:
        """Neighbours in the row."""
        return sorted((min(pair), max(pair)) for pair in pairwise(puzzle.row))

    def labels_by_place(self, _: FrogsPuzzle, position: str) -> Mapping[int, str]:
        """The animal by cell."""
        return {cell: animal for cell, animal in enumerate(position) if animal in STEP}


class FrogsBoardShape(Schema):
    """Cells from left to right."""

    row = Integers(required=True, most=64)
    layout = Points()


class FrogsPuzzleShape(Schema):
    """A row of frogs and toads."""

    kind = fields.String(required=True)
    board = fields.Nested(FrogsBoardShape, required=True)
    start = fields.String(required=True)
    goal = fields.String(required=True)


class FrogsSchema:
    """How frogs and toads are written in JSON (see :class:`fewest.notation.kinds.KindSchema`)."""

    name = "frogs"
    small_board = ""
    shape: Schema = FrogsPuzzleShape()
    choices: Mapping[str, Choice] = {}
    atlas = None

    def write_out(self, document: JsonObject, parts: Sequence[str], moves: Moves) -> None:
        """Nothing: there are no short forms."""

    def load(
        self, parts: JsonObject, path: JsonPath, errors: list[FieldError]
    ) -> tuple[FrogsPuzzle, Layout | None] | None:
        """Build the puzzle."""
        row = parts.get("board", {}).get("row")
        if row is None or "start" not in parts or "goal" not in parts:
            return None
        check_layout(parts["board"], len(row), Message("cell"), (*path, "board"), errors)
        if sorted(row) != list(range(len(row))):
            text = Message("must have every number from 0 to {last} once", last=len(row) - 1)
            errors.append(field_error((*path, "board", "row"), text))
        errors.extend(
            field_error((*path, name), Message("must have {size} characters T, F or .", size=len(row)))
            for name in ("start", "goal")
            if len(parts[name]) != len(row) or set(parts[name]) - set(".FT")
        )
        return FrogsPuzzle(tuple(row), parts["start"], parts["goal"]), None

    def assume(self, _document: JsonObject, _may_be_solved: MayBeSolved) -> list[Assumption]:
        """Nothing: no text is read as such a puzzle."""
        return []

    def estimate(self, _: FrogsPuzzle, __: int) -> Message | None:
        """None: it never takes long."""
        return None

    def notices(self, _: FrogsPuzzle, __: Layout | None) -> Iterator[tuple[JsonPath, Message]]:
        """None."""
        return iter(())

    def dump(self, puzzle: FrogsPuzzle) -> JsonObject:
        """Write a puzzle."""
        return {"kind": "frogs", "board": {"row": list(puzzle.row)}, "start": puzzle.start, "goal": puzzle.goal}

    def notations(self, _: FrogsPuzzle, __: Layout | None, ___: str) -> Iterator[Notation]:
        """None: moves are lists of cells only."""
        return iter(())

    def load_solution(self, moves: list[list[int]], _: list[list[int]] | None) -> Solution:
        """Read a solution."""
        return tuple((start, to) for start, to in moves)

    def dump_solution(self, _: FrogsPuzzle, solution: Solution) -> JsonObject:
        """Write a solution."""
        return {"moves": [list(move) for move in solution]}

    def dump_end(self, *_: object) -> JsonObject:
        """Nothing: the goal says it all."""
        return {}

    def dump_position(self, position: str) -> JsonObject:
        """Write a position: the animals by cell."""
        return {"animals": position}
