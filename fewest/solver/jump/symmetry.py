"""Symmetry: automorphisms of the board that keep the goals, and positions up to them.

Goals refuted by numbers of pegs or parities are ignored. The start need not be kept: an automorphism maps the
solutions from a position to those from its image, so either frontier may store the least image of its positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np

from fewest.solver.errors import DeadlineError
from fewest.solver.graphs import SLICE_SECONDS, ColouredGraph, inverse
from fewest.solver.jump.board import WORD_HOLES, JumpBoard, Permutation, Words, holes_of, mask_of
from fewest.solver.jump.proofs import MAX_GOALS, refute_goals
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.words import LOW_BITS, WIDE, WORD, bits_at, bytes_of, pack, sortable, word_type
from fewest.solver.model import Jump

MAX_GROUP = 1000
"""Larger groups are not used at all: every image takes time, and a group can be astronomically large."""

MAX_GOAL_IMAGES = 1_000_000
"""Images of goals computed to see which automorphisms keep the goals."""


def symmetries(puzzle: JumpPuzzle, max_goals: int = MAX_GOALS) -> list[Permutation]:
    """List the automorphisms up to which a search stores positions, sorted; ``max_goals`` goals are listed at most."""
    candidates = refute_goals(puzzle, False, max_goals).candidates
    return automorphisms(puzzle.board, puzzle.goal.positions if candidates is None else candidates)


def automorphisms(board: JumpBoard, positions: Collection[int] = (), *, hard: bool = True) -> list[Permutation]:
    """List the permutations of the holes that keep the set of jumps, the pairs of twins and a set of positions.

    Holes without jumps stay in place: permuting them only makes the group larger.

    Parameters
    ----------
    hard
        Whether to try a graph that is not easy, until a deadline. Otherwise the answer depends on no clock.

    Returns
    -------
    list of permutations
        Sorted, with the identity; the identity alone if the group has more than ``MAX_GROUP`` elements, or finding it
        takes too long.
    """
    identity = tuple(range(board.holes))
    graph = _automorphism_graph(board, positions)
    if not hard and not graph.is_easy():
        return [identity]
    try:
        size = graph.automorphism_count(SLICE_SECONDS)
        # Counted before it is listed: a group can be astronomically large.
        if size > MAX_GROUP or size * len(positions) > MAX_GOAL_IMAGES:
            return [identity]
        generators = [image[: board.holes] for image in graph.automorphism_generators(SLICE_SECONDS)]
    except DeadlineError:
        return [identity]
    found = {identity}
    new = [identity]
    while new:
        products = {tuple(g[hole] for hole in p) for p in new for g in generators} - found
        found |= products
        new = list(products)
    # The graph only colours holes by the number of goals with a peg there, so the group may be too large.
    return _stabiliser(sorted(found), pack(sorted(set(positions)), word_type(board.holes)))


def _stabiliser(group: list[Permutation], positions: Words) -> list[Permutation]:
    """The elements of a group that map a set of positions, sorted, to itself."""
    given = sortable(positions)
    return [
        permutation
        for permutation in group
        # Equal as sets: a symmetry may exchange goals.
        if np.array_equal(_sorted(apply_maps(image_tables([permutation], len(permutation)), positions)[0]), given)
    ]


def _sorted(positions: Words) -> Words:
    return np.sort(sortable(positions))


def _automorphism_graph(board: JumpBoard, positions: Collection[int]) -> ColouredGraph:
    """The board as a coloured graph; a hole's colour is the number of positions with a peg there.

    Twins are adjacent; the holes are to nothing else but vertices of jumps.
    """
    jumping = {hole for jump in board.jumps for hole in jump}
    words = pack(positions, word_type(board.holes))
    pegs = bits_at(words, range(board.holes)).sum(axis=0).tolist()
    # A hole without jumps has a colour of its own, so it stays in place.
    classes = [(1, pegs[hole]) if hole in jumping else (2, hole) for hole in range(board.holes)]
    colour = {name: number for number, name in enumerate(sorted(set(classes)), 2)}
    colours = [colour[name] for name in classes] + [0, 1] * len(board.jumps)
    return ColouredGraph([*_jump_edges(board), *board.twins], colours, board.holes)


def canonical_graph(puzzle: JumpPuzzle) -> ColouredGraph:
    """Make the coloured graph of a puzzle; its first vertices are the holes.

    Vertices: the holes, coloured by whether a peg starts there; two for each jump (see :func:`_jump_edges`); one for
    each goal position, adjacent to its pegs; one for each jump of the opening, coloured by its index there and
    adjacent to the jump; one for the hole of the peg that must survive.
    """
    board = puzzle.board
    edges = _jump_edges(board)
    colours = [puzzle.start >> hole & 1 for hole in range(board.holes)] + [2, 3] * len(board.jumps)
    for position in puzzle.goal.positions:
        edges += [(len(colours), hole) for hole in holes_of(position)]
        colours.append(4)
    vertex = {jump: board.holes + 2 * index for index, jump in enumerate(board.jumps)}
    for index, jump in enumerate(puzzle.opening):
        edges.append((len(colours), vertex[jump]))
        # The jumps of an opening have an order, so each has its own colour.
        colours.append(5 + index)
    if puzzle.goal.survivor is not None:
        edges.append((len(colours), puzzle.goal.survivor))
        colours.append(5 + len(puzzle.opening))
    return ColouredGraph(edges, colours, board.holes, _alike(board, colours))


def _alike(board: JumpBoard, colours: list[int]) -> int:
    """The largest number of holes with equal colours, and equally many neighbours of each colour.

    A hole is adjacent to the first vertex of the jumps from it and over it, and to the second of those over it and to
    it; other neighbours can only make more of a difference.
    """
    starts, overs, ends = zip(*board.jumps, strict=True) if board.jumps else ((), (), ())
    first = Counter(starts + overs)
    second = Counter(overs + ends)
    holes = range(board.holes)
    return max(Counter([(colours[hole], first[hole], second[hole]) for hole in holes]).values(), default=0)


def _jump_edges(board: JumpBoard) -> list[tuple[int, int]]:
    """Two adjacent vertices for each jump: one adjacent to ``from`` and ``over``, the other to ``over`` and ``to``."""
    edges: list[tuple[int, int]] = []
    for index, (start, over, to) in enumerate(board.jumps):
        vertex = board.holes + 2 * index
        edges += [(vertex, start), (vertex, over), (vertex, vertex + 1), (vertex + 1, over), (vertex + 1, to)]
    return edges


def renumber(puzzle: JumpPuzzle, order: Sequence[int]) -> JumpPuzzle:
    """The same puzzle with hole ``order[i]`` numbered i."""
    number = inverse(tuple(order))

    def jumps(old: Sequence[Jump]) -> list[Jump]:
        return [(number[start], number[over], number[to]) for start, over, to in old]

    def mask(position: int) -> int:
        return mask_of([number[hole] for hole in holes_of(position)])

    goal = puzzle.goal
    survivor = None if goal.survivor is None else number[goal.survivor]
    twins = tuple((number[hole], number[twin]) for hole, twin in puzzle.board.twins)
    return JumpPuzzle(
        JumpBoard(puzzle.board.holes, tuple(sorted(jumps(puzzle.board.jumps))), twins),
        mask(puzzle.start),
        JumpGoal(frozenset(map(mask, goal.positions)), goal.counts, survivor, goal.pegs_left),
        tuple(jumps(puzzle.opening)),
    )


def byte_tables(maps: Sequence[Sequence[int]], holes: int) -> Words:
    """Make tables that compute maps of positions byte by byte: in map m, a peg in hole h becomes ``maps[m][h]``.

    Returns
    -------
    words (maps, bytes, 256)
        Map m of a position is the sum of ``tables[m, b, (position >> 8 * b) & 255]`` over its bytes b.
    """
    if holes <= WORD_HOLES:
        return _byte_tables(maps, holes)
    tables = np.empty((len(maps), (holes + 7) // 8, 256), WIDE)
    tables["low"] = _byte_tables([[bits & LOW_BITS for bits in row] for row in maps], holes)
    tables["high"] = _byte_tables([[bits >> WORD_HOLES for bits in row] for row in maps], holes)
    return tables


def _byte_tables(maps: Sequence[Sequence[int]], holes: int) -> Words:
    """The tables of one half of the images, uint64."""
    size = max(1, (holes + 7) // 8)
    bits = np.zeros((len(maps), 8 * size), np.uint64)
    bits[:, :holes] = np.array(maps, np.uint64).reshape(len(maps), holes)
    bytewise = bits.reshape(len(maps), size, 8)
    tables = np.zeros((len(maps), size, 256), np.uint64)
    # Doubling: entries with a higher bit are those without it, and that bit.
    for bit in range(8):
        half = 1 << bit
        tables[:, :, half : 2 * half] = tables[:, :, :half] | bytewise[:, :, bit : bit + 1]
    return tables


def image_tables(permutations: Sequence[Sequence[int]], holes: int) -> Words:
    """Byte tables of permutations, words (permutations, bytes, 256): a peg in hole h moves to ``permutation[h]``."""
    return byte_tables([[1 << target for target in permutation] for permutation in permutations], holes)


def apply_maps(tables: Words, positions: Words) -> Words:
    """Map positions, words (n), by byte tables: words (maps, n).

    The halves of records are added up separately: no map of holes to bits carries from one to the other.
    """
    images = np.zeros((tables.shape[0], positions.size), tables.dtype)
    if tables.dtype == WORD:
        for byte in range(tables.shape[1]):
            images += tables[:, byte, bytes_of(positions, byte)]
        return images
    contents = [bytes_of(positions, byte).astype(np.intp) for byte in range(tables.shape[1])]
    for half in ("low", "high"):
        # A field of records is not a contiguous array, and indexing one with another takes ten times as long.
        total = np.zeros(images.shape, np.uint64)
        for byte, index in enumerate(contents):
            total += np.ascontiguousarray(tables[half][:, byte]).take(index, axis=1)
        images[half] = total
    return images
