"""Formats of peg solitaire: each is read as its program or page means it."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from fewest.notation import JsonObject
from fewest.notation.errors import InvalidRequest
from fewest.notation.formats import Format, Reading, read_text
from fewest.notation.formats.registry import PEGS
from fewest.notation.puzzle import load_puzzle
from fewest.solver.jump.puzzle import JumpPuzzle

CROSS = ["#..#", "....", "....", "#..#"]
START = ["#.o#", "o.oo", "..o.", "#.o#"]
ENGLISH = ["##...##", "##o.o##", ".......", ".oo.oo.", "..oo...", "##...##", "##...##"]
TRIANGLE = ["o", "o.", ".oo", "oo..", "o.o.o"]
ONE = {"count": 1}


def puzzle(start: list[str], goal: object = ONE, lines: str = "orthogonal") -> JsonObject:
    """The puzzle of a picture: its goal is one peg anywhere, or a picture."""
    grid = [row.replace("o", ".") for row in start]
    goal = {"picture": goal} if isinstance(goal, list) else goal
    board = {"grid": grid, "lines": lines}
    return {"kind": "jump", "board": board, "start": {"picture": start}, "goal": goal}


def is_same(reading: Reading, document: JsonObject) -> bool:
    """Whether a reading is a puzzle, on a board that may be written otherwise."""
    return reading.loaded.puzzle == load_puzzle(document).puzzle


def jumps_of(document: JsonObject) -> tuple[tuple[int, int, int], ...]:
    """The jumps of the board of a puzzle."""
    jump = load_puzzle(document).puzzle
    assert isinstance(jump, JumpPuzzle)
    return jump.board.jumps


def written(rows: list[str], marks: str, between: str = "", above: str = "\n") -> str:
    """A picture with other marks for a peg, a hole, and what is neither."""
    return above.join(between.join(marks["o.#".index(mark)] for mark in row) for row in rows)


def numbers(rows: list[str], peg: int | None, hole: int | None, wall: int | None) -> str:
    """A picture as a matrix in brackets."""
    return str([[(peg, hole, wall)["o.#".index(mark)] for mark in row] for row in rows])


def refusal(text: str) -> str:
    """Why a text is refused."""
    with pytest.raises(InvalidRequest) as caught:
        read_text(text)
    return caught.value.errors[0].detail


SAVED = (
    "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :4:Pegs\nPARAMS  :9:4x2random\n"
    "CPARAMS :9:4x2random\nSEED    :15:601337506189127\nDESC    :8:PPHOOPPH\nNSTATES :1:2\nSTATEPOS:1:2\n"
    "MOVE    :7:0,0-2,0\n"
)
EMACS = "\n     Le Solitaire\n     ============\n\n" + written(ENGLISH, "o. ", "   ", "\n\n")
PICTURE = '; "*" denotes "occupied"\n; "o" denotes "free"\n;\n' + "\n".join(
    "; " + row for row in written(START, "*o ", " ").splitlines()
)
PLACES = [f"pos-{r}-{c}" for r, row in enumerate(CROSS) for c, mark in enumerate(row) if mark == "."]
PEGS_AT = [index for index, mark in enumerate("".join(START).replace("#", "")) if mark == "o"]
JUMPS = [tuple(PLACES[hole] for hole in jump) for jump in jumps_of(puzzle(START))]
PDDL = (
    "(define (problem pegsolitaire-sequential-9)\n (:domain pegsolitaire-sequential)\n (:objects\n"
    + "".join(f"  {place} - location\n" for place in PLACES)
    + " )\n (:init (= (total-cost) 0) (move-ended)\n"
    + "".join("  (IN-LINE {} {} {})\n".format(*jump) for jump in JUMPS)
    + "".join(f"  ({'occupied' if n in PEGS_AT else 'free'} {place})\n" for n, place in enumerate(PLACES))
    + " )\n (:goal (and\n"
    + "".join(f"  ({'free' if n != 3 else 'occupied'} {place})\n" for n, place in enumerate(PLACES))
    + " ))\n (:metric minimize (total-cost)))\n"
)
LAST = ["##...##", "##...##", ".......", "...o...", ".......", "##...##", "##...##"]
BITS = str.maketrans("o.", "10")
END = ["#..#", ".o..", "....", "#..#"]
RECORD = "#### Solitari\n12 1 1 0\n4 4\n-1 0 1 -1 1 0 1 1 0 0 1 0 -1 0 1 -1\n1\n"
LINED = "o-.-o\n| | |\no-o-.\n| | |\n.-o-o"


@pytest.mark.parametrize(
    ("text", "format", "right"),
    [
        ("4x4:" + written(START, "PHO", above=""), "sgt-pegs", puzzle(START)),
        (written(START, "PHO"), "sgt-pegs", puzzle(START)),
        (SAVED, "sgt-pegs", puzzle(["oo.#", "#oo."])),
        (written(START, "*- "), "drawing", puzzle(START)),  # as sgt-pegs copies it
        (RECORD, "peg-solitaire", puzzle(START)),
        (RECORD.replace("1 0 1 1 0 0 1", "1 10 1 1 0 0 1"), "peg-solitaire", puzzle(START, END)),
        (RECORD.replace("12 1 1 0", "12 3 1 0"), "peg-solitaire", puzzle(START, lines="diagonal")),
        ("1 3 1 0\n6 0\n1 1 0 0 1 1 1 1 0 0 1 0 1 0 1\n", "peg-solitaire", puzzle(TRIANGLE, lines="triangular")),
        ("1 2 1 0\n2 3\n0 0 1 1 0 0\n1", "peg-solitaire", puzzle(["oo.", ".oo"])),  # inverse
        ("1 1 1 0\n2 3\n1 1  0 1 1\n1", "peg-solitaire", puzzle(["oo.", ".oo"])),  # a value is missing
        (PDDL, "pddl", puzzle(START, END)),
        (f"{PICTURE}\n;\n{PDDL.lower()}", "pddl", puzzle(START, END)),
        (PICTURE, "peg-legend", puzzle(START)),
        (f"{PICTURE}\n;\n; Target position = (1,1)\n", "peg-legend", puzzle(START, END)),
        ("Let '.' denote a peg and 'o' denote a hole\n" + written(START, ".o#"), "peg-legend", puzzle(START)),
        ("X: peg, 0: empty hole, - is outside\n" + written(START, "X0-"), "peg-legend", puzzle(START)),
        (EMACS, "emacs-solitaire", puzzle(ENGLISH)),
        (EMACS.replace("     Le", "\tLe").replace("        ", "\t"), "emacs-solitaire", puzzle(ENGLISH)),
        (LINED, "peg-lines", puzzle(["o.o", "oo.", ".oo"])),
        (LINED.replace("-", "───").replace(" ", "   ").replace("|", "│"), "peg-lines", puzzle(["o.o", "oo.", ".oo"])),
        (
            f"{LINED}\n->\n{LINED.replace('o', '.')[:-1]}o",
            "peg-lines",
            puzzle(["o.o", "oo.", ".oo"], ["...", "...", "..o"]),
        ),
        ("o-o-.-o", "peg-lines", puzzle(["oo.o"])),
        ("    o\n   / \\\n  o---.\n / \\ / \\\n.---o---o", "peg-lines", puzzle(["o", "o.", ".oo"], lines="triangular")),
        (
            str([[int(mark == "o") for mark in row] for row in TRIANGLE]),
            "peg-matrix",
            puzzle(TRIANGLE, lines="triangular"),
        ),
        ("    1\n   1 0\n  0 1 1\n 1 1 0 0\n1 0 1 0 1", "peg-matrix", puzzle(TRIANGLE, lines="triangular")),
        ("['1', '10', '011', '1100', '10101']", "peg-matrix", puzzle(TRIANGLE, lines="triangular")),
        (numbers(START, 1, 0, -1), "peg-matrix", puzzle(START)),
        (numbers(START, True, False, None), "peg-matrix", puzzle(START)),
        (numbers(START, 1, 0, -1).strip("[]").replace("], [", "\n").replace(", ", ";"), "peg-matrix", puzzle(START)),
        (f"{written(ENGLISH, '102', ' ')}\n->\n{written(LAST, '102', ' ')}", "peg-matrix", puzzle(ENGLISH, LAST)),
        ("".join(ENGLISH).replace("#", "").translate(BITS), "peg-bits", puzzle(ENGLISH)),
        ("\n".join("".join(rows).replace("#", "") for rows in (ENGLISH, LAST)), "peg-bits", puzzle(ENGLISH, LAST)),
        (str(list("".join(TRIANGLE))), "peg-bits", puzzle(TRIANGLE, lines="triangular")),
    ],
)
def test_formats(text: str, format: str, right: JsonObject) -> None:
    """A text in a format is read in it, and as the puzzle that it means."""
    reading = read_text(text)[0]
    assert reading.format == format
    assert is_same(reading, right), reading.puzzle


@pytest.mark.parametrize(
    "format", [format for format in PEGS if format.name != "graph6"], ids=lambda format: format.name
)
def test_the_example_of_each_format(format: Format) -> None:
    """The example of a format is read in it."""
    assert read_text(format.example)[0].format == format.name


def test_a_saved_game_is_its_start_and_what_it_shows() -> None:
    """A saved game has two readings: its start, and the position after its moves."""
    start, shown = read_text(SAVED)
    assert [reading.puzzle["start"]["picture"] for reading in (start, shown)] == [["oo.#", "#oo."], ["..o#", "#oo."]]
    assert "after the 1 move" in shown.words


@pytest.mark.parametrize("digits", list(permutations((0, 1, 2))), ids=str)
def test_numbers_are_used_in_every_way(digits: tuple[int, int, int]) -> None:
    """Of 0, 1 and 2, the number in all corners is no hole; either of the others may be the peg."""
    readings = read_text(numbers(ENGLISH, *digits))
    others = [row.translate(str.maketrans("o.", ".o")) for row in ENGLISH]
    assert len(readings) == 2
    assert all(any(is_same(reading, puzzle(rows)) for reading in readings) for rows in (ENGLISH, others))


def test_a_line_is_missing() -> None:
    """Pegs do not jump where no line is drawn."""
    texts = LINED, LINED.replace("| | |", "|   |", 1)
    whole, less = (len(jumps_of(read_text(text)[0].puzzle)) for text in texts)
    assert (whole, less) == (12, 10)


@pytest.mark.parametrize("mark", ["0", "."])
def test_one_mark_for_empty_holes_and_beside_the_board(mark: str) -> None:
    """A full board whose corners have the mark of an empty hole is a standard board, or the whole rectangle."""
    full = [row.replace(".", "o") for row in ENGLISH[:3]] + ["ooo.ooo"] + [row.replace(".", "o") for row in ENGLISH[4:]]
    readings = read_text(written(full, ("1" if mark == "0" else "o") + mark + mark))
    assert [len(jumps_of(read.puzzle)) for read in readings] == [76, 140]
    assert readings[0].assumed == ("/puzzle/board", "/puzzle/goal")


def test_either_mark_may_be_the_peg_where_one_has_no_solution() -> None:
    """That o is the peg and a dot the hole is usage: without a solution, the other use is offered as well."""
    assert [re.search(r"(\S) is a peg", reading.words)[1] for reading in read_text("ooo..\n.....\no..oo")] == ["o", "."]  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("4x4:" + written(START, "PHO", above="")[1:], "a board of 4 columns and 4 rows has 16 letters, not 15"),
        ("7x7random#601337506189127", "this is a random seed of sgt-pegs; copy its game id with P, H and O"),
        (SAVED.replace("4:Pegs", "7:Fifteen"), "this saved game is not one of sgt-pegs with its board"),
        (SAVED.replace("0,0-2,0", "2,0-0,0"), "this move is not possible"),
        (RECORD.replace("4 4", "4 3"), "a board of this size has 12 values, not 16"),
        (RECORD * 2, "several positions; write one, or a start and a goal"),
        (PDDL.replace("  (occupied pos-1-1)\n", ""), "is not a peg or an empty hole for each location"),
        (
            "(define (domain pegsolitaire-sequential)\n (:requirements :typing))",
            "this PDDL is no problem of peg solitaire",
        ),
        (f"{PICTURE}\n; Target position = (0,0)", "the target is no hole of the drawing"),
        (f"{PICTURE}\n; Try to move one peg to the middle of the top line", "this line may be a part of the puzzle"),
        (">>graph6<<Cl\n", "this is a graph in graph6"),
        (">>sparse6<<:Cda\n", "must be graph6, not sparse6"),
    ],
)
def test_what_is_wrong_is_named(text: str, detail: str) -> None:
    """A text of a format that is not complete is refused by what is wrong with it."""
    assert detail in refusal(text)
