"""The work on features of a puzzle: one search, and intermediate results that several features share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from fewest.design.answers import Answers, part
from fewest.design.census import Census, take_census
from fewest.design.features import (
    NAMES,
    NO_DISTANCE,
    NO_POSITION,
    TOO_MANY_MOVES,
    TOO_MANY_POSITIONS,
    UNSOLVABLE,
    Features,
    FeaturesTask,
    has_distance,
)
from fewest.design.moves import FAR, list_ends
from fewest.design.reachable import MAX_POSITIONS, ReachableSet, distances, find_reachable
from fewest.design.traps import TrapSearch
from fewest.design.walks import Walk, Walker, WalkOptions, optimal_dag, walk_forward, walk_freely
from fewest.solver.budget import Budget
from fewest.solver.errors import PuzzleError, Stop, WorkError
from fewest.solver.kinds import goal_error, kind_of
from fewest.solver.listing import Array, Listing
from fewest.solver.model import Limits, Puzzle, Result, Slices, Status, Want


def measure(
    task: FeaturesTask, limits: Limits, answers: Answers, max_positions: int = MAX_POSITIONS
) -> Slices[Features]:
    """Solve a puzzle and find features of it.

    Parameters
    ----------
    limits
        ``bytes`` is enforced here; the caller enforces the others. At a limit, the features found so far are returned.
    answers
        Solves the puzzle, and positions beside its optimal solutions.
    max_positions
        Most positions that are stored to find a feature exactly.

    Raises
    ------
    PuzzleError
        If features are not defined for the goal.
    """
    if (reason := goal_error(task.puzzle)) is not None:
        raise PuzzleError([(("goal",), reason)])
    asked = [name for name in NAMES if name in task.names]
    # One search for all features: if one of them needs a listing, the count comes from it.
    lists = not {"length", "count"}.issuperset(asked)
    measurement = Measurement(task.puzzle, answers, task.walk, Budget(limits.bytes), lists, max_positions)
    found = measurement.found
    try:
        for name in asked:
            try:
                yield from measurement.find(name)
            except Undefined as error:
                found.missing[name] = error.reason
            except WorkError:
                found.missing[name] = TOO_MANY_MOVES
            except MemoryError:
                found.missing[name] = "bytes"
            # Features are independent: what one has reserved must not make the next one fail.
            measurement.tidy()
    except Stop as stop:
        found.missing |= {
            name: stop.limit for name in asked if found.number(name) is None and name not in found.missing
        }
    return found


class Undefined(Exception):
    """A feature is undefined or unknown; the text is the reason."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(slots=True)
