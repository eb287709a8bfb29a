"""Thresholds between the methods of a search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from fewest.solver.slide.bounds.complementary import Size

TWENTY_FOUR_PUZZLE = Size(table_bytes=1 << 27, groups=14)
"""Groups of 6 pieces of the 24-puzzle, 122 MB each."""
FIFTEEN_PUZZLE = Size(table_bytes=1 << 28, groups=2)
"""The groups of 8 and 7 pieces of the 15-puzzle, 289 MB together."""


@dataclass(frozen=True)
class Plan:
    """Thresholds of a search, found by trial. They change how long it takes, never its answer.

    Attributes
    ----------
    initial_positions
        Positions that bidirectional search may explore, both sides together, before a pattern database is made:
        some milliseconds.
    initial_factor
        So many times as many with several empty cells, where IDA* by distances is not tried first and tables take
        longer, unless any solution will do.
    initial_positions_with_tables
        The same if the folder has large tables.
    initial_positions_small, small_positions
        The same for puzzles of at most ``small_positions`` positions.
    one_call_words
        Bidirectional search of positions of at most this many words is one call of compiled code; 0 for none.
    distance_nodes
        Nodes of an iteration beyond which IDA* by distances alone, tried first on larger boards with one empty cell, is
        given up: about a tenth of the time of building tables. Skipped if 0, or if the folder has tables of costs.
    quick_placements, quick_nodes
        Size of the first tables, whose groups are not chosen with care, in placements of one group at most; and the
        nodes of an iteration beyond which better ones are expected to pay.
    slice_moves
        Moves that IDA* tries in a slice, per thread: some hundredths of a second.
    subtrees
        Subtrees per thread that a long iteration is split into, so that all threads end at about the same time.
    automaton_after_nodes
        Nodes of an iteration after which routes are compared; before, only moves straight back are pruned.
    goal_positions
        Goal positions that the backward side of bidirectional search begins with at most.
    placements
        Sizes of pattern databases, in placements of one group at most. The first is small and built when needed,
        larger ones are used if the folder has them. Without any, distances alone bound positions.
    enlarge_after_nodes
        Nodes of one IDA* iteration after which the next size is built. The next iteration would take several times
        as many nodes.
    excess
        Size of the tables of excesses, which are used if the folder has them.
    excess_after_nodes
        Nodes of one IDA* iteration after which they are built.
    prebuilt
        Other sizes of tables of excesses that are used if the folder has them.
    breadth_first_positions
        Puzzles of at most this many positions are searched breadth-first, which ends if there is no solution.
    count_after_nodes
        Nodes of IDA* after which solutions are counted depth-first: a long search has too many positions to store.
    count_factor
        Counting takes at most this many times the nodes of IDA*; then it begins again, breadth-first.
    beam_patience
        Levels without a new least bound after which a beam search gives up, per cell of the board.
    nodes_per_beam_position, narrowest_beam
        Before an iteration, a beam search runs whose width is at most the nodes of the last one over the first
        number, if that is at least the second: about a tenth of the time that the iteration is expected to take.
    piecewise
        Whether to bring the pieces to their cells one after the other if any solution will do.
    max_cells_for_improvement
        On boards of at most this many cells, a beam search then looks for a shorter solution.
    """

    initial_positions: int = 8_000
    initial_factor: int = 12
    initial_positions_with_tables: int = 500
    initial_positions_small: int = 150_000
    small_positions: int = 4_000_000
    one_call_words: int = 1
    distance_nodes: int = 1_000_000
    quick_placements: int = 1 << 16
    quick_nodes: int = 600_000
    slice_moves: int = 1_000_000
    subtrees: int = 50
    automaton_after_nodes: int = 3_000_000
    goal_positions: int = 2_000
    placements: tuple[int, ...] = (1 << 22, 1 << 25, 60_000_000, 600_000_000)
    enlarge_after_nodes: tuple[int, ...] = (10_000_000, 40_000_000, 400_000_000)
    excess: Size = TWENTY_FOUR_PUZZLE
    excess_after_nodes: int = 1_500_000_000
    prebuilt: tuple[Size, ...] = (FIFTEEN_PUZZLE,)
    breadth_first_positions: int = 30_000_000
    count_after_nodes: int = 100_000
    count_factor: int = 64
    beam_patience: int = 4
    nodes_per_beam_position: int = 4_000
    narrowest_beam: int = 500
    piecewise: bool = True
    max_cells_for_improvement: int = 25

    def without_tables(self) -> Self:
        """The same without pattern databases."""
        return replace(self, placements=(), quick_nodes=0)
