"""The slides of many positions at once, for pages of solutions (see :class:`fewest.solver.transitions.Transitions`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fewest.solver.listing import Array, ListingLevel
from fewest.solver.model import Solution
from fewest.solver.slide.bounds.distance import distances, least_sum
from fewest.solver.slide.labelling import ANYTHING, labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.transitions import Edges, batch_size


class SlideTransitions:
    """The slides of a puzzle, each of which is a move. A position is the text of its labels, one byte per cell."""

    def __init__(self, puzzle: SlidePuzzle) -> None:
        self._puzzle = puzzle
        self._labelled = labelled(puzzle)
        # Every position has the pieces of the start.
        self._label = dict(zip(puzzle.start, self._labelled.start, strict=True))
        self._labels = bytes(self._labelled.start)
        self._slides = [(cell, to) for cell, row in enumerate(puzzle.board.adjacency) for to in row]
        self._from, self._to = np.array(self._slides, np.int64).reshape(-1, 2).T
        self.batch = batch_size(len(self._slides))

    def start(self) -> Edges:
        """To the start."""
        return Edges(
            np.zeros(1, np.int64), np.array([-1]), np.array([self._labels], f"S{len(self._labels)}"), np.array([-1])
        )

    def edges(self, positions: Array, pieces: Array) -> Edges:
        """The legal slides, in the order of the cells that pieces leave, then of those they go to."""
        rows = self._rows(positions)
        filled = rows != 0
        source, step = np.nonzero(filled[:, self._from] & ~filled[:, self._to])
        after = rows[source]
        edges = np.arange(len(step))
        after[edges, self._to[step]] = after[edges, self._from[step]]
        after[edges, self._from[step]] = 0
        return Edges(source, step, after.view(positions.dtype)[:, 0], np.full(len(step), -1))

    def path_counts(self, level: ListingLevel, positions: Array) -> Array:
        """Look up positions: they are keys."""
        return level.path_counts(positions)

    def continues(self, level: ListingLevel, edges: Edges) -> Array:
        """False everywhere: a move is one slide."""
        return np.zeros(len(edges.step), bool)

    def solution(self, moves: list[list[int]]) -> Solution:
        """Slides by their numbers."""
        return tuple(self._slides[step] for (step,) in moves[1:])

    def of_rules(self, positions: Sequence[tuple[int, ...]]) -> Array:
        """The labels of the pieces."""
        texts = [bytes(map(self._label.__getitem__, position)) for position in positions]
        return np.array(texts, f"S{len(self._labels)}")

    def met(self, positions: Array) -> Array:
        """By the labels that the goal names."""
        goal = np.array(self._labelled.goal)
        return np.asarray(((self._rows(positions) == goal) | (goal == ANYTHING)).all(axis=1))

    def plain_distances(self, positions: Array) -> Array:
        """The sum over pieces of the distances to their goal cells, along the edges of the board.

        Equal pieces are assigned so that the sum is least. Pieces that the goal does not name add nothing.
        """
        rows = self._rows(positions)
        table = distances(self._labelled.board)
        total = np.zeros(len(rows), np.int64)
        for piece in sorted({piece for piece in self._puzzle.goal if piece}):
            label = self._label[piece]
            want = [cell for cell, other in enumerate(self._puzzle.goal) if other == piece]
            if self._labelled.counts[label] == 1:
                total += table[want[0]][np.argmax(rows == label, axis=1)]
            else:
                total += [least_sum(table, want, np.flatnonzero(row == label).tolist()) for row in rows]
        return total

    def _rows(self, positions: Array) -> Array:
        return positions.view(np.uint8).reshape(len(positions), -1)
