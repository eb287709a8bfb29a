"""Sliding blocks in the forms of programs: each format's board, goal and metric, and what it refuses."""

from __future__ import annotations

import json
import re

import pytest

from fewest.notation import JsonObject
from fewest.notation.errors import InvalidRequest
from fewest.notation.formats import Reading, read_puzzles, read_text
from fewest.notation.formats.registry import BLOCKS
from fewest.notation.formats.writer import write_text
from fewest.notation.puzzle import load_puzzle
from fewest.solver.block.puzzle import BlockPuzzle
from fewest.solver.canonical import canonical

BOARD = [".OOOBQ", "EE..BQ", ".XXD.Q", ".AAD..", ".FPPP.", ".F.CC."]
KLOTSKI = ["ABBC", "ABBC", "DEFG", "D.HG", "IJ.K"]
MAP = ["######", "#a**b#", "#c* d#", "#c ef#", "##--##", "   .. ", "   .  "]


def first(text: str) -> Reading:
    """The first reading."""
    return read_text(text)[0]


def key(puzzle: JsonObject) -> str:
    """Equal for equal puzzles, whatever their pieces are called."""
    return canonical(load_puzzle(puzzle).puzzle).key


def refusal(text: str) -> str:
    """What is wrong with a text."""
    with pytest.raises(InvalidRequest) as caught:
        read_text(text)
    return " ".join(error.detail for error in caught.value.errors)


def rush(rows: list[str], car: str, goal: list[int] | None = None) -> JsonObject:
    """The puzzle of a board of Rush Hour, whose car leaves at the right of its row."""
    row = next(number for number, each in enumerate(rows) if car in each)
    to = goal or [row, len(rows[0]) - rows[row].count(car)]
    return {"kind": "block", "start": {"picture": rows}, "goal": {"at": {car: to}}, "metric": "line", "axis": "long"}


def klotski(rows: list[str], name: str, goal: tuple[int, int] = (3, 1)) -> JsonObject:
    """The puzzle of a board of Klotski."""
    return {"kind": "block", "start": {"picture": rows}, "goal": {"at": {name: list(goal)}}, "metric": "path"}


@pytest.mark.parametrize("format", BLOCKS, ids=lambda each: each.name)
def test_the_example_of_a_format_is_read_in_it(format: object) -> None:
    """Each format reads its own example first, and nothing is refuted."""
    reading = first(format.example)  # type: ignore[attr-defined]
    assert (reading.format, reading.refuted) == (format.name, False)  # type: ignore[attr-defined]


@pytest.mark.parametrize("free", ".o0-_ ")
@pytest.mark.parametrize("car", ["X", "R", "x", "r", "z", "Z"])
@pytest.mark.parametrize("join", ["", "\n"])
def test_marks_of_rush_hour(free: str, car: str, join: str) -> None:
    """Empty cells in any mark and the red car by any name, in a line or in rows, are the same puzzle."""
    if free == " " and car.islower() and not join:
        pytest.skip("letters and blanks in one line may be a sentence")
    text = join.join(BOARD).replace("X", car).replace(".", free)
    reading = first(text)
    assert key(reading.puzzle) == key(rush(BOARD, "X"))
    # A, which lies in another row, is the car that leaves in many files.
    assert reading.assumed == (("/puzzle/goal",) if car == "Z" else ())


@pytest.mark.parametrize(
    "around", ["{}", "12 {}", "7. {}", "Card 7: {}", "04 {} 2332", '"{}"', '["{}", 4],', "# cards\n{}\n", "  {}  "]
)
def test_numbers_beside_a_line_of_rush_hour(around: str) -> None:
    """The number and the length of a card, quotes and brackets around it are left out."""
    assert first(around.format("".join(BOARD))).puzzle == rush(BOARD, "X")


