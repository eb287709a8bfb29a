"""graph6: graphs written by others are read, and what is no graph6 is refused."""

from __future__ import annotations

import pytest

from fewest.notation.graph6 import MAX_CHARACTERS, format_graph6, parse_graph6
from fewest.solver.errors import PuzzleError


def edges(text: str) -> list[tuple[int, int]]:
    """The edges of a graph, each in order."""
    return [(a, b) for a, row in enumerate(parse_graph6(text)) for b in row if a < b]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DQc", [(0, 2), (0, 4), (1, 3), (3, 4)]),
        (">>graph6<<A_", [(0, 1)]),
        ("Bw", [(0, 1), (0, 2), (1, 2)]),
        ("@", []),
        ("?", []),
    ],
)
def test_published_graphs(text: str, expected: list[tuple[int, int]]) -> None:
    """The example of the definition (formats.txt of nauty), and those of the documentation of NetworkX."""
    assert edges(text) == expected


@pytest.mark.parametrize("cells", [62, 63, 64, 144])
def test_large_graphs(cells: int) -> None:
    """From 63 vertices on, the number of vertices takes four characters. This is the path from 0 to the last one."""
    path = {(cell, cell + 1) for cell in range(cells - 1)}
    bits = "".join("01"[(a, b) in path] for b in range(cells) for a in range(b))
    bits += "0" * (-len(bits) % 6)
    columns = "".join(chr(63 + int(bits[at : at + 6], 2)) for at in range(0, len(bits), 6))
    number = {62: "}", 63: "~??~", 64: "~?@?", 144: "~?AO"}[cells]
    assert set(edges(number + columns)) == path
    assert format_graph6(parse_graph6(number + columns)) == number + columns
    assert len(f">>graph6<<{number}{columns}\r\n") <= MAX_CHARACTERS


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "one or more of the characters"),
        (">>graph6<<", "one or more of the characters"),
        ("B g", "one or more of the characters"),
        ("~?", "cannot be read"),
        ("~~?????", "cannot be read"),
        ("Bgg", "must have 1 character after the number of vertices, 3, not 2"),
        ("B", "must have 1 character after the number of vertices, 3, not 0"),
        ("Bh", "must end with zeros"),
    ],
)
def test_no_graph6(text: str, wrong: str) -> None:
    """Foreign characters, a number of vertices that cannot be read, a wrong length and stray bits are errors."""
    with pytest.raises(PuzzleError) as caught:
        parse_graph6(text)
    assert wrong in str(caught.value)
