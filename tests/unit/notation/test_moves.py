"""Moves as text: every notation reads back to the moves that it was written from, and what is of none has its place."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from fewest.boards import catalogue
from fewest.notation.errors import InvalidRequest, TextPlace
from fewest.notation.kinds import KINDS
from fewest.notation.move_lists import lattice
from fewest.notation.moves import MAX_CHARACTERS, MovesRead, read_moves
from fewest.notation.puzzle import ParsedPuzzle, load_puzzle
from fewest.solver.kinds import kind_of
from fewest.solver.verify import judge

EIGHT: dict[str, Any] = {"kind": "slide", "board": {"rows": 3, "columns": 3}}
EIGHT |= {"start": [1, 2, 3, 4, 5, 6, 0, 7, 8], "goal": [1, 2, 3, 4, 5, 6, 7, 8, 0]}
TWO = EIGHT | {"start": [1, 0, 2, 3, 0, 4, 5, 6, 7], "goal": [1, 2, 3, 4, 5, 6, 7, 0, 0]}
ENGLISH: dict[str, Any] = {"kind": "jump", "board": {"name": "english"}}
ENGLISH |= {"start": {"empty": [16]}, "goal": {"pegs": [16]}}
TRIANGLE = ENGLISH | {"board": {"name": "triangle-15"}, "start": {"empty": [0]}, "goal": {"count": 1}}
CARD: dict[str, Any] = {"kind": "block", "board": {"rows": 6, "columns": 6}, "metric": "line", "axis": "long"}
CARD |= {"start": {"picture": ["AA...O", "P..Q.O", "PXXQ.O", "P..Q..", "B...CC", "B.RRR."]}}
CARD |= {"goal": {"at": {"X": [2, 4]}}}
NUMBERED: dict[str, Any] = {"kind": "block", "board": {"rows": 2, "columns": 3}, "metric": "step"}
NUMBERED |= {"start": {"pieces": [1, 2, 0, 1, 0, 0]}, "goal": {"cells": {"1": [1, 4]}}}

LYING: dict[str, Any] = {"kind": "block", "start": {"picture": ["A.B", "..."]}, "goal": {"at": {"B": [1, 1]}}}
LYING |= {"metric": "path"}
CENTRAL = "x:x=ex,lj,ck,Pf,DP,GI,JH,mG,GI,ik,gi,LJ,JH,Hl,lj,jh,CK,pF,AC,CK,Mg,gi,ac,ck,kI,dp,pF,FD,DP,Pp,ox"


def read(puzzle: Any, text: str) -> MovesRead:
    return read_moves(puzzle if isinstance(puzzle, ParsedPuzzle) else load_puzzle(puzzle), text)


@pytest.mark.parametrize(
    ("puzzle", "text", "how"),
    [
        (EIGHT, "RR", "directions of the empty cell"),
        (EIGHT, "r r.", "directions of the empty cell"),
        (EIGHT, "right, Right", "directions of the empty cell"),
        (EIGHT, "→→", "directions of the empty cell"),
        (EIGHT, "R → R", "directions of the empty cell"),
        (EIGHT, "Solution: 1. R\n2. R\n", "directions of the empty cell"),
        (EIGHT, '["R", "R"]', "directions of the empty cell"),
        (EIGHT, "R2", "directions of the empty cell"),
        (EIGHT, "LL", "directions of the piece that moves"),
        (EIGHT, "7 8", "numbers of the pieces that move"),
        (EIGHT, "7 left, 8 left", "pieces with directions"),
        (EIGHT, "7L 8L", "pieces with directions"),
        (EIGHT, "MOVE    :4:M2,2\n", "where the empty cell goes, by column and row from 0"),
        (EIGHT, "7-6 8-7", "places by their numbers from 0"),
        (EIGHT, "[[7, 6], [8, 7]]", "places by their numbers from 0"),
        (EIGHT, "8-7, 9-8", "places by their numbers from 1"),
        (EIGHT, "b3-a3 c3-b3", "columns as letters and rows as numbers from the top"),
        (EIGHT, "b1-a1 c1-b1", "columns as letters and rows as numbers from the bottom"),
        (EIGHT, "(2,1)->(2,0), (2,2)->(2,1)", "rows and columns from 0"),
        (EIGHT, "(3,2)->(3,1), (3,3)->(3,2)", "rows and columns from 1"),
        (CARD, "CL3 OD3 AR1 PU1 BU1 RL2 QD2 XR3", "pieces with directions and numbers of cells"),
        (CARD, "C L 3, O D 3, A R, P U, B U, R L 2, Q D 2, X R 3", "pieces with directions and numbers of cells"),
        (CARD, "C left 3\nO down 3\nAR\nPU\nBU\nRL2\nQD2\nXR3", "pieces with directions and numbers of cells"),
        (CARD, "C-3 O+3 A+1 P-1 B-1 R-2 Q+2 X+3", "pieces with + for cells to the right or down and - for"),
        (TRIANGLE, "DA FD AF GB MD BG JH GI OM LN FM NL KM", "letters of the holes"),
        (ENGLISH, CENTRAL, "letters of the holes"),
        (LYING, '[{"step":1,"blockIdx":1,"dirIdx":3},{"step":1,"blockIdx":1,"dirIdx":0}]', "steps of npm's klotski"),
        (
            LYING,
            "[ { step: 7, blockIdx: 1, dirIdx: 3 }, { step: 7, blockIdx: 1, dirIdx: 0 } ]",
            "steps of npm's klotski",
        ),
        (NUMBERED, "2R1 1R1", "pieces with directions and numbers of cells"),
        (NUMBERED, "2R 1R", "pieces with directions and numbers of cells"),
        (NUMBERED, "2 R 1 1 R 1", "pieces with directions and numbers of cells"),
        (NUMBERED, "1-2 0-1", "places by their numbers from 0"),
        (TRIANGLE, "4-1, 6-4, 1-6, 7-2, 13-4, 2-7, 10-8, 7-9, 15-13, 12-14, 6-13, 14-12, 11-13", "numbers from 1"),
        (
            TRIANGLE,
            "4 to 1, from 6 to 4, from 1 to 6, 7 to 2, 13x4, 2 x 7, 10→8 7=>9, 15-13. 12-14 6-13 14-12 11-13.",
            "numbers from 1",
        ),
    ],
)
def test_notations(puzzle: Any, text: str, how: str) -> None:
    """A text of each notation is read as such, and leads to the goal."""
    found = read(puzzle, text)
    assert found.fault is None
    if how:
        assert how in found.said
        assert found.verdict.reaches_goal


@pytest.mark.parametrize(
    ("text", "moves", "how"),
    [
        ("d2-d4", 1, "from the top"),
        ("D2d4", 1, "from the top"),
        ("d2 x d4", 1, "from the top"),
        ("1) d2-d4\n2) b3-d3", 2, "from the top"),
        ("4-16", 1, "numbers from 0"),
        ("04 -> 16", 1, "numbers from 0"),
        ("5-17, 12-10, 26-12, 24-26 (13-11, 11-25)", 5, "numbers from 1"),
        ("Peg 5 jumps Peg 10 to Hole 17.", 1, "from, over, to: places by their numbers from 1"),
        ("1 103 203 303 2 201 202 203", 2, "from, over, to: numbers such as 503"),
        ("103 203 303", 1, "from, over, to: numbers such as 503"),
        ("103-303", 1, "numbers such as 503"),
        ("MOVE    :7:3,1-3,3", 1, "rows and columns from 0"),
    ],
)
def test_pegs(text: str, moves: int, how: str) -> None:
    """First moves of the central game, as books, pages and programs write them; of a flip, both sides are named."""
    found = read(ENGLISH, text)
    assert (found.verdict.length, how in found.said) == (moves, True)
    if "top" in how:
        assert "from the bottom, they are legal, too" in found.said


def test_two_meanings() -> None:
    """Of two meanings under which all moves are legal, the one that reaches the goal is taken; else the most usual."""
    middle = EIGHT | {"start": [1, 2, 3, 4, 0, 5, 7, 8, 6]}
    assert "directions of the empty cell" in (found := read(middle, "RD")).said
    assert found.verdict.reaches_goal
    assert "legal, too" in found.said
    assert read(middle, "LU").said.startswith("The moves are read as directions of the piece that moves.")
    assert read(middle, "L").said.startswith("The moves are read as directions of the empty cell.")
    assert not read(middle, "L").verdict.reaches_goal


def test_last_car_leaves() -> None:
    """The last move of a list for Rush Hour takes the car out of the board: it counts as far as the edge."""
    moves = "Sol: CL3 OD3 AR1 PU1 BU1 RL2 QD2 XR5 ."
    found = read(CARD, moves)
    assert (found.verdict.reaches_goal, found.verdict.length) == (True, 8)
    assert "the last piece leaves the board" in found.said
    for text in (moves.replace("5", "6"), "AL1", "AL2 CL3", "XR5"):
        assert read(CARD, text).fault


@pytest.mark.parametrize(
    ("puzzle", "text", "fault"),
    [
        (EIGHT, "R\nRU L\nU U", 'move 6, "U" (line 3, column 3), is not legal here'),
        (EIGHT, "91 8 7", 'move 1, "91" (line 1, column 1), names a place or a piece that is not there'),
        (ENGLISH, "d2-d4, d2-d3", 'move 2, "d2-d3" (line 1, column 8), is not legal here'),
        (ENGLISH, "d2-d9", 'move 1, "d2-d9" (line 1, column 1), names a place or a piece that is not there'),
        (CARD, "CL3 CL3", 'move 2, "CL3" (line 1, column 5), is not legal here'),
        (EIGHT, 1000 * "U9R9", 'move 3, "U9" (line 1, column 1), is not legal here'),
        (EIGHT, 5001 * "RL", 'move 10001, "R" (line 1, column 10001), is one more than the 10000 moves that are read'),
        (TWO, "R", 'move 1, "R" (line 1, column 1), could be several moves here'),
    ],
)
def test_faults(puzzle: Any, text: str, fault: str) -> None:
    """The first move that is not legal is named with its words and their place."""
    found = read(puzzle, text)
    assert (found.fault, found.verdict.error, found.verdict.legal) == (fault, fault, False)


@pytest.mark.parametrize(
    ("puzzle", "text", "place"),
    [
        (EIGHT, "RRX", TextPlace(1, 3, 1)),
        (EIGHT, "", TextPlace(1, 1, 1)),
        (EIGHT, " \n ", TextPlace(1, 1, 1)),
        (EIGHT, "R\n  hello", TextPlace(2, 3, 5)),
        (ENGLISH, "d2", TextPlace(1, 1, 2)),
        (ENGLISH, "4-16 d2-d4", TextPlace(1, 6, 5)),
        (ENGLISH, "4-16 -", TextPlace(1, 6, 1)),
        (CARD, "CL3 ZL1", TextPlace(1, 5, 3)),
    ],
)
def test_refusals(puzzle: Any, text: str, place: TextPlace) -> None:
    """What is of no notation is an error with the line and the column of the first word that fits none."""
    with pytest.raises(InvalidRequest) as refused:
        read(puzzle, text)
    (error,) = refused.value.errors
    assert (error.pointer, error.place) == ("/moves", place)


def test_openings_are_kept() -> None:
    """The rules of a puzzle hold for moves as text, too."""
    puzzle = ENGLISH | {"opening": [[28, 23, 16]]}
    assert read(puzzle, "4-16").verdict.error == "move 1: the opening makes the jump [28, 23, 16] here"
    assert read(puzzle, "28-16").verdict.legal


LETTERS = "abcdefghijklm"
ARROWS = dict(zip("ULRD", "↑←→↓", strict=True))
WORDS = {"U": "up", "L": "left", "R": "right", "D": "down"}
WAYS = {(-1, 0): "U", (0, -1): "L", (0, 1): "R", (1, 0): "D"}
OPPOSITE = dict(zip("ULRD", "DRLU", strict=True))


def game(loaded: ParsedPuzzle, random: Random, most: int) -> list[Any]:
    """Random legal moves from the start."""
    rules = kind_of(loaded.puzzle).rules(loaded.puzzle)
    position: Any = loaded.puzzle.start
    moves: list[Any] = []
    while len(moves) < most and (following := list(rules.successors(position))):
        move, after = random.choice(following)
        if loaded.puzzle.kind == "jump" and moves and moves[-1][-1][2] == move[0][0]:
            break  # one peg in a row is one move
        moves.append(move)
        position = after
    return moves


def places_of(loaded: ParsedPuzzle) -> list[tuple[int, int]]:
    grid = lattice(loaded.layout or [])
    assert grid is not None
    return sorted(grid, key=grid.__getitem__)


def placed(loaded: ParsedPuzzle, moves: Sequence[Sequence[int]]) -> dict[str, str]:
    """Moves between places, in every notation of places."""
    at = places_of(loaded)
    last = max(row for row, _ in at)
    names: dict[str, Callable[[int], str]] = {
        "numbers": str,
        "from 1": lambda place: str(place + 1),
        "letters": lambda place: f"{LETTERS[at[place][1]]}{at[place][0] + 1}",
        "from the bottom": lambda place: f"{LETTERS[at[place][1]]}{last - at[place][0] + 1}",
        "503": lambda place: str(100 * at[place][0] + at[place][1]),
        "rows": lambda place: f"({at[place][0]}, {at[place][1]})",
        "columns": lambda place: f"{at[place][1]},{at[place][0]}",
    }
    texts = {name: ", ".join("-".join(map(write, move)) for move in moves) for name, write in names.items()}
    texts |= {"lines": "\n".join(f"{n}. {' -> '.join(map(str, move))}" for n, move in enumerate(moves, 1))}
    texts |= {"list": json.dumps(moves)}
    return texts


def slides(random: Random) -> tuple[ParsedPuzzle, list[Any], dict[str, str]]:
    rows, columns = random.randint(2, 4), random.randint(2, 4)
    start = random.sample(range(rows * columns), rows * columns)
    puzzle = {"kind": "slide", "board": {"rows": rows, "columns": columns}, "start": start, "goal": sorted(start)}
    loaded = load_puzzle(puzzle)
    moves = game(loaded, random, random.randint(1, 30))
    cells, ways, pieces = list(start), [], []
    for a, b in moves:
        pieces.append(str(cells[a]))
        ways.append(WAYS[b // columns - a // columns, b % columns - a % columns])
        cells[a], cells[b] = 0, cells[a]
    loaded = load_puzzle(puzzle | {"goal": cells})
    texts = placed(loaded, moves) | {"empty": "".join(OPPOSITE[way] for way in ways), "piece": " ".join(ways)}
    texts |= {"words": ", ".join(WORDS[way].title() for way in ways), "arrows": "".join(ARROWS[way] for way in ways)}
    texts |= {"small": "".join(ways).lower(), "pieces": " ".join(pieces)}
    texts |= {"both": " ".join(f"{piece}{way}" for piece, way in zip(pieces, ways, strict=True))}
    texts |= {"sgt": "".join(f"MOVE    :4:M{a % columns},{a // columns}\n" for a, _ in moves)}
    return loaded, moves, texts


def blocks(random: Random) -> tuple[ParsedPuzzle, list[Any], dict[str, str]]:
    size = random.randint(3, 5)
    drawn = [["A", "A", *"." * (size - 2)], *(["."] * size for _ in range(size - 1))]
    for name in "BCDE"[: random.randint(0, 4)]:
        row, column = random.randrange(size), random.randrange(size)
        height, width = random.choice([(1, 2), (2, 1), (1, 3)])
        cells = [(row + r, column + c) for r in range(height) for c in range(width)]
        if all(max(cell) < size and drawn[cell[0]][cell[1]] == "." for cell in cells):
            for r, c in cells:
                drawn[r][c] = name
    picture = ["".join(row) for row in drawn]
    puzzle: dict[str, Any] = {"kind": "block", "start": {"picture": picture}, "goal": {"picture": picture}}
    puzzle |= {"metric": random.choice(["line", "step"]), "axis": "long"}
    if "." not in "".join(picture):
        return blocks(random)
    loaded = load_puzzle(puzzle)
    moves = game(loaded, random, random.randint(1, 20))
    if not moves:  # every piece is stuck
        return blocks(random)
    names, ways, cells = [], [], []
    rules: Any = kind_of(loaded.puzzle).rules(loaded.puzzle)
    position: Any = loaded.puzzle.start
    for a, b in moves:
        names.append(loaded.puzzle.name_of(position[a]))  # type: ignore[attr-defined]
        down, right = b // size - a // size, b % size - a % size
        cells.append(abs(down + right))
        ways.append(WAYS[down // cells[-1], right // cells[-1]])
        position = rules.after(position, (a, b))
    parts = list(zip(names, ways, cells, strict=True))
    texts = placed(loaded, moves) | {"close": " ".join(f"{name}{way}{n}" for name, way, n in parts)}
    texts |= {"wide": ", ".join(f"{name} {way} {n}" for name, way, n in parts)}
    texts |= {"words": "".join(f"Move piece {name} {WORDS[way].upper()} by {n} steps\n" for name, way, n in parts)}
    texts |= {"signs": ", ".join(f"{name}{'+' if way in 'RD' else '-'}{n}" for name, way, n in parts)}
    return loaded, moves, texts


def jumps(random: Random) -> tuple[ParsedPuzzle, list[Any], dict[str, str]]:
    name = random.choice(["english", "french", "triangle-15", "wiegleb", "diamond"])
    holes = len(catalogue()[name]["layout"])
    pegs = sorted(random.sample(range(holes), random.randint(2, holes - 1)))
    puzzle = {"kind": "jump", "board": {"name": name}, "start": {"pegs": pegs}, "goal": {"count": 1}}
    loaded = load_puzzle(puzzle)
    moves = game(loaded, random, random.randint(1, 12))
    if not moves:
        return jumps(random)
    chains = KINDS["jump"].dump_solution(loaded.puzzle, tuple(moves))["moves"]
    singles = [jump for move in moves for jump in move]
    at = [100 * row + column for row, column in places_of(loaded)]
    texts = placed(loaded, chains)
    texts |= {"sol": " ".join(f"{n} {at[a]} {at[o]} {at[b]}" for n, (a, o, b) in enumerate(singles, 1))}
    texts |= {"over": "\n".join(f"Peg {a + 1} jumps peg {o + 1} to hole {b + 1}." for a, o, b in singles)}
    return loaded, chains, texts


@pytest.mark.parametrize("make", [slides, blocks, jumps])
def test_what_is_written_reads_back(make: Callable[[Random], tuple[ParsedPuzzle, list[Any], dict[str, str]]]) -> None:
    """Random games, written in every notation, lead to the position that their moves lead to; where other meanings are
    legal, too, the sentence says so, or the goal decides.
    """
    seed = Random().randrange(10**9)
    random = Random(seed)
    for number in range(60):
        loaded, moves, texts = make(random)
        wanted = judge(loaded.puzzle, moves, None)
        for name, text in texts.items():
            found = read(loaded, text)
            assert found.verdict.legal, (seed, number, name, text)
            assert found.verdict == wanted or "legal, too" in found.said, (seed, number, name, text)


def test_bounds() -> None:
    """The longest texts, whatever they are made of, take as long as the longest lists."""
    puzzles = [load_puzzle(each) for each in (EIGHT, CARD, ENGLISH)]
    words = ["RL", "1,", "1-", "(", "\n", "a1", "(1,1)", "1. ", "sol:"]
    for text in [(word * MAX_CHARACTERS)[:MAX_CHARACTERS] for word in words]:
        for puzzle in puzzles:
            before = time.thread_time()
            with suppress(InvalidRequest):
                read(puzzle, text)
            assert time.thread_time() - before < 5