@pytest.mark.parametrize(
    ("text", "puzzle"),
    [
        # A leaves in its own row, x is a wall (M. Fogleman's rush)
        ("AAoooooooooooooooooooooooooooooooooo", rush(["AA....", *["......"] * 5], "A")),
        ("DAA.E.\nDM..EN\n.M.BBN\n.MGG.N\n....CC\nFFLLL.", None),
        ("DMMM.L\nDGGBBL\n.AA.EL\nxCC.E.\n...x..\n..FF..", None),
        ("oooEEoooooLoFFoooLoDooAALoDoooHooooGoHIooBGCCIooB", None),
        # A board of another size, with blanks between, with slashes, in a list
        ("OOO..\nBDDA.\nBXXA.\n..PPP\n..CC.", rush(["OOO..", "BDDA.", "BXXA.", "..PPP", "..CC."], "X")),
        ("\n".join(" ".join(row) for row in BOARD), rush(BOARD, "X")),
        ("/".join(BOARD), rush(BOARD, "X")),
        (json.dumps(BOARD), rush(BOARD, "X")),
        # Words before a board of reasoning-gym
        (
            "Move the red car (AA) to the exit on the right.\nWalls 'x'.\n\nBoard:\n"
            + "...B..\n" * 2
            + "AA.B..\n"
            + "......\n" * 3,
            None,
        ),
        # Numbers: 1 is red
        ("2 2 2 0 0 0\n0 0 3 3 3 0\n1 1 0 0 4 5\n0 6 6 6 4 5\n7 7 7 8 8 5\n0 9 9 10 10 10", None),
        # Frames, with a gap or closed
        ("\n".join(["#" * 8, *(f"#{row}{'.' if 'X' in row else '#'}" for row in BOARD), "#" * 8]), rush(BOARD, "X")),
        ("\n".join(["+------+", *(f"|{row}|" for row in BOARD), "+------+"]), rush(BOARD, "X")),
        (
            "\n".join(["+------+", *(f"|{row}{' ' if 'X' in row else '|'}" for row in BOARD), "+------+"]),
            rush(BOARD, "X"),
        ),
        # The gap is at the left
        ("\n".join(["#" * 8, *(f"{'.' if 'X' in r else '#'}{r}#" for r in BOARD), "#" * 8]), rush(BOARD, "X", [2, 0])),
    ],
)
def test_boards_of_rush_hour(text: str, puzzle: JsonObject | None) -> None:
    """A car leaves at the right of its row, or at the gap of the frame; every slide along its axis is a move."""
    reading = first(text)
    assert (reading.format[:9], reading.puzzle["metric"], reading.puzzle["axis"]) == ("rush-hour", "line", "long")
    assert puzzle is None or key(reading.puzzle) == key(puzzle)


EXIT = [".BCC.D", ".B...D", "PP..ED", "....E.", "......", "AA...."]
BELOW = ["P.BB", "P...", "AA..", "...."]


@pytest.mark.parametrize(
    ("text", "puzzle"),
    [
        ("\n".join(["6 6", "5", *EXIT]).replace("PP..ED", "PP..EDK"), rush(EXIT, "P")),
        ("Papan Awal\n" + "\n".join(EXIT).replace("PP..ED", "PP..EDK") + "\n\nGerakan 1: D-bawah\n", rush(EXIT, "P")),
        ("\n".join(["6 6", "5", *(f"{row} " for row in EXIT)]).replace("PP..ED ", "PP..EDK"), rush(EXIT, "P")),
        ("\n".join(["6 6", "5", *(f" {row}" for row in EXIT)]).replace(" PP", "KPP"), rush(EXIT, "P", [2, 0])),
        ("\n".join(["6 6", "5", *EXIT]).replace("PP..ED", "KPP..ED"), rush(EXIT, "P", [2, 0])),
        ("\n".join(["4 4", "2", *BELOW, "K"]), rush(BELOW, "P", [2, 0])),
        ("\n".join(["4 4", "2", "   K", *(row[::-1] for row in BELOW)]), rush([r[::-1] for r in BELOW], "P", [0, 3])),
        ("\n".join(["6 6", *BOARD]), rush(BOARD, "X")),
        ("\n".join(f"|{row}{'>' if 'X' in row else '|'}" for row in BOARD), rush(BOARD, "X")),
        ("\n".join(" ".join(row) + (" -> exit" if "X" in row else "") for row in BOARD), rush(BOARD, "X")),
        (
            "6,6\nxxxxxx\n" + "\n".join(f"x{row.lower()}{'z' if 'AA' in row else 'x'}" for row in BELOW) + "\nxxxxxx",
            rush(BELOW, "A"),
        ),
    ],
)
def test_an_exit_outside_the_board(text: str, puzzle: JsonObject) -> None:
    """K, > or z stands where the car leaves; only P leaves at K, and every slide is a move."""
    reading = first(text)
    assert (reading.format, reading.assumed) == ("rush-hour-exit", ())
    assert key(reading.puzzle) == key(puzzle)


