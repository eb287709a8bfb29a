"""The puzzles that are measured: two ladders from small to large, and sets, all with their known answers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fewest.boards.atlas import read_atlas
from fewest.design.jump.survey import first_images, single_vacancies
from fewest.notation.atlas import puzzle_document
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.solver.jump.board import JumpBoard, board_from_grid, mask_of
from fewest.solver.jump.proofs import prove
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.model import Puzzle, Want
from fewest.solver.slide import board as slide
from fewest.solver.slide.puzzle import SlidePuzzle

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests" / "cases"
ATLAS = ROOT / "fewest" / "boards" / "atlas.jsonl"

BELL = "G. I. Bell, JIS 11 (2008), OEIS A127500"
HIROI = "M. Hiroi"
KORF = "R. E. Korf, Artificial Intelligence 27 (1985)"

ENGLISH = ("  ...  ", "  ...  ", ".......", ".......", ".......", "  ...  ", "  ...  ")
FRENCH = ("  ...  ", " ..... ", ".......", ".......", ".......", " ..... ", "  ...  ")


@dataclass(frozen=True, slots=True)
class LadderAnswer:
    """What is known of a puzzle: the fewest moves, None if it has no solution; the number of solutions, if known."""

    length: int | None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Rung:
    """A puzzle, or a set of puzzles, to be solved by every program.

    Attributes
    ----------
    ladder
        ``jump`` or ``slide``; ``sets`` for sets of puzzles, which only the library solves.
    name
        Names it in options and files.
    title
        Names it in tables.
    size
        Jumps of a solution, or cells of the board.
    want
        One solution, or the number of all.
    puzzles, answers
        As clients write them; what is known of each.
    source
        Where the answers are from.
    columns
        Of a rectangle of cells.
    """

    ladder: str
    name: str
    title: str
    size: int
    want: Want
    puzzles: tuple[dict[str, Any], ...]
    answers: tuple[LadderAnswer, ...]
    source: str
    columns: int | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, or the first of the set."""
        return load_puzzle(self.puzzles[0]).puzzle


@cache
def ladders() -> tuple[Rung, ...]:
    """All rungs, in the order in which they are measured and shown."""
    return (*jump_ladder(), *slide_ladder(), *sets())


def jump_ladder() -> Iterator[Rung]:
    """Jump boards by the number of jumps of a solution."""
    sources = cases("jump_sources.json")

    def rung(name: str, title: str, puzzle: Puzzle, answer: LadderAnswer, source: str, want: Want = Want.COUNT) -> Rung:
        assert isinstance(puzzle, JumpPuzzle)
        jumps = puzzle.start.bit_count() - puzzle.goal.min_pegs
        return Rung("jump", name, title, jumps, want, (dump_puzzle(puzzle),), (answer,), source)

    def of_sources(case: str, name: str, title: str) -> Rung:
        puzzle, answer = sources[case]
        return rung(name, title, puzzle, answer, HIROI)

    def of_triangle(side: int, empty: int, last: int, answer: LadderAnswer) -> Rung:
        board = board_from_grid(["." * n for n in range(1, side + 1)], "triangular")[0]
        title = f"triangle of {board.holes} holes, {empty} to {last}"
        return rung(f"triangle-{board.holes}", title, single(board, empty, last), answer, BELL)

    middle = dict(middles())
    plain = "plain breadth-first search"
    yield of_sources("hoppers", "hoppers", "Hoppers, 13 holes")
    yield of_sources("peg15-complement-10-6-3", "triangle-15", "triangle of 15 holes, opening 10-6-3")
    yield rung("english-14", "English board, 14 pegs left", middle[14], LadderAnswer(7, 4), plain)
    yield rung("english-16", "English board, 16 pegs left", middle[16], LadderAnswer(7, 122), plain)
    yield of_triangle(6, 1, 1, LadderAnswer(9, 394))
    yield rung("english-20", "English board, 20 pegs left", middle[20], LadderAnswer(9, 266), plain)
    yield of_sources("triangle21", "horned-triangle", "変形三角盤, 21 holes")
    yield of_sources("tritri-centre", "tritri", "トライトライ, 25 holes, centre to centre")
    yield of_triangle(7, 3, 1, LadderAnswer(12, 244))
    english = single(board_from_grid(ENGLISH, "orthogonal")[0], 16, 16)
    bergholt = "E. Bergholt 1912; J. D. Beasley 1964"
    yield rung("english", "English board, centre to centre", english, LadderAnswer(18, 7488), bergholt)
    yield of_triangle(8, 1, 1, LadderAnswer(13, 14))
    square = single(board_from_grid(["......"] * 6, "orthogonal")[0], 1, 1)
    yield rung("square-36", "6 by 6, 1 to 1", square, LadderAnswer(15, 188), "J. D. Beasley, arXiv:0811.0851")
    french = board_from_grid(FRENCH, "orthogonal")[0]
    anywhere = JumpPuzzle(french, french.full & ~1, JumpGoal(counts=frozenset([1])))
    meyrignac = "J.-C. Meyrignac 2002-03"
    yield rung("french", "French board, from c1 to one peg", anywhere, LadderAnswer(20), meyrignac, Want.ONE)


