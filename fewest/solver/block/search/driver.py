"""Search a sliding-block puzzle.

1. Breadth-first search from the start; if the goal names where all pieces go, from both ends, the narrower side first.
   It ends with the first level that meets the goal or the other side, or proves that there is no way.
2. Answer: trace a solution. For counting, find the positions on optimal solutions, level by level, then numbers of
   paths from the last level to the first.

No step reads a clock; each yields its progress after every slice.
"""

from __future__ import annotations

from pathlib import Path

from fewest.solver.block.puzzle import BlockPuzzle
from fewest.solver.block.search.frontier import Frontier
from fewest.solver.block.search.instance import Instance
from fewest.solver.budget import Budget
from fewest.solver.layers import count, trace
from fewest.solver.listing import Listing, ListingLevel
from fewest.solver.model import NOTHING, Findings, Limits, Search, Solved, Stopped, Unsolvable, Want


def search(
    puzzle: BlockPuzzle,
    want: Want,
    limits: Limits,
    tables: Path | None = None,
    threads: int = 1,
    findings: Findings = NOTHING,
) -> Search:
    """Find the fewest moves of a puzzle; ``limits.bytes`` is enforced here, the rest by the caller between slices."""
    budget = Budget.after(findings, limits.bytes)
    try:
        outcome = yield from _search(Instance(puzzle), want, budget)
    except MemoryError:
        outcome = Stopped("bytes")
    yield budget.progress()
    return outcome


def _search(instance: Instance, want: Want, budget: Budget) -> Search:
    if instance.met(instance.start[0]):
        level = ListingLevel.from_counts({instance.packing.keys(instance.start).tobytes(): 1})
        return Solved((), True, 1 if want.counts else None, Listing((level,)) if want is Want.ALL else None)
    forward = Frontier(instance, instance.start, budget)
    backward = None if instance.goal_position is None else Frontier(instance, instance.goal_position, budget)
    sides = [forward] if backward is None else [forward, backward]
    budget.raise_bound(1)
    while True:
        # The narrower side: its next level has fewer positions, as a rule.
        side = min(sides, key=lambda each: each.width)
        opposite = {id(forward): backward, id(backward): forward}[id(side)]
        if opposite is None:
            yield from side.advance()
        else:
            # As long as this side is the narrower one, without coming back for each level.
            yield from side.advance(opposite, opposite.width)
        if side.met:
            break
        if not side.width:
            end = "start" if side is forward else "goal"
            proof = {"by": "exhaustion", "nodes": budget.nodes, "side": end, "positions": side.ends[-1]}
            return Unsolvable(proof)
        budget.raise_bound(sum(each.depth for each in sides) + 1)
    solution = instance.slides((yield from trace(forward, backward)))
    budget.raise_bound(len(solution))
    budget.best = solution
    if not want.counts:
        return Solved(solution)
    number, listing = yield from count(forward, backward, instance.packing.keys if want is Want.ALL else None)
    return Solved(solution, True, number, listing)
