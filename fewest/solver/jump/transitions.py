"""The jumps of many positions at once, for pages of solutions (see :class:`fewest.solver.transitions.Transitions`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fewest.solver.jump.board import MAX_HOLES, Permutation, Words
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.rules import moves_of
from fewest.solver.jump.survivor import MarkedPuzzle
from fewest.solver.jump.symmetry import apply_maps, image_tables
from fewest.solver.jump.words import (
    big_endian,
    fits,
    from_sortable,
    minimum,
    pack,
    pegs,
    sort_keys,
    sortable,
    word_type,
    xor,
)
from fewest.solver.listing import Array, ListingLevel
from fewest.solver.model import Solution
from fewest.solver.transitions import Edges, batch_size

MAX_BATCH = 1 << 18
"""Jumps tried, or images computed, in one batch, which holds as many words."""


class JumpTransitions:
    """The jumps of a puzzle: the pieces are pegs, named by their holes, and a move is a chain of jumps by one.

    Positions are words, or texts of 16 bytes if a word has too few bits (:func:`fewest.solver.jump.words.sortable`).

    Parameters
    ----------
    symmetries
        Those of the listing: its keys are least images.
    """

    def __init__(self, puzzle: JumpPuzzle, symmetries: Sequence[Permutation]) -> None:
        self._puzzle = puzzle
        self._jumps = puzzle.board.jumps
        self._images = image_tables(symmetries, puzzle.board.holes) if symmetries else None
        self._type = word_type(puzzle.board.holes)
        self.batch = batch_size(len(self._jumps))
        jumps = np.array(self._jumps, np.int64).reshape(-1, 3)
        twin = {hole: 1 << other for hole, other in puzzle.board.twins}
        twin |= {other: 1 << hole for hole, other in puzzle.board.twins}
        holes = [1 << start | 1 << over | 1 << to for start, over, to in self._jumps]
        tested = [mask | twin.get(to, 0) for mask, (_, _, to) in zip(holes, self._jumps, strict=True)]
        # The number after the last stands for no jump: no position has the peg that it needs in none of its holes.
        self._holes = pack([*holes, 0], self._type)
        self._tested = pack([*tested, 0], self._type)
        self._pegs = pack([*(1 << start | 1 << over for start, over, _ in self._jumps), 1], self._type)
        self._to = jumps[:, 2]
        self._all = np.arange(len(jumps))[None]
        self._from = np.full((puzzle.board.holes, int(np.bincount(jumps[:, 0], minlength=1).max())), len(jumps))
        for hole, row in enumerate(self._from):
            numbers = np.flatnonzero(jumps[:, 0] == hole)
            row[: len(numbers)] = numbers
        self._pegs_of: dict[int, Array] = {}

    def start(self) -> Edges:
        """The edge to the position after the opening, whose last move may continue."""
        position = self._puzzle.start
        for start, over, to in self._puzzle.opening:
            position ^= 1 << start | 1 << over | 1 << to
        piece = self._puzzle.opening[-1][2] if self._puzzle.opening else -1
        return Edges(np.zeros(1, np.int64), np.array([-1]), self.of_rules([position]), np.array([piece]))

    def edges(self, positions: Array, pieces: Array) -> Edges:
        """The legal jumps, in the order of the board."""
        words = from_sortable(positions)
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
            legal = fits(words[at : at + size, None], self._tested[numbers], self._pegs[numbers])
            source, column = np.nonzero(legal)
            sources.append(source + at)
            steps.append(numbers[source, column])
        source = np.concatenate(sources)
        step = np.concatenate(steps)
        return Edges(source, step, sortable(xor(words[source], self._holes[step])), self._to[step])

    def path_counts(self, level: ListingLevel, positions: Array) -> Array:
        """Look up least images, only of positions with a number of pegs that the level has."""
        possible = np.flatnonzero(self._pegs_in(level)[pegs(from_sortable(positions))])
        # Images take longest, so positions that many jumps lead to are looked up once.
        distinct, index = np.unique(positions[possible], return_inverse=True)
        found = level.path_counts(sortable(self._least_images(from_sortable(distinct))))
        counts = np.zeros(len(positions), found.dtype)
        counts[possible] = found[index]
        return counts

    def continues(self, level: ListingLevel, edges: Edges) -> Array:
        """Whether the peg can jump again, and the level has positions with fewer pegs."""
        # A chain that has removed more pegs than the level's positions lack can never end in one of them.
        fewest = int(np.argmax(self._pegs_in(level)))
        going: Array = (edges.piece >= 0) & (pegs(from_sortable(edges.after)) > fewest)
        return going

    def solution(self, moves: list[list[int]]) -> Solution:
        """Jumps by their numbers. The first move continues the opening's last one."""
        jumps = self._puzzle.opening + tuple(self._jumps[step] for step in moves[0][1:])
        return (*moves_of(jumps), *(tuple(self._jumps[step] for step in move) for move in moves[1:]))

    def of_rules(self, positions: Sequence[int]) -> Array:
        """The same bits."""
        return sortable(pack(positions, self._type))

    def met(self, positions: Array) -> Array:
        """By the positions and the numbers of pegs of the goal."""
        goal = self._puzzle.goal
        listed = np.isin(positions, self.of_rules(sorted(goal.positions)))
        counted: Array = listed | np.isin(pegs(from_sortable(positions)), sorted(goal.counts))
        return counted

    def plain_distances(self, positions: Array) -> None:
        """None: every jump removes a peg, whether it leads to the goal or not."""

    def _pegs_in(self, level: ListingLevel) -> Array:
        """Whether a position of a level has n pegs: bool (129)."""
        if id(level) not in self._pegs_of:
            numbers = np.bincount(pegs(from_sortable(level.sorted_keys)), minlength=MAX_HOLES + 1)
            self._pegs_of[id(level)] = numbers > 0
        return self._pegs_of[id(level)]

    def _least_images(self, positions: Words) -> Words:
        if self._images is None:
            return positions
        step = max(1, MAX_BATCH // len(self._images))
        parts = [minimum(apply_maps(self._images, positions[at : at + step])) for at in range(0, len(positions), step)]
        return np.concatenate(parts) if parts else positions


class MarkedTransitions(JumpTransitions):
    """The jumps of a puzzle with a survivor, those of the larger board on which it is searched."""

    def __init__(self, marked: MarkedPuzzle, symmetries: Sequence[Permutation]) -> None:
        super().__init__(marked.puzzle, symmetries)
        self._marked = marked

    def solution(self, moves: list[list[int]]) -> Solution:
        """The solution on the board itself."""
        return self._marked.to_holes(super().solution(moves))


def listing_level(words: Words, counts: Words) -> ListingLevel:
    """Pack positions, words, and their path counts, uint64 (positions, limbs), least limb first."""
    order = np.lexsort(sort_keys(words))
    # Most significant limb first, each big-endian: the bytes of one number.
    digits = counts[order][:, ::-1].astype(">u8").view(np.uint8).reshape(order.size, -1)
    largest = digits.any(axis=0)
    width = max(1, digits.shape[1] - int(largest.argmax())) if largest.any() else 1
    packed = digits[:, digits.shape[1] - width :].tobytes()
    return ListingLevel(words.dtype.itemsize, big_endian(words[order]), width, packed)
