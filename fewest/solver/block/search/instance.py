"""A puzzle as the kernels take it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from fewest.solver.block.board import NONE, WORD_CELLS
from fewest.solver.block.packing import move_of, packing_of
from fewest.solver.block.placements import NO_GOAL
from fewest.solver.block.puzzle import BlockPuzzle, Metric
from fewest.solver.kernels import block_frontier as kernel
from fewest.solver.listing import Array
from fewest.solver.model import Solution

METRICS = {Metric.STEP: kernel.STEP, Metric.LINE: kernel.LINE, Metric.PATH: kernel.PATH}

STEP_DIRECTIONS = 4

EVERYWHERE = np.uint64((1 << 64) - 1)

MANY_CELLS = np.dtype([("words", np.uint64, 6)])
"""A set of cells of a board that has more than 64: 384 bits, as kernels take them (see ``kernels.bits``)."""

BATCH = 256
"""Successors that are looked up together, at least."""


class Instance:
    """A puzzle for the kernels.

    Attributes
    ----------
    blocks, width, scratch
        See ``kernels.block_frontier``.
    start
        uint64 (1, words): the start.
    goal_position
        uint64 (1, words): the only position that meets the goal; None if there may be several.
    """

    def __init__(self, puzzle: BlockPuzzle) -> None:
        packing = self.packing = packing_of(puzzle)
        sorts = packing.sorts
        fields = [(number, *place) for number, row in enumerate(packing.fields) for place in row]
        self._sorts = [number for number, _, _ in fields]
        numbers, words, shifts = np.array(fields, np.int64).reshape(-1, 3).T.copy()
        sizes = [len(sort.placements) for sort in sorts]
        firsts = np.cumsum([0, *sizes], dtype=np.int64)
        dtype = np.dtype(np.uint64) if puzzle.board.cells <= WORD_CELLS else MANY_CELLS
        sets = [mask.to_bytes(dtype.itemsize, "little") for sort in sorts for mask in sort.masks]
        masks = np.frombuffer(b"".join(sets), "<u8").reshape(-1, dtype.itemsize // 8).astype(np.uint64)
        to = np.array([row for sort in sorts for row in sort.steps], np.int64).reshape(-1, STEP_DIRECTIONS)
        there = to != NONE
        # Placements of all sorts are numbered through; a sort numbers its own from 0.
        to += np.repeat(firsts[:-1], sizes)[:, None]
        needs = np.where(there[:, :, None], masks[np.where(there, to, 0)] & ~masks[:, None], EVERYWHERE)
        goal_mask = np.zeros(packing.words, np.uint64)
        goal = np.zeros(packing.words, np.uint64)
        for number, sort in enumerate(sorts):
            if sort.goal != NO_GOAL:
                ((word, shift),) = packing.fields[number]
                goal_mask[word] |= np.uint64((1 << packing.bits[number]) - 1 << shift)
                goal[word] |= np.uint64(sort.goal << shift)
        # One kernel does for all large boards, most of whose positions have several words.
        self.width = kernel.ONE_WORD if packing.words == 1 and dtype != MANY_CELLS else kernel.WORDS
        moves = max(1, packing.most_moves)
        self.blocks = kernel.Blocks(
            words.astype(np.uint8),
            shifts.astype(np.uint64),
            np.array([(1 << bits) - 1 for bits in packing.bits], np.uint64)[numbers],
            firsts[numbers].astype(np.uint64),
            masks.view(dtype)[:, 0],
            np.where(there, to, kernel.NONE).astype(np.uint16),
            needs.view(dtype)[:, :, 0],
            goal_mask,
            goal,
            METRICS[puzzle.metric],
            moves,
        )
        placed = np.zeros(len(fields) + 2, np.int64)
        placed[0], placed[-1] = -1, kernel.BEYOND
        batch = moves + BATCH
        self.scratch = kernel.Scratch(
            placed,
            np.zeros(max(sizes, default=0), np.int64),
            np.zeros((batch, packing.words), np.uint64),
            np.zeros(batch, np.int64),
        )
        self.start: Array = np.array([packing.pack(packing.start)], np.uint64)
        self.goal_position = self._goal_position()

    def _goal_position(self) -> Array | None:
        sorts = self.packing.sorts
        wanted: list[tuple[int, ...]] = []
        occupied = 0
        for sort in sorts:
            if sort.goal != NO_GOAL:
                wanted.append((sort.goal,))
            elif len(sort.placements) == len(sort.pieces):  # they cannot move
                wanted.append(tuple(range(len(sort.pieces))))
            else:
                return None
            for placement in wanted[-1]:
                if sort.masks[placement] & occupied:
                    return None  # and no position meets the goal
                occupied |= sort.masks[placement]
        return np.array([self.packing.pack(tuple(wanted))], np.uint64)

    def met(self, position: Array) -> bool:
        """Whether a position, uint64 (words,), meets the goal."""
        return bool(((position & self.blocks.goal_mask) == self.blocks.goal).all())

    def slides(self, path: Array) -> Solution:
        """The slides that lead from each of some positions, uint64 (number, words), to the next."""
        blocks = self.blocks
        placements = (path[:, blocks.word] >> blocks.shift & blocks.low).tolist()
        return tuple([self._slide(before, after) for before, after in pairwise(placements)])

    def _slide(self, before: list[int], after: list[int]) -> tuple[int, int]:
        changed = [field for field, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
        # Interchangeable pieces are in order, so that the fields of those that it passes change, too.
        low, high = changed[0], changed[-1] + 1
        old, new = set(before[low:high]), set(after[low:high])
        (gone,), (come,) = old - new, new - old
        return move_of(self.packing.sorts[self._sorts[low]], gone, come)
