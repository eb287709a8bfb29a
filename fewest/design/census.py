"""The positions on all optimal solutions of a puzzle, counted with their moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fewest.design.moves import Moves, batches, find_moves, list_ends
from fewest.solver.budget import Budget
from fewest.solver.listing import Array, Listing
from fewest.solver.model import Rules, Slices
from fewest.solver.transitions import Transitions


@dataclass(slots=True)
class Census:
    """Totals over the positions on optimal solutions, except those that meet the goal.

    Attributes
    ----------
    positions
        Their number.
    forced
        Those with exactly one optimal move.
    moves
        Legal moves of all of them.
    traps
        Moves after which there is no solution, if they were counted.
    detours
        Moves of optimal solutions that increase the plain distance, if the kind has one. A move of several solutions
        counts once for each.
    """

    positions: int = 0
    forced: int = 0
    moves: int = 0
    traps: int = 0
    detours: int = 0


def opening_moves(listing: Listing) -> int:
    """The number of moves that an opening prescribes: the first level that has positions."""
    return next(number for number, level in enumerate(listing.levels) if len(level))


def take_census(
    transitions: Transitions,
    listing: Listing,
    rules: Rules,
    budget: Budget,
    is_dead: Callable[[Array], Array] | None = None,
) -> Slices[Census]:
    """Count the positions on optimal solutions, level by level.

    A listing may hold positions up to symmetry; here every position counts, so the result does not depend on that.

    Parameters
    ----------
    is_dead
        Which positions have no solution: bool (n).
    """
    census = Census()
    roots = transitions.of_rules((yield from list_ends(rules.roots(), budget)))
    first, *levels = listing.levels[opening_moves(listing) :]
    positions, ways = np.unique(roots[transitions.path_counts(first, roots) > 0], return_counts=True)
    # Python's integers: there may be more ways than 64 bits can count.
    ways = ways.astype(object)
    for level in levels:
        found, made = [positions[:0]], [ways[:0]]
        size = transitions.batch  # so few that no slice is long
        for batch, lead in zip(batches(positions, size), batches(ways, size), strict=True):
            moves = yield from find_moves(transitions, batch, budget)
            counts = [transitions.path_counts(level, layer.after) for layer in moves.layers]
            optimal = moves.numbers([count > 0 for count in counts])
            census.positions += len(optimal)
            census.forced += optimal.count(1)
            census.moves += sum(moves.numbers(moves.ones()))
            if is_dead is not None:
                census.traps += sum(moves.numbers([is_dead(layer.after) for layer in moves.layers]))
            for layer, count in zip(moves.layers, counts, strict=True):
                found.append(layer.after[count > 0])
            if transitions.plain_distances(batch[:1]) is not None:
                made.append(_add_detours(census, transitions, batch, lead, moves, counts[0]))
            budget.release(moves.size)
        # Solutions that meet in a position are counted on from there together.
        positions, ways = _merge(np.concatenate(found), np.concatenate(made))
    return census


def _add_detours(
    census: Census, transitions: Transitions, positions: Array, ways: Array, moves: Moves, counts: Array
) -> Array:
    """Add the detours from some positions; moves are single steps. Returns the ways to come through each optimal one.

    Parameters
    ----------
    ways
        How many optimal ways lead to each position, as Python's integers.
    counts
        The number of optimal ways to continue after each move.
    """
    (layer,) = moves.layers
    optimal = np.flatnonzero(counts > 0)
    through = ways[layer.source[optimal]]
    before = transitions.plain_distances(positions)
    after = transitions.plain_distances(layer.after[optimal])
    assert before is not None
    assert after is not None
    away = after > before[layer.source[optimal]]
    census.detours += int((through[away] * counts[optimal][away].astype(object)).sum())
    return through


def _merge(positions: Array, ways: Array) -> tuple[Array, Array]:
    """Distinct positions, with the ways to each added up, if they were counted."""
    distinct, index = np.unique(positions, return_inverse=True)
    total = np.zeros(len(distinct), object)
    if len(ways):
        np.add.at(total, index, ways)
    return distinct, total
