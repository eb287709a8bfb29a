"""The jumps of many positions at once, for pages of solutions (see :class:`solver.listing.Transitions`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.jump.board import Permutation, Words
from solver.jump.puzzle import JumpPuzzle
from solver.jump.rules import moves_of
from solver.jump.survivor import MarkedPuzzle
from solver.jump.symmetry import apply_maps, image_tables
from solver.listing import Array, Edges, ListingLevel
from solver.model import Solution

MAX_BATCH = 1 << 18
"""Jumps tried, or images computed, in one batch, which holds as many words."""


class JumpTransitions:
    """The jumps of a puzzle: the pieces are pegs, named by their holes, and a move is a chain of jumps by one.

    Parameters
    ----------
    symmetries
        Those of the listing: its keys are least images.
    """

    def __init__(self, puzzle: JumpPuzzle, symmetries: Sequence[Permutation]) -> None:
        self._puzzle = puzzle
        self._jumps = puzzle.board.jumps
        self._images = image_tables(symmetries, puzzle.board.holes) if symmetries else None
        one = np.uint64(1)
        jumps = np.array(self._jumps, np.int64).reshape(-1, 3)
        start, over, to = (one << jumps.T.astype(np.uint64)).reshape(3, -1)
        twin = np.zeros(puzzle.board.holes, np.uint64)
        for hole, other in puzzle.board.twins:
            twin[[hole, other]] = 1 << other, 1 << hole
        # The number after the last stands for no jump: no position has the peg that it needs in none of its holes.
        self._holes = np.append(start | over | to, np.uint64(0))
        self._tested = self._holes | np.append(twin[jumps[:, 2]], np.uint64(0))
        self._pegs = np.append(start | over, one)
        self._to = jumps[:, 2]
        self._all = np.arange(len(jumps))[None]
        self._from = np.full((puzzle.board.holes, int(np.bincount(jumps[:, 0], minlength=1).max())), len(jumps))
        for hole, row in enumerate(self._from):
            numbers = np.flatnonzero(jumps[:, 0] == hole)
            row[: len(numbers)] = numbers
        self._pegs_of: dict[int, Array] = {}

    def start(self) -> Edges:
        """To the position after the opening, whose last move may go on."""
        position = self._puzzle.start
        for start, over, to in self._puzzle.opening:
            position ^= 1 << start | 1 << over | 1 << to
        piece = self._puzzle.opening[-1][2] if self._puzzle.opening else -1
        return Edges(np.zeros(1, np.int64), np.array([-1]), np.array([position], np.uint64), np.array([piece]))

    def edges(self, positions: Words, pieces: Array) -> Edges:
        """The legal jumps, in the order of the board."""
        if len(pieces) and pieces[0] < 0:
            table = self._all
            rows = np.zeros(len(positions), np.int64)
        else:
            table = self._from
            rows = pieces
        size = max(1, MAX_BATCH // max(1, table.shape[1]))
        sources = []
        steps = []
        for at in range(0, len(positions), size):
            numbers = table[rows[at : at + size]]
            legal = positions[at : at + size, None] & self._tested[numbers] == self._pegs[numbers]
            source, column = np.nonzero(legal)
            sources.append(source + at)
            steps.append(numbers[source, column])
        source = np.concatenate(sources)
        step = np.concatenate(steps)
        return Edges(source, step, positions[source] ^ self._holes[step], self._to[step])

    def path_counts(self, level: ListingLevel, positions: Words) -> Array:
        """Look up least images; only of positions with as many pegs as some of the level have."""
        possible = np.flatnonzero(self._pegs_in(level)[np.bitwise_count(positions)])
        words, index = np.unique(positions[possible], return_inverse=True)
        found = level.path_counts(self._least_images(words))
        counts = np.zeros(len(positions), found.dtype)
        counts[possible] = found[index]
        return counts

    def goes_on(self, level: ListingLevel, edges: Edges) -> Array:
        """Where the peg can jump on: a position of the level has fewer pegs."""
        fewest = int(np.argmax(self._pegs_in(level)))
        going: Array = (edges.piece >= 0) & (np.bitwise_count(edges.after) > fewest)
        return going

    def solution(self, moves: list[list[int]]) -> Solution:
        """Jumps by their numbers. The first move continues the opening's last one."""
        jumps = self._puzzle.opening + tuple(self._jumps[step] for step in moves[0][1:])
        return (*moves_of(jumps), *(tuple(self._jumps[step] for step in move) for move in moves[1:]))

    def of_rules(self, positions: Sequence[int]) -> Words:
        """Words are what the rules have."""
        return np.array(positions, np.uint64)

    def met(self, positions: Words) -> Array:
        """By the positions and the numbers of pegs of the goal."""
        goal = self._puzzle.goal
        listed = np.isin(positions, np.array(sorted(goal.positions), np.uint64))
        counted: Array = listed | np.isin(np.bitwise_count(positions), sorted(goal.counts))
        return counted

    def plain_distances(self, positions: Words) -> None:
        """None: every jump removes a peg, whether it leads to the goal or not."""

    def _pegs_in(self, level: ListingLevel) -> Array:
        """Whether a position of a level has n pegs: bool (65)."""
        if id(level) not in self._pegs_of:
            numbers = np.bincount(np.bitwise_count(level.sorted_keys), minlength=65)
            self._pegs_of[id(level)] = numbers > 0
        return self._pegs_of[id(level)]

    def _least_images(self, positions: Words) -> Words:
        if self._images is None:
            return positions
        step = max(1, MAX_BATCH // len(self._images))
        parts = [
            apply_maps(self._images, positions[at : at + step]).min(axis=0) for at in range(0, len(positions), step)
        ]
        return np.concatenate(parts) if parts else positions


class MarkedTransitions(JumpTransitions):
    """The jumps of a puzzle with a survivor, those of the larger board on which it is searched."""

    def __init__(self, marked: MarkedPuzzle, symmetries: Sequence[Permutation]) -> None:
        super().__init__(marked.puzzle, symmetries)
        self._marked = marked

    def solution(self, moves: list[list[int]]) -> Solution:
        """The solution on the board itself."""
        return self._marked.to_holes(super().solution(moves))