@pytest.mark.parametrize(
    "text",
    [
        ",".join(BOARD),
        "\n".join(",".join(row) for row in BOARD),
        "\n".join(f"+{row}" for row in BOARD),
        f"Beginner 1: {''.join(BOARD)}",
        "\n".join("\t".join(row.replace(".", " ")) for row in BOARD),
        f"board = '{''.join(BOARD)}'\nwalls = [(5, 5)]",
        json.dumps({"board": BOARD, "exit": {"row": 2, "col": 5}}),
    ],
)
def test_rows_of_rush_hour_in_other_forms(text: str) -> None:
    """Rows between commas or tabs, in code, and beside an exit."""
    assert key(first(text).puzzle) == key(rush(BOARD, "X"))


def test_squares_of_a_chat() -> None:
    """The red square is the car that leaves; white and black ones are empty, with or without a variation selector."""
    text = "⬜️⬜️⬜️🟦\n🟥🟥⬜️🟦\n⬛⬛🟩⬜️\n⬜️⬜️🟩⬜️"
    assert key(first(text).puzzle) == key(rush(["...B", "XX.B", "..G.", "..G."], "X"))


def test_a_red_car_that_stands() -> None:
    """X that stands leaves at the bottom, which is assumed, unless another red car lies in the middle row."""
    text = "A.X..B\nA.X..B\n...CC.\nDD....\n...EE.\n......"
    assert (first(text).puzzle["goal"], first(text).assumed) == ({"at": {"X": [4, 2]}}, ("/puzzle/goal",))
    assert first(text.replace("C", "R")).puzzle["goal"] == {"at": {"R": [2, 4]}}


LEVEL = """{"gridSize": 6, "cars": [{"id": "red", "row": 2, "col": 0, "length": 2, "orientation": "H"},
 {"id": "a", "row": 0, "col": 3, "length": 2, "orientation": "horizontal"}, {"id": "b", "row": 1, "col": 4,
 "length": 3, "orientation": "V"}, {"id": "c", "row": 2, "col": 2, "length": 2, "orientation": "vertical"}]}"""


@pytest.mark.parametrize(
    "text",
    [
        LEVEL,
        LEVEL[LEVEL.index("[") : -1],
        LEVEL.replace('"gridSize": 6', '"exit": {"row": 2, "col": 5}, "size": {"rows": 6, "cols": 6}'),
        "const level = " + re.sub(r'"(\w+)":', r"\1:", LEVEL).replace("orientation", "dir") + ";",
        LEVEL.replace('"row"', '"y"').replace('"col"', '"startX"').replace('"length"', '"len"'),
        re.sub(r'"orientation": "(\w)\w*"', lambda found: f'"isVertical": {str(found[1] in "Vv").lower()}', LEVEL),
        LEVEL.replace('"id": "red"', '"id": "T", "isTarget": true'),
        re.sub(r'("row"|"col"): (\d)', lambda found: f"{found[1]}: {int(found[2]) + 1}", LEVEL),
    ],
)
def test_cars_as_objects(text: str) -> None:
    """Fields have any usual names; if numbers may be from 0 or from 1, both are readings."""
    readings = read_text(text)
    assert key(rush(PARKED, "X")) in [key(each.puzzle) for each in readings]
    assert len(readings) == 1 + ("counted from" in readings[0].words)


