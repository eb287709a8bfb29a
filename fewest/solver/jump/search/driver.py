"""Search a jump puzzle: bidirectional breadth-first search with iterative deepening.

After J. K. Barker and R. E. Korf, Solving Peg Solitaire with Bidirectional BFIDA*, AAAI 2012: breadth-first heuristic
search (R. Zhou and E. A. Hansen, Artificial Intelligence 170, 2006) from both ends, limited to solutions of one
length; the length is raised until the frontiers meet.

1. A start that meets the goal has the empty solution. A small board is searched without bounds, unless that takes long.
2. Find symmetries and goals. Search from both ends without bounds, unless that takes long (:mod:`.plain`).
3. Build pattern tables. The first length is the bound of the start, or the first one that step 2 has left.
4. If any solution will do, and the bound is not exact, try beam searches and samples from both ends, wider and wider.
5. For each length:
   a. End if the best solution known has this length, unless solutions are to be counted.
   b. Search all solutions of exactly this length: from both ends, or forward only if the goals are too many to list or
      the board is small (its bound, as a rule, exact).
   c. If the frontiers have met, reconstruct a solution, count and list all.
   d. If there was nothing to prune, no length has a solution. After much work, also end if weights prove that no
      last jump can follow any first one.
   e. After much work, select better pattern tables and learn pagoda functions, both by the levels reached.
   f. Release the levels and continue with the next length. After much work, first try to improve the best solution
      by a beam search.
6. If the length exceeds the number of pegs that can be removed, or a frontier is empty, the puzzle is unsolvable. If
   weights prove it, they are the certificate.

Differences from the paper: a level is one move, not one jump. The frontiers divide slack classes, not levels (see
:mod:`.bidirectional`). Pattern tables replace the counts of corners, peg types and Merson regions. Pagoda functions
are not given but learned from the levels reached. Positions are stored as least images.
"""

from __future__ import annotations

from fewest.solver.budget import Budget
from fewest.solver.jump.proofs import prove_by_ends
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.search.beam import beam_search, improve
from fewest.solver.jump.search.bidirectional import BidirectionalSearch
from fewest.solver.jump.search.context import SearchContext
from fewest.solver.jump.search.dense import search as search_dense
from fewest.solver.jump.search.frontier import Meeting, search_forward
from fewest.solver.jump.search.instance import add_tables, without_tables
from fewest.solver.jump.search.notes import take_notes, use_notes, with_partitions
from fewest.solver.jump.search.plain import search as search_plain
from fewest.solver.jump.search.plan import DEFAULT_PLAN, Plan
from fewest.solver.jump.search.reconstruct import answer
from fewest.solver.jump.search.refinement import affordable_trials, learn_pagodas, select_tables
from fewest.solver.jump.search.sampling import sample_both_ends
from fewest.solver.jump.words import WIDE, big_endian, pack, word_type
from fewest.solver.listing import Listing, ListingLevel
from fewest.solver.model import (
    NOTHING,
    Findings,
    Limits,
    Proof,
    Search,
    Slices,
    Solution,
    Solved,
    Stopped,
    Unsolvable,
    Want,
)
from fewest.solver.threads import ThreadPool


def search(
    puzzle: JumpPuzzle,
    want: Want,
    limits: Limits,
    threads: int,
    findings: Findings = NOTHING,
    plan: Plan = DEFAULT_PLAN,
) -> Search:
    """Search for the fewest moves (see :data:`fewest.solver.model.Search` for the protocol).

    Parameters
    ----------
    puzzle
        A legal puzzle with a legal opening.
    want
        One solution, the number of all, their listing, or any solution.
    limits
        ``bytes`` is enforced here; the caller enforces the others between slices.
    threads
        Number of threads.
    findings
        What earlier runs have proven and found: shorter lengths are skipped.
    plan
        Thresholds.
    """
    budget = Budget.after(findings, limits.bytes)
    pool = ThreadPool(threads)
    try:
        outcome = yield from _search(puzzle, want, budget, plan, pool)
    except MemoryError:
        return Stopped("bytes")
    finally:
        pool.close()
    yield budget.progress()
    return outcome


