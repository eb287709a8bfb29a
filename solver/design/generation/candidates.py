"""Where levels are looked for: sources of starts, one after another.

Every start that a source proposes depends on the seed, its own number, and what was learned of the starts before it,
which is always exact: never on a clock, on threads, or on what happened to be known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb
from random import Random
from typing import Any, Protocol

import numpy as np

from fewest.solver.design.generation.table import Numbers, StartTable, wanted_rows
from fewest.solver.design.generation.task import GenerationTask
from fewest.solver.jump.board import JumpBoard, holes_of, mask_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.model import Progress, Puzzle, Slices
from fewest.solver.slide.board import SlideBoard
from fewest.solver.slide.bounds.distance import distances
from fewest.solver.slide.proofs import prove
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle
from fewest.solver.slide.rules import Position

SHUFFLES = 100
"""Arrangements of pieces that are drawn at most until one is not known to be out of reach."""
MAX_CONTEST = 64
"""Starts that are compared by their bounds at most before one is proposed."""
POOL = 16
"""Long starts that are kept to go on from."""
MISSES = 3
"""Starts in a row that were too short after which longer ones are looked for."""
MAX_SETS = 100_000
"""Sets of empty holes that are listed at most."""
SLICE_SLIDES = 1 << 16
"""Slides of a walk that are looked at in a slice."""
PAUSE = Progress(0, 0)
"""Between two slices: sources count no nodes."""
FARTHER = 12
"""Pegs that a play backwards adds at most."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A puzzle that may become a level; length and number of solutions if they are known."""

    puzzle: Puzzle
    length: int | None = None
    count: int | None = None


class Source(Protocol):
    """Proposes starts.

    Attributes
    ----------
    exhaustive
        Whether it has every start that may become a level.
    extends
        Whether it goes on from starts that are too short but have few enough solutions.
    """

    exhaustive: bool
    extends: bool

    def propose(self, random: Random) -> Slices[Candidate | None]:
        """The next start; None if there is none left."""

    def learn(self, length: int | None, count: int | None) -> None:
        """Be told of the start last proposed, as far as it is known."""


def random_of(seed: int, number: int) -> Random:
    """The source of random numbers of one candidate: the same on every machine and for every Python from 3.11."""
    return Random(int.from_bytes(hashlib.sha256(f"{seed}:{number}".encode()).digest()[:16]))


def puzzle_at(task: GenerationTask, position: Any) -> Puzzle:
    """The puzzle of a task that starts in a position."""
    board = task.board
    if isinstance(board, SlideBoard):
        assert isinstance(task.goal, tuple)
        return SlidePuzzle(board, position, task.goal)
    goal = task.goal
    assert not isinstance(goal, tuple)
    return JumpPuzzle(board, position, goal or JumpGoal(frozenset([board.full & ~position])))


@dataclass
class Deck:
    """Numbers below ``size`` in random order, each once (the shuffle of Fisher and Yates, as far as it is needed)."""

    size: int
    dealt: int = 0
    moved: dict[int, int] = field(default_factory=dict)

    def draw(self, random: Random) -> int:
        """The next number; there must be one left."""
        at = random.randrange(self.dealt, self.size)
        number = self.moved.get(at, at)
        self.moved[at] = self.moved.get(self.dealt, self.dealt)
        self.dealt += 1
        return number

    @property
    def left(self) -> int:
        """Numbers that have not been drawn."""
        return self.size - self.dealt


