"""Boards as people paste them: within exercises, messages and the output of programs."""

from __future__ import annotations

import pytest

from fewest.notation.errors import InvalidRequest
from fewest.notation.formats import is_clear, read_text

PIECES = [1, 2, 3, 4, 0, 5, 7, 8, 6]
RING = [1, 2, 3, 8, 0, 4, 7, 6, 5]
CROSS = ["##ooo##", "##ooo##", "ooooooo", "ooo.ooo", "ooooooo", "##ooo##", "##ooo##"]
CARS = ["..AAB.", "....B.", "XX..B.", "C..DD.", "C.....", "C.EEE."]


@pytest.mark.parametrize(
    "text",
    [
        "Input: board = [[1,2,3],[4,0,5],[7,8,6]]\nOutput: 2\nExplanation: Slide 5, then 6.",
        "Sample Input 1\n1 2 3\n4 0 5\n7 8 6\n\nSample Output 1\n2",
        "输入：\n123405786\n输出：\n2",
        "1\n\n1 2 3 4 x 5 7 8 6",
        "A =\n\n     1     2     3\n     4     0     5\n     7     8     6\n",
        "     [,1] [,2] [,3]\n[1,]    1    2    3\n[2,]    4    0    5\n[3,]    7    8    6",
        "   0  1  2\n0  1  2  3\n1  4  0  5\n2  7  8  6",
        "\\begin{bmatrix}\n1 & 2 & 3 \\\\\n4 & 0 & 5 \\\\\n7 & 8 & 6\n\\end{bmatrix}",
        "\\begin{tabular}{|c|c|c|}\n1 & 2 & 3 \\\\ \\hline\n4 & & 5 \\\\ \\hline\n7 & 8 & 6 \\\\\n\\end{tabular}",
        "1️⃣2️⃣3️⃣\n4️⃣⬜5️⃣\n7️⃣8️⃣6️⃣",
        "[1][2][3]\n[4][ ][5]\n[7][8][6]",
        "1 2 3 | 4 0 5 | 7 8 6",
        "1, 2, 3,\n4, -, 5,\n7, 8, 6.",
        "1 2 3\n4 blank 5\n7 8 6",
        "  - 1 2 3\n  - 4 0 5\n  - 7 8 6",
        "Row 1: 1 2 3\nRow 2: 4 _ 5\nRow 3: 7 8 6",
        "123_4x5_786",
        "let board = vec![vec![1u8, 2, 3], vec![4, 0, 5], vec![7, 8, 6]];",
        "let start = [| [|1;2;3|]; [|4;0;5|]; [|7;8;6|] |]",
        "initial = {\n  {1, 2, 3},\n  {4, :empty, 5},\n  {7, 8, 6}\n}",
        "(define init (make-state '((1 2 3) (4 x 5) (7 8 6))))",
        '{"rows": 3, "cols": 3, "tiles": [1, 2, 3, 4, 0, 5, 7, 8, 6]}',
        "0 1 2\n3 -1 4\n6 7 5",
    ],
)
def test_an_8_puzzle_in_many_places(text: str) -> None:
    """What a program, a paper or a message puts around the pieces is no part of the puzzle."""
    assert read_text(text)[0].puzzle["start"] == PIECES


@pytest.mark.parametrize(
    "text",
    [
        "Estado inicial:\n1 2 3\n4 _ 5\n7 8 6\n\nEstado objetivo:\n1 2 3\n8 _ 4\n7 6 5",
        "État final :\n1 2 3\n8 . 4\n7 6 5\n\nÉtat initial :\n1 2 3\n4 . 5\n7 8 6",
        "Start:        Ziel:\n1 2 3         1 2 3\n4   5         8   4\n7 8 6         7 6 5",
        " 1  2  3        1  2  3\n 4     5   =>   8     4\n 7  8  6        7  6  5\n\n initial         goal",
        "Initial State: 1 2 3 4 0 5 7 8 6\nGoal State: 1 2 3 8 0 4 7 6 5",
        "Goal: 1 2 3 8 0 4 7 6 5\nStart: 1 2 3 4 0 5 7 8 6",
        "1 2 3\n4 0 5\n7 8 6\ngoal: 1 2 3 8 0 4 7 6 5",
        "start:\n  - [1, 2, 3]\n  - [4, 0, 5]\n  - [7, 8, 6]\ngoal:\n  - [1, 2, 3]\n  - [8, 0, 4]\n  - [7, 6, 5]",
        "initial_state([1,2,3,4,e,5,7,8,6]).\nfinal_state([1,2,3,8,e,4,7,6,5]).",
    ],
)
def test_a_start_and_a_goal_in_many_languages(text: str) -> None:
    """Labels say which is which, wherever they stand."""
    found = read_text(text)[0].puzzle
    assert (found["start"], found["goal"]) == (PIECES, RING)


@pytest.mark.parametrize("heading", ["n = 3", "Step 0:", "Moves: 2", "Fig. 3", "***", "Unknown words, also", "done"])
@pytest.mark.parametrize("board", ["1 2 3\n4 0 5\n7 8 6", "\n".join(CROSS).replace("#", " "), "\n".join(CARS)])
def test_what_is_not_understood_is_left_out_and_said(heading: str, board: str) -> None:
    """Lines above and below a board change nothing, but then it is not taken without asking."""
    alone = read_text(board)[0].loaded.puzzle
    for text in (f"{heading}\n{board}", f"{board}\n\n{heading}"):
        readings = read_text(text)
        assert readings[0].loaded.puzzle == alone
        assert is_clear(readings) == ("left out" not in readings[0].words)


@pytest.mark.parametrize(
    ("board", "line"),
    [("1 2 3\n4 0 5\n7 8 6", "The last one must be in the corner"), ("\n".join(CARS), "The exit is at the left")],
)
def test_a_line_that_may_be_a_rule_is_named(board: str, line: str) -> None:
    """A goal or a rule in words is never left out."""
    with pytest.raises(InvalidRequest, match=r"\b1 error") as caught:
        read_text(f"{board}\n{line}")
    error = caught.value.errors[0]
    assert "may be about the goal or the rules" in str(error.detail)
    assert error.place is not None
    assert error.place.line == board.count("\n") + 2


def test_a_rule_beside_lists_is_said() -> None:
    """Code around lists is left out, but not a sentence."""
    readings = read_text("[[1, 2, 3], [4, 0, 5], [7, 8, 6]]\nThe empty cell must end in the centre.")
    assert "Not understood, and left out" in readings[0].words
    assert not is_clear(readings)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("m <- matrix(c(1,4,7,2,0,8,3,5,6), nrow=3)", "by its columns"),
        ("1" * 30 + "0", "31 marks"),
        ("1 2 3   1 2 3   1 2 3\n4 0 5   4 5 0   4 5 6\n7 8 6   7 8 6   7 8 0", "several positions"),
        ("8 6 7\n2 5 4\n3 .", "row 3 has 2 cells"),
        ("ooo.\n....\n....\n\n.ooo\n....\n....", "several positions"),
    ],
)
def test_what_can_only_be_guessed_is_refused(text: str, wrong: str) -> None:
    """The error says why."""
    with pytest.raises(InvalidRequest) as caught:
        read_text(text)
    assert wrong in str(caught.value.errors[0].detail)


def test_rows_that_begin_at_the_left_may_be_centred() -> None:
    """Where a message has lost its blanks, the named board comes first."""
    readings = read_text("\n".join(row.strip("#") for row in CROSS))
    assert readings[0].puzzle["start"]["picture"] == CROSS
    assert not is_clear(readings)
