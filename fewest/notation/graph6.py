"""Graphs as graph6, the format of nauty: the numbers of its vertices and its edges in printable characters.

The format is defined in B. D. McKay: Description of graph6, sparse6 and digraph6 encodings (formats.txt of nauty).
Every character stands for six bits, the highest first, and is that number plus 63. First comes the number of vertices:
one character for at most 62, else ``~`` and three. Then come the columns of the upper triangle of the adjacency matrix:
a bit for each of the pairs (0,1), (0,2), (1,2), (0,3), …, with zeros at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from fewest.solver.errors import Message, PuzzleError
from fewest.solver.slide.board import MAX_CELLS

HEADER = ">>graph6<<"
"""May come first."""

MAX_SHORT = 62
"""Largest number of vertices that is written as one character."""

OTHERS = {":": "sparse6", ";": "incremental sparse6", "&": "digraph6"}
"""Formats of the same family, by the first character of a graph; they have headers like that of graph6."""

MAX_CHARACTERS = len(HEADER) + 4 + -(-MAX_CELLS * (MAX_CELLS - 1) // 12) + 2
"""Length of the text of a graph of as many vertices as the largest board has cells, with the end of its line."""


def refusal(text: str) -> Message | None:
    """Why a graph is not read that is in another format of the family; None if it may be graph6."""
    name = next((name for name in ("sparse6", "digraph6") if text.startswith(f">>{name}<<")), OTHERS.get(text[:1]))
    if name is None:
        return None
    return Message("must be graph6, not {name}; copyg -g of nauty converts sparse6", name=name)


def parse_graph6(text: str) -> list[list[int]]:
    """Read a graph.

    Returns
    -------
    list of list of int
        The neighbours of each vertex, in order.

    Raises
    ------
    PuzzleError
        If it is not graph6, or does not have the length that its number of vertices requires.
    """
    plain = text.removeprefix(HEADER).removesuffix("\n").removesuffix("\r")
    if (other := refusal(plain if text.startswith(HEADER) else text)) is not None:
        raise PuzzleError([((), other)])
    if "\n" in plain:
        raise PuzzleError([((), Message("must be one graph, not several lines"))])
    numbers = [ord(character) - 63 for character in plain]
    if not numbers or min(numbers) < 0 or max(numbers) > 63:
        raise PuzzleError([((), Message("must be graph6: one or more of the characters from ? to ~"))])
    vertices, *rest = numbers
    if vertices > MAX_SHORT:
        if len(rest) < 3 or rest[0] > MAX_SHORT:  # 36 bits follow a second ~: far more vertices than a board has
            raise PuzzleError([((), Message("must be graph6 of a board: the number of vertices cannot be read"))])
        vertices, rest = rest[0] << 12 | rest[1] << 6 | rest[2], rest[3:]
    pairs = vertices * (vertices - 1) // 2
    needed = -(-pairs // 6)
    if len(rest) != needed:
        text = "must have {needed|# character|# characters} after the number of vertices, {vertices}, not {given}"
        raise PuzzleError([((), Message(text, needed=needed, vertices=vertices, given=len(rest)))])
    bits = "".join(f"{number:06b}" for number in rest)
    if "1" in bits[pairs:]:
        raise PuzzleError(
            [((), Message("must end with zeros: the last character has bits beyond the last pair of vertices"))]
        )
    edges = [(a, b) for b in range(vertices) for a in range(b) if bits[b * (b - 1) // 2 + a] == "1"]
    return neighbours(vertices, edges)


def format_graph6(adjacency: Sequence[Sequence[int]]) -> str:
    """Write a graph of fewer than 4,096 vertices from the neighbours of each: the inverse of :func:`parse_graph6`."""
    vertices = len(adjacency)
    bits = "".join("01"[a in adjacency[b]] for b in range(vertices) for a in range(b))
    bits += "0" * (-len(bits) % 6)
    numbers = [vertices] if vertices <= MAX_SHORT else [MAX_SHORT + 1, 0, vertices >> 6, vertices & 63]
    numbers += [int(bits[at : at + 6], 2) for at in range(0, len(bits), 6)]
    return "".join(chr(number + 63) for number in numbers)


def neighbours(vertices: int, edges: list[tuple[int, int]]) -> list[list[int]]:
    """The neighbours of each vertex in order, from the edges of a graph."""
    rows: list[list[int]] = [[] for _ in range(vertices)]
    for a, b in edges:
        rows[a].append(b)
        rows[b].append(a)
    return [sorted(row) for row in rows]