class TableSource:
    """Draws from a table: a length, of those wanted that are left, then a start of this length; each uniformly."""

    extends = False

    def __init__(self, task: GenerationTask, table: StartTable) -> None:
        self.task = task
        self.table = table
        self.exhaustive = table.complete
        rows = wanted_rows(task, table)
        lengths = table.length[rows]
        self.layers: dict[int, tuple[Numbers, Deck]] = {}
        for length in np.unique(lengths).tolist():
            layer = rows[lengths == length]
            self.layers[length] = (layer, Deck(len(layer)))

    def propose(self, random: Random) -> Slices[Candidate | None]:
        """Draw a start."""
        yield PAUSE
        left = [length for length, (_, deck) in self.layers.items() if deck.left]
        if not left:
            return None
        length = left[random.randrange(len(left))]
        rows, deck = self.layers[length]
        row = int(rows[deck.draw(random)])
        position = self.table.unpack(self.table.positions[row])
        count = int(self.table.count[row])
        return Candidate(puzzle_at(self.task, position), length, count if count < self.table.max_count else None)

    def learn(self, length: int | None, count: int | None) -> None:
        """Nothing: all is known."""


class SlideSource:
    """Starts of a sliding board whose positions are too many for a table.

    Walks lead away from the goal, longer and longer ones until their ends are long enough. Where one is too long, a
    position on the way is as wanted, since a slide changes the distance by one at most: it is found by bisection. Where
    even long walks are too short, arrangements of the pieces are drawn uniformly, and the best of more and more of them
    by the sum of the distances of the pieces is proposed; half of the starts are then looked for around the longest
    found so far.
    """

    exhaustive = False
    extends = False

    def __init__(self, task: GenerationTask, board: SlideBoard) -> None:
        assert isinstance(task.goal, tuple)
        self.task = task
        self.board = board
        self.goal = task.goal
        self.pinned = any(piece is not None for piece in task.pieces)
        self.max_steps = 4 * board.cells**2
        self.steps = self.max_steps if self.pinned else min(self.max_steps, 2 * task.max_length, 4 * task.min_length)
        self.contest = 1
        self.misses = 0
        self.arranges = True
        self.pool: list[tuple[int, Position]] = []
        self.proposed: Position = self.goal
        self.walk: list[Position] = []
        self.bracket: tuple[int, int] | None = None

    def propose(self, random: Random) -> Slices[Candidate | None]:
        """A position on the walk that was too long, or the best of some new ones."""
        if self.bracket is not None:
            low, high = self.bracket
            self.proposed = self.walk[(low + high) // 2]
        else:
            most = -2
            for _ in range(self.contest):
                position, walk = yield from self._new(random)
                if (bound := self._bound(position)) > most:
                    most, self.proposed, self.walk = bound, position, walk
        yield PAUSE
        return Candidate(puzzle_at(self.task, self.proposed))

    def learn(self, length: int | None, _count: int | None) -> None:
        """Shorten or lengthen what is proposed next."""
        too_long = length is not None and length > self.task.max_length
        if self.bracket is not None:
            low, high = self.bracket
            middle = (low + high) // 2
            if length is None or length in self.task.lengths or high - low <= 2:
                self.bracket = None
            else:
                self.bracket = (low, middle) if too_long else (middle, high)
            return
        if length is None:
            self.arranges = self.arranges and bool(self.pool)
            return
        if too_long:
            self.misses = 0
            self.contest = max(1, self.contest // 2)
            if self.walk and self.walk[0] == self.goal:
                self.bracket = (0, len(self.walk) - 1)
                self.steps = max(2, self.steps * 3 // 4)
            return
        self.pool = sorted({*self.pool, (length, self.proposed)}, reverse=True)[:POOL]
        self.misses = 0 if length in self.task.lengths else self.misses + 1
        if self.steps < self.max_steps and self.misses:
            self.steps *= 2
        elif self.misses >= MISSES:
            self.contest = min(MAX_CONTEST, 2 * self.contest)
            self.misses = 0

    def _new(self, random: Random) -> Slices[tuple[Position, list[Position]]]:
        """A position, and the walk that led to it, if any."""
        if self.contest == MAX_CONTEST and self.pool and not self.pinned and random.randrange(2):
            origin = self.pool[random.randrange(len(self.pool))][1]
            walk = yield from self._walk(origin, 1 + random.randrange(2 * self.board.cells), random)
            return walk[-1], []
        if self.arranges and self.steps >= self.max_steps:
            position = yield from self._arrangement(random)
            if position is not None:
                return position, []
        walk = yield from self._walk(self.goal, self.steps - random.randrange(1 + self.steps // 4), random)
        return walk[-1], walk

    def _walk(self, position: Position, steps: int, random: Random) -> Slices[list[Position]]:
        """Random slides that do not take back the one before, if there are others."""
        cells = list(position)
        empty = [cell for cell, piece in enumerate(cells) if piece == EMPTY]
        walk = [position]
        last = (-1, -1)
        pause_every = max(1, SLICE_SLIDES // max(1, sum(map(len, self.board.adjacency))))
        for step in range(steps):
            if step % pause_every == 0:
                yield PAUSE
            slides = [
                (cell, at, number)
                for number, at in enumerate(empty)
                for cell in self.board.adjacency[at]
                if cells[cell] != EMPTY
            ]
            onward = [slide for slide in slides if slide[:2] != last] or slides
            if not onward:
                break
            cell, at, number = onward[random.randrange(len(onward))]
            cells[at], cells[cell] = cells[cell], EMPTY
            empty[number] = cell
            last = (at, cell)
            walk.append(tuple(cells))
        return walk

    def _arrangement(self, random: Random) -> Slices[Position | None]:
        """An arrangement of the pieces with those given in their cells, drawn uniformly of those not ruled out."""
        given = self.task.pieces or (None,) * self.board.cells
        others = list(self.goal)
        for piece in given:
            if piece is not None:
                others.remove(piece)
        for _ in range(SHUFFLES):
            yield PAUSE
            for last in range(len(others) - 1, 0, -1):
                at = random.randrange(last + 1)
                others[last], others[at] = others[at], others[last]
            rest = iter(others)
            position = tuple(next(rest) if piece is None else piece for piece in given)
            if prove(SlidePuzzle(self.board, position, self.goal)) is None:
                return position
        return None

    @cached_property
    def _distances(self) -> list[dict[int, int]]:
        """By cell: the distance of each piece there from the nearest cell that wants it."""
        table = distances(self.board)
        cells = {piece: [cell for cell, other in enumerate(self.goal) if other == piece] for piece in set(self.goal)}
        cells.pop(EMPTY, None)
        return [
            {EMPTY: 0} | {piece: int(table[cell, wanted].min()) for piece, wanted in cells.items()}
            for cell in range(self.board.cells)
        ]

    def _bound(self, position: tuple[int, ...]) -> int:
        """Sum of the distances of the pieces; -1 if that alone is too long."""
        total = sum(row[piece] for row, piece in zip(self._distances, position, strict=True))
        return total if total <= self.task.max_length else -1


class PlaySource:
    """Starts of a jump board with more pegs than a table has: random play backwards.

    It begins at the starts of the table with the most pegs that have few enough solutions, or at goals, and adds some
    pegs. A position after the first move of an optimal solution has no more optimal solutions than the one before, so
    starts with few solutions are found by going on from starts with few solutions, those that were found last as well.
    """

    exhaustive = False

    def __init__(self, task: GenerationTask, board: JumpBoard, table: StartTable | None) -> None:
        self.task = task
        self.board = board
        self.extends = task.max_count is not None
        self.most = min(task.max_pegs, board.holes - task.empty.bit_count())
        self.pool: list[int] = []
        self.found: list[int] = []
        self.proposed = 0
        self.farther = 1 if self.extends else 4
        self.rows = self._rows(table) if table is not None else None
        self.table = table

    def _rows(self, table: StartTable) -> Numbers | None:
        """Rows of the table to begin at."""
        fits = (table.length > 0) & (table.length <= self.task.max_length)
        if self.task.max_count is not None:
            fits &= table.count <= self.task.max_count
        fits &= table.positions & np.uint64(self.task.empty) == 0
        rows = np.flatnonzero(fits)
        pegs = np.bitwise_count(table.positions[rows])
        rows = rows[pegs == pegs.max()] if len(rows) else rows
        if len(rows):
            rows = rows[table.length[rows] >= np.quantile(table.length[rows], 0.5)]
        return rows if len(rows) else None

    def propose(self, random: Random) -> Slices[Candidate | None]:
        """Play backwards from a start that is known, or a goal."""
        yield PAUSE
        position = self._origin(random)
        least = max(self.task.min_pegs, position.bit_count() + 1)
        wanted = least + random.randrange(max(1, min(self.most - least + 1, self.farther)))
        while position.bit_count() < wanted:
            before = [
                position ^ three
                for three, end in self._jumps
                if position & three == end and not (position ^ three) & self.task.empty
            ]
            if not before:
                break
            position = before[random.randrange(len(before))]
        self.proposed = position
        return Candidate(puzzle_at(self.task, position))

    def learn(self, length: int | None, count: int | None) -> None:
        """Add more pegs if it was too short, fewer if it was too long; go on from it if it has few solutions."""
        if length is None:
            return
        if not self.extends:
            if length < self.task.min_length:
                self.farther = min(FARTHER, self.farther + 1)
            elif length > self.task.max_length:
                self.farther = max(1, self.farther - 1)
        elif count is not None and count <= (self.task.max_count or 0) and length < self.task.max_length:
            self.found = [self.proposed, *self.found][:POOL]

    @cached_property
    def _jumps(self) -> list[tuple[int, int]]:
        """The three holes of every jump, and the one it ends in, as bits."""
        return [(1 << start | 1 << over | 1 << to, 1 << to) for start, over, to in self.board.jumps]

    def _origin(self, random: Random) -> int:
        known = [position for position in self.found if position.bit_count() < self.most]
        if known and random.randrange(2):
            return known[random.randrange(len(known))]
        if self.rows is not None and self.table is not None:
            return int(self.table.positions[self.rows[random.randrange(len(self.rows))]])
        goal = self.task.goal
        assert isinstance(goal, JumpGoal)
        exact = sorted(goal.positions)
        counts = sorted(goal.counts)
        at = random.randrange(len(exact) + len(counts))
        if at < len(exact):
            return exact[at]
        holes = Deck(self.board.holes)
        return mask_of(holes.draw(random) for _ in range(min(counts[at - len(exact)], self.board.holes)))


class ComplementSource:
    """Starts of a jump board whose goal is their complement: every set of empty holes, or random ones if too many."""

    extends = False

    def __init__(self, task: GenerationTask, board: JumpBoard) -> None:
        self.task = task
        self.board = board
        self.fixed = holes_of(task.empty)
        self.free = [hole for hole in range(board.holes) if not task.empty >> hole & 1]
        most = board.holes - max(task.min_pegs, (board.holes + 1) // 2)  # a game has no more pegs at its end
        least = max(1, len(self.fixed), board.holes - task.max_pegs)
        self.numbers = [number - len(self.fixed) for number in range(least, most + 1)]
        total = sum(comb(len(self.free), number) for number in self.numbers)
        self.exhaustive = total <= MAX_SETS
        self.sets: list[tuple[int, ...]] = []
        if self.exhaustive:
            self.sets = [found for number in self.numbers for found in combinations(self.free, number)]
        self.deck = Deck(len(self.sets))

    def propose(self, random: Random) -> Slices[Candidate | None]:
        """Draw a set of empty holes."""
        yield PAUSE
        if self.exhaustive:
            if not self.deck.left:
                return None
            chosen: Sequence[int] = self.sets[self.deck.draw(random)]
        else:
            number = self.numbers[random.randrange(len(self.numbers))]
            holes = Deck(len(self.free))
            chosen = [self.free[holes.draw(random)] for _ in range(number)]
        return Candidate(puzzle_at(self.task, self.board.full & ~mask_of([*self.fixed, *chosen])))

    def learn(self, length: int | None, count: int | None) -> None:
        """Nothing: sets of holes do not tell of each other."""