@pytest.mark.parametrize(
    ("more", "goal"),
    [
        ('"exitRow": 2, "exitSide": "left"', [2, 0]),
        ('"exit": {"x": 6, "y": 2}', [2, 4]),
        ('"exit": {"x": -1, "y": 2}', [2, 0]),
    ],
)
def test_the_exit_of_objects(more: str, goal: list[int]) -> None:
    """An exit is a side, or a cell at the edge or beyond it."""
    assert first(LEVEL.replace('"gridSize": 6', f'"gridSize": 6, {more}')).puzzle["goal"]["at"] == {"X": goal}


def test_klotski_as_objects() -> None:
    """Blocks with width and height, one of them a square, are Klotski on 5 rows of 4."""
    blocks = []
    for name in "ABCDEFGHIJK":
        places = [(r, c) for r, row in enumerate(KLOTSKI) for c, mark in enumerate(row) if mark == name]
        (top, left), (bottom, right) = places[0], places[-1]
        size = f"w: {right - left + 1}, h: {bottom - top + 1}"
        blocks.append(f"{{ id: 'block {name}', {size}, x: {left}, y: {top} }}")
    reading = first("[" + ",\n".join(blocks) + "]")
    assert key(reading.puzzle) == key(klotski(KLOTSKI, "B"))
    assert reading.assumed == ("/puzzle/start", "/puzzle/goal", "/puzzle/metric")


@pytest.mark.parametrize(
    "text",
    [
        "$ Remark\n% Start\n\nA B B C\nA B B C\n. D D .\n\n$ Another\n% Goal\n\n. . . .\n. B B .\n. B B .",
        "ABBC\nABBC\n.DD.\n\n????\n?BB?\n?BB?",
        "Initial:\nABBC\nABBC\n.DD.\n\nGoal:\n....\n.BB.\n.BB.",
    ],
)
def test_a_start_and_a_goal_of_blocks(text: str) -> None:
    """The goal shows only the blocks that have a place in it."""
    reading = first(text)
    assert (reading.format, reading.assumed) == ("block-goal", ("/puzzle/metric",))
    assert key(reading.puzzle) == key(klotski(["ABBC", "ABBC", ".DD."], "B", (1, 1)))


def test_the_last_position_of_a_solution() -> None:
    """Where all blocks are cars, only the red one has a goal."""
    last = ["..BAA.", "..B...", "....XX", "....O.", "....O.", "....O."]
    text = "\n".join(["Initial:", *PARKED, "", "Final:", *last])
    assert key(first(text).puzzle) == key(rush(PARKED, "X"))


def test_two_walls_or_the_red_car() -> None:
    """xx that lies beside capitals is red in the middle row; elsewhere it is two walls or a car, and both are said."""
    rows = ["xx....", "....B.", "AA..B.", "......", "......", "..CC.."]
    readings = read_text("\n".join(rows))
    assert [each.puzzle["goal"]["at"] for each in readings] == [{"A": [2, 4]}, {"x": [0, 4]}]
    assert "taken as a wall" in readings[0].words
    assert [each.puzzle["goal"]["at"] for each in read_text("\n".join([*rows[2::-1], *rows[3:]]))] == [{"x": [2, 4]}]


@pytest.mark.parametrize("text", ["".join(BOARD) + ".", "".join(BOARD)[:-1]])
def test_a_line_of_rush_hour_that_is_no_square(text: str) -> None:
    """A line with a character too many or too few is refused with its length."""
    assert f"121 or 144 characters, not {len(text)}" in refusal(text)


CARS = [("A", "H", 4, 1, 2), ("B", "V", 3, 3, 2), ("O", "V", 5, 2, 3), ("X", "H", 1, 3, 2)]
"""Name, orientation, column and row from 1, length."""

