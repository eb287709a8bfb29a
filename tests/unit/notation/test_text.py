"""Puzzles as people write them: what a text is read as, what is assumed, and where an error stands."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fewest.boards import catalogue
from fewest.notation import JsonObject
from fewest.notation.errors import InvalidRequest
from fewest.notation.formats import read_text
from fewest.notation.formats.format import Text
from fewest.notation.formats.programs import read_lists
from fewest.notation.formats.reader import drafts_of
from fewest.notation.formats.steps import StepsError, budget
from fewest.notation.puzzle import load_puzzle
from fewest.solver.jump.puzzle import JumpPuzzle

SOURCES = Path(__file__).parents[2] / "texts"
TRIANGLE = "    o\n   o o\n  . o o\n o o o o\no o o o o\n"
EIGHT = [[1, 3], [0, 4, 2], [1, 5], [0, 4, 6], [1, 3, 5, 7], [2, 4, 8], [3, 7], [4, 6, 8], [5, 7]]
START, GOAL = [8, 6, 7, 2, 5, 4, 3, 0, 1], [1, 2, 3, 4, 5, 6, 7, 8, 0]
KLOTSKI = "#####\n#A**-..\n#####"
JUMPS = "t = [[(1, 2)], [], [(1, 0)]]"
RUSH_HOUR = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"


def first(text: str) -> JsonObject:
    """The puzzle of the first reading."""
    return read_text(text)[0].puzzle


def picture(text: str) -> tuple[str, list[str]]:
    """The lines of a jump board and its start, as they were read."""
    puzzle = first(text)
    return puzzle["board"]["lines"], puzzle["start"]["picture"]


def jumps_of(puzzle: JsonObject) -> set[tuple[int, int, int]]:
    """The jumps of a puzzle's board."""
    jump = load_puzzle(puzzle).puzzle
    assert isinstance(jump, JumpPuzzle)
    return set(jump.board.jumps)


