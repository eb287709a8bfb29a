"""Packed positions."""

from __future__ import annotations

import numpy as np

from solver.slide.board import board_from_grid
from solver.slide.labelling import labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.instance import make_instance


def test_packed_positions_are_unpacked() -> None:
    """Positions of one word or several come back as they were; labels beside each other do not mix."""
    for cells, pieces in ((9, 8), (64, 63), (33, 3), (60, 1)):
        start = tuple(min(cell, pieces) for cell in range(cells))
        board = board_from_grid(["." * cells])[0]
        packing = make_instance(labelled(SlidePuzzle(board, start, start))).packing
        positions = np.array([np.roll(start, shift) for shift in range(cells)], np.uint8)
        rows = packing.pack(positions.tolist())
        assert rows.shape == (cells, packing.words)
        assert packing.words == -(-cells // (64 // packing.bits))
        assert 1 << packing.bits > pieces >= 1 << packing.bits - 1
        assert (packing.unpack(rows) == positions).all()