PARKED = ["...AA.", "....O.", "XXB.O.", "..B.O.", "......", "......"]


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("car,orientation,col,row,length", "{n},{o},{c},{r},{k}"),
        ("vehicle;orientation;col;row;length", "{n};{o};{c};{r};{k}"),
        ("car,orientation,col,row,length,N", "{n},{o},{c},{r},{k},"),
        ("car, orientation, row, col, length", "{n}, {o}, {r0}, {c0}, {k}"),
        ("car,orientation,row,col,length", "{n},{o},{low0},{c0},{k}"),
        ("car,orientation,row,col,length", "{n},{o},{c},{r},{k}"),
        ('car, orientation, "x,y", length', '{n}, {o}, "{c},{up}", {k}'),
    ],
)
def test_tables_of_cars(head: str, row: str) -> None:
    """Columns in any order, from 0 or 1, upright cars by their upper or lowest cell: a reading is the board."""
    lines = []
    for name, axis, column, line, length in CARS:
        low = line + (length - 1 if axis == "V" else 0)
        values = {"n": name, "o": axis, "c": column, "r": line, "k": length, "r0": line - 1, "c0": column - 1}
        lines.append(row.format(**values, low0=low - 1, up=7 - low))
    readings = read_text("\n".join([head, *lines]))
    assert key(rush(PARKED, "X")) in [key(each.puzzle) for each in readings]
    assert all("/puzzle/start" in each.assumed for each in readings)


def table(*cars: tuple[str, str, int, int, int]) -> str:
    """A table as the course writes it: a car, its axis, column and row from 1, and length."""
    return "car,orientation,col,row,length\n" + "".join(",".join(map(str, car)) + "\n" for car in cars)


@pytest.mark.parametrize(
    ("column", "row", "red_row", "side"),
    [(8, 8, 5, 9), (7, 1, 5, 8), (9, 1, 5, 10), (9, 1, 6, 12), (11, 11, 6, 12), (10, 1, 6, 11), (2, 11, 3, 12)],
)
def test_the_size_of_a_table_of_cars(column: int, row: int, red_row: int, side: int) -> None:
    """The board is the least that has all cars; if it is large and X not in its middle row, one where it is."""
    reading = first(table(("A", "H", column, row, 2), ("B", "V", 1, row, 2), ("X", "H", 3, red_row, 2)))
    assert f"assumed: {side} by {side}." in reading.words
    assert reading.puzzle["goal"] == {"at": {"X": [red_row - 1, side - 2]}}


def test_tables_of_cars_with_long_names() -> None:
    """Each gets a letter that no other car has, which the sentence says; as many as a board can have."""
    reading = first(table(("a", "H", 1, 1, 2), ("AA", "H", 11, 12, 2), ("AB", "V", 3, 1, 3), ("X", "H", 1, 6, 2)))
    assert "where X must" in reading.words
    assert reading.words.endswith("Each car has a letter here: AA = b, AB = c.")
    assert reading.puzzle["start"]["picture"][0] == "aac........."
    many = [(f"N{row}{column}", "H", column, row, 2) for row in range(1, 13) for column in range(1, 11, 2)]
    puzzle = first(table(*many, ("X", "H", 11, 6, 2))).loaded.puzzle
    assert isinstance(puzzle, BlockPuzzle)
    assert (puzzle.pieces, len(set(puzzle.names)), {*map(len, puzzle.names)}) == (61, 61, {1})


LARGE_ROWS = """.AABBB..C
D.....E.C
D.FFF.E.C
......E..
XX.G....H
...G.II.H
JJ.G....H
...K.LL..
MM.K.....""".splitlines()


