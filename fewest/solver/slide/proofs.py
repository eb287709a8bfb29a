"""Certificates that a sliding puzzle has no solution, found and checked without a search.

``by: contents``
    Pieces never leave their connected component. The component ``cells`` does not hold the pieces that the goal wants
    there, or it has no empty cell and differs from the goal.
``by: permutation``
    A component has one empty cell and the goal names all its cells. Take the empty cell along the path ``way`` to its
    goal cell. The rest of a solution consists of closed walks of the empty cell from its goal cell.

    Let ``cells`` be a block (a biconnected component of the graph: it stays connected without any one of its cells),
    and ``entry`` its cell nearest to the goal cell of the empty cell. A closed walk permutes the pieces of a block,
    apart from the one on its entry, among themselves (Wilson, 1974: Graph puzzles, homotopy, and the alternating
    group). The ``rule`` names the reason why no walk arranges them as in the goal:

    contents  the block, apart from its entry, does not hold the pieces that the goal wants there.
    ring      the block is a cycle, on which the cyclic order of the pieces never changes.
    parity    the block is bipartite, so that every closed walk has an even number of slides and makes an even
              permutation. The pieces all differ, and an odd permutation is wanted.
    theta     the block is Wilson's exception, the graph θ₀ of seven cells: a cycle of six and one cell adjacent to two
              opposite ones. The wanted arrangement is not among those that an enumeration reaches.

    By Wilson's theorem every other block reaches every arrangement, so these rules decide such components.

Exhaustion of the search is not a certificate; see :mod:`fewest.solver.verify`. A proof names cells and no pieces, so it
can be renumbered with its board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from fewest.solver.model import Proof
from fewest.solver.slide import labelling
from fewest.solver.slide.board import SlideBoard, graph_of
from fewest.solver.slide.labelling import ANYTHING, LabelledPuzzle
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle

RULES = ("contents", "ring", "parity", "theta")
THETA_CELLS, THETA_EDGES = 7, 8


def prove(puzzle: SlidePuzzle) -> Proof | None:
    """Find a certificate, if there is one."""
    labelled = labelling.labelled(puzzle)
    for component in labelled.components:
        proof = _prove_by_contents(labelled, component) or _prove_by_permutation(labelled, component)
        if proof is not None:
            return proof
    return None


def check(puzzle: SlidePuzzle, proof: Proof) -> bool:
    """Check a certificate by plain arithmetic, whoever made it."""
    labelled = labelling.labelled(puzzle)
    match proof.get("by"):
        case "contents":
            cells = proof["cells"]
            return _is_closed(labelled.board, cells) and _prove_by_contents(labelled, tuple(cells)) is not None
        case "permutation":
            if not (_path_holds(labelled, proof["way"]) and _block_holds(labelled, proof)):
                return False
            return _rule_holds(proof["rule"], *_arrangement(labelled, proof["cells"], proof["entry"], proof["way"]))
    return False


def renumber(proof: Proof, order: Sequence[int]) -> Proof:
    """Rewrite a certificate for the board on which cell i here has number ``order[i]``."""
    renumbered: dict[str, Any] = dict(proof)
    for name in ("cells", "way"):
        if name in proof:
            renumbered[name] = [order[cell] for cell in proof[name]]
    if "entry" in proof:
        renumbered["entry"] = order[proof["entry"]]
    return renumbered


def _prove_by_contents(labelled: LabelledPuzzle, component: tuple[int, ...]) -> Proof | None:
    start, goal = labelled.start, labelled.goal
    empty = any(start[cell] == EMPTY for cell in component)
    stuck = not empty and any(goal[cell] not in (ANYTHING, start[cell]) for cell in component)
    # Without an empty cell, nothing moves.
    return {"by": "contents", "cells": list(component)} if stuck or lacks_contents(labelled, component) else None


def lacks_contents(labelled: LabelledPuzzle, cells: Sequence[int]) -> bool:
    """Whether some cells have fewer pieces of a label, or empty cells, than the goal wants there."""
    have = Counter(labelled.start[cell] for cell in cells)
    want = Counter(labelled.goal[cell] for cell in cells if labelled.goal[cell] != ANYTHING)
    return bool(want - have)


def _prove_by_permutation(labelled: LabelledPuzzle, component: tuple[int, ...]) -> Proof | None:
    wanted = [labelled.goal[cell] for cell in component]
    # With free cells or several empty ones, more arrangements can be reached than these rules tell.
    if ANYTHING in wanted or wanted.count(EMPTY) != 1:
        return None
    empty_goal = component[wanted.index(EMPTY)]
    empty_start = next(cell for cell in component if labelled.start[cell] == EMPTY)
    graph = graph_of(labelled.board)
    distances = graph.distances(source=[empty_goal])[0]
    path = graph.get_shortest_paths(empty_start, to=empty_goal)[0]
    for block in graph.biconnected_components():
        if block[0] not in component:
            continue
        cells = sorted(block)
        entry = min(cells, key=lambda cell: distances[cell])
        # Each rule is tried as a check would: a certificate that is found is one that holds.
        arrangement = _arrangement(labelled, cells, entry, path)
        for rule in RULES:
            if _rule_holds(rule, *arrangement):
                return {"by": "permutation", "rule": rule, "cells": cells, "entry": entry, "way": path}
    return None


def _is_closed(board: SlideBoard, cells: Sequence[int]) -> bool:
    """Whether the cells are distinct and no edge leaves them."""
    inside = set(cells)
    return len(inside) == len(cells) and all(other in inside for cell in cells for other in board.adjacency[cell])


def _component_of(labelled: LabelledPuzzle, cell: int) -> tuple[int, ...]:
    return next((component for component in labelled.components if cell in component), ())


def _path_holds(labelled: LabelledPuzzle, path: Sequence[int]) -> bool:
    """Whether the path leads the only empty cell of a component to its goal, and the goal names the whole component."""
    component = _component_of(labelled, path[0])
    return (
        [cell for cell in component if labelled.start[cell] == EMPTY] == [path[0]]
        and all(labelled.goal[cell] != ANYTHING for cell in component)
        and all(other in labelled.board.adjacency[cell] for cell, other in pairwise(path))
        and labelled.goal[path[-1]] == EMPTY
    )


def _block_holds(labelled: LabelledPuzzle, proof: Proof) -> bool:
    """Whether a closed walk can only permute the block's pieces among themselves.

    Each connected part outside the block must touch it in at most one cell, and the part with the goal of the empty
    cell in ``entry``.
    """
    cells = set(proof["cells"])
    entry = proof["entry"]
    empty_goal = proof["way"][-1]
    component = set(_component_of(labelled, empty_goal))
    outside = component - cells
    holds = cells <= component and entry in cells and (empty_goal == entry or empty_goal in outside)
    while outside:
        part = set()
        stack = [outside.pop()]
        touched = set()
        while stack:
            cell = stack.pop()
            part.add(cell)
            touched |= cells & set(labelled.board.adjacency[cell])
            stack += [other for other in labelled.board.adjacency[cell] if other in outside]
            outside -= set(stack)
        holds = holds and len(touched) <= 1 and (empty_goal not in part or touched == {entry})
    return holds


def _arrangement(
    labelled: LabelledPuzzle, cells: Sequence[int], entry: int, way: Sequence[int]
) -> tuple[SlideBoard, int, list[int], list[int]]:
    """A block as a separate board, the number of its entry there, and what its cells have and want."""
    position = list(labelled.start)
    for cell, other in pairwise(way):
        position[cell], position[other] = position[other], position[cell]
    number = {cell: index for index, cell in enumerate(dict.fromkeys(cells))}
    adjacency = labelled.board.adjacency
    board = SlideBoard(tuple([tuple([number[to] for to in adjacency[cell] if to in number]) for cell in number]))
    # The empty cell enters at ``entry``, so no piece counts as standing there.
    have = [EMPTY if cell == entry else position[cell] for cell in number]
    want = [EMPTY if cell == entry else labelled.goal[cell] for cell in number]
    return board, number[entry], have, want


def _rule_holds(rule: str, board: SlideBoard, entry: int, have: list[int], want: list[int]) -> bool:
    """Whether a rule excludes the arrangement that the goal wants of a block."""
    match rule:
        case "contents":
            return sorted(have) != sorted(want)
        case "ring":
            cycle = _cycle(board, entry)
            return bool(cycle) and not _is_rotation([have[c] for c in cycle], [want[c] for c in cycle])
        case "parity":
            distinct = len(set(have)) == len(have) and sorted(have) == sorted(want)
            bipartite = labelling.two_colouring(board) is not None
            return distinct and bipartite and not _is_even([have.index(piece) for piece in want])
        case "theta":
            return _is_theta(board) and not _reaches(board, tuple(have), tuple(want))
    return False


def _cycle(board: SlideBoard, entry: int) -> list[int]:
    """The cells of a cycle in order, without ``entry``; empty if the board is not a cycle."""
    if any(len(row) != 2 for row in board.adjacency):
        return []
    walk = [entry, board.adjacency[entry][0]]
    while walk[-1] != entry:
        walk.append(next(cell for cell in board.adjacency[walk[-1]] if cell != walk[-2]))
    return walk[1:-1] if len(walk) == board.cells + 1 else []


def _is_rotation(have: list[int], want: list[int]) -> bool:
    return any(have[turn:] + have[:turn] == want for turn in range(len(have)))


def _is_even(permutation: list[int]) -> bool:
    """Whether a permutation is even: its length minus the number of its cycles is."""
    image = dict(enumerate(permutation))
    cycles = 0
    while image:
        cycles += 1
        point = next(iter(image))
        while point in image:
            point = image.pop(point)
    return (len(permutation) - cycles) % 2 == 0


def _is_theta(board: SlideBoard) -> bool:
    """Whether a biconnected board is θ₀: two cells of three neighbours, with one common neighbour and not adjacent."""
    ends = [cell for cell, row in enumerate(board.adjacency) if len(row) == 3]
    # A biconnected graph with one edge more than cells is three paths between two cells. In θ₀ these have one, two and
    # two cells between the ends.
    if board.cells != THETA_CELLS or sum(map(len, board.adjacency)) != 2 * THETA_EDGES or len(ends) != 2:
        return False
    common = set(board.adjacency[ends[0]]) & set(board.adjacency[ends[1]])
    return len(common) == 1 and ends[1] not in board.adjacency[ends[0]]


def _reaches(board: SlideBoard, start: tuple[int, ...], goal: tuple[int, ...]) -> bool:
    """Whether a small board's goal position can be reached, by enumeration."""
    seen = {start}
    stack = [start]
    while stack:
        position = stack.pop()
        empty_cell = position.index(EMPTY)
        for cell in board.adjacency[empty_cell]:
            moved = list(position)
            moved[empty_cell], moved[cell] = moved[cell], EMPTY
            if tuple(moved) not in seen:
                seen.add(tuple(moved))
                stack.append(tuple(moved))
    return goal in seen