PAGE = (Path(__file__).parents[3] / "docs" / "02-puzzles.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("\n## Puzzles as text\n")[2]
EXAMPLES = re.findall(r"```\n(.*?)```\n\n((?:> [^\n]*\n)+)", SECTION, re.DOTALL)


@pytest.mark.parametrize(("text", "words"), EXAMPLES)
def test_the_examples_of_the_page(text: str, words: str) -> None:
    """Every text of docs/02-puzzles.md is read as the page says."""
    assert read_text(text)[0].words == " ".join(line.removeprefix("> ") for line in words.splitlines())


# Tables as the sources print them


@pytest.mark.parametrize(
    ("file", "name", "jumps"),
    [
        ("c-21-holes-pruned", "horned-triangle", 36),  # the source leaves out 12 of its 48 jumps
        ("clojure-13-holes", "hoppers", 32),
        ("python-25-holes", "tritri", 78),
    ],
)
def test_the_tables_of_the_sources(file: str, name: str, jumps: int) -> None:
    """A jump table in C, Clojure or Python, as it stands, has the jumps of the board that the source means."""
    reading = read_text((SOURCES / f"{file}.txt").read_text())[0]
    found, whole = (jumps_of(puzzle) for puzzle in (reading.puzzle, catalogue()[name]["examples"][0]["puzzle"]))
    assert len(found) == jumps
    assert found <= whole
    assert reading.assumed == ("/puzzle/start", "/puzzle/goal")
    assert not reading.notices


ADJACENCY = "{ 1,  3, -1}, {0, 4, 2, -1}, {1, 5, -1}, {0, 4, 6, -1}, {1, 3, 5, 7, -1}, {2, 4, 8, -1}"


@pytest.mark.parametrize(
    "text",
    [
        f"const char adjacent[SIZE][5] = {{\n  {ADJACENCY}, {{3, 7, -1}}, {{4, 6, 8, -1}}, /* 8 */\n {{5, 7, -1}},}};",
        "(def adjacent\n  [[1 3] [0 4 2] [1 5] ; first row\n [0 4 6] [1 3 5 7] [2 4 8]\n [3 7] [4 6 8] [5 7]])",
        "(defconstant *adjacent* '#((1 3) (0 4 2) (1 5) (0 4 6) (1 3 5 7) (2 4 8) (3 7) (4 6 8) (5 7)))",
        f"adjacent: list[list[int]] = {EIGHT}  # neighbours",
        f"const adjacent = {EIGHT};",
        f"let t = Object.freeze({EIGHT})",
        "int[][] t = new int[][]{{1,3},{0,4,2},{1,5},{0,4,6},{1,3,5,7},{2,4,8},{3,7},{4,6,8},{5,7}};",
        "{" + ", ".join(f"{cell}: {row}" for cell, row in enumerate(EIGHT)) + "}",
        "\n".join(f"{cell}: {' '.join(map(str, row))}" for cell, row in enumerate(EIGHT)),
    ],
)
def test_lists_of_neighbours(text: str) -> None:
    """Lists of neighbours are read in any language; the start is shuffled by slides from the goal."""
    puzzle = first(text)
    assert (puzzle["kind"], puzzle["board"], puzzle["goal"]) == ("slide", {"adjacency": EIGHT}, GOAL)
    assert sorted(puzzle["start"]) == sorted(GOAL) != puzzle["start"]


@pytest.mark.parametrize(
    "text",
    [
        f"adjacent = {EIGHT}\nstart = {START}\ngoal = {GOAL}",
        f"adjacent = {EIGHT}\nstart = [[8,6,7],[2,5,4],[3,None,1]]",
        f"adjacent = {EIGHT}\nstart = {START}\ngoal = {GOAL}\n\ndef f(s):\n    return {{tuple(s): 0}}\n",
    ],
)
def test_pieces_follow_their_board(text: str) -> None:
    """Lists after that of the neighbours are the start and the goal, also if code follows."""
    puzzle = first(text)
    assert (puzzle["board"], puzzle["start"], puzzle["goal"]) == ({"adjacency": EIGHT}, START, GOAL)


@pytest.mark.parametrize(
    "text",
    [
        "[[[1, 2]], [], [[1, 0]]]",
        "[[(1, 2)], [], [(1, 0)],]",
        "#( ((1 2)) nil ((1 0)))",
        "(def t [[(1 2)] nil [(list 1 0)]])",
        "int jump[3][3] = {{1,2,-1},{-1},{1,0,-1}};",
        '{"jump_table": [[[1, 2]], [], [[1, 0]]]}',
    ],
)
def test_jump_tables(text: str) -> None:
    """Lists of jumps, nested or flat, are a jump table; an empty row may be written as nil."""
    assert first(text)["board"] == {"jump_table": [[[1, 2]], [], [[1, 0]]]}


def test_a_list_of_jumps() -> None:
    """Rows of three that are nothing else are jumps from, over, to."""
    board = first("jumps = [(0, 1, 2), (2, 1, 0), (2, 3, 4), (4, 3, 2)]")["board"]
    assert board == {"holes": 5, "jumps": [[0, 1, 2], [2, 1, 0], [2, 3, 4], [4, 3, 2]]}


def test_a_flat_table_that_may_be_both() -> None:
    """Numbers that may be jumps or neighbours have both readings; the name of the table decides which is first."""
    rows = "[[1, 2], [0, 2], [0, 1]]"
    assert [each.puzzle["kind"] for each in read_text(rows)] == ["slide", "jump"]
    assert [each.puzzle["kind"] for each in read_text(f"jump_table = {rows}")] == ["jump", "slide"]


# Pictures of pegs


@pytest.mark.parametrize(
    "text",
    [
        TRIANGLE,
        TRIANGLE.replace("\n", "\r\n"),
        TRIANGLE.replace("\n", "\n\n"),
        TRIANGLE.replace("o", "●").replace(".", "○"),
        TRIANGLE.replace("o", "*").replace(".", "o"),
        TRIANGLE.replace(" ", "#"),
        TRIANGLE.replace(" ", "\u3000"),
        "o\noo\n.oo\noooo\nooooo",
        "o\no o\n. o o\no o o o\no o o o o",
        json.dumps(TRIANGLE.splitlines()),
    ],
)
def test_a_triangle_however_it_is_drawn(text: str) -> None:
    """A triangle of 15 holes is read centred and left-justified, with any marks, as lines and as strings."""
    puzzle = load_puzzle(first(text)).puzzle
    assert isinstance(puzzle, JumpPuzzle)
    assert (puzzle.board.holes, len(puzzle.board.jumps), puzzle.start) == (15, 36, (1 << 15) - 1 - (1 << 3))


@pytest.mark.parametrize(
    ("text", "lines", "holes", "jumps"),
    [
        ("  . o .\n . . . .\n. . . . .\n . . . .\n  . . .", "triangular", 19, 54),
        ("   o\n. . . .\n . . .\n. . . .\n   .", "triangular", 13, 30),
        ("  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo", "orthogonal", 33, 76),
        ("xxoooxx\nxxoooxx\nooooooo\nooo.ooo\nooooooo\nxxoooxx\nxxoooxx", "orthogonal", 33, 76),
        ("    o\n    .\n. . . . .", "orthogonal", 7, 8),
        ("***.***", "orthogonal", 7, 10),
        ("[[-1,-1,1,1],[1,1,0,1],[1,1,1,1]]", "orthogonal", 10, 12),
        ("[[0,0,1,1],[1,1,2,1],[1,1,1,1]]", "orthogonal", 10, 12),
        ("┌───┬───┬───┐\n│ ● │   │ ● │\n└───┼───┼───┤\n    │ ● │ ● │\n    └───┴───┘", "orthogonal", 5, 2),
    ],
)
def test_pictures_of_pegs(text: str, lines: str, holes: int, jumps: int) -> None:
    """Hexagons, stars, crosses, rows, matrices and boxes are the boards that they show."""
    puzzle = first(text)
    board = load_puzzle(puzzle).puzzle.board
    assert puzzle["board"]["lines"] == lines
    assert (board.holes, len(board.jumps)) == (holes, jumps)


@pytest.mark.parametrize(
    ("text", "pegs"),
    [
        ("●●○\n●○○\n○○●", ["●"]),
        ("**o\n*oo\noo*", ["*"]),
        ("oo.\no..\n..o", ["o", "."]),  # neither has a solution
        ("OO·\nO··\n··O", ["O", "·"]),
        ("ooo..\n.....\no..oo", ["o", "."]),
        ("OOo\nOoo\nooO", ["O", "o"]),
        ("xxo\nxoo\noox", ["x", "o"]),
        ("· · ·\n· o ·\n· · ·", ["·", "o"]),  # a single peg has reached its goal already
        ("xxx\nxox\nxxx", ["x", "o"]),
        ("ooo\noxo\nooo", ["o", "x", ""]),  # at last, x is no hole
    ],
)
def test_which_mark_is_the_peg(text: str, pegs: list[str]) -> None:
    """The mark that looks more like a peg is one; if that is unclear, the reading that is not refuted comes first."""
    found = [re.search(r"(\S) is a peg", reading.words) for reading in read_text(text)]
    assert [each[1] if each else "" for each in found] == pegs


def test_a_board_without_pegs_gets_a_start_that_may_have_a_solution() -> None:
    """A drawing without pegs gets a start whose empty hole no simple argument rules out."""
    reading = read_text("\n".join(catalogue()["french"]["board"]["grid"]))[0]
    assert reading.assumed == ("/puzzle/start", "/puzzle/goal")
    assert "hole" in reading.words
    # The centre of the French board cannot be the hole that is left empty (Beasley, The Ins and Outs, chapter 3).
    assert reading.puzzle["start"] != {"empty": [18]}


# Pieces


@pytest.mark.parametrize(
    "text",
    [
        "8 6 7 2 5 4 3 0 1",
        "8, 6, 7\n2, 5, 4\n3, 0, 1",
        "8 6 7\n2 5 4\n3 . 1",
        "8 6 7\n2 5 4\n3   1",
        "867254301",
        "867\n254\n3_1",
        "867/254/301",
        "[8, 6, 7, 2, 5, 4, 3, 0, 1]",
        "[[8,6,7],[2,5,4],[3,null,1]]",
        "+---+---+---+\n| 8 | 6 | 7 |\n+---+---+---+\n| 2 | 5 | 4 |\n+---+---+---+\n| 3 |   | 1 |\n+---+---+---+",
        "| 8 | 6 | 7 |\n|---|---|---|\n| 2 | 5 | 4 |\n| 3 | - | 1 |",
        "+-------+\n| 8 6 7 |\n| 2 5 4 |\n| 3 0 1 |\n+-------+",
        "3\n8\n6\n7\n2\n5\n4\n3\n0\n1",
        "3 3\n8 6 7\n2 5 4\n3 0 1",
        "8 6 7 2 5 4 3 0 1 -> 1 2 3 4 5 6 7 8 0",
        "8 6 7   1 2 3\n2 5 4   4 5 6\n3 0 1   7 8 0",
        "Start:\n8 6 7\n2 5 4\n3 0 1\nGoal:\n1 2 3\n4 5 6\n7 8 0",
        "goal = [[1,2,3],[4,5,6],[7,8,0]]\nstart = [[8,6,7],[2,5,4],[3,0,1]]",
        '[["8","6","7"],["2","5","4"],["3","","1"]]',
        '["8", "6", "7", "2", "5", "4", "3", " ", "1"]',
        " 8 | 6 | 7 \n---+---+---\n 2 | 5 | 4 \n---+---+---\n 3 |   | 1 ",
        "8,6,7\n2,5,4\n3,,1",
        "8 6 7; 2 5 4; 3 0 1",
        "[8 6 7; 2 5 4; 3 0 1]",
        "np.array([[8., 6., 7.], [2., 5., 4.], [3., 0., 1.]], dtype=int)",
        "[8,6,7]\n[2,5,4]\n[3,0,1]",
        "867\n254\n3 1",
        "8\t6\t7\n2\t5\t4\n3\t\t1",
        "867254301\n123456780",
        "```\n8 6 7\n2 5 4\n3 0 1\n```",
        "> 8 6 7\n> 2 5 4\n> 3 0 1",
        "\ufeff8 6 7\r2 5 4\r3 0 1\r",
        "8;6;7\n2;5;4\n3;0;1",
        "8;6;7;\n2;5;4;\n3;0;1;",
        "8; 6; 7\n2; 5; 4\n3; ; 1",
        # Lists and drawings that are called start or goal, in any order
        "Goal:\n1 2 3\n4 5 6\n7 8 0\n\nStart:\n8 6 7\n2 5 4\n3 0 1",
        "Start    Finish\n8 6 7    1 2 3\n2 5 4    4 5 6\n3 0 1    7 8 0",
        "Starting position\n8 6 7\n2 5 4\n3 0 1\nFinal position\n1 2 3\n4 5 6\n7 8 0",
        "weekend = [[8, 6, 7], [2, 5, 4], [3, 0, 1]]\nsolved = [[1, 2, 3], [4, 5, 6], [7, 8, 0]]",
        "start, goal = [8, 6, 7, 2, 5, 4, 3, 0, 1], [1, 2, 3, 4, 5, 6, 7, 8, 0]",
        "final int[] goal = {1, 2, 3, 4, 5, 6, 7, 8, 0};\nfinal int[] start = {8, 6, 7, 2, 5, 4, 3, 0, 1};",
        "UNSOLVED = [8, 6, 7, 2, 5, 4, 3, 0, 1]\nWANTED = [1, 2, 3, 4, 5, 6, 7, 8, 0]",
        "solved = [[1, 2, 3], [4, 5, 6], [7, 8, 0]]\nscrambled = [[8, 6, 7], [2, 5, 4], [3, 0, 1]]",
    ],
)
def test_the_same_pieces_however_they_are_written(text: str) -> None:
    """Numbers in rows, in one line, in brackets, in boxes or in code are one puzzle; a goal is known by its name."""
    reading, *others = read_text(text)
    whole = {"kind": "slide", "board": {"rows": 3, "columns": 3}, "start": START, "goal": GOAL}
    assert reading.puzzle == whole
    assert all(other.puzzle == whole | {"goal": sorted(GOAL)} for other in others)


KORF = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"


@pytest.mark.parametrize(
    ("text", "start", "goal"),
    [
        (KORF, [int(piece) for piece in KORF.split()], [*range(1, 16), 0]),
        (f"1 {KORF}", [int(piece) for piece in KORF.split()], list(range(16))),
        ("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15", [*range(1, 16), 0], [*range(1, 16), 0]),
        (
            "1  2  3  4\n5  6  7  8\n9  10    12\n13 14 11 15",
            [*range(1, 11), 0, 12, 13, 14, 11, 15],
            [*range(1, 16), 0],
        ),
        ("FE4C\n8A5D\n0796\n312B", [15, 14, 4, 12, 8, 10, 5, 13, 0, 7, 9, 6, 3, 1, 2, 11], [*range(1, 16), 0]),
    ],
)
def test_pieces_of_the_15_puzzle(text: str, start: list[int], goal: list[int]) -> None:
    """Instances of papers, hexadecimal digits and gaps are read; with its number, an instance has the blank first."""
    puzzle = first(text)
    assert (puzzle["start"], puzzle["goal"]) == (start, goal)


@pytest.mark.parametrize(
    ("text", "board", "start"),
    [
        (" 3  2  1\n 5     4\n 8  7  6\n . 10  9", {"grid": ["...", ".#.", "...", "..."]}, 11),
        ("1 2 3\n4 0", {"grid": ["...", "..#"]}, 5),
        ("1 2\n3 4\n5 0", {"rows": 3, "columns": 2}, 6),
        ("1 0\n0 1\n1 0", {"rows": 3, "columns": 2}, 6),
        ("1, 2, 3, 4, 5, 0", {"rows": 2, "columns": 3}, 6),
    ],
)
def test_shapes_of_boards_of_pieces(text: str, board: JsonObject, start: int) -> None:
    """A gap beside an empty cell is no cell; a line of numbers is the rectangle nearest to a square."""
    puzzle = first(text)
    assert (puzzle["board"], len(puzzle["start"])) == (board, start)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("1 2 3\n4   5\n7 8 6", {"rows": 3, "columns": 3}),
        ("1 2 3\n4   5\n7 8 0", {"grid": ["...", ".#.", "..."]}),
        ("1     1\n  1\n    1\n1     1", {"rows": 4, "columns": 4}),
    ],
)
def test_a_blank_is_an_empty_cell_or_none(text: str, board: JsonObject) -> None:
    """If no empty cell is written, blanks are empty cells; otherwise they are no cells."""
    assert all(each.puzzle["board"] == board for each in read_text(text))