def test_rush_hour_on_nine_rows_and_more() -> None:
    """Rows and lines of cars are read on up to 12 rows, and a line is written again."""
    for rows in (LARGE_ROWS, [row + "..." for row in LARGE_ROWS] + ["." * 12] * 3):
        wanted = rush(rows, "X")
        for text in ("\n".join(rows), "".join(rows)):
            assert key(first(text).puzzle) == key(wanted)
        written = write_text(load_puzzle(wanted), "rush-hour-line")[0].text
        assert key(first(written).puzzle) == key(wanted)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("car,orientation,col,row,length\nA,H,1,1,2\nB,V,2,1,2\nX,H,1,3,2", "overlaps another one"),
        ("car,orientation,col,row,length\nA,H,1,1,2\nX,H,12,6,2", "car X leaves a board of 12 by 12"),
        ("car,orientation,col,row,length\nB,H,1,1,2", "no car X, R or A"),
        ("car,orientation,col,row,length\nX,D,1,1,2", "H or V"),
        ("car,orientation,col,row,length\nX,H,1,32", "whole numbers"),
        ("2\n1K 2\n3 4\n5 6\n7 0", "not a puzzle"),
        ("XB3,O2B", "overlaps another one"),
        ("25122112334111410411", "20 digits"),
        ('{"blocks": [{"shape": [2, 2], "position": [4, 0]}]}', "leaves the board"),
        (
            '{"blocks": [{"shape": [1, 2], "position": [0, 0]}, {"shape": [1, 1], "position": [0, 1]}]}',
            "overlaps another",
        ),
        ('{"blocks": [{"shape": [1, 2], "position": [0, 0], "directions": [0]}]}', "[0, 2]"),
        ("\n".join(BOARD).replace("CC.", "C.."), "piece C is not two or more cells"),
        ("6 6\n5\n" + "\n".join(EXIT), "exit K is missing"),
        ("6 6\n5\nK\n" + "\n".join(EXIT), "not in line with the exit K"),
        ("5 6\n5\n" + "\n".join(EXIT).replace("PP..ED", "PP..EDK"), "not the size"),
        ("6 6\n5\n" + "\n".join(EXIT).replace("PP..ED", "PP..EDKBB"), "row 3 has 8 cells"),
        ("6 6\n5\n" + "\n".join(EXIT).replace("PP..ED", "PP..EDK").replace("AA", "A."), "piece A is not two or more"),
        (LEVEL.replace('"row": 2, "col": 0', '"row": 2, "col": 3'), "overlap or leave a board of 6 by 6"),
        (LEVEL.replace('"cars"', '"walls": [{"row": 0, "col": 0}], "cars"'), "without walls"),
        ('[{"x": 0, "y": 0, "w": 3, "h": 2}, {"x": 0, "y": 2, "w": 1, "h": 1}]', "size of the board is missing"),
        ("\n".join(MAP).replace(".", " "), "goal cells"),
        ("#####\n#a**#\n#  -.\n#####", "goal cells"),
        ("#####\n#0.1#\n#.gg#\n#####", "goal cells"),
    ],
)
def test_wrong_texts_of_known_formats(text: str, words: str) -> None:
    """A text that is surely of a format, but wrong, is refused with what is wrong."""
    assert words in refusal(text)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("XB3,O2E", ["......", "....O.", ".XX.O.", "....O.", "......", "......"]),
        ('  /* [Level1] */\n  "XA3,A1C,BD6",\n', ["..A...", "..A...", "XX....", "......", "......", "...BB."]),
    ],
)
def test_levels_of_gcompris(text: str, rows: list[str]) -> None:
    """With the letter first a car lies in its row; with the digit first it stands in its column; O to R are trucks."""
    assert key(first(text).puzzle) == key(rush(rows, "X"))


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(KLOTSKI),
        "华容道\n" + "\n".join(KLOTSKI),
        "/".join(KLOTSKI),
        "\n".join(["######", *(f"#{row}#" for row in KLOTSKI), "##..##"]),
        "2 1 1 3\n2 1 1 3\n4 5 6 7\n4 0 8 7\n9 10 0 11",
        "2,1,1,3\n2,1,1,3\n4,5,6,7\n4,0,8,7\n9,10,0,11",
        "[[2,1,1,3],[2,1,1,3],[4,5,6,7],[4,-1,8,7],[9,10,-1,0]]",
        "1ABE3F3",
        "1ABE3F300",
        "0x1abe3f3",
        "35131111322310212202",
        "3 5 1 3\n1 1 1 1\n3 2 2 3\n1 0 2 1\n2 2 0 2",
        "02 01 01 03\n02 01 01 03\n04 05 06 07\n04 00 08 07\n09 10 00 11",
        "2\t1\t1\t3\n2\t1\t1\t3\n4\t5\t6\t7\n4\t\t8\t7\n9\t10\t\t11",
        "\n".join(KLOTSKI).replace(".", "@"),
        '{ name: "own", mini: 1, board:\n' + " +\n".join(f'"{row}"' for row in KLOTSKI).replace(".", "@") + "}",
        "横刀立马\n" + "\n".join(KLOTSKI),
        "赵曹曹马\n赵曹曹马\n张兵兵黄\n张　兵黄\n兵兵　兵",
        "赵 曹 曹 马\n赵 曹 曹 马\n张 卒 卒 黄\n张 空 卒 黄\n卒 卒 空 卒",
        "2 1 1 2\n2 1 1 2\n2 4 4 2\n2 0 4 2\n4 4 0 4",
        "2 1 1 3\n2 1 1 3\n4 6 6 5\n4 0 6 5\n6 6 0 6",
        "VBBV\nVBBV\nDSSG\nD.SG\nSS.S",
    ],
)
def test_boards_of_klotski(text: str) -> None:
    """Letters, numbers, and codes: the square goes to row 3, column 1, and a path is a move, as is said."""
    reading = first(text)
    assert key(reading.puzzle) == key(klotski(KLOTSKI, "B"))
    assert "/puzzle/metric" in reading.assumed


