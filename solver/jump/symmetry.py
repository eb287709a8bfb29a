"""The symmetries a jump search may use: renumberings of the holes that keep the jumps and the goals.

Goals that pegs or parities rule out do not count. The start need not be kept: such a renumbering carries solutions
from any position to solutions from its image, so positions can be stood for by their least image in levels grown
from either side.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from solver.graphs import ColouredGraph, inverse
from solver.jump.board import JumpBoard, Permutation, Words, holes_of, mask_of
from solver.jump.proofs import same_class
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.model import Jump

MOST = 1000
"""Larger groups are not used at all: an image costs time, and a group may have more elements than atoms exist."""

MOST_IMAGES = 1_000_000
"""Images of goals made to see which renumberings keep the goals."""


def symmetries(puzzle: JumpPuzzle) -> list[Permutation]:
    """The renumberings by which positions of a search are the same."""
    goals = same_class(puzzle)
    return automorphisms(puzzle.board, puzzle.goal.positions if goals is None else goals)


def automorphisms(board: JumpBoard, positions: Collection[int] = ()) -> list[Permutation]:
    """List the renumberings of the holes that keep the set of jumps and a set of positions.

    Holes without any jump are kept in place: moving them only makes the group larger.

    Returns
    -------
    list of permutations
        Sorted, the identity among them; the identity alone if there are more than ``MOST`` to look at.
    """
    identity = tuple(range(board.holes))
    graph = _search_graph(board, positions)
    size = graph.automorphism_count()
    if size > MOST or size * len(positions) > MOST_IMAGES:
        return [identity]
    generators = [image[: board.holes] for image in graph.automorphism_generators()]
    found, fresh = {identity}, [identity]
    while fresh:
        made = {tuple(g[hole] for hole in p) for p in fresh for g in generators} - found
        found |= made
        fresh = list(made)
    return _keeping(sorted(found), np.unique(np.array(list(positions), np.uint64)))


def _keeping(group: list[Permutation], positions: Words) -> list[Permutation]:
    """Those renumberings that carry the set of positions (in order) to itself."""
    return [
        permutation
        for permutation in group
        if np.array_equal(np.sort(carry(image_tables([permutation], len(permutation)), positions)[0]), positions)
    ]


def _search_graph(board: JumpBoard, positions: Collection[int]) -> ColouredGraph:
    """The board as a coloured graph; holes are told apart by how many of the positions have a peg there."""
    jumping = {hole for jump in board.jumps for hole in jump}
    words = np.array(list(positions), np.uint64)
    uses = [int((words >> np.uint64(hole) & np.uint64(1)).sum()) for hole in range(board.holes)]
    classes = [(1, uses[hole]) if hole in jumping else (2, hole) for hole in range(board.holes)]
    number = {name: colour for colour, name in enumerate(sorted(set(classes)), 2)}
    return ColouredGraph(_jump_edges(board), [number[name] for name in classes] + [0, 1] * len(board.jumps))


def canonical_graph(puzzle: JumpPuzzle) -> ColouredGraph:
    """Draw a puzzle as a coloured graph whose first vertices are its holes.

    Vertices: the holes, coloured by whether a peg starts there; two for each jump (see :func:`_jump_edges`); one for
    each goal position, linked to its pegs; one for each place in the opening, coloured by the place and linked to
    its jump.
    """
    board = puzzle.board
    edges = _jump_edges(board)
    colours = [puzzle.start >> hole & 1 for hole in range(board.holes)] + [2, 3] * len(board.jumps)
    for position in puzzle.goal.positions:
        edges += [(len(colours), hole) for hole in holes_of(position)]
        colours.append(4)
    vertex = {jump: board.holes + 2 * index for index, jump in enumerate(board.jumps)}
    for place, jump in enumerate(puzzle.opening):
        edges.append((len(colours), vertex[jump]))
        colours.append(5 + place)
    return ColouredGraph(edges, colours)


def _jump_edges(board: JumpBoard) -> list[tuple[int, int]]:
    """Two vertices for each jump: one linked to `from` and `over`, the other to `over` and `to`, and to each other."""
    edges: list[tuple[int, int]] = []
    for index, (start, over, to) in enumerate(board.jumps):
        vertex = board.holes + 2 * index
        edges += [(vertex, start), (vertex, over), (vertex, vertex + 1), (vertex + 1, over), (vertex + 1, to)]
    return edges


def renumber(puzzle: JumpPuzzle, order: Sequence[int]) -> JumpPuzzle:
    """The same puzzle with hole ``order[i]`` numbered i."""
    number = inverse(tuple(order))

    def jump(old: Jump) -> Jump:
        return number[old[0]], number[old[1]], number[old[2]]

    def mask(position: int) -> int:
        return mask_of(number[hole] for hole in holes_of(position))

    return JumpPuzzle(
        JumpBoard(puzzle.board.holes, tuple(sorted(map(jump, puzzle.board.jumps)))),
        mask(puzzle.start),
        JumpGoal(frozenset(map(mask, puzzle.goal.positions)), puzzle.goal.counts),
        tuple(map(jump, puzzle.opening)),
    )


def image(permutation: Sequence[int], position: int) -> int:
    """Carry a position over: a peg in hole h comes to stand in ``permutation[h]``."""
    carried = 0
    for hole, target in enumerate(permutation):
        carried |= (position >> hole & 1) << target
    return carried


def byte_tables(maps: Sequence[Sequence[int]], holes: int) -> Words:
    """Tables that carry positions over byte by byte: in map m, a peg in hole h becomes the bits ``maps[m][h]``.

    Returns
    -------
    array, uint64 (maps, bytes, 256)
        The image of a position is the sum of ``tables[m, b, (position >> 8 * b) & 255]`` over its bytes b.
    """
    size = max(1, (holes + 7) // 8)
    bits = np.zeros((len(maps), 8 * size), np.uint64)
    bits[:, :holes] = np.array(maps, np.uint64).reshape(len(maps), holes)
    bytewise = bits.reshape(len(maps), size, 8)
    tables = np.zeros((len(maps), size, 256), np.uint64)
    for bit in range(8):
        half = 1 << bit
        tables[:, :, half : 2 * half] = tables[:, :, :half] | bytewise[:, :, bit : bit + 1]
    return tables


def image_tables(permutations: Sequence[Sequence[int]], holes: int) -> Words:
    """Byte tables of renumberings."""
    return byte_tables([[1 << target for target in permutation] for permutation in permutations], holes)


def carry(tables: Words, positions: Words) -> Words:
    """Carry many positions over by byte tables: uint64 (maps, positions)."""
    images = np.zeros((tables.shape[0], positions.size), np.uint64)
    for byte in range(tables.shape[1]):
        images += tables[:, byte, (positions >> np.uint64(8 * byte)) & np.uint64(255)]
    return images


def key(puzzle: JumpPuzzle) -> Callable[[int], bytes]:
    """Make the function from a position to its key in a listing: its least image, 8 bytes, big-endian."""
    tables = image_tables(symmetries(puzzle), puzzle.board.holes)
    places = np.arange(tables.shape[1])
    shifts = (8 * places).astype(np.uint64)

    def least(position: int) -> bytes:
        parts = (np.uint64(position) >> shifts) & np.uint64(255)
        images = np.bitwise_or.reduce(tables[:, places, parts], axis=1)
        return int(images.min()).to_bytes(8)

    return least
