"""All positions that play can reach, if they are few enough to store, each with the moves to the nearest goal."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fewest.design.moves import FAR, find_moves
from fewest.design.moves import batches as in_batches
from fewest.solver.budget import Budget
from fewest.solver.listing import Array
from fewest.solver.model import Slices
from fewest.solver.transitions import Transitions

MAX_POSITIONS = 2_000_000
"""Most positions that are stored. A constant, so that the memory of a machine does not decide what is exact."""

MERGE = 100_000
"""Positions found before equal ones are merged."""

POSITION_BYTES = 64
"""Bytes of a position, with everything that is stored for it."""


@dataclass(frozen=True, slots=True)
class ReachableSet:
    """The positions that can be reached from some roots.

    Attributes
    ----------
    positions : (n)
        All of them, sorted.
    layers
        Their indices in groups: every move leads from a group to a later one, unless moves can be taken back.
    """

    positions: Array
    layers: tuple[Array, ...]

    def index(self, positions: Array) -> Array:
        """Indices of positions, all of them reached: int64 (m)."""
        return np.searchsorted(self.positions, positions)

    @property
    def size(self) -> int:
        """Bytes reserved for it."""
        return POSITION_BYTES * len(self.positions)


def find_reachable(
    transitions: Transitions, roots: Array, reversible: bool, budget: Budget, max_positions: int
) -> Slices[ReachableSet | None]:
    """Find all positions that can be reached; None if they are more than ``max_positions``.

    Every step is a move, too, so steps lead to all of them.

    Parameters
    ----------
    reversible
        Whether moves can be taken back. If not, a position belongs to the last layer in which it is found.
    """
    layers = [_distinct(roots)]
    total = len(layers[0])
    while len(layers[-1]):
        # A move that can be taken back leads one layer back at most; another may lead to any later layer.
        known = layers[-2:] if reversible else []
        found = layers[0][:0]
        pending: list[Array] = []
        for batch in in_batches(layers[-1], transitions.batch):
            edges = transitions.edges(batch, np.full(len(batch), -1))
            budget.nodes += len(edges.step)
            pending.append(_distinct(edges.after))
            yield budget.progress()
            if sum(map(len, pending)) > MERGE:
                found, pending = (yield from _merged(found, pending, known, budget)), []
                if total + len(found) > max_positions:
                    return None
        layers.append((yield from _merged(found, pending, known, budget)))
        total += len(layers[-1])
        if total > max_positions:
            return None
    budget.reserve(POSITION_BYTES * total)
    positions = layers[0]
    for layer in layers[1:]:
        for part in in_batches(layer, MERGE):
            positions = yield from _merged(positions, [part], [], budget)
    reached = ReachableSet(positions, ())
    last = np.zeros(len(positions), np.int64)
    for number, layer in enumerate(layers):
        for part in in_batches(layer, MERGE):
            # A position that is in several layers belongs to the last of them.
            last[reached.index(part)] = number
            yield budget.progress()
    budget.release(POSITION_BYTES * (total - len(positions)))
    groups = []
    for number, layer in enumerate(layers[:-1]):
        rows = [reached.index(part) for part in in_batches(layer, MERGE)]
        yield budget.progress()
        groups.append(np.concatenate([part[last[part] == number] for part in rows]))
    return ReachableSet(positions, tuple(groups))


def _merged(found: Array, pending: list[Array], known: list[Array], budget: Budget) -> Slices[Array]:
    """Distinct positions found, with those pending that are not known; in order."""
    new = _distinct(np.concatenate(pending)) if pending else found[:0]
    for others in (*known, found):
        yield budget.progress()
        if len(others):
            new = new[others[np.minimum(np.searchsorted(others, new), len(others) - 1)] != new]
    return np.insert(found, np.searchsorted(found, new), new)


def distances(transitions: Transitions, reached: ReachableSet, budget: Budget) -> Slices[Array]:
    """The moves from each position to the nearest goal, int64 (n); ``FAR`` if none can be reached.

    For kinds whose moves cannot be taken back: from the last layer to the first.
    """
    # Later layers are done first, so every position after a move has its distance.
    distance = np.where(transitions.met(reached.positions), 0, FAR)
    for layer in reversed(reached.layers):
        for indices in in_batches(layer, transitions.batch):
            moves = yield from find_moves(transitions, reached.positions[indices], budget)
            least = moves.least([distance[reached.index(step.after)] for step in moves.layers])
            distance[indices] = np.minimum(distance[indices], np.minimum(least + 1, FAR))
            budget.release(moves.size)
    return distance


def _distinct(positions: Array) -> Array:
    """Sort positions and leave out equal ones. np.unique uses a hash table, which takes several times longer."""
    ordered = np.sort(positions)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered
