"""Sliding blocks as a kind (see :class:`fewest.solver.kinds.Kind`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from fewest.solver.block import proofs, symmetry
from fewest.solver.block.placements import choices, moves_alone, sorts_of
from fewest.solver.block.puzzle import EMPTY, BlockPuzzle
from fewest.solver.block.rules import BlockRules, Position, started_at
from fewest.solver.block.transitions import BlockTransitions
from fewest.solver.errors import ReplayError
from fewest.solver.model import Findings, KernelSet, Limits, Move, Proof, Search, Solution, Want

SEARCH = "fewest.solver.block.search"
"""Imported when first needed, so that code that only describes puzzles does not load the compiled kernels."""


class BlockKind:
    """Pieces of one or more cells on a grid."""

    name = "block"
    reversible = True

    def rules(self, puzzle: BlockPuzzle) -> BlockRules:
        """The plain rules."""
        return BlockRules(puzzle)

    def next_puzzles(self, puzzle: BlockPuzzle) -> Iterator[tuple[Move, BlockPuzzle]]:
        """Every move from the start, with the puzzle after it."""
        for slide, position in BlockRules(puzzle).successors(puzzle.start):
            yield slide, started_at(puzzle, position)

    def puzzle_at(self, puzzle: BlockPuzzle, position: Position) -> BlockPuzzle:
        """The same board and goal."""
        return started_at(puzzle, position)

    def read_claim(
        self,
        puzzle: BlockPuzzle,
        moves: Sequence[Sequence[int]],
        removed: Sequence[Sequence[int]] | None,
    ) -> Solution:
        """Read moves, each ``[from, to]``: any cell of a piece, and where this part of the piece goes."""
        for number, move in enumerate(moves, 1):
            if len(move) != 2:
                raise ReplayError(f"move {number}: a move is [from, to]")
        return tuple((start, to) for start, to in moves)

    def search(
        self, puzzle: BlockPuzzle, want: Want, limits: Limits, tables: Path | None, threads: int, findings: Findings
    ) -> Search:
        """Breadth-first search, from both ends if the goal names all pieces."""
        search: Search = import_module(f"{SEARCH}.driver").search(puzzle, want, limits, tables, threads, findings)
        return search

    def kernel_sets(self) -> Sequence[KernelSet]:
        """All but two; that for positions of several words; that for boards of more than 64 cells."""
        sets: Sequence[KernelSet] = import_module(f"{SEARCH}.warm").SETS
        return sets

    def prove(self, puzzle: BlockPuzzle, *, thorough: bool = True) -> Proof | None:
        """Prove that a piece cannot reach its goal even alone."""
        return proofs.prove(puzzle)

    check_proof = staticmethod(proofs.check)
    renumber_proof = staticmethod(proofs.renumber)

    canonical_graph = staticmethod(symmetry.canonical_graph)
    renumber = staticmethod(symmetry.renumber)

    def exact_form(self, puzzle: BlockPuzzle) -> list[Any]:
        """Board, start, goal, axes, doors, metric."""
        doors = [[door.cells, door.pieces] for door in puzzle.doors]
        return [puzzle.board.steps, puzzle.start, puzzle.goal, puzzle.axes, doors, puzzle.metric.value]

    def transitions(self, puzzle: BlockPuzzle, symmetries: Sequence[Sequence[int]]) -> BlockTransitions:
        """The moves."""
        return BlockTransitions(puzzle)

    def size(self, puzzle: BlockPuzzle) -> int:
        """Number of cells."""
        return puzzle.board.cells

    def sizes(self, puzzle: BlockPuzzle) -> Mapping[str, int]:
        """Cells, pieces and empty cells."""
        cells = puzzle.board.cells
        return {"cells": cells, "pieces": puzzle.pieces, "empty_cells": puzzle.start.count(EMPTY)}

    def max_positions(self, puzzle: BlockPuzzle) -> int:
        """Number of choices of placements, including those that overlap."""
        return choices(puzzle)

    def lower_bound(self, puzzle: BlockPuzzle) -> int:
        """The sum of the moves that each piece with a goal needs alone."""
        # A move is made by one piece, so the moves that pieces need alone add up.
        return sum(moves_alone(sort, puzzle.metric)[sort.start[0]] for sort in sorts_of(puzzle) if sort.goal >= 0)

    def adjacent_places(self, puzzle: BlockPuzzle) -> list[tuple[int, int]]:
        """Cells side by side."""
        return [(cell, other) for cell, row in enumerate(puzzle.board.steps) for other in sorted(row) if cell < other]

    def labels_by_place(self, puzzle: BlockPuzzle, position: Position) -> Mapping[int, str]:
        """The piece by cell."""
        return {cell: puzzle.name_of(piece) for cell, piece in enumerate(position) if piece != EMPTY}
