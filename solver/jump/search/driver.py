"""Search a jump puzzle: bidirectional breadth-first search with iterative deepening.

After J. K. Barker and R. E. Korf, Solving Peg Solitaire with Bidirectional BFIDA*, AAAI 2012: breadth-first heuristic
search (R. Zhou and E. A. Hansen, Artificial Intelligence 170, 2006) from both ends, limited to solutions of one
length; the length is raised until the frontiers meet.

1. A start that meets the goal has the empty solution.
2. Prepare the instance: symmetries, goals, pattern tables; the bound of the start is the first length.
3. If any solution will do, and the bound is not exact, try beam searches and samples from both ends, wider and wider.
4. For each length:
   a. End if the best solution known has this length, unless solutions are to be counted.
   b. Search all solutions of exactly this length: from both ends, or forward only if the goals are too many to list or
      the bound is exact.
   c. If the frontiers have met, reconstruct a solution, count and list all.
   d. If there was nothing to prune, no length has a solution. Nor if, after much work, weights show that no last
      jump can follow any first one.
   e. After much work, select better pattern tables and learn pagoda functions, both by the levels reached.
   f. Release the levels and go on to the next length. After much work, first try to improve the best solution by a
      beam search.
5. No solution has more moves than pegs can be removed: unsolvable.

What differs from the paper: a level is one move, not one jump. The frontiers divide slack classes, not levels (see
:mod:`.bidirectional`). Pattern tables replace the counts of corners, peg types and Merson regions. Pagoda functions
are not given but learned from the levels reached. Positions are stored as least images.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from solver.budget import Budget
from solver.jump.puzzle import JumpPuzzle
from solver.jump.search.beam import beam_search, improve
from solver.jump.search.bidirectional import BidirectionalSearch
from solver.jump.search.frontier import search_forward
from solver.jump.search.instance import learn_pagodas, prepare, refute_ends, select_tables
from solver.jump.search.reconstruct import answer
from solver.jump.search.sampling import sample_both_ends
from solver.jump.symmetry import key
from solver.listing import Level, Listing
from solver.model import Limits, Outcome, Search, Solved, Stopped, Unsolvable, Want
from solver.threads import ThreadPool

LEARN_NODES = 300_000
"""Nodes a length must have taken before learning from it, or a beam search after it, pays."""

LEARN_SAMPLE = 2000
"""Positions of a level that pagoda functions are learned from."""

PROGRAM_NODES = 1_000
"""Nodes of a length, by jump of the board, for each linear program that is solved after it to refute the ends: some
hundredths of the time."""

SELECT_NODES = 750_000
"""Nodes a length must have taken before other pattern tables pay."""

CANDIDATE_NODES, MIN_CANDIDATES, MAX_CANDIDATES = 250_000, 16, 64
"""Nodes of a length for each partition tried after it, which takes less than a third of that time; fewest and most."""

BEAM_WIDTHS = (500, 5_000, 50_000)
"""Positions per level of a beam search, or of samples from both ends, tried one after the other."""

WIDE_BEAM_NODES = 5_000_000
"""Nodes a length must have taken before a wider beam search is cheap in comparison."""


def search(puzzle: JumpPuzzle, want: Want, limits: Limits, tables: Path | None, threads: int) -> Search:  # noqa: ARG001
    """Search for the fewest moves (see :data:`solver.model.Search` for the protocol).

    Parameters
    ----------
    puzzle
        A legal puzzle with a legal opening.
    want
        One solution, the number of all, their listing, or any solution.
    limits
        ``bytes`` is enforced here; the caller enforces the others between slices.
    tables
        Unused: pattern tables are built within a second.
    threads
        Number of threads.
    """
    budget = Budget(limits.bytes)
    pool = ThreadPool(threads)
    slices = _search(puzzle, want, budget, pool)
    try:
        while True:
            try:
                next(slices)
            except StopIteration as end:
                outcome: Outcome = end.value
                yield budget.progress()
                return outcome
            yield budget.progress()
    except MemoryError:
        return Stopped("bytes")
    finally:
        slices.close()
        pool.close()


def _search(puzzle: JumpPuzzle, want: Want, budget: Budget, threads: ThreadPool) -> Generator[None, None, Outcome]:
    # 1. The empty solution
    if not puzzle.opening and puzzle.goal.met(puzzle.start):
        only = Level.from_counts({key(puzzle.board.holes, ())(puzzle.start): 1})
        return Solved((), count=1, listing=Listing((only,)))
    # 2. Prepare
    instance = yield from prepare(puzzle, budget, threads)
    length = budget.lower_bound = instance.min_length
    # 3. Any solution
    if want is Want.ANY and not instance.exact:
        for width in BEAM_WIDTHS:
            found = yield from beam_search(instance, width, instance.max_length, threads)
            if found is None:
                found = yield from sample_both_ends(instance, width, width)
            if found is not None:
                return Solved(found, optimal=len(found) == length)
    # 4. Deepen
    while length <= instance.max_length:
        budget.lower_bound, nodes = length, budget.nodes
        # a. The best known
        if budget.best is not None and len(budget.best) == length and not want.counts:
            return Solved(budget.best)
        # b. Search one length
        if instance.backward is None:
            meeting = yield from search_forward(instance, length, threads)
        else:
            meeting = yield from BidirectionalSearch(instance, length, not want.counts, threads).run()
        # c. Answer
        if meeting.positions:
            return (yield from answer(instance, meeting, length, want))
        # d. Exhausted
        taken = budget.nodes - nodes
        if meeting.exhausted:
            break
        # A solution of a single jump has a single move: it would have been found.
        programs = taken // (PROGRAM_NODES * max(1, len(puzzle.board.jumps)))
        if taken > LEARN_NODES and (yield from refute_ends(instance, programs)):
            break
        # e. Improve the bounds
        if taken > SELECT_NODES:
            most = max(MIN_CANDIDATES, min(MAX_CANDIDATES, taken // CANDIDATE_NODES))
            yield from select_tables(instance, meeting.samples(LEARN_SAMPLE), most, threads)
        if taken > LEARN_NODES:
            yield from learn_pagodas(instance, meeting.samples(LEARN_SAMPLE))
        # f. Next length
        meeting.free()
        length += 1
        if taken > LEARN_NODES:
            yield from improve(instance, BEAM_WIDTHS[taken > WIDE_BEAM_NODES], threads)
    # 5. Exhausted
    return Unsolvable({"by": "exhaustion", "nodes": budget.nodes})
