"""Moves of optimal positions after which there is no solution, where there are too many positions to store them all.

Each position after a move is examined once. It has a solution if an optimal or earlier solution goes through it, or if
a move leads from it to such a position; it has none if all its moves lead to positions without one. Otherwise a proof
is tried, then a search, each shared by all positions that are equal up to symmetry.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from fewest.design.answers import Answers, form_of, part
from fewest.design.moves import list_ends
from fewest.design.walks import OptimalDag
from fewest.solver.budget import Budget
from fewest.solver.kinds import kind_of
from fewest.solver.model import Puzzle, Slices, Solution, Status, Want


@dataclass(slots=True)
class TrapSearch:
    """Decides for positions whether there is a solution.

    Attributes
    ----------
    solvable
        Results so far, by position.
    forms
        The same, by canonical key.
    """

    puzzle: Puzzle
    answers: Answers
    budget: Budget
    solvable: dict[Any, bool] = field(default_factory=dict)
    forms: dict[str, bool] = field(default_factory=dict)

    def count(self, dag: OptimalDag) -> Slices[int]:
        """Number of moves from positions on optimal solutions, not from goals, after which there is no solution."""
        ends: Counter[Any] = Counter()
        rules = kind_of(self.puzzle).rules(self.puzzle)
        roots = yield from list_ends(rules.roots(), self.budget)
        level = dict.fromkeys(root for root, mark in zip(roots, dag.marks(dag.made, roots), strict=True) if mark)
        for made in range(dag.made + 1, len(dag.listing.levels)):
            self.solvable.update(dict.fromkeys(level, True))
            after: dict[Any, None] = {}
            for position in level:
                moved = yield from self._after(position)
                ends.update(moved)
                if moved:
                    marks = dag.marks(made, moved)
                    after.update(dict.fromkeys(end for end, mark in zip(moved, marks, strict=True) if mark))
            level = after
        self.solvable.update(dict.fromkeys(level, True))
        dead = 0
        # The deepest first: those before them are often decided by them.
        for position, times in reversed(ends.items()):
            if not (yield from self._decide(position)):
                dead += times
        return dead

    def _after(self, position: Any) -> Slices[list[Any]]:
        """The positions after each move."""
        return (yield from list_ends(kind_of(self.puzzle).rules(self.puzzle).successors(position), self.budget))

    def _decide(self, position: Any) -> Slices[bool]:
        """Whether there is a solution from a position."""
        if position not in self.solvable:
            known = [self.solvable.get(after) for after in (yield from self._after(position))]
            if True in known:
                self.solvable[position] = True
            elif None not in known:
                # No move leads on to a solution.
                self.solvable[position] = kind_of(self.puzzle).rules(self.puzzle).is_goal(position)
            else:
                self.solvable[position] = yield from self._solve(position)
            yield self.budget.progress()
        return self.solvable[position]

    def _solve(self, position: Any) -> Slices[bool]:
        """The same, by a proof or a search."""
        kind = kind_of(self.puzzle)
        puzzle = kind.puzzle_at(self.puzzle, position)
        key = form_of(puzzle).key
        if key not in self.forms:
            # Replaced, if the search finds a solution.
            self.forms[key] = False
            if kind.prove(puzzle) is None:
                result = yield from part(self.answers.solve(puzzle, Want.ANY), self.budget)
                if result.status is Status.STOPPED:
                    # The search did not end, so nothing is known.
                    del self.forms[key]
                    raise MemoryError("too little memory for a search")
                self.forms[key] = result.solution is not None
                yield from self._learn(puzzle, result.solution or ())
        return self.forms[key]

    def _learn(self, puzzle: Puzzle, solution: Solution) -> Slices[None]:
        """Record that all positions on a solution have a solution."""
        rules = kind_of(puzzle).rules(puzzle)
        for made in range(1, len(solution) + 1):
            self.solvable[rules.play(solution[:made])] = True
            yield self.budget.progress()