# Blocks


@pytest.mark.parametrize(
    "text", ["ABBC\nABBC\nD..E", "ABBC/ABBC/D..E", "A B B C\nA B B C\nD . . E", '["ABBC", "ABBC", "D..E"]']
)
def test_pictures_of_blocks(text: str) -> None:
    """Letters are blocks; the goal of the largest is the opposite side, as the reading says."""
    reading = read_text(text)[0]
    assert reading.puzzle["start"] == {"picture": ["ABBC", "ABBC", "D..E"]}
    assert reading.puzzle["goal"] == {"at": {"B": [1, 1]}}
    assert reading.assumed == ("/puzzle/goal", "/puzzle/metric")
    assert "B at row 1, column 1" in reading.words


@pytest.mark.parametrize(
    "text",
    [
        f"60 {RUSH_HOUR} 2332",
        RUSH_HOUR,
        "\n".join(RUSH_HOUR.replace("o", ".").replace("x", "#")[at : at + 6] for at in range(0, 36, 6)),
    ],
)
def test_rush_hour(text: str) -> None:
    """36 characters, and six rows of cars with A in the third, are Rush Hour."""
    reading = read_text(text)[0]
    assert reading.puzzle["start"]["picture"][0] == "IBB#.."
    assert {name: reading.puzzle[name] for name in ("goal", "metric", "axis")} == {
        "goal": {"at": {"A": [2, 4]}},
        "metric": "line",
        "axis": "long",
    }
    assert not reading.assumed