def _search(puzzle: JumpPuzzle, want: Want, budget: Budget, plan: Plan, threads: ThreadPool) -> Search:
    """Take the steps listed at the head of this module."""
    # 1. The empty solution, and small boards
    if not puzzle.opening and puzzle.goal.met(puzzle.start):
        start = pack([puzzle.start], word_type(puzzle.board.holes))
        only = ListingLevel.from_counts({big_endian(start): 1})
        return Solved((), count=1, listing=Listing((only,)))
    # The start is no goal, or an opening has to be made.
    budget.raise_bound(1)
    small = search_dense(puzzle, want, budget, plan)
    if small is not None:
        return small
    # 2. Without bounds
    instance = yield from without_tables(puzzle, budget, plan)
    context = SearchContext(instance, want, budget, plan, threads)
    # What an earlier run has not solved takes longer.
    outcome = None if budget.nodes_before else (yield from search_plain(context))
    if outcome is None:
        outcome = yield from _deepen(context)
    # 6. Exhausted. On small boards solver.solve looks for a certificate afterwards.
    if isinstance(outcome, Unsolvable) and outcome.proof["by"] == "exhaustion" and not instance.exact:
        outcome = Unsolvable((yield from _prove(context, plan.min_programs)) or outcome.proof)
    return outcome


def _deepen(context: SearchContext) -> Search:
    """Take steps 3 to 5."""
    # 3. Tables
    instance, want, budget, plan = context.instance, context.want, context.budget, context.plan
    board, notes = instance.puzzle.board, budget.notes
    yield from add_tables(instance, budget, with_partitions(plan, notes, board, budget.bytes_limit), context.threads)
    use_notes(context, notes)
    budget.raise_bound(min(instance.min_length, instance.max_length + 1))
    # 4. Any solution
    if want is Want.ANY and not instance.exact:
        found = budget.best or (yield from _any_solution(context))
        if found is not None:
            # It is optimal if it happens to be as short as the bound.
            return Solved(found, optimal=len(found) == budget.lower_bound)
    # 5. Deepen
    for length in range(budget.lower_bound, instance.max_length + 1):
        budget.raise_bound(length)
        nodes = budget.nodes
        # a. The best known
        if budget.best is not None and len(budget.best) == length and not want.counts:
            return Solved(budget.best)
        # b. Search one length
        if instance.backward is None:
            meeting = yield from search_forward(context, length)
        else:
            meeting = yield from BidirectionalSearch(context, length).run()
        # c. Answer
        if meeting.positions:
            return (yield from answer(context, meeting, length))
        # d. Exhausted
        taken = budget.nodes - nodes
        if meeting.exhausted:
            break
        if taken > plan.learn_nodes:
            # In proportion to the nodes of this length, so that proofs take some hundredths of the time.
            programs = int(taken // (plan.program_nodes * max(1, len(board.jumps))))
            proof = yield from _prove(context, programs)
            if proof is not None:
                return Unsolvable(proof)
        # e. Improve the bounds
        # Before the levels are released: samples are taken from them.
        yield from _refine(context, meeting, taken)
        # f. Next length
        meeting.free()
        if taken > plan.learn_nodes:
            yield from improve(context, plan.beam_widths[1 if taken > plan.wide_beam_nodes else 0])
    return Unsolvable({"by": "exhaustion", "nodes": budget.nodes})


def _any_solution(context: SearchContext) -> Slices[Solution | None]:
    """Look for a solution by beams and by samples from both ends, wider and wider."""
    wide = context.instance.images.dtype == WIDE
    for width in context.plan.beam_widths_wide if wide else context.plan.beam_widths:
        found = yield from beam_search(context, width, context.instance.max_length)
        if found is None:
            # The width is also the seed: equal puzzles have equal solutions.
            found = yield from sample_both_ends(context, width, width)
        if found is not None:
            return found
    return None


def _prove(context: SearchContext, max_programs: int) -> Slices[Proof | None]:
    """Prove by the ends that there is no solution; None if that fails."""
    plan = context.plan
    return (
        yield from prove_by_ends(
            context.instance.puzzle, max_programs, context.budget,
            max_goals=plan.max_goals, max_weights=plan.max_proof_weights,
        )
    )  # fmt: skip


def _refine(context: SearchContext, meeting: Meeting, taken: int) -> Slices[None]:
    """Improve the bounds by the levels reached, after a length that took ``taken`` nodes."""
    plan = context.plan
    worthwhile = taken > plan.select_nodes
    # Again as long as new tables halve the work: then the trials were cheap.
    while worthwhile and (trials := affordable_trials(context)) >= plan.min_trials:
        worthwhile = yield from select_tables(context, meeting.samples(plan.select_sample), trials)
    if taken > plan.learn_nodes:
        yield from learn_pagodas(context, meeting.samples(plan.learn_sample))
    take_notes(context)
