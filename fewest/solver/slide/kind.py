"""Sliding puzzles as a kind (see :class:`fewest.solver.kinds.Kind`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from fewest.solver.errors import ReplayError
from fewest.solver.model import Findings, KernelSet, Limits, Move, Proof, Search, Solution, Want
from fewest.solver.slide import labelling, proofs, symmetry
from fewest.solver.slide.bounds.distance import distances, least_sum, next_bound, parity
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle
from fewest.solver.slide.rules import Position, SlideRules
from fewest.solver.slide.transitions import SlideTransitions
from fewest.solver.units import Helpers, Unit, UnitWork

SEARCH = "fewest.solver.slide.search"
"""Imported when first needed, so that code that only describes puzzles does not load the compiled kernels."""


class SlideKind:
    """Sliding puzzles on any graph."""

    name = "slide"
    reversible = True

    def rules(self, puzzle: SlidePuzzle) -> SlideRules:
        """The plain rules."""
        return SlideRules(puzzle)

    def next_puzzles(self, puzzle: SlidePuzzle) -> Iterator[tuple[Move, SlidePuzzle]]:
        """Every slide from the start, with the puzzle after it."""
        for slide, position in SlideRules(puzzle).successors(puzzle.start):
            yield slide, replace(puzzle, start=position)

    def puzzle_at(self, puzzle: SlidePuzzle, position: Position) -> SlidePuzzle:
        """The same board and goal."""
        return replace(puzzle, start=position)

    def read_claim(
        self,
        puzzle: SlidePuzzle,
        moves: Sequence[Sequence[int]],
        removed: Sequence[Sequence[int]] | None,
    ) -> Solution:
        """Read slides, each ``[from, to]``."""
        for number, move in enumerate(moves, 1):
            if len(move) != 2:
                raise ReplayError(f"move {number}: a slide is [from, to]")
        return tuple((start, to) for start, to in moves)

    def search(
        self, puzzle: SlidePuzzle, want: Want, limits: Limits, tables: Path | None, threads: int, findings: Findings
    ) -> Search:
        """Breadth-first search on small boards, IDA* under pattern databases on larger ones."""
        search: Search = import_module(f"{SEARCH}.driver").search(puzzle, want, limits, tables, threads, findings)
        return search

    def shared_search(
        self,
        puzzle: SlidePuzzle,
        want: Want,
        limits: Limits,
        tables: Path | None,
        threads: int,
        findings: Findings,
        helpers: Helpers,
    ) -> Search:
        """The same search; helpers do parts of long iterations of IDA*."""
        driver = import_module(f"{SEARCH}.driver")
        search: Search = driver.search(puzzle, want, limits, tables, threads, findings, helpers)
        return search

    def unit_work(self, puzzle: SlidePuzzle, unit: Unit, limits: Limits, tables: Path | None, threads: int) -> UnitWork:
        """Subtrees of an iteration of IDA*."""
        work: UnitWork = import_module(f"{SEARCH}.units").SlideUnit(puzzle, unit, limits.bytes, tables, threads)
        return work

    def kernel_sets(self) -> Sequence[KernelSet]:
        """Those of a search in one call; those of breadth-first search, and those of tables and IDA*."""
        sets: Sequence[KernelSet] = import_module(f"{SEARCH}.warm").SETS
        return sets

    def prove(self, puzzle: SlidePuzzle, *, thorough: bool = True) -> Proof | None:
        """Prove by the contents of a component or by permutations; always takes milliseconds."""
        return proofs.prove(puzzle)

    check_proof = staticmethod(proofs.check)
    renumber_proof = staticmethod(proofs.renumber)

    canonical_graph = staticmethod(symmetry.canonical_graph)
    renumber = staticmethod(symmetry.renumber)

    def exact_form(self, puzzle: SlidePuzzle) -> list[Any]:
        """Adjacency, start, goal."""
        return [puzzle.board.adjacency, puzzle.start, puzzle.goal]

    def transitions(self, puzzle: SlidePuzzle, symmetries: Sequence[Sequence[int]]) -> SlideTransitions:
        """The slides."""
        return SlideTransitions(puzzle)

    def size(self, puzzle: SlidePuzzle) -> int:
        """Number of cells."""
        return puzzle.board.cells

    def sizes(self, puzzle: SlidePuzzle) -> Mapping[str, int]:
        """Cells, edges, pieces and empty cells."""
        cells = puzzle.board.cells
        empty = puzzle.start.count(EMPTY)
        edges = sum(map(len, puzzle.board.adjacency)) // 2
        return {"cells": cells, "edges": edges, "pieces": cells - empty, "empty_cells": empty}

    def max_positions(self, puzzle: SlidePuzzle) -> int:
        """Number of arrangements of the labels."""
        return labelling.labelled(puzzle).positions

    def lower_bound(self, puzzle: SlidePuzzle) -> int:
        """Sum of distances from pieces to goal cells under the best assignment, raised to the parity if it is known."""
        table = distances(puzzle.board)
        bound = 0
        for piece in set(puzzle.goal) - {None, EMPTY}:
            have = [cell for cell, other in enumerate(puzzle.start) if other == piece]
            want = [cell for cell, other in enumerate(puzzle.goal) if other == piece]
            # Whatever assignment a solution makes takes at least as many slides.
            bound += least_sum(table, want, have)
        # Only empty cells may be out of place.
        if bound == 0 and not puzzle.met(puzzle.start):
            bound = 1
        return next_bound(bound, parity(labelling.labelled(puzzle)))

    def adjacent_places(self, puzzle: SlidePuzzle) -> list[tuple[int, int]]:
        """The edges of the board."""
        return puzzle.board.edges

    def labels_by_place(self, puzzle: SlidePuzzle, position: Position) -> Mapping[int, str]:
        """The piece by cell."""
        return {cell: str(piece) for cell, piece in enumerate(position) if piece != EMPTY}