def test_a_map_of_klotski() -> None:
    """In a map of GNOME Klotski, the dots are the goal of the piece *, and - is a door for it."""
    puzzle = first(KLOTSKI)
    assert puzzle["start"]["picture"] == ["#####..", "#A**...", "#####.."]
    assert puzzle["doors"] == [{"at": [[1, 4]], "pieces": ["*"]}]
    assert puzzle["goal"] == {"at": {"*": [1, 5]}}


# Documents of the API


def test_documents_of_the_api() -> None:
    """A puzzle, a request with one, and a board alone are read, also with the quotes and commas of other languages."""
    puzzle = catalogue()["hoppers"]["examples"][0]["puzzle"]
    for text in (json.dumps(puzzle), json.dumps({"puzzle": puzzle, "want": "all"}), str(puzzle)):
        assert first(text) == puzzle
    assert first("{kind: 'jump', board: {name: 'english'}, start: {empty: [16],}, goal: {count: 1}}")["goal"]
    boards = read_text('{"grid": ["...", "..."]}')
    assert {each.puzzle["kind"] for each in boards} == {"jump", "slide"}
    for board in ('{"rows": 2, "columns": 3}', '{"kind": "slide", "board": {"rows": 2, "columns": 3}}'):
        assert first(board)["goal"] == [1, 2, 3, 4, 5, 0]
    assert first('{"kind": "slide", "board": "8-puzzle"}')["goal"] == GOAL
    assert first('{"kind": "jump", "board": "english"}')["goal"] == {"count": 1}


# As people paste it


CROSS = "  111\n  111\n1111111\n1110111\n1111111\n  111\n  111"


FRAMED = """
    +-------+
    | o o o |
+---+-------+---+
| o o o . o o o |
+---+-------+---+
    | o o o |
    +-------+
"""


@pytest.mark.parametrize(
    ("text", "holes"),
    [
        (CROSS, 33),
        (CROSS.replace("1", "x").replace("0", " "), 33),
        (CROSS.replace("1", "\to").replace("0", "\t.").replace("  ", "\t\t"), 33),
        ("2211122\n2211122\n1111111\n1110111\n1111111\n2211122\n2211122", 33),
        ("[[None,None,1,1,1],[1,1,0,1,1],[1,1,1,1,1]]", 13),
        ("[[2,2,1,1,1],[1,1,0,1,1],[1,1,1,1,1]]", 13),
        ("+---+\n|o.o|\n|ooo|\n+---+", 6),
        (FRAMED, 13),
    ],
)
def test_pegs_as_they_are_pasted(text: str, holes: int) -> None:
    """Matrices of 0, 1 and 2 as digits and in brackets, and drawings in frames, keep their shape."""
    assert holes in [load_puzzle(each.puzzle).puzzle.board.holes for each in read_text(text)]


CROSS_OF_O = "  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo"


@pytest.mark.parametrize(
    ("around", "drawing"),
    [
        ("The English board\n\n{}\n", CROSS_OF_O),
        ("# English board, 33 holes\n{}", CROSS_OF_O),
        ("From a book:\n{}\nThanks!", CROSS_OF_O),
        ("次の問題を解いてください。\n{}\nよろしくお願いします。", "8 6 7\n2 5 4\n3 0 1"),
        ("Initial state:\n{}", "8 6 7\n2 5 4\n3 0 1"),
        ("Klotski:\n{}", "abbc\nabbc\ndeef\ndghf\ni..j"),
        ("Rush Hour level 12\n{}", "AAB...\n..B...\nXXB...\n......\n......\n......"),
        ("箱入り娘\n{}", "ABBC\nABBC\nDEEF\nDGHF\nI..J"),
        ("// a puzzle\n{}", "abbc\nabbc\ndeef\ndghf\ni..j"),
    ],
)
def test_words_around_a_drawing(around: str, drawing: str) -> None:
    """Lines of words before and after a drawing are ignored, and the reading says so."""
    reading = read_text(around.format(drawing))[0]
    assert reading.puzzle == first(drawing)
    assert ("ignoring the lines of words" in reading.words) == ("Initial" not in around)


@pytest.mark.parametrize(
    "text",
    [
        "o o o\no . o\no o o\n\nGoal: one peg in the middle",  # a goal is not left out
        "English board (goal: last peg in the centre)\nooo\no.o\nooo",
        "ooo\no.o  <-- the hole is here\nooo",  # nor is a part of the drawing
        "AB CD\n.. ..",
        "Puzzle (1)\nooo\no.o\nooo",
        "Desired:\n1 2 3\n4 5 6\n7 8 0\n\nStart:\n8 6 7\n2 5 4\n3 0 1",
        "Two puzzles:\n1 2 3\n4 5 6\n7 8 0\n\n8 6 7\n2 5 4\n3 0 1",
        "Diagonal jumps are allowed.\nooo\no.o\nooo",
        "ooo\no.o\nooo\nOnly the middle peg may stay on the board.",
        "The blank is 8:\n8 6 7\n2 5 4\n3 0 1",
        "8 6 7 (to be 1 2 3)\n2 5 4 (to be 4 5 6)\n3 0 1 (to be 7 8 0)",
        "父娘娘母\n父娘娘母\n....",
        "AB CD\n.....",
        "1, 2, 3\n4, 5, 6 is the middle\n7, 8, 0",
        "Puzzle 1\n8 6 7\n2 5 4\n3 . 1\nPuzzle 2\n1 2 3\n8 . 4\n7 6 5",  # nor is what stands between two drawings
        "Hello, can you solve this for me?",
        # Lines that are no cards of Rush Hour
        "Hello, which way do the red cars go?",
        "RED CAR",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJ",
        "...AAB...AAB......CC..CC............",
        # Rows of numbers that are no size of the board
        "5\n1 2 3\n4 5 6\n7 8 0",  # no size
        "2 4\n1 2 3\n4 5 6\n7 8 0",
        "9 1\n1 2 3\n4 5 6\n7 8 0",  # no width
        "4 1 2\n1 2 3 4\n5 6 7 0",
        "1 2 3 4\n1 2 3\n4 5 6\n7 8 0",
        "3\n1 2 3\n4 5 0",  # no square
        "1 8 6 7 2 5 4 3 0 1",  # no instance: these have 16 pieces
        # What follows a table, if it may say more of the puzzle, or is no code
        *(
            f"{JUMPS}\n{code}\n"
            for code in ("goal = 5", "n = 0\nstart = 1", "2", "only one peg: 3", "n = 0\nstart: [x]", "[[1], x]")
        ),
    ],
)
def test_what_may_concern_the_puzzle_is_not_left_out(text: str) -> None:
    """A text is refused if words, numbers or code beside the board may concern the puzzle, or if it has no board."""
    with pytest.raises(InvalidRequest):
        read_text(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("AAB\nCCB\n...", "block"),
        ("RED\n...", "block"),
        ("A B C\n. . .", "block"),
        ("1 2 3\n. . .\n. . .", "slide"),
        ("1 . .\n2 . .\n3 . .", "slide"),
        ("1 4 7\n2 5 8\n3 6 0", "slide"),
        ("A O O X\nB O O X\nC . . .", "block"),
        ("1 1 2\n2 3 3\n4 4 0", "slide"),
        ("1 2 3\n4 5 6\n7 0 0", "slide"),
        ("1 2\n2 0", "slide"),
    ],
)
def test_rows_are_not_taken_for_words_labels_or_slips(text: str, kind: str) -> None:
    """Letters are blocks though they look like words, and numbers pieces though they look like labels or are equal."""
    assert first(text)["kind"] == kind
    assert "without" not in read_text(text)[0].words