def test_a_square_in_the_upper_left_corner() -> None:
    """Such a square may also go to the lower left, as in the Pennant puzzle."""
    readings = read_text("AABB\nAACC\nDE..\nFGGH\nFIIH")
    assert [each.puzzle["goal"]["at"] for each in readings] == [{"A": [3, 1]}, {"A": [3, 0]}]


def test_kinds_that_share_a_mark() -> None:
    """Lying blocks of one kind are two cells each; that a mark stands for several blocks is said."""
    reading = first("2 1 1 3\n2 1 1 3\n5 5 5 5\n0 4 4 0\n5 5 6 7")
    assert key(reading.puzzle) == key(klotski(["ABBC", "ABBC", "DDEE", ".FF.", "GGHI"], "B"))
    assert "several blocks: 5" in reading.words


def test_equal_numbers_are_blocks_first() -> None:
    """Numbers with blanks are sliding pieces in a second reading; digits are not, and 0 is a block beside dots."""
    assert [each.puzzle["kind"] for each in read_text("2 1 1 3\n2 1 1 3\n4 5 6 7\n4 0 8 7\n9 10 0 11")][:2] == [
        "block",
        "slide",
    ]
    assert {each.puzzle["kind"] for each in read_text("1002\n1002\n3445\n3675\n8..9")} == {"block"}


@pytest.mark.parametrize("more", [{}, {"boardSize": [5, 4], "escapePoint": [3, 1]}])
def test_json_of_the_package_klotski(more: JsonObject) -> None:
    """Shapes and positions are rows and columns; without a size the board is that of the 40 games."""
    blocks = []
    for name in "BACDEFGHIJK":
        places = [(r, c) for r, row in enumerate(KLOTSKI) for c, mark in enumerate(row) if mark == name]
        (top, left), (bottom, right) = places[0], places[-1]
        blocks.append({"shape": [bottom - top + 1, right - left + 1], "position": [top, left]})
    reading = first(json.dumps({"name": "own", "blocks": blocks, **more}))
    assert key(reading.puzzle) == key(klotski(KLOTSKI, "B"))
    assert not reading.assumed


