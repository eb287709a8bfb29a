"""The sources of levels of a jump board beyond its table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from math import comb
from random import Random

import numpy as np

from fewest.design.jump.levels.task import pegs_given, with_complement
from fewest.design.levels.starts import PAUSE, Candidate, Deck, Source, StartTable
from fewest.design.levels.task import LevelsTask
from fewest.solver.jump.board import JumpBoard, holes_of, mask_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.model import Slices

MAX_SETS = 100_000
"""Most sets of empty holes that are listed."""
MAX_EXTRA_PEGS = 12
"""Most pegs that play backwards adds."""
PLAYS = 100
"""Most positions that are measured beyond the table before one is proposed that does not match."""
DRAWN = 8
"""Positions of which the one is taken whose number of pegs is nearest to the least number wanted: with few pegs, the
next ones are soon measured."""
MAX_UNKNOWN = 5
"""Positions in a row that cannot be measured, after which one is searched."""
MAX_FOUND = 20_000
"""Most positions that are kept to continue from."""


class PlaySource(Source):
    """Starts of a jump board with more pegs than a table has: random moves backwards.

    A position after the first move of an optimal solution has one move less, and at most as many optimal solutions. So
    starts with few solutions are found by one move backwards from others: those of the table with the most pegs, and
    those found. So are starts that are much longer than those of the table. For others, more moves are made backwards.

    Length and number are found from the table; without one, or if that takes long, by the search for the level.
    """

    def __init__(self, task: LevelsTask, table: StartTable | None) -> None:
        self.task = task
        self.board: JumpBoard = task.board
        self.goal: JumpGoal = task.goal
        self.given = pegs_given(task)
        self.most = min(self.given.max_pegs, self.board.holes - self.given.empty.bit_count())
        self.known: dict[int, list[int]] = {} if table is None else self._rows(table)
        self.found: set[int] = set()
        self.extends = task.max_count is not None or (bool(self.known) and max(self.known) + 1 < task.min_length)
        self.extra_pegs = 1 if self.known else 4
        self.beyond = None if table is None else table.beyond
        self.proposed = 0

    def _rows(self, table: StartTable) -> dict[int, list[int]]:
        """The positions of the table to begin at, by length: of those that match or are shorter, the ones with the
        most pegs.
        """
        fits = (table.length > 0) & (table.length <= self.task.max_length)
        if self.task.max_count is not None:
            fits &= table.count <= self.task.max_count
        fits &= table.positions & np.uint64(self.given.empty) == 0
        rows = np.flatnonzero(fits)
        pegs = np.bitwise_count(table.positions[rows])
        rows = rows[pegs == pegs.max()] if len(rows) else rows
        lengths = table.length[rows]
        known = {}
        for length in np.unique(lengths).tolist():
            found = table.positions[rows[lengths == length]]
            # Every n-th of them, so that no more than ``MAX_FOUND`` are kept.
            known[length] = found[:: -(-len(found) // MAX_FOUND)].tolist()
        return known

    def propose(self, random: Random) -> Slices[Candidate | None]:
        """Go back from a position that is known, or a goal: until a start matches, or too many were not measured."""
        yield PAUSE
        unknown = 0
        candidate = None
        for _ in range(PLAYS):
            if candidate is not None:  # it is dropped
                self.learn(candidate.length, candidate.count)
            position = self._play(random)
            candidate = yield from self._measured(position)
            new = position not in self.found
            self.proposed = position
            unknown = unknown + 1 if candidate.length is None else 0
            if unknown == (1 if self.beyond is None else MAX_UNKNOWN) or (new and self._matches(candidate)):
                break
        return candidate

    def _measured(self, position: int) -> Slices[Candidate]:
        """A start, with its length and number of solutions if they are found from the table."""
        puzzle = JumpPuzzle(self.board, position, self.goal)
        measured = None if self.beyond is None else (yield from self.beyond(position))
        return Candidate(puzzle) if measured is None else Candidate(puzzle, measured.length, measured.count)

    def _matches(self, candidate: Candidate) -> bool:
        start: int = candidate.puzzle.start
        return (
            self.given.allows_pegs(start)
            and candidate.length in self.task.lengths
            and candidate.count in self.task.counts
        )

    def learn(self, length: int | None, count: int | None) -> None:
        """Continue from a start with few solutions; else make more moves if it was too short, fewer if too long."""
        if length is None:
            return
        if self.extends:
            few = count is not None and count <= (self.task.max_count or count) and length <= self.task.max_length
            if few and self.proposed not in self.found and len(self.found) < MAX_FOUND:
                self.found.add(self.proposed)
                if self.proposed.bit_count() < self.most:
                    self.known.setdefault(length, []).append(self.proposed)
        elif length < self.task.min_length:
            self.extra_pegs = min(MAX_EXTRA_PEGS, self.extra_pegs + 1)
        elif length > self.task.max_length:
            self.extra_pegs = max(1, self.extra_pegs - 1)

    def _play(self, random: Random) -> int:
        """A position some moves before one that is known, or a goal."""
        position = self._origin(random)
        least = position.bit_count() + 1
        if not self.extends:
            least = max(self.given.min_pegs, least)
            least += random.randrange(max(1, min(self.most - least + 1, self.extra_pegs)))
        # Back by whole moves, so there may be more pegs than the least number.
        while position.bit_count() < least:
            before = self._move_back(position, random)
            if before == position:
                break
            position = before
        return position

    def _move_back(self, position: int, random: Random) -> int:
        """The position before a random move: a jump, or several by one peg; the same if there is none."""
        ends = list(self._jumps_to)
        while position.bit_count() < self.most:
            before = [
                (hole, position ^ three)
                for end in ends
                for hole, three in self._jumps_to.get(end, ())
                if position & three == end and not (position ^ three) & self.given.empty
            ]
            if not before:
                break
            hole, position = before[random.randrange(len(before))]
            if random.randrange(2):
                break
            ends = [hole]
        return position

    @cached_property
    def _jumps_to(self) -> dict[int, list[tuple[int, int]]]:
        """By hole: the hole where each jump to it begins, and its three holes; all as bits."""
        jumps: dict[int, list[tuple[int, int]]] = {}
        for start, over, to in self.board.jumps:
            jumps.setdefault(1 << to, []).append((1 << start, 1 << start | 1 << over | 1 << to))
        return jumps

    def _origin(self, random: Random) -> int:
        # Mostly one of the longest: a move back makes a start longer by one move at most.
        lengths = sorted(length for length in self.known if length < self.task.max_length)
        if lengths:
            while len(lengths) > 1 and not random.randrange(3):
                lengths.pop()
            known = self.known[lengths[-1]]
            drawn = [known[random.randrange(len(known))] for _ in range(DRAWN)]
            return min(drawn, key=lambda position: abs(self.given.min_pegs - position.bit_count()))
        exact = sorted(self.goal.positions)
        counts = sorted(self.goal.counts)
        at = random.randrange(len(exact) + len(counts))
        if at < len(exact):
            return exact[at]
        holes = Deck(self.board.holes)
        return mask_of(holes.draw(random) for _ in range(min(counts[at - len(exact)], self.board.holes)))


class ComplementSource(Source):
    """Starts of a jump board whose goal is their complement: every set of empty holes, or random ones if too many."""

    def __init__(self, task: LevelsTask) -> None:
        self.task = task
        self.board: JumpBoard = task.board
        given, holes = pegs_given(task), self.board.holes
        self.fixed = holes_of(given.empty)
        self.free = [hole for hole in range(holes) if not given.empty >> hole & 1]
        most = holes - max(given.min_pegs, (holes + 1) // 2)  # a game has no more pegs at its end
        least = max(1, len(self.fixed), holes - given.max_pegs)
        self.numbers = [number - len(self.fixed) for number in range(least, most + 1)]
        total = sum(comb(len(self.free), number) for number in self.numbers)
        # A list of all sets shows when none is left.
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
        return Candidate(with_complement(self.board, self.board.full & ~mask_of([*self.fixed, *chosen])))