@pytest.mark.parametrize("corner", ["#", "x", "-", "█"])
@pytest.mark.parametrize("gap", ["", " ", "  "])
def test_gaps_between_holes(corner: str, gap: str) -> None:
    """Blanks between the columns do not change a board, with or without marks at its corners."""
    drawn = [gap.join(row.replace(" ", corner).ljust(7, corner)) for row in CROSS_OF_O.splitlines()]
    assert jumps_of(first("\n".join(drawn))) == jumps_of(first(CROSS_OF_O))


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize("rows", ["1234567", "7654321", "abcdefg", "       "])
@pytest.mark.parametrize("columns", ["a b c d e f g", "1 2 3 4 5 6 7", ""])
def test_a_drawing_with_labels(rows: str, columns: str, below: bool) -> None:
    """Numbers and letters beside the rows and columns of a board are ignored."""
    drawn = [" ".join(row) for row in CROSS_OF_O.splitlines()]
    labelled = [f"{label} {row}" for label, row in zip(rows, drawn, strict=True)]
    lines = [*labelled, f"  {columns}"] if below else [f"  {columns}", *labelled]
    (reading,) = read_text("\n".join(lines))
    assert reading.puzzle == first("\n".join(drawn))


@pytest.mark.parametrize(
    "text",
    [
        "var jumps = [][3]int{{0, 1, 2}, {2, 3, 4}}",
        "let jumps: Vec<(usize, usize, usize)> = vec![(0, 1, 2), (2, 3, 4)];",
        "const JUMPS: [[usize; 3]; 2] = [[0, 1, 2], [2, 3, 4]];",
        "const jumps: [number, number, number][] = [[0, 1, 2], [2, 3, 4]];",
        "jumps :: [(Int, Int, Int)]\njumps = [(0, 1, 2), (2, 3, 4)]",
        "#include <stdio.h>\nint main(void) {\n  static int jumps[][3] = {{0, 1, 2}, {2, 3, 4}};\n  return 0;\n}",
        "public class Board {\n  static final int[][] JUMPS = {{0, 1, 2}, {2, 3, 4}};\n}",
        "function board(size, name) {\n  const jumps = [[0, 1, 2], [2, 3, 4]];\n  return jumps;\n}",
    ],
)
def test_lists_in_code(text: str) -> None:
    """Types, classes and functions around a list are ignored."""
    assert jumps_of(first(text)) == {(0, 1, 2), (2, 3, 4)}


CARDS = {
    ".FFF..AA..B.XX.CB..D.C...D.C...EEE..": "X",
    "oFFFooBBooGoRRoCGooDoCoooDoCoooEEEoo": "R",
    "-FFF--AA--B-XX-CB--D-C---D-C---EEE--": "X",
    "_FFF__AA__B_XX_CB__D_C___D_C___EEE__": "X",
    "0FFF00AA00B0XX0CB00D0C000D0C000EEE00": "X",
    " FFF  BB  G XX CG  D C   D C   EEE  ": "X",
    "7 .FFF..AA..B.XX.CB..D.C...D.C...EEE.. 12": "X",
    ".FFF..BB..G.AA.CG..D.C...D.C...EEEx.": "A",
    ".FFF..BB..G.rr.CG..D.C...D.C...EEE..": "r",
    "AA...B.....B......CC................": "A",
}


@pytest.mark.parametrize(("line", "car"), CARDS.items())
def test_a_card_in_a_line_is_that_of_its_rows(line: str, car: str) -> None:
    """36 marks in a line are read as six rows of six, with any mark for empty places and any car that leaves."""
    inside = max(re.split(r"(?<=\d) | (?=\d)", line), key=len)
    rows = [inside[at : at + 6] for at in range(0, 36, 6)]
    (reading,) = read_text(line)
    assert reading.puzzle == first("\n".join(rows))
    row = next(number for number, each in enumerate(rows) if car in each)
    assert (reading.puzzle["goal"], reading.puzzle["axis"]) == ({"at": {car: [row, 4]}}, "long")


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("AA...B....B......CCC.....", {"A": [0, 3]}),  # a board of 5 by 5 in a line
        ("B....\nB.XX.\n..AA.\n.....\n.....", {"A": [2, 3]}),  # the car in the middle row
        ("B....\nB.XX.\n..A..\n..A..\n.....", {"X": [1, 3]}),  # A moves along a column
        ("########\n#BB....#\n#......#\n#AA...C.\n#.....C#\n#......#\n#......#\n########", {"A": [2, 4]}),
        ("Board:\nBB....\n......\nAA...C\n.....C\n......\n......", {"A": [2, 4]}),
        ("BB...x\n......\nAA...C\n.....C\n..x...\n......", {"A": [2, 4]}),
        ("......\n..XX..\nAA.#..\n......\n......\n......", {"X": [1, 4]}),  # a wall holds A, as a free check says
    ],
)
def test_the_car_that_can_leave(text: str, goal: JsonObject) -> None:
    """The goal is that a car leaves in its row: the one in the middle row, unless it is proven that it cannot."""
    puzzle = first(text)
    assert (puzzle["goal"], puzzle["axis"]) == ({"at": goal}, "long")


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("AABC\nDDE.\nDDE.\nFGHI\nJGHK", {"D": [3, 1]}),  # the square of Klotski
        ("AABB\nAACC\nDEFG\nDE.G\nHI..", {"A": [3, 1]}),
        ("AABB\nAABB\nCDEF\nCDEF\n....", {"A": [3, 2]}),  # two squares
        ("CDEF\nCDEF\n....\n.AA.\n.AA.", {"A": [0, 1]}),  # it is there already
        ("AAB.\nAAB.\n....", {"A": [1, 2]}),
        ("AAB.\nAAB.\nC...\n....\n.#..", {"A": [3, 2]}),  # a wall is at the exit
    ],
)
def test_the_exit_of_klotski(text: str, goal: JsonObject) -> None:
    """On 5 rows of 4, the goal of the only square is the middle of the bottom; elsewhere the largest goes opposite."""
    assert first(text)["goal"] == {"at": goal}