def test_directions_of_the_package_klotski() -> None:
    """Blocks that are bound to rows or columns are."""
    block = '{"shape": [1, 1], "position": [0, 0], "directions": [1, 3]}'
    reading = first(f'{{"blocks": [{block}], "boardSize": [2, 2], "escapePoint": [1, 0]}}')
    assert reading.puzzle["axis"] == {"A": "row"}
    assert "cannot move to the line of its goal" in " ".join(notice.detail for notice in reading.notices)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(MAP),
        " +\n".join(f'    "{row}"' for row in MAP) + ",",
        ",\n".join(f'"{row}"' for row in MAP),
        '{ N_("Own"), /* group */ 0,\n  /* width and height */ 6, 7,\n'
        + " +\n".join(f'"{row}"' for row in MAP)
        + " },",
        '"' + "\\n".join(MAP) + '"',
        "<Own>\n" + "\n".join(f"@{row}@" for row in MAP),
    ],
)
def test_maps_of_klotski(text: str) -> None:
    """The piece * must cover the dots, also outside the walls, and only it may enter a door."""
    puzzle = first(text).puzzle
    assert puzzle["start"]["picture"] == [row.replace(" ", ".").replace("-", ".")[:6] for row in MAP]
    assert puzzle["goal"] == {"at": {"*": [5, 3]}}
    assert puzzle["doors"] == [{"at": [[4, 2], [4, 3]], "pieces": ["*"]}]


@pytest.mark.parametrize("head", ['N_("{}")', "<{}>"])
def test_levels_of_a_whole_file(head: str) -> None:
    """Each level is a puzzle with its name; those that are too large are named by the one beside them."""
    row = '"{}" +' if "N_" in head else "@{}@"
    rows = [*MAP[:4], *["#    #"] * 3, *MAP[4:]]
    large = [each[:5] + 54 * ("#" if each[1] == "#" else " ") + each[5:] for each in rows]
    levels = {"Huge": large, "Own": MAP, "Other": MAP, "Last": large}
    text = "\n\n".join("\n".join([head.format(name), *map(row.format, each)]) for name, each in levels.items())
    assert "320 cells, not " in refusal("\n".join([head.format("Huge"), *map(row.format, large)]))
    found = [readings[0].words for readings in read_puzzles(f"code\n{text}")]
    assert [re.findall("Own|Huge|Other|Last", words) for words in found] == [["Own", "Huge"], ["Other", "Last"]]


def test_a_letter_of_boards_kts_stands_for_each_of_its_parts() -> None:
    """In boards.kts two parts of one letter are two pieces; in GNOME Klotski that is an error."""
    rows = ["#####", "#a**#", "#a**#", "#b b#", "##--#", "   ..", "   .."]
    puzzle = first("<Own>\n" + "\n".join(f"@{row}@" for row in rows)).puzzle
    assert len(set(puzzle["start"]["picture"][3]) - set("#.")) == 2
    assert "in two parts" in refusal("\n".join(rows))


def test_cells_outside_of_a_map_that_is_too_large() -> None:
    """Cells that no piece needs are left out of a map with more than 64; the way of * to the dots is not."""
    rows = ["  ######  ", *["  #a**b#  "] * 2, *["  #cdef#  "] * 2, "  #    #  ", "  ##--##  ", *["        .."] * 2]
    for left, cells in ((1, 61), (0, 36)):
        puzzle = first("\n".join(f"@{row[left:]}@" for row in rows)).puzzle
        assert puzzle["goal"]["at"]["*"] == [7, 8 - left]
        assert sum(mark != "#" for row in puzzle["start"]["picture"] for mark in row) == cells


@pytest.mark.parametrize("form", ["@{}@", '"{}" +'])
def test_blanks_at_the_sides_of_a_frame_are_cells(form: str) -> None:
    """The way from the door to the dots may lead through a column that has blanks only."""
    rows = [" ##### ", " -  *# ", " #a b# ", " ##### ", "      ."]
    assert first("\n".join(map(form.format, rows))).puzzle["start"]["picture"] == [
        ".#####.",
        "....*#.",
        ".#a.b#.",
        ".#####.",
        ".......",
    ]


def test_cells_that_leave_several_goals() -> None:
    """If block 0 may cover the cells g in several ways, each is a reading, and the goal is assumed."""
    readings = read_text("######\n#00.2#\n#00..#\n#..g.#\n#....#\n######")
    assert [each.puzzle["goal"]["at"]["0"] for each in readings] == [[2, 2], [2, 3], [3, 2], [3, 3]]
    assert {each.assumed for each in readings} == {("/puzzle/goal",)}
    assert {each.puzzle["metric"] for each in readings} == {"step"}
