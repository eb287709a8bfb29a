"""The formats of sliding pieces, and texts with several puzzles."""

from __future__ import annotations

import pytest

from fewest.notation import JsonObject
from fewest.notation.errors import InvalidRequest
from fewest.notation.formats import read_puzzles, read_text
from fewest.notation.formats.format import Format
from fewest.notation.formats.registry import PIECES

A, B, C = [1, 2, 3, 4, 0, 5, 7, 8, 6], [1, 2, 3, 0, 4, 6, 7, 5, 8], [1, 2, 3, 4, 5, 6, 7, 0, 8]
TURNED = [1, 3, 4, 8, 2, 0, 7, 6, 5]
ROWS, RING = [1, 2, 3, 4, 5, 6, 7, 8, 0], [1, 2, 3, 8, 0, 4, 7, 6, 5]
FIFTEEN = [1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 7, 11, 13, 14, 15, 12]
KORF = [4, 1, 2, 3, 5, 0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
SAVED = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :7:Fifteen
PARAMS  :3:3x3
CPARAMS :3:3x3
DESC    :17:1,2,3,4,0,5,7,8,6
NSTATES :1:1
STATEPOS:1:1
"""
BOX = "     C0   C1   C2\n   +----+----+\nR0 | 1  | 2  | 3  |\nR1 | 4  | __ | 5  |\nR2 | 7  | 8  | 6  |\n   +----+----+"


def line(pieces: list[int], between: str = " ") -> str:
    """Pieces in a line."""
    return between.join(map(str, pieces))


def in_rows(pieces: list[int], width: int = 3) -> str:
    """Pieces in rows."""
    return "\n".join(line(pieces[at : at + width]) for at in range(0, len(pieces), width))


def slide(start: list[int], goal: list[int], rows: int = 3) -> JsonObject:
    """The puzzle of a rectangle."""
    board = {"rows": rows, "columns": len(start) // rows}
    return {"kind": "slide", "board": board, "start": start, "goal": goal}


def errors(text: str) -> str:
    """The errors of a text."""
    with pytest.raises(InvalidRequest) as caught:
        read_text(text)
    return "; ".join(error.detail for error in caught.value.errors)


@pytest.mark.parametrize("format", PIECES, ids=lambda each: each.name)
def test_the_example_of_a_format_is_of_this_format(format: Format) -> None:
    """The example of each format is read in it, first."""
    assert read_text(format.example)[0].format == format.name


@pytest.mark.parametrize(
    ("text", "format", "puzzle"),
    [
        ("3x3:1,2,3,4,0,5,7,8,6", "sgt-fifteen", slide(A, ROWS)),
        ("3:1,2,3,4,0,5,7,8,6\r\n", "sgt-fifteen", slide(A, ROWS)),
        ("4x2:1,2,3,4,5,0,6,7", "sgt-fifteen", slide([1, 2, 3, 4, 5, 0, 6, 7], [1, 2, 3, 4, 5, 6, 7, 0], 2)),
        (SAVED, "sgt-fifteen", slide(A, ROWS)),
        ("# This puzzle is solvable\n3\n1 3 4\n8 2 0\n7 6 5\n", "npuzzle-42", slide(TURNED, RING)),
        ("# This puzzle is solvable\n3 #lol\n1 3 4 #1 2\n8 2 0\n7 6 5", "npuzzle-42", slide(TURNED, RING)),
        (f" 9   {line(KORF)}", "korf", slide(KORF, list(range(16)), 4)),
        (f"3 5 276361\n{line(KORF)}", "korf", slide(KORF, list(range(16)), 4)),
        (f"2 {line([*KORF, *range(16, 25)])}", "drawing", None),
        (f"{line(FIFTEEN)} ", "pieces-in-a-line", slide(FIFTEEN, [*range(1, 16), 0], 4)),
        ("1 2 3 4 x 5 7 8 6", "pieces-in-a-line", slide(A, ROWS)),
        ("1234x5786", "characters", slide(A, ROWS)),
        ("123 4b5 786", "characters", slide(A, ROWS)),
        ("1234567890abdefc", "characters", slide([*range(1, 10), 0, 10, 11, 13, 14, 15, 12], [*range(1, 16), 0], 4)),
        ("123456789ABCDEFGHIJKLM0NO", "characters", slide([*range(1, 23), 0, 23, 24], [*range(1, 25), 0], 5)),
        ("EightPuzzle((1, 2, 3, 4, 0, 5, 7, 8, 6))", "lists-of-pieces", slide(A, ROWS)),
        (f"p = EightPuzzle({tuple(A)}, goal={tuple(range(9))})", "lists-of-pieces", slide(A, list(range(9)))),
        ('{"size": 3, "tiles": [1, 2, 3, 0, 4, 6, 7, 5, 8], "id": 7}', "lists-of-pieces", slide(B, ROWS)),
        ('{"start": "123405786", "goal": "123804765"}', "lists-of-pieces", slide(A, RING)),
        ('{"initial_state": [[1,2,3],[4,-1,5],[7,8,6]]}', "lists-of-pieces", slide(A, ROWS)),
        ("[[ 1 2 3]\n [ 4 0 5]\n [ 7 8 6]]", "lists-of-pieces", slide(A, ROWS)),
        ("1-2-3\n4-e-5\n7-8-6", "dashes", slide(A, ROWS)),
        ("1-2-3/4-_-5/7-8-6", "dashes", slide(A, ROWS)),
        ("initial:\n1-2-3\n4-_-5\n7-8-6\n\ngoal:\n1-2-3\n8-_-4\n7-6-5", "dashes", slide(A, RING)),
        ("START = '''1-2-3\n4-e-5\n7-8-6'''\nGOAL = '''1-2-3\n8-e-4\n7-6-5'''", "dashes", slide(A, RING)),
        (BOX, "textarena", slide(A, ROWS)),
        ("A B C\nD _ E\nG H F", "letter-tiles", slide(A, ROWS)),
        ("abcd.eghf", "letter-tiles", slide(A, ROWS)),
        ("A B A\n_ C D\n\nA B A\nC D _", "letter-tiles", slide([1, 2, 1, 0, 3, 4], [1, 2, 1, 3, 4, 0], 2)),
    ],
)  # fmt: skip
def test_formats(text: str, format: str, puzzle: JsonObject | None) -> None:
    """A text is read in its format first, as its program means it."""
    if puzzle is not None:
        reading = read_text(text)[0]
        assert (reading.format, reading.puzzle) == (format, puzzle)


@pytest.mark.parametrize(
    "text",
    [
        "1;2;3\n4;0;5\n7;8;6\n",
        "1;2;3;\n4;;5;\n7;8;6;\n",
        "1,2,3\n4,'',5\n7,8,6",
        '"1","2","3"\n"4","","5"\n"7","8","6"',
        "1 2 3\n4 __ 5\n7 8 6",
        "1 2 3\n4 b 5\n7 8 6",
        "1 2 3\n4 -1 5\n7 8 6",
        "1|2|3\n4||5\n7|8|6",
        "————————\n│1│2│3│\n│4│0│5│\n│7│8│6│\n————————",
        "| 1 | 2 | 3 |\n| :-- | :-- | :-- |\n| 4 |   | 5 |\n| 7 | 8 | 6 |",
        "# easy\n1 2 3 # top row\n4 0 5 // a gap\n7 8 6",
        "3\n 1\t2  3 \n 4  0  5 \n 7  8  6",
        "3 3\n1 2 3\n4 0 5\n7 8 6",
        "Current Board:\n\n1 2 3\n4 0 5\n7 8 6",
        "1\n\n1 2 3\n4 0 5\n7 8 6",
    ],
)
def test_rows_of_numbers(text: str) -> None:
    """What separates the numbers, and what stands for the empty cell, is known; so is a size."""
    assert read_text(text)[0].puzzle == slide(A, ROWS)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("┌─┬─┐ ┌─┬─┐\n│3│2│ │1│2│\n├─┼─┤ ├─┼─┤\n│1│ │ │3│ │\n└─┴─┘ └─┴─┘", [1, 2, 3, 0]),
        ("+--+--+    +-+-+\n| 3| 2|    |1|2|\n+--+--+ -> +-+-+\n| 1|  |    |3| |\n+--+--+    +-+-+", [1, 2, 3, 0]),
        ("start      goal\n-----      ----\n3 2        0 1\n1 0        2 3", [0, 1, 2, 3]),
        ("initial state\n 3 2\n 1 0\n goal state\n 1 2\n 3 0", [1, 2, 3, 0]),
        ("3 2\n1 0\n\n2 3\n1 0", [2, 3, 1, 0]),
    ],
)  # fmt: skip
def test_a_start_and_a_goal(text: str, goal: list[int]) -> None:
    """Two boards, also in boxes side by side, are a start and a goal, even if that is impossible."""
    (reading,) = read_text(text)
    assert (reading.puzzle, reading.assumed) == (slide([3, 2, 1, 0], goal, 2), ())


def test_the_goal_of_the_generator() -> None:
    """A file of 42's generator is read with the ring first, then with the rows; both are said to be assumed."""
    ring, rows, *_ = read_text("# This puzzle is unsolvable\n3\n1 2 3\n4 0 5\n7 8 6")
    assert (ring.puzzle["goal"], ring.refuted, ring.assumed) == (RING, True, ("/puzzle/goal",))
    assert (rows.puzzle["goal"], rows.refuted) == (ROWS, False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("3x3:1,2,3,4,5,6,7,8,8", "8 does not fit"),
        ("3x3:2,1,3,4,5,6,8,7,9", "the empty cell"),
        ("3x3:1,2,3,4,5,6,7,0", "expected: 9 numbers, not 8"),
        ("4x4#345967621177840", "seed"),
        ("G A M\nY _ E\nA S R", "A is there twice"),
        ("1 2 3\n4 9 .\n7 8 6", "expected: piece 5 instead of 9"),
        ("1 2 3 4 0 5 7 7 6", "expected: piece 8 instead of 7"),
        ("9\n1 2 3\n4 0 5\n7 8 6", "unexpected: 9"),
        ('{"board": [[1, 2, 3], [4, 0, 5], [7, 8, 6]], "blocked": [[0, 0]]}', "the field blocked"),
        ("+-+-+ +-+-+ +-+-+\n|1|2| |1| | |1|2|\n|3| | |3|2| | |3|\n+-+-+ +-+-+ +-+-+", "several positions"),
    ],
)
def test_errors(text: str, told: str) -> None:
    """An error says what is wrong."""
    assert told in errors(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("8 6 7\n2 5 4\n3 0 1\n31", "leaving out 31"),
        (f"1 {line(KORF)} 12", "leaving out 1 12"),
        ("8 6 7\n2 5 4\n3 . 8", "Piece 8 is there twice, and piece 1 is missing."),
    ],
)
def test_oddities_are_told(text: str, told: str) -> None:
    """A number left over, and a number twice with another missing, are told."""
    reading = read_text(text)[0]
    assert told in " ".join([reading.words, *(notice.detail for notice in reading.notices)])


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(map(in_rows, (A, B, C))),
        "3\n\n" + "\n\n".join(map(in_rows, (A, B, C))),
        "3\n" + "\n".join(map(in_rows, (A, B, C))),
        "3\n" + "\n".join(f"3\n{in_rows(each)}" for each in (A, B, C)),
        "".join(f"Puzzle {number}:\n{in_rows(each)}\n\n" for number, each in enumerate((A, B, C))),
        "\n".join(map(line, (A, B, C))),
        "\n".join(line(each, ",") for each in (A, B, C)),
        "\n".join(line(each, "") for each in (A, B, C)),
        "\n".join(f"3x3:{line(each, ',')}" for each in (A, B, C)),
        "\n".join(f"e{number} = EightPuzzle({tuple(each)})" for number, each in enumerate((A, B, C))),
        "\n".join(f'{{"board": {each}}}' for each in (A, B, C)),
        f'[{{"start": {A}}}, {{"start": {B}}}, {{"start": {C}}}]',
        f"[{A}, {B}, {C}]",
        "id,puzzle,moves\n" + "\n".join(f"{number},{line(each, '')},2" for number, each in enumerate((A, B, C))),
        'name;start\n' + "\n".join(f'x;"{line(each)}"' for each in (A, B, C)),
    ],
)  # fmt: skip
def test_several_puzzles(text: str) -> None:
    """Each puzzle of a text is read; as one puzzle, the text is refused."""
    assert [readings[0].puzzle for readings in read_puzzles(text)] == [slide(each, ROWS) for each in (A, B, C)]
    assert "this text has 3 puzzles" in errors(text)


def test_numbered_instances() -> None:
    """Lines and records with numbers are instances, even if there are two; lines without are a start and a goal."""
    for text in (f" 1   {line(KORF)}\n 2   {line(KORF)}", f"1 5 99\n{line(KORF)}\n2 5 99\n{line(KORF)}"):
        assert [readings[0].puzzle for readings in read_puzzles(text)] == [slide(KORF, list(range(16)), 4)] * 2
    assert [readings[0].puzzle for readings in read_puzzles(f"{line(A)}\n{line(RING)}")] == [slide(A, RING)]
    table = f"start,goal\n{line(A, '')},{line(RING, '')}\n"
    assert [readings[0].puzzle for readings in read_puzzles(table)] == [slide(A, RING)]