class Measurement:
    """The work on the features of one puzzle, with shared intermediate results.

    Attributes
    ----------
    lists
        Whether a listing is needed.
    failed
        Requests that failed for lack of memory, so that they are not tried again.
    reached
        The positions that play can reach, and their distances if moves cannot be taken back; None if they are too many,
        or have not been searched for.
    """

    puzzle: Puzzle
    answers: Answers
    options: WalkOptions
    budget: Budget
    lists: bool
    max_positions: int
    found: Features = field(default_factory=Features)
    failed: set[Want] = field(default_factory=set)
    strength: int = 0
    census: Census | None = None
    looked: bool = False
    reached: ReachableSet | None = None
    distance: Array | None = None

    def find(self, name: str) -> Slices[None]:
        """Find a feature."""
        if name == "walk":
            self.found.walk = yield from self._walk()
        else:
            self.found.exact[name] = yield from EXACT[name](self)
        values = {each: self.found.number(each) for each in NAMES}
        self.budget.notes = {"features": {each: value for each, value in values.items() if value is not None}}

    def tidy(self) -> None:
        """Forget the memory of the last feature."""
        self.budget.bytes = 0 if self.reached is None else self.reached.size

    # Features

    def length(self) -> Slices[Fraction]:
        """The length."""
        result = yield from self._solved(Want.ONE)
        return Fraction(result.length or 0)

    def count(self) -> Slices[Fraction]:
        """The number of optimal solutions, from the listing that other features need, if memory suffices."""
        try:
            result = yield from self._solved(Want.ALL if self.lists else Want.COUNT)
        except MemoryError:
            if not self.lists:
                raise
            result = yield from self._solved(Want.COUNT)
        return Fraction(result.count or 0)

    def forced(self) -> Slices[Fraction]:
        """The share of positions with one optimal move."""
        census = yield from self._census()
        return Fraction(census.forced, census.positions)

    def choices(self) -> Slices[Fraction]:
        """The mean number of legal moves."""
        census = yield from self._census()
        return Fraction(census.moves, census.positions)

    def traps(self) -> Slices[Fraction]:
        """The share of legal moves after which there is no solution."""
        census = yield from self._census()
        # A move that can be taken back is no trap.
        if kind_of(self.puzzle).reversible:
            return Fraction(0)
        listing = yield from self._listing()
        yield from self._find_reachable()
        if self.reached is None:
            # Too many positions to store them all: each is decided for itself.
            traps = yield from TrapSearch(self.puzzle, self.answers, self.budget).count(
                optimal_dag(self.puzzle, listing)
            )
        else:
            reached, distance = self.reached, self.distance
            assert distance is not None

            def is_dead(positions: Array) -> Array:
                dead: Array = distance[reached.index(positions)] == FAR
                return dead

            traps = (yield from self._take_census(listing, is_dead)).traps
        return Fraction(traps, census.moves)

    def detours(self) -> Slices[Fraction]:
        """The mean number of detours of an optimal solution."""
        if not has_distance(self.puzzle):
            raise Undefined(NO_DISTANCE)
        result = yield from self._solved(Want.ALL)
        if result.length == 0:
            return Fraction(0)
        census = yield from self._census()
        return Fraction(census.detours, result.count or 1)

    # Shared intermediate results

    def _solved(self, want: Want) -> Slices[Result]:
        """The answer to the puzzle, at least for this ``want``."""
        result = self.found.result
        # A proof that there is no solution answers every request.
        unsolvable = result is not None and result.status is Status.UNSOLVABLE
        if result is None or (STRENGTH[want] > self.strength and not unsolvable):
            if want in self.failed:
                raise MemoryError
            result = yield from part(self.answers.solve(self.puzzle, want), self.budget)
            if result.status is Status.STOPPED:
                self.failed.add(want)
                raise MemoryError("too little memory for the search")
            self.found.result, self.strength = result, STRENGTH[want]
        if result.status is Status.UNSOLVABLE:
            raise Undefined(UNSOLVABLE)
        return result

    def _listing(self) -> Slices[Listing]:
        result = yield from self._solved(Want.ALL)
        if result.listing is None:
            raise MemoryError("too little memory for a listing")
        return result.listing

    def _census(self) -> Slices[Census]:
        """The census of a puzzle that has positions to move from."""
        if self.census is None:
            self.census = yield from self._take_census((yield from self._listing()), None)
        if not self.census.positions:
            raise Undefined(NO_POSITION)
        return self.census

    def _take_census(self, listing: Listing, is_dead: Callable[[Array], Array] | None) -> Slices[Census]:
        kind = kind_of(self.puzzle)
        transitions = kind.transitions(self.puzzle, listing.symmetries)
        return (yield from take_census(transitions, listing, kind.rules(self.puzzle), self.budget, is_dead))

    def _find_reachable(self) -> Slices[None]:
        """Store the positions that play can reach, if they are not too many."""
        kind = kind_of(self.puzzle)
        # If moves can be taken back, nearly all positions can be reached, or half of them on a bipartite board: beyond
        # twice as many it is not worth trying. Otherwise it may be any share of them.
        if self.looked or (kind.reversible and kind.max_positions(self.puzzle) > 2 * self.max_positions):
            return
        transitions = kind.transitions(self.puzzle, ())
        roots = transitions.of_rules((yield from list_ends(kind.rules(self.puzzle).roots(), self.budget)))
        reached = yield from find_reachable(transitions, roots, kind.reversible, self.budget, self.max_positions)
        if reached is not None and not kind.reversible:
            self.distance = yield from distances(transitions, reached, self.budget)
        self.reached, self.looked = reached, True

    def _walk(self) -> Slices[Walk]:
        """The expected length of a walk."""
        kind = kind_of(self.puzzle)
        result = yield from self._solved(Want.ONE)
        if result.length == 0:
            return Walk(0.0, 0.0)
        yield from self._find_reachable()
        if self.reached is None:
            if not self.options.samples:
                raise Undefined(TOO_MANY_POSITIONS)
            listing = yield from self._listing()
            return (
                yield from Walker(
                    self.puzzle, optimal_dag(self.puzzle, listing), self.options, self.answers, self.budget
                ).walk()
            )
        transitions = kind.transitions(self.puzzle, ())
        rules = kind.rules(self.puzzle)
        ends = yield from list_ends(rules.roots(), self.budget)
        roots = self.reached.index(transitions.of_rules(ends))
        probability = self.options.probability
        if self.distance is None:
            return (yield from walk_freely(transitions, self.reached, int(roots[0]), probability, self.budget))
        # Every way to play the opening has as many moves.
        opening = len(next(rules.roots())[0])
        return (
            yield from walk_forward(transitions, self.reached, self.distance, roots, opening, probability, self.budget)
        )


EXACT: dict[str, Callable[[Measurement], Slices[Fraction]]] = {
    "length": Measurement.length,
    "count": Measurement.count,
    "forced": Measurement.forced,
    "choices": Measurement.choices,
    "traps": Measurement.traps,
    "detours": Measurement.detours,
}
"""The methods of the exact features."""

STRENGTH = {Want.ONE: 1, Want.COUNT: 2, Want.ALL: 3}