def slide_ladder() -> Iterator[Rung]:
    """Sliding boards by size, then by how long IDA* with the Manhattan distance takes."""

    def rung(name: str, title: str, puzzle: Puzzle, answer: LadderAnswer, source: str, want: Want = Want.ONE) -> Rung:
        assert isinstance(puzzle, SlidePuzzle)
        columns = {9: 3, 12: 4, 16: 4, 25: 5}[puzzle.board.cells]
        return Rung("slide", name, title, puzzle.board.cells, want, (dump_puzzle(puzzle),), (answer,), source, columns)

    sources, fifteen = cases("slide_sources.json"), cases("slide_korf15.json")
    deep, korf24 = cases("slide_deep15.json"), cases("slide_korf24.json")
    yield rung("8-puzzle", "8-puzzle, 31 moves, counted", *sources["eight"], HIROI, Want.COUNT)
    yield rung("11-puzzle", "11-puzzle, 53 moves", *sources["eleven"], HIROI)
    for number in (79, 43, 49):
        puzzle, answer = fifteen[f"korf15-{number}"]
        yield rung(f"15-puzzle-{number}", f"15-puzzle, Korf's {number}, {answer.length} moves", puzzle, answer, KORF)
    yield rung("15-puzzle-80", "15-puzzle, 80 moves", *deep["deep15-1"], "OEIS A089484")
    puzzle, answer = korf24["korf24-40"]
    felner = "R. E. Korf and A. Felner, Artificial Intelligence 134 (2002)"
    walked = dict(walks(8))
    for steps, length in ((60, 54), (80, 62), (130, 74)):
        title = f"24-puzzle, {length} moves"
        yield rung(f"24-puzzle-{length}", title, walked[steps], LadderAnswer(length), "this library, different tables")
    yield rung("24-puzzle-82", "24-puzzle, Korf's 40, 82 moves", puzzle, answer, felner)


def sets() -> Iterator[Rung]:
    """Sets of puzzles, by this library only."""

    def rung(
        name: str, title: str, found: list[tuple[Puzzle, LadderAnswer]], source: str, want: Want = Want.ONE
    ) -> Rung:
        puzzles = tuple(dump_puzzle(puzzle) for puzzle, _ in found)
        return Rung("sets", name, title, len(found), want, puzzles, tuple(answer for _, answer in found), source)

    sources = list(cases("jump_sources.json").values())
    yield rung("sources", "jump puzzles of the sources, counted", sources, HIROI, Want.COUNT)
    title = "English board, every single-vacancy problem, counted"
    yield rung("all-english", title, list(single_vacancy("english", ENGLISH)), "the atlas", Want.COUNT)
    yield rung("korf15", "Korf's 15-puzzles", list(cases("slide_korf15.json").values()), KORF)