@pytest.mark.parametrize("blanks", range(7))
@pytest.mark.parametrize("drawing", [CROSS_OF_O, "ooo.\no..o\n.oo.", "o..o"])
def test_blanks_between_holes(drawing: str, blanks: int) -> None:
    """Up to six blanks between the columns do not change a square board, with or without empty lines."""
    wide = [(" " * blanks).join(row) for row in drawing.splitlines()]
    for between in ("\n", "\n\n"):
        assert first(between.join(wide)) == first(drawing)


def test_blanks_between_the_holes_of_a_triangle() -> None:
    """A triangle that is drawn twice as wide is the same board."""
    wide = "\n".join(
        " " * (8 - 2 * row) + "   ".join("." if row == 2 else "o" for _ in range(row + 1)) for row in range(5)
    )
    narrow = "\n".join(" " * (4 - row) + " ".join("." if row == 2 else "o" for _ in range(row + 1)) for row in range(5))
    assert jumps_of(first(wide)) == jumps_of(first(narrow))
    assert load_puzzle(first(wide)).puzzle == load_puzzle(first(narrow)).puzzle


THREE = ["1 2 3\n4 0 5\n7 8 6", "1 2 3\n4 5 0\n7 8 6", "1 2 3\n4 5 6\n7 0 8"]


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(THREE),
        "2\n\n" + "\n\n".join(THREE[:2]),
        "oo.\n...\n\n.oo\n...\n\no.o\n...",
        "\n".join(list(CARDS)[:1] * 2),
        '{"kind": "jump", "board": "hoppers"}\n{"kind": "jump", "board": "english"}',
        '[{"kind": "jump", "board": "hoppers"}, {"kind": "jump", "board": "english"}]',
    ],
)
def test_several_puzzles_are_not_one(text: str) -> None:
    """Several documents or cards, and more than two drawings of one size, are refused."""
    (found,) = errors(text)
    assert found[3].startswith("this text has")


@pytest.mark.parametrize(
    ("text", "start", "goal"),
    [
        ("AA.\nB..\n\n.AA\nB..", {"picture": ["AA.", "B.."]}, {"picture": [".AA", "B.."]}),
        ("8 6 7\n2 5 4\n3 . 1\n->\n1 2 3\n4 5 6\n7 8 .", START, GOAL),
        ("1 2 3\n5 4 0\n\n1 2 3\n4 5 0", [1, 2, 3, 5, 4, 0], [1, 2, 3, 4, 5, 0]),  # which is impossible
        ("1 2 3   4 0 5\n4 5 0   1 2 3", [1, 2, 3, 4, 5, 0], [4, 0, 5, 1, 2, 3]),
        ("8 6 7      1 2 3\n2 5 4  ->  4 5 6\n3 0 1      7 8 0", START, GOAL),
        ("1 1 2 2 0 3 3 4 4\n1 2 2 1 3 4 3 4 0", [1, 1, 2, 2, 0, 3, 3, 4, 4], [1, 2, 2, 1, 3, 4, 3, 4, 0]),
    ],
)
def test_two_drawings_are_a_start_and_a_goal(text: str, start: object, goal: object) -> None:
    """Two drawings of one board, one above the other or side by side, are a start and a goal, possible or not."""
    (reading,) = read_text(text)
    assert (reading.puzzle["start"], reading.puzzle["goal"]) == (start, goal)
    assert first("oo.\n\n..o")["goal"] == {"picture": ["..o"]}


@pytest.mark.parametrize(
    ("size", "rows", "columns"),
    [("3", 3, 3), ("3 3", 3, 3), ("2 4", 2, 4), ("4 2", 2, 4), ("4 3", 4, 3), ("3 4", 4, 3)],
)
def test_a_size_before_a_board(size: str, rows: int, columns: int) -> None:
    """A size before the rows is ignored: the side of a square, or rows and columns in either order."""
    pieces = [*range(1, rows * columns), 0]
    drawn = [" ".join(map(str, pieces[at : at + columns])) for at in range(0, len(pieces), columns)]
    puzzle = first("\n".join([size, *drawn]))
    assert (puzzle["board"], puzzle["start"]) == ({"rows": rows, "columns": columns}, pieces)


@pytest.mark.parametrize(
    "text",
    [
        *("1 2 0 3 4\n1 2 3 4 0", "3 1 2 0\n1 2 3 0"),
        "1 1 2 2 3 0\n1 2 1 2 3 0\n1 1 1 2 2 3",
        *("2\n1\n2\n3\n4\n5\n0", "1 2 3 4 5 0"),
    ],
)
def test_all_numbers_are_pieces_of_one_board(text: str) -> None:
    """Short rows, and rows with other pieces, are no positions of their own; a first number is no size of another."""
    assert len(first(text)["start"]) == len(text.split())


@pytest.mark.parametrize(
    "code",
    [
        "n = 0",
        "def f(i):\n    return t[i]\n\nprint(f(0))",
        "for i in range(3):\n    print(t[i])",
        "let n = 0;\nfor (let i = 0; i < 3; i++) { n += t[i].length; }",
        "char board[SIZE];\nint main(void) { return 0; }",
        "console.log(t[n]);",
    ],
)
def test_code_after_a_table(code: str) -> None:
    """A program after a table is ignored, and the reading says so."""
    (reading,) = read_text(f"{JUMPS}\n{code}\n")
    assert reading.puzzle == first(JUMPS)
    assert "ignoring the code after it" in reading.words


# What is assumed

IMPOSSIBLE = "With what is assumed here there is no solution; the text may mean another puzzle."
RING = [1, 2, 3, 8, 0, 4, 7, 6, 5]


