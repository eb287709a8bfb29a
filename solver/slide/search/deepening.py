"""Iterative deepening: search below a limit on f = g + h, and raise the limit until there is a solution.

Breadth-first (Zhou and Hansen, 2006) every position is stored, so none is expanded twice in an iteration. Depth-first
is IDA* (Korf, 1985): no memory, but equal positions are expanded again. If either takes long, a beam search looks for
any solution: it may turn out to be as short as the bound.
"""

from __future__ import annotations

from contextlib import closing

from solver.model import Slices
from solver.slide.bounds.excess import ExcessDatabase
from solver.slide.bounds.pattern_tables import PatternDatabase
from solver.slide.search.beam import beam_searches
from solver.slide.search.context import SearchContext
from solver.slide.search.database import built_complementary, enlarged, stored_complementary
from solver.slide.search.frontier import INFINITE, Frontier
from solver.slide.search.ida_star import IdaStar

BEAM_WIDTHS = 500, 4_000
"""Widths of the beams that breadth-first search runs, in positions."""


def breadth_first(context: SearchContext, frontier: Frontier, database: PatternDatabase) -> Slices[None]:
    """Breadth-first iterative deepening.

    It ends with the goal on the frontier (``frontier.met``); or, if solutions are not to be counted, with
    ``budget.best`` proven optimal; else the puzzle is unsolvable.
    """
    budget = context.budget
    limit, extra, before, beams_tried = budget.lower_bound, 0, 0, False
    while True:
        frontier.restart(context.instance.start_row)
        # The least f that was pruned: no solution is shorter than that or than what the frontier still allows.
        next_limit = INFINITE
        while frontier.width and frontier.depth < limit:
            yield from frontier.advance(limit - frontier.depth - 1, database)
            next_limit = min(next_limit, frontier.depth + frontier.least_pruned)
            if frontier.met:
                return
            if frontier.width:
                context.raise_bound(min(next_limit, frontier.depth + 1))
        if frontier.width:
            next_limit = min(next_limit, limit + 1)
        if next_limit >= INFINITE:
            return
        context.raise_bound(next_limit)
        if not beams_tried and budget.nodes > context.plan.beam_after_nodes:
            beams_tried = True
            yield from beam_searches(context, database, BEAM_WIDTHS)
        if context.proven and not context.want.counts:
            return
        # Iterations that grow slowly cost more than they save: raise the limit in larger steps. Above the bound, too,
        # the first level that meets the goal has optimal solutions, since all levels before have been searched.
        extra = 2 * extra + 1 if frontier.ends[-1] < 2 * before else extra // 2
        before = frontier.ends[-1]
        limit = budget.lower_bound + extra


def depth_first(context: SearchContext, database: PatternDatabase) -> Slices[PatternDatabase | ExcessDatabase]:
    """IDA* with growing pattern databases. It ends with ``budget.best`` optimal, and returns the last database.

    Unsolvable puzzles with one empty cell are refuted by the proofs of :mod:`solver.slide.proofs` before a search. Of
    those that the proofs do not cover (a goal that leaves cells free), most end at a limit of the search: the bound
    becomes infinite only if an iteration prunes nothing with a finite f.
    """
    budget, plan = context.budget, context.plan
    beams = list(plan.beams)
    larger = list(zip(plan.enlarge_after_nodes, plan.placements[1:], strict=False))
    complementary = yield from stored_complementary(context)
    search = IdaStar(context, complementary or database)
    context.raise_bound(search.bounds.bound(context.labelled.start))
    while search.solution is None and budget.lower_bound < INFINITE:
        before = budget.nodes
        for progress in search.iterate(budget.lower_bound):
            yield progress
            while beams and budget.nodes > beams[0][0]:
                yield from beam_searches(context, database, (beams.pop(0)[1],))
        # The iteration has raised the bound to the least f it pruned; this rounds it up to the parity of all solutions.
        context.raise_bound(budget.lower_bound)
        # Not tested in the iteration after a beam: at this limit the iteration, too, ends at its first solution.
        if context.proven:
            break
        if complementary is not None:
            continue
        if search.solution is None and budget.nodes - before > plan.complementary_after_nodes:
            complementary = yield from built_complementary(context)
            if complementary is not None:
                search = IdaStar(context, complementary)
                context.raise_bound(search.bounds.bound(context.labelled.start))
                continue
        while search.solution is None and larger and budget.nodes - before > larger[0][0]:
            database = yield from enlarged(context, database, larger.pop(0)[1])
            search = IdaStar(context, database)
    if search.solution is not None:
        budget.best = context.instance.original(search.solution)
    return search.database


def count_depth_first(
    context: SearchContext, database: PatternDatabase | ExcessDatabase, most_nodes: int
) -> Slices[int | None]:
    """Count the solutions of the length that IDA* has found, by one more iteration; None if it takes too many nodes.

    It stores no positions and comes upon every solution once, so it suits long searches with not too many solutions.
    """
    assert context.budget.best is not None
    search, before = IdaStar(context, database, counting=True), context.budget.nodes
    with closing(search.iterate(len(context.budget.best))) as slices:
        for progress in slices:
            yield progress
            if progress.nodes - before > most_nodes:
                return None
    return search.count


def store_levels(context: SearchContext, database: PatternDatabase, frontier: Frontier) -> Slices[None]:
    """Repeat the search breadth-first for the length that IDA* has found: counting needs all levels in memory."""
    assert context.budget.best is not None
    length = len(context.budget.best)
    while not frontier.met:
        yield from frontier.advance(length - frontier.depth - 1, database)