def cases(name: str) -> dict[str, tuple[Puzzle, LadderAnswer]]:
    """Test cases by id: puzzles with their known answers."""
    found = {}
    for case in json.loads((CASES / name).read_text()):
        expected = case["expect"]
        found[case["id"]] = (
            load_puzzle(case["puzzle"]).puzzle,
            LadderAnswer(expected.get("length"), expected.get("count")),
        )
    return found


def single_vacancy(name: str, rows: tuple[str, ...]) -> Iterator[tuple[Puzzle, LadderAnswer]]:
    """The single-vacancy problems of a board up to symmetry; those that are not in the atlas have no solution."""
    atlas = read_atlas(ATLAS)
    known = {
        load_puzzle(puzzle_document(atlas.boards[name], problem)).puzzle: problem["result"]
        for problem in atlas.problems_on(name)
    }
    board = board_from_grid(rows, "orthogonal")[0]
    for empty, last in problems(board):
        puzzle = single(board, empty, last)
        if prove(puzzle, pagodas=False) is not None:
            yield puzzle, LadderAnswer(None)
        else:
            yield puzzle, LadderAnswer(known[puzzle]["length"], known[puzzle]["count"])


def problems(board: JumpBoard) -> list[tuple[int, int]]:
    """List the single-vacancy problems of a board as pairs (empty hole, last hole), one of each orbit."""
    firsts = sorted(set(first_images(board, single_vacancies(board))))
    return [divmod(index, board.holes) for index in firsts]


def single(board: JumpBoard, empty: int, last: int) -> JumpPuzzle:
    """The problem with one hole empty and the last peg in a given hole."""
    return JumpPuzzle(board, board.full & ~(1 << empty), JumpGoal(frozenset([1 << last])))


def middles() -> Iterator[tuple[int, JumpPuzzle]]:
    """Positions of the English board by their pegs: jumps taken back from one peg in the centre, at random."""
    dice, board, position = random.Random(33), board_from_grid(ENGLISH, "orthogonal")[0], 1 << 16
    while position.bit_count() < 25:
        yield position.bit_count(), JumpPuzzle(board, position, JumpGoal(frozenset([1 << 16])))
        before = [position ^ mask_of(jump) for jump in board.jumps if position & mask_of(jump) == 1 << jump[2]]
        position = dice.choice(before) if before else 1 << 16


def walks(number: int) -> Iterator[tuple[int, SlidePuzzle]]:
    """24-puzzles a random walk away from the goal, never straight back; yields the steps of the walk with each."""
    board, walk = slide.board_from_grid(["....."] * 5)[0], random.Random(24)
    goal = (*range(1, 25), 0)
    for index in range(number):
        cells, empty, before = list(goal), 24, -1
        for _ in range(most := 60 + 10 * index):
            cell = walk.choice([other for other in board.adjacency[empty] if other != before])
            cells[empty], cells[cell], before, empty = cells[cell], 0, empty, cell
        yield most, SlidePuzzle(board, tuple(cells), goal)


def sliding(side: int, pieces: list[int]) -> dict[str, Any]:
    """A sliding puzzle on a square, its empty cell last at start and goal."""
    goal = [*range(1, side**2), 0]
    return {"kind": "slide", "board": {"rows": side, "columns": side}, "start": [*pieces, 0], "goal": goal}


def eight(dice: random.Random) -> dict[str, Any]:
    """A random position of the 8-puzzle that can be solved."""
    pieces = list(range(1, 9))
    dice.shuffle(pieces)
    if sum(a > b for i, a in enumerate(pieces) for b in pieces[i + 1 :]) % 2:
        pieces[0], pieces[1] = pieces[1], pieces[0]
    return sliding(3, pieces)


def long_puzzle(number: int) -> dict[str, Any]:
    """A 24-puzzle that takes hours: the pieces in reverse, four of them not."""
    pieces = [*range(24, 0, -1)]
    pieces[number : number + 4] = reversed(pieces[number : number + 4])
    return sliding(5, pieces)