@pytest.mark.parametrize(
    ("text", "goals"),
    [
        ("8 6 7\n2 5 4\n3 0 1", [GOAL, list(range(9))]),
        ("1 2 3 4\n5 7 6 0", [[*range(1, 8), 0], list(range(8))]),
        ("2 8 3\n1 6 4\n7 0 5", [GOAL, RING]),
        ("1 2 3\n5 4 6\n7 8 0", [GOAL, RING]),
        ("812043765", [GOAL, RING]),
        (KORF, [[*range(1, 16), 0], list(range(16))]),
        (f"1 {KORF}", [list(range(16)), [*range(1, 16), 0]]),
    ],
)
def test_other_goals_for_an_impossible_one(text: str, goals: list[list[int]]) -> None:
    """Other usual goals that are possible are offered; the usual one is first, and says so if it is impossible."""
    readings = read_text(text)
    assert [reading.puzzle["goal"] for reading in readings] == goals
    possible = text.startswith("8 6 7")
    usual = [[*filter(None, sorted(goal)), 0] == goal for goal in goals]
    assert [IMPOSSIBLE in reading.words for reading in readings] == [each and not possible for each in usual]
    assert all(reading.assumed == ("/puzzle/goal",) for reading in readings)


def test_a_shape_that_is_impossible_gives_way() -> None:
    """Of two shapes for pieces in one line, the one that is not proven unsolvable comes first."""
    readings = read_text("1,2,3,4,5,6,0,9,11,8,7,10")
    shapes = [reading.puzzle["board"]["rows"] for reading in readings]
    assert shapes == [4, 4, 3, 3] or shapes[0] == 4
    assert readings[0].assumed == ("/puzzle/board", "/puzzle/goal")
    assert "The text gives no rows; assumed: 4 of 3." in readings[0].words
    assert first("1,2,3,4,5,0")["board"] == {"rows": 2, "columns": 3}


@pytest.mark.parametrize(
    ("text", "board", "empty"),
    [
        ("1" * 16 + "0" + "1" * 16, "english", 16),
        ("o" * 18 + "." + "o" * 18, "french", 18),
        ("011111111111111", "triangle-15", 0),
        ("[1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]", "triangle-15", 3),
        (f"[true, false{', true' * 13}]", "triangle-15", 1),
    ],
)
def test_a_board_of_pegs_in_one_line(text: str, board: str, empty: int) -> None:
    """A line with as many marks as a usual board has holes is read as that board, and also as a row."""
    readings = read_text(text)
    puzzle = {"kind": "jump", "board": {"name": board}, "start": {"empty": [empty]}, "goal": {"count": 1}}
    assert load_puzzle(readings[0].puzzle).puzzle == load_puzzle(puzzle).puzzle
    assert readings[0].assumed == ("/puzzle/board", "/puzzle/goal")
    assert f"assumed: those of the board {board}." in readings[0].words
    assert len(readings) == 2
    assert readings[1].loaded.puzzle.board.holes == readings[0].loaded.puzzle.board.holes


def test_a_short_row_of_pegs_may_be_a_row() -> None:
    """A line of 15 marks is read as the triangle first, and also as a row."""
    readings = read_text("ooooooo.ooooooo")
    assert ["/puzzle/board" in reading.assumed for reading in readings] == [True, False]
    assert ["/puzzle/board" in reading.assumed for reading in read_text("ooooooo.oooooo")] == [False]


def test_a_hole_without_jumps_is_empty() -> None:
    """A hole of a table that has no jumps is assumed to be empty."""
    (reading,) = read_text("jumps = [[(1, 2)], [(2, 3)], [(1, 0)], [(2, 1)], []]")
    assert reading.puzzle["start"]["empty"][0] == 4
    assert len(reading.puzzle["start"]["empty"]) == 2
    assert "and those without jumps are empty" in reading.words
    assert IMPOSSIBLE not in reading.words


def test_a_table_that_is_numbered_from_one() -> None:
    """A table whose first row is empty and whose numbers begin with 1 has its holes from 0, as has the empty one."""
    (reading,) = read_text("empty = 2\njumps = [[], [(2, 3)], [(3, 4)], [(2, 1)], [(3, 2)]]")
    assert reading.puzzle["board"] == {"jump_table": [[[1, 2]], [[2, 3]], [[1, 0]], [[2, 1]]]}
    assert reading.puzzle["start"] == {"empty": [1]}
    assert first("{1: [(2, 3)], 2: [], 3: [(2, 1)]}")["board"] == {"jump_table": [[[1, 2]], [], [[1, 0]]]}


def test_what_is_given_is_not_said_to_be_assumed() -> None:
    """The reading of an unsolvable puzzle with a start and a goal does not say that something was assumed."""
    (reading,) = read_text("1 2 3\n5 4 6\n7 8 0\n\n1 2 3\n4 5 6\n7 8 0")
    assert (reading.assumed, IMPOSSIBLE in reading.words) == ((), False)


# Errors


def errors(text: str) -> list[tuple[int, int, int, str]]:
    """Line, column, length and sentence of each error."""
    with pytest.raises(InvalidRequest) as caught:
        read_text(text)
    return [(*error.place, error.detail) for error in caught.value.errors if error.place is not None]


