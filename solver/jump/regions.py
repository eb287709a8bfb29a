"""Choose the regions whose costs make up the bound of a board."""

from __future__ import annotations

from solver.jump.board import JumpBoard
from solver.jump.bounds import Partition, even, table_bytes, whole

EXACT_HOLES = 16
"""Boards up to this size have one region, whose table is exact."""


def choose(board: JumpBoard, most_bytes: int) -> list[Partition]:
    """Choose partitions whose tables take at most so many bytes."""
    exact = board.holes <= EXACT_HOLES
    partitions = [whole(board.holes) if exact else even(board.holes, (board.holes + 10) // 11)]
    return partitions if table_bytes(partitions) <= most_bytes else []
