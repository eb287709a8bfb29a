"""Puzzles as programs and people write them, with the noise around: no text is read as another puzzle in silence."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from fewest.notation import JsonObject
from fewest.notation.errors import InvalidRequest
from fewest.notation.formats import read_text
from fewest.notation.puzzle import load_puzzle
from fewest.solver.canonical import canonical
from tests.effort import examples, seeds

TEXTS = 1_000
"""Of each seed; with those of `make test-faults`, there are 100,000."""

Written = tuple[str, JsonObject]
Chance = random.Random

ENGLISH = ["##...##", "##...##", ".......", ".......", ".......", "##...##", "##...##"]


# Boards by chance


def cars(chance: Chance) -> tuple[list[str], str]:
    """The rows of a board of Rush Hour, dots where it is empty, and the name of the red car."""
    side, red = chance.choice((5, 6, 6, 6, 6, 7)), chance.choice("XXRA")
    cells = [["."] * side for _ in range(side)]
    row = (side - 1) // 2
    column = chance.randrange(side - 2)
    cells[row][column] = cells[row][column + 1] = red
    for name in "BCDEFGHIJKLMNPQST"[: chance.randrange(2, side + 5)]:
        length, across = chance.choice((2, 2, 3)), chance.random() < 0.5
        r, c = chance.randrange(side), chance.randrange(side)
        places = [(r, c + n) if across else (r + n, c) for n in range(length)]
        if all(r < side and c < side and cells[r][c] == "." for r, c in places) and not (across and r == row):
            for r, c in places:
                cells[r][c] = name
    return ["".join(line) for line in cells], red


def rush(rows: Sequence[str], red: str) -> JsonObject:
    """The puzzle of a board of Rush Hour."""
    goal = {"at": {red: [(len(rows) - 1) // 2, len(rows) - 2]}}
    return {"kind": "block", "start": {"picture": list(rows)}, "goal": goal, "metric": "line", "axis": "long"}


def huarong(chance: Chance) -> list[str]:
    """The rows of a board of Klotski: one square, and blocks of two cells or one; two cells are empty."""
    while True:
        cells = [["."] * 4 for _ in range(5)]
        top, left = chance.randrange(4), chance.randrange(3)
        names = iter("BCDEFGHIJKLMNPQ")
        for r, c in ((top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)):
            cells[r][c] = "A"
        for r in range(5):
            for c in range(4):
                if cells[r][c] != ".":
                    continue
                right, below = c < 3 and cells[r][c + 1] == ".", r < 4 and cells[r + 1][c] == "."
                choice = chance.choice([(0, 0), *[(0, 1)] * right, *[(1, 0)] * below])
                name = next(names, ".")
                for place in {(r, c), (r + choice[0], c + choice[1])}:
                    cells[place[0]][place[1]] = name
        ones = [n for n in "BCDEFGHIJKLMNPQ" if sum(line.count(n) for line in cells) == 1]
        if (top, left) != (3, 1) and len(ones) > 3:
            free = chance.sample(ones, 2)
            return ["".join("." if mark in free else mark for mark in line) for line in cells]


def klotski(rows: Sequence[str]) -> JsonObject:
    """The puzzle of a board of Klotski."""
    return {"kind": "block", "start": {"picture": list(rows)}, "goal": {"at": {"A": [3, 1]}}, "metric": "path"}


def tiles(chance: Chance, least: int = 2) -> tuple[list[list[int]], JsonObject]:
    """The rows of an n-puzzle, and the puzzle with its usual goal."""
    rows, columns = chance.randint(least, 4), chance.randint(max(least, 3), 5)
    pieces = list(range(rows * columns))
    chance.shuffle(pieces)
    board = {"rows": rows, "columns": columns}
    document = {"kind": "slide", "board": board, "start": pieces, "goal": [*range(1, len(pieces)), 0]}
    return [pieces[at : at + columns] for at in range(0, len(pieces), columns)], document


def pegs(chance: Chance) -> tuple[list[str], JsonObject]:
    """The picture of a jump board on a square grid, and the puzzle to leave one peg."""
    grid = ENGLISH
    if chance.random() < 0.5:
        grid = ["." * chance.randint(3, 6)] * chance.randint(3, 6)
    while True:
        share = chance.uniform(0.2, 0.8)
        picture = ["".join("o" if m == "." and chance.random() < share else m for m in row) for row in grid]
        if 1 < "".join(picture).count("o") < "".join(grid).count(".") - 1:
            break
    board = {"grid": list(grid), "lines": "orthogonal"}
    return picture, {"kind": "jump", "board": board, "start": {"picture": picture}, "goal": {"count": 1}}


# How they are written


def rush_line(chance: Chance) -> Written:
    """One line, the empty cell written in some way."""
    rows, red = cars(chance)
    return "".join(rows).replace(".", chance.choice(".o-_0")), rush(rows, red)


def rush_card(chance: Chance) -> Written:
    """A line with numbers before and behind."""
    text, puzzle = rush_line(chance)
    form = chance.choice(("{n} {text}", "{text} {n}", "{n} {text} 1234"))
    return form.format(n=chance.randrange(1, 60), text=text), puzzle


def rush_rows(chance: Chance) -> Written:
    """Rows, the empty cell written in some way."""
    rows, red = cars(chance)
    return "\n".join(rows).replace(".", chance.choice(".o-_")), rush(rows, red)


def rush_csv(chance: Chance) -> Written:
    """A car a line: name, orientation, column and row from 1, length."""
    while True:
        rows, red = cars(chance)
        if len(rows) == 6:
            rows, red = [row.replace(red, "X") for row in rows], "X"
            break
    lines = ["car,orientation,col,row,length"]
    for name in sorted({*"".join(rows)} - {"."}):
        places = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == name]
        (r, c), across = places[0], len({r for r, _ in places}) == 1
        lines.append(f"{name},{'H' if across else 'V'},{c + 1},{r + 1},{len(places)}")
    return "\n".join(lines), rush(rows, red)


def klotski_letters(chance: Chance) -> Written:
    """Rows of letters."""
    rows = huarong(chance)
    return "\n".join(rows), klotski(rows)


def klotski_numbers(chance: Chance) -> Written:
    """Rows of numbers with blanks or commas between, or a list of them, 0 where it is empty."""
    rows = huarong(chance)
    numbers = [[0 if mark == "." else "ABCDEFGHIJKLMNPQ".index(mark) + 1 for mark in row] for row in rows]
    between = chance.choice((" ", ",", ", ", ""))
    text = "\n".join(between.join(map(str, row)) for row in numbers) if between else json.dumps(numbers)
    return text, klotski(rows)


def klotski_code(chance: Chance) -> Written:
    """20 digits: 0 empty, 1 covered, 2 a soldier, 3 upright, 4 lying, 5 the square."""
    rows = huarong(chance)
    seen, code = set[str](), ""
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            places = [(a, b) for a, line in enumerate(rows) for b, other in enumerate(line) if other == mark]
            kind = {1: "2", 4: "5"}.get(len(places)) or ("4" if len({a for a, _ in places}) == 1 else "3")
            code += "0" if mark == "." else "1" if mark in seen else kind
            seen |= {mark} - {"."}
            assert (r, c) in places
    return code, klotski(rows)


def matrix(chance: Chance) -> Written:
    """Rows of numbers with blanks, commas, semicolons, bars or tabs between, or a list; the empty cell in some way."""
    rows, puzzle = tiles(chance)
    between = chance.choice((" ", "  ", ", ", ",", ";", "\t", " | ", ""))
    if not between:
        return f"{chance.choice(('', 'board = ', 'start: '))}{rows}", puzzle
    empty = chance.choice(("0", "0", "0", "_", "x", "."))
    return "\n".join(between.join(str(piece) if piece else empty for piece in row) for row in rows), puzzle


def aligned(chance: Chance) -> Written:
    """Rows of numbers aligned to the right, as programs print them, a blank for the empty cell or a mark."""
    rows, puzzle = tiles(chance, 3)
    empty = chance.choice(("0", "_", "."))
    return "\n".join(" ".join(f"{piece or empty:>2}" for piece in row) for row in rows), puzzle


def boxed(chance: Chance) -> Written:
    """A table with lines around every cell."""
    rows, puzzle = tiles(chance)
    rule = "+" + "----+" * len(rows[0])
    body = ["|" + "".join(f" {piece or '':>2} |" for piece in row) for row in rows]
    return "\n".join([rule, *(line for row in body for line in (row, rule))]), puzzle


def sized(chance: Chance) -> Written:
    """A line with the side of the square before its rows."""
    side = chance.choice((3, 4))
    pieces = chance.sample(range(side * side), side * side)
    rows = [" ".join(map(str, pieces[at : at + side])) for at in range(0, side * side, side)]
    board = {"rows": side, "columns": side}
    puzzle = {"kind": "slide", "board": board, "start": pieces, "goal": [*range(1, side * side), 0]}
    return "\n".join([str(side), *rows]), puzzle


def sgt_fifteen(chance: Chance) -> Written:
    """Width, height and the numbers."""
    rows, puzzle = tiles(chance)
    return f"{len(rows[0])}x{len(rows)}:" + ",".join(str(piece) for row in rows for piece in row), puzzle


def both(chance: Chance) -> Written:
    """A start and a goal, one above the other or side by side."""
    rows, puzzle = tiles(chance)
    pieces = [piece for row in rows for piece in row]
    chance.shuffle(pieces)
    goal = [pieces[at : at + len(rows[0])] for at in range(0, len(pieces), len(rows[0]))]
    start, end = ([" ".join(f"{piece:>2}" for piece in row) for row in each] for each in (rows, goal))
    text = "\n".join([*start, chance.choice(("", "->", "Goal:")), *end])
    if chance.random() < 0.3:
        text = "\n".join(f"{a}      {b}" for a, b in zip(start, end, strict=True))
    return text, puzzle | {"goal": pieces}


def drawn(chance: Chance) -> Written:
    """A drawing of pegs, with blanks between the columns and perhaps empty lines between the rows."""
    picture, puzzle = pegs(chance)
    gap = " " * chance.randrange(4)
    peg, hole, wall = chance.choice(("o. ", "●○ ", "o.#", "*o ", "10 "))
    rows = [gap.join({"o": peg, ".": hole, "#": wall}[mark] for mark in row).rstrip() for row in picture]
    return chance.choice(("\n", "\n", "\n\n")).join(rows), puzzle


def peg_matrix(chance: Chance) -> Written:
    """-1 off the board, 0 a hole, 1 a peg: with blanks, commas, or as a list."""
    picture, puzzle = pegs(chance)
    numbers = [[{"#": -1, ".": 0, "o": 1}[mark] for mark in row] for row in picture]
    between = chance.choice((" ", ",", ""))
    return "\n".join(between.join(f"{n:>2}" for n in row) for row in numbers) if between else str(numbers), puzzle


def sgt_pegs(chance: Chance) -> Written:
    """Width, height, then O off the board, P a peg, H a hole."""
    picture, puzzle = pegs(chance)
    return f"{len(picture[0])}x{len(picture)}:" + "".join(picture).translate(str.maketrans("#.o", "OHP")), puzzle


def bits(chance: Chance) -> Written:
    """The 33 holes of the English board in one line, or in a list."""
    while True:
        picture, puzzle = pegs(chance)
        if picture[0].startswith("##"):
            break
    holes = "".join(picture).replace("#", "").replace("o", "1").replace(".", "0")
    return chance.choice((holes, f"[{', '.join(holes)}]")), puzzle


def joined(chance: Chance) -> Written:
    """Holes with lines between them."""
    while True:
        picture, puzzle = pegs(chance)
        if not picture[0].startswith("##"):
            break
    rule = "\n" + " ".join("|" * len(picture[0])) + "\n"
    return rule.join("-".join(row) for row in picture), puzzle


WRITERS: tuple[Callable[[Chance], Written], ...] = (
    *(rush_line, rush_card, rush_rows, rush_csv, klotski_letters, klotski_numbers, klotski_code),
    *(matrix, aligned, boxed, sized, sgt_fifteen, both, drawn, peg_matrix, sgt_pegs, bits, joined),
)


# Noise

NOISE: tuple[Callable[[str], str], ...] = (
    lambda text: text,
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text + "\n\n",
    lambda text: "\n" + text.replace("\n", "  \n"),
    lambda text: f"Puzzle 12\n\n{text}",
    lambda text: f"# an easy one\n{text}\n",
    lambda text: f"```\n{text}\n```",
    lambda text: "\n".join("> " + line for line in text.splitlines()),
    lambda text: f"Can you solve this?\n{text}\nThanks!",
    lambda text: "\n".join("    " + line for line in text.splitlines()),
)


def key(document: JsonObject) -> str:
    """The key of a puzzle: the same for equal puzzles."""
    return canonical(load_puzzle(document).puzzle).key


def heard(text: str, right: JsonObject) -> str:
    """How a text is read: right, refused, right in another reading, with a notice, or wrong."""
    try:
        readings = read_text(text)
    except InvalidRequest:
        return "refused"
    puzzle: Any = load_puzzle(right).puzzle
    wanted = ""
    for number, reading in enumerate(readings):
        if reading.loaded.puzzle != puzzle:
            wanted = wanted or key(right)
            if key(reading.puzzle) != wanted:
                continue
        return "other" if number else "right"
    return "notice" if readings[0].notices else "wrong"


@pytest.mark.parametrize("seed", [*seeds(25), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(25, 100))])
def test_no_text_is_another_puzzle_in_silence(seed: int) -> None:
    """Every puzzle that is written in a format, with noise around it, is read as itself, or refused, or doubted."""
    chance = random.Random(seed)
    found = dict.fromkeys(("right", "refused", "other", "notice"), 0)
    texts = examples(TEXTS)
    for _ in range(texts):
        text, right = chance.choice(WRITERS)(chance)
        noisy = chance.choice(NOISE)(text)
        said = heard(noisy, right)
        assert said != "wrong", (noisy, right)
        found[said] += 1
    assert found["right"] > 0.9 * texts, found


@pytest.mark.parametrize("write", WRITERS, ids=lambda write: write.__name__)
def test_every_format_is_read_as_it_is_written(write: Callable[[Chance], Written]) -> None:
    """Without noise, every text is read, and its puzzle is the first reading but for few exceptions."""
    chance = random.Random(7)
    found = [heard(*write(chance)) for _ in range(60)]
    assert {*found} <= {"right", "other"}, found
    assert found.count("right") > 50, found