@pytest.mark.parametrize(
    ("text", "line", "column", "length", "detail"),
    [
        ("[[1], x]", 1, 7, 1, "unexpected: x"),
        ("[[1],\n [1)", 2, 4, 1, "unexpected: )"),
        ("[[1]", 1, 5, 0, "expected: ]"),
        ("[[1]] 2", 1, 7, 1, "unexpected: 2"),
        ("[[1]] /* end", 1, 7, 2, "the comment has no end"),
        ("[123456789012345678901]", 1, 2, 21, "a number has too many digits"),
        ("[1e999, 2]", 1, 2, 5, "a number has too many digits"),
        ('{"kind": "jump", "board": "english", "goal": {"count": 1e300}}', 1, 56, 5, "a number has too many digits"),
        ('["' + "1" * 4301 + '", "2", "3", ""]', 1, 2, 4303, "a drawing has at most 64 rows of 64 characters"),
        ("|" + "1" * 400 + "|2|\n| |3|", 1, 2, 400, "a number has too many digits"),
        ("->", 1, 2, 1, "this is not a puzzle"),
        ("goal:\n\n=>", 3, 1, 1, "this is not a puzzle"),
        ("\u0130", 1, 1, 1, "this is not a puzzle"),
        ("\u0130 a b\n1 o o\n2 o .", 1, 1, 1, "this is not a puzzle"),
        ("o" + "\n" * 65 + ".", 66, 1, 1, "a drawing has at most 64 rows of 64 characters"),
        ("|" * 511 + ("\n" + "|" * 511) * 255, 1, 1, 0, "reading this text takes more than 1500000 steps"),
        ("[" * 101, 1, 101, 1, "the lists are nested too deep"),
        ("[] ()", 1, 1, 5, "the brackets are empty"),
        ("[[1, 2], [0, 2], [0, 1]] [[1]]", 1, 26, 5, "must have 3 numbers, one for each cell, not 1"),
        ("[[1], [0]] [1, 0] [1, 0] [1, 0]", 1, 12, 6, "this list does not fit the board of the first one"),
        ('{"a": 1, 2}', 1, 10, 1, "expected: a name, a colon and a value"),
        ("[[1], 5]", 1, 7, 1, "expected: a list of numbers, like the others"),
        ("{0: [1], 2: [0]}", 1, 13, 3, "expected: the line of cell 1"),
        ("0: 1\n2: 0", 2, 1, 4, "expected: the line of cell 1"),
        ("0: 1: 2", 1, 5, 1, "unexpected: :"),
        ("[[(1,2)],[],[(1,99)]]", 1, 17, 2, "hole 99 does not exist: holes are numbered 0 to 2"),
        ("[[1], [0, 2], []]", 1, 11, 1, "cell 1 lists 2 as a neighbour, but 2 does not list 1"),
        ("0: 1\n1: 0 22\n2: 1", 2, 6, 2, "cell 22 does not exist: cells are numbered 0 to 2"),
        ("AAB\nAA", 2, 1, 2, "row 2 has 2 cells; expected: 3"),
        ("ABBCX\nABBC\nDEEF\nI..J", 1, 1, 5, "row 1 has 5 cells; expected: 4"),
        ("[[1,2,3],[4,5,6],[7,8]]", 1, 19, 3, "row 3 has 2 cells; expected: 3"),
        ('["AAB", "..B\\ud83d"]', 1, 9, 11, "character 4 is half of a character, \\ud83d; write the whole one"),
        ("{board: english}", 1, 9, 7, "unexpected: english; write texts in quotation marks"),
        ('{"kind": "slide", "board": "8-puzzle", "start": {}, "goal": []}', 1, 49, 2, "must be a list, not an object"),
        ('{"kind": "jump"}', 1, 1, 16, '"board" is missing; for example'),
        ('{"kind": "foo"}', 1, 10, 5, 'must be "jump", "slide" or "block", not "foo"'),
        ('{"puzzle": 5}', 1, 12, 1, "expected: an object"),
        ("ooo\no?o\nooo", 2, 2, 1, "this is not a puzzle"),
        ("1 2 3\n4 q 6\n7 8 9", 1, 1, 17, "a picture of blocks needs an empty cell"),
        ("1 2 3\n4 9 .\n7 8 6", 2, 3, 1, "expected: piece 5 instead of 9"),
        ("8 6 7 2 5 4 3 0 8", 1, 17, 1, "expected: piece 1 instead of 8"),
        ("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 16", 1, 1, 38, "needs an empty cell, written as 0"),
        ("867254301\n123456780\n123456708", 1, 1, 0, "this text has 3 puzzles"),
        ("867254301 123456780", 1, 1, 19, "this is not a puzzle"),
        ("1.2.3\n4.5.0", 1, 1, 5, "this is not a puzzle"),
        ("ooo\no.o\nooo\n\n...\n.o.\n..", 5, 1, 10, "the drawing of the goal does not have the board of the start"),
        ("", 1, 1, 0, "the text is empty"),
        ("[\"\"]", 1, 1, 4, "this is not a puzzle"),
        ("\n hello\n", 2, 2, 5, "this is not a puzzle; write a picture"),
        (".\n" * 300, 257, 1, 1, "a drawing has at most 64 rows of 64 characters"),
        ("o." * 40, 1, 1, 80, "a drawing has at most 64 rows of 64 characters"),
        ("   .\n  . .\n . . .\n. . . .\n. . . . .", 5, 1, 9, "this row is not offset by half a hole like the others"),
        ("[" + "1, " * 40_000 + "]", 1, 52_496, 1, "the text has more than 35000 numbers, words and brackets"),
    ],
)  # fmt: skip
def test_an_error_is_at_the_characters_that_do_not_fit(
    text: str, line: int, column: int, length: int, detail: str
) -> None:
    """An error names what does not fit, its line, its column, and how long it is."""
    (found, *_) = errors(text)
    assert found[:3] == (line, column, length)
    assert found[3].startswith(detail)


@pytest.mark.parametrize(
    ("text", "strings"),
    [
        (r'["a\"b", "\\", "c"]', ['a"b', "\\", "c"]),
        (r"""['it\'s', "a'b"]""", ["it's", "a'b"]),
        (r'["\d\\d\x41", "c"]', [r"\d\dA", "c"]),
        ('don\\\'t "x\\"\n[["a"], [\'b\']]', [["a"], ["b"]]),
    ],
)
@pytest.mark.filterwarnings("error")
def test_strings_end_at_their_quote(text: str, strings: list[object]) -> None:
    """A quote after a backslash does not end a string; a quote without a second one in its line does not begin one."""
    with budget():
        (node,) = read_lists(text).nodes
    found = [item.value if not item.items else [part.value for part in item.items] for item in node.items]
    assert found == strings


def test_a_text_has_a_budget() -> None:
    """Every reader of a text spends steps; if the budget has too few, the text is refused."""
    for text in (TRIANGLE, KLOTSKI, "8 6 7\n2 5 4\n3 . 1", "0: 1\n1: 0", "[[1],[0]]", "|1|2|\n|3| |"):
        with budget(len(text)), pytest.raises(StepsError):
            drafts_of(Text(text))


def test_a_wrong_puzzle_is_told_with_its_errors() -> None:
    """If a text is read as an invalid puzzle, the exception holds that puzzle, so that it can be drawn."""
    with pytest.raises(InvalidRequest) as caught:
        read_text("[[(1,2)],[],[(1,99)]]")
    assert caught.value.puzzle is not None
    assert caught.value.puzzle["board"] == {"jump_table": [[[1, 2]], [], [[1, 99]]]}
    assert caught.value.errors[0].pointer == "/puzzle/board/jump_table/2/0/1"


def test_every_row_of_a_document_has_its_place() -> None:
    """An error of a document is at the value that its pointer names."""
    start, goal = {"empty": [16]}, {"count": 99}
    puzzle = {"kind": "jump", "board": {"name": "english"}, "start": start, "goal": goal}
    text = json.dumps(puzzle, indent=1)
    ((line, column, length, _),) = errors(text)
    assert text.splitlines()[line - 1][column - 1 : column - 1 + length] == "99"
