"""The moves of many positions at once, for pages of solutions (see :class:`fewest.solver.transitions.Transitions`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from fewest.solver.block.packing import Placements, packing_of
from fewest.solver.block.placements import NO_GOAL, moves_alone
from fewest.solver.block.puzzle import BlockPuzzle
from fewest.solver.listing import Array, ListingLevel
from fewest.solver.model import Solution
from fewest.solver.transitions import Edges

BATCH, BATCH_MOVES = 64, 4_096
"""Most positions of a batch, which are unpacked and moved in Python, and most of their moves."""


class BlockTransitions:
    """The moves of a puzzle, each a single step. A position is the text of its words."""

    def __init__(self, puzzle: BlockPuzzle) -> None:
        self._puzzle = puzzle
        self._packing = packing_of(puzzle)
        moves = self._packing.most_moves
        self.batch = min(BATCH, max(1, BATCH_MOVES // max(1, moves)))
        self._moves: dict[tuple[int, int], int] = {}

    def start(self) -> Edges:
        """To the start."""
        start = np.array([self._packing.pack(self._packing.start)], np.uint64)
        return Edges(np.zeros(1, np.int64), np.array([-1]), self._packing.keys(start), np.array([-1]))

    def edges(self, positions: Array, pieces: Array) -> Edges:
        """The legal moves, in the order of the sorts of pieces."""
        packing = self._packing
        source, step, after = [], [], []
        for number, words in enumerate(packing.words_of(positions).tolist()):
            for move, position in packing.successors(packing.unpack(words)):
                source.append(number)
                # Numbered as they are first seen, so that no list of all possible moves is made.
                step.append(self._moves.setdefault(move, len(self._moves)))
                after.append(packing.pack(position))
        keys = packing.keys(np.array(after, np.uint64).reshape(-1, packing.words))
        return Edges(np.array(source, np.int64), np.array(step, np.int64), keys, np.full(len(step), -1))

    def path_counts(self, level: ListingLevel, positions: Array) -> Array:
        """Look up positions: they are keys."""
        return level.path_counts(positions)

    def continues(self, level: ListingLevel, edges: Edges) -> Array:
        """False everywhere: a move is one step."""
        return np.zeros(len(edges.step), bool)

    def solution(self, moves: list[list[int]]) -> Solution:
        """Moves by their numbers."""
        named = list(self._moves)
        return tuple(named[step] for (step,) in moves[1:])

    def of_rules(self, positions: Sequence[tuple[int, ...]]) -> Array:
        """The words of the placements of the pieces."""
        packed = list(map(self._packing.words_at, positions))
        return self._packing.keys(np.array(packed, np.uint64).reshape(-1, self._packing.words))

    def met(self, positions: Array) -> Array:
        """By the placements that have a goal."""
        sorts = self._packing.sorts
        return np.array(
            [
                all(sort.goal in (NO_GOAL, placed[0]) for sort, placed in zip(sorts, each, strict=True))
                for each in self._unpacked(positions)
            ],
            bool,
        )

    def plain_distances(self, positions: Array) -> Array:
        """The sum of the moves that each piece with a goal needs alone."""
        alone = [None if sort.goal < 0 else moves_alone(sort, self._puzzle.metric) for sort in self._packing.sorts]
        return np.array(
            [
                sum(moves[placed[0]] for moves, placed in zip(alone, each, strict=True) if moves is not None)
                for each in self._unpacked(positions)
            ],
            np.int64,
        )

    def _unpacked(self, positions: Array) -> Iterator[Placements]:
        return map(self._packing.unpack, self._packing.words_of(positions).tolist())
