"""One iteration of IDA* for a single empty cell, below the sum of the distances of all pieces (Korf, 1985).

The bound takes one lookup per move, and no tables to build: it suits searches that end before tables would be there.
Otherwise as :mod:`fewest.solver.kernels.slide_ida_star`, with the same cursor and codes; there are no symmetries, since
every image of a position has the same sum.
"""

from typing import NamedTuple

import numpy as np

from fewest.solver.kernels.bits import lowest
from fewest.solver.kernels.jit import kernel

DEPTH, NODES, NEXT_LIMIT = range(3)
"""Fields of ``cursor``, see :mod:`fewest.solver.kernels.slide_ida_star`."""

PAUSED, EXHAUSTED, FOUND = range(3)
"""What ``depth_first`` returns, see there."""

NOT_EXPANDED = -1
"""In ``Path.untried``: the moves of this position have not been bounded yet."""
FORBIDDEN = np.uint32(0xFFFFFFFF)
"""In ``Board.automaton``: the move is pruned or does not exist."""
FAR = 1 << 20
"""In ``Board.distance``, this and more: the goal cannot be reached."""


class Board(NamedTuple):
    """Moves of the empty cell, and the goal.

    Attributes
    ----------
    adjacent
        uint8 (cells, degree): adjacent cells. Short rows end in zeros, which the automaton forbids.
    automaton
        uint32 (states, degree): state after the empty cell moves to its k-th adjacent cell, or ``FORBIDDEN``.
    goal
        int64 (cells,): label wanted, -1 for any.
    distance
        int64 (labels, cells): moves from a cell to where the goal wants the label; 0 for labels it does not want.
    """

    adjacent: np.ndarray
    automaton: np.ndarray
    goal: np.ndarray
    distance: np.ndarray


class Path(NamedTuple):
    """The path from the start, by depth, and the position at its end.

    Attributes
    ----------
    labels
        uint8 (cells,): label on every cell.
    empty_cell
        uint8 (limit + 2,): the empty cell.
    automaton_state
        uint32 (limit + 2,): state of the automaton.
    untried
        int64 (limit + 2,): moves within the limit still to try, as bits, or ``NOT_EXPANDED``.
    bounds
        int64 (limit + 2,): sum of the distances.
    """

    labels: np.ndarray
    empty_cell: np.ndarray
    automaton_state: np.ndarray
    untried: np.ndarray
    bounds: np.ndarray


@kernel
def depth_first(board, path, cursor, limit, max_work):
    """Search for a solution of at most ``limit`` moves; continues where the last call stopped.

    1. Bound every move that is not pruned.
    2. Make the next move within the limit, and
    3. test for the goal.
    4. Backtrack: if no move is left, take back the last one.

    Parameters
    ----------
    board, path
        See the classes. ``path`` carries the state of the search from call to call.
    cursor
        int64 (3,): see ``DEPTH``.
    limit
        Moves of a solution at most.
    max_work
        Moves to try in this call, approximately.

    Returns
    -------
    int
        PAUSED, EXHAUSTED or FOUND.
    """
    adjacent, automaton, goal, distance = board
    labels, empty_cell, automaton_state, untried, bounds = path
    degree, next_limit = adjacent.shape[1], cursor[NEXT_LIMIT]
    depth, nodes = cursor[DEPTH], np.int64(0)
    code = PAUSED
    while nodes < max_work:
        moves, empty = untried[depth], empty_cell[depth]
        if moves == NOT_EXPANDED:
            # 1. Bound
            moves = np.int64(0)
            state = automaton_state[depth]
            for k in range(degree):
                if automaton[state, k] != FORBIDDEN:
                    nodes += 1
                    cell = adjacent[empty, k]
                    piece = labels[cell]
                    f = depth + 1 + bounds[depth] + distance[piece, empty] - distance[piece, cell]
                    if f <= limit:
                        moves |= np.int64(1) << k
                    elif f < FAR:
                        next_limit = min(next_limit, f)
        if moves:
            # 2. Move
            k = lowest(moves)
            untried[depth] = moves & (moves - 1)
            cell = adjacent[empty, k]
            piece = labels[cell]
            labels[empty], labels[cell] = piece, 0
            bound = bounds[depth] + distance[piece, empty] - distance[piece, cell]
            automaton_state[depth + 1] = automaton[automaton_state[depth], k]
            depth += 1
            empty_cell[depth], untried[depth], bounds[depth] = cell, NOT_EXPANDED, bound
            # 3. Goal. No distance left is necessary, not sufficient: the goal may want equal pieces.
            if bound == 0:
                met = True
                for c in range(len(goal)):
                    met &= goal[c] < 0 or goal[c] == labels[c]
                if met:
                    code = FOUND
                    break
        elif depth == 0:
            untried[0] = 0
            code = EXHAUSTED
            break
        else:
            # 4. Backtrack
            untried[depth] = 0
            depth -= 1
            cell, empty = empty, empty_cell[depth]
            labels[cell], labels[empty] = labels[empty], 0
    cursor[DEPTH], cursor[NEXT_LIMIT] = depth, next_limit
    cursor[NODES] += nodes
    return code
