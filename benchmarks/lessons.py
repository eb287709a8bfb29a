"""Make the lessons: class sets of puzzles, solved.

python -m benchmarks.lessons > fewest/boards/lessons.jsonl
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from fewest.notation.puzzle import load_puzzle
from fewest.notation.result import dump_result
from fewest.solver.model import Want
from fewest.solver.solve import solve

NAMES = [f"{column}{row}" for row in range(1, 8) for column in "abcdefg" if row in (3, 4, 5) or column in "cde"]
"""The holes of the English board in the order of their numbers: columns from the left, rows from the top (Bell)."""


def pegs(start: str, last: str) -> dict[str, Any]:
    """A puzzle on the English board: pegs at the start, and the hole of the last one."""
    holes = sorted(map(NAMES.index, start.split()))
    return {
        "kind": "jump",
        "board": {"name": "english"},
        "start": {"pegs": holes},
        "goal": {"pegs": [NAMES.index(last)]},
    }


def slides(*start: int) -> dict[str, Any]:
    """The 8-puzzle from a start, row by row."""
    return {"kind": "slide", "board": {"name": "8-puzzle"}, "start": list(start), "goal": [1, 2, 3, 4, 5, 6, 7, 8, 0]}


def blocks(*rows: str, to: tuple[int, int]) -> dict[str, Any]:
    """Sliding blocks, each named by a letter: Z goes to a place."""
    return {"kind": "block", "start": {"picture": list(rows)}, "goal": {"at": {"Z": list(to)}}, "metric": "line"}


HOUSE = {
    "kind": "slide",
    "board": {
        "adjacency": [[1, 3], [0, 2], [1, 3, 4], [0, 2, 4], [2, 3]],
        "layout": [[0, 2], [1, 2], [1, 1], [0, 1], [0.5, 0.2]],
    },
    "start": [2, 1, 3, 4, 0],
    "goal": [1, 2, 3, 4, 0],
}
"""A square with a triangle on it: a way around of three cells brings the gap back after an odd number of slides."""

LESSONS: dict[str, tuple[str, str, list[tuple[str | dict[str, Any], str]]]] = {
    "peg-solitaire": (
        "Peg solitaire",
        "Take off whole columns and blocks, and see by colours what cannot be done.",
        [
            (pegs("c3 d3 d4 d5", "c3"), "Take the three pegs of the column off. The fourth one ends where it began."),
            (
                pegs("c3 d3 d4 d5 e3 e4 e5", "c3"),
                "A helper and six pegs in a block: take off one column, then the other. Are there faster ways?",
            ),
            (pegs("d2 c3 d3 e3 d4 d5", "d4"), "The Latin cross. End in the middle."),
            (pegs("d2 d3 d4 d5 d6 b4 c4 e4 f4", "d4"), "The Greek cross. End in the middle."),
            (pegs("c1 d1 e1 c2 d2 e2 c3 d3 e3 c4 e4", "d4"), "The fireplace. End in the middle."),
            (
                pegs("c3 d3 e3 c4 e4 c5 d5 e5", "d4"),
                "A ring of eight pegs. The last one is to be in the middle. Why does nobody succeed?",
            ),
            ("english/16-16", "The whole board. Find columns and blocks to take off; do not count moves yet."),
        ],
    ),
    "slides": (
        "Sliding puzzles",
        "Row by row, and why two pieces cannot be swapped.",
        [
            (slides(1, 2, 3, 4, 0, 6, 7, 5, 8), "Two slides."),
            (slides(4, 1, 3, 7, 2, 5, 0, 8, 6), "Which way does the gap go?"),
            (slides(1, 2, 3, 0, 7, 4, 8, 6, 5), "The first row is in place. Must it move?"),
            (slides(2, 3, 1, 4, 5, 6, 7, 8, 0), "Three pieces in a circle: put the first row in order."),
            (slides(2, 1, 3, 4, 5, 6, 7, 8, 0), "Only 1 and 2 are swapped. Why can it not be done?"),
            (HOUSE, "Here 1 and 2 are swapped, too. Why can it be done on this board?"),
            ("8-puzzle/example-1", "One of the two hardest positions. Solve it in any number of slides, row by row."),
        ],
    ),
    "blocks": (
        "Sliding blocks",
        "Find out what is in the way of what, and prove that there is no way.",
        [
            (blocks("....", "ZZ.A", "....", to=(1, 2)), "Make way for the block Z."),
            (blocks("AAB.", "ZZB.", "..CC", "D...", to=(1, 2)), "Which block must move first?"),
            (blocks("ZZA", "ZZB", "CD.", "EF.", to=(2, 1)), "Bring the square down to the corner."),
            (blocks("ZZAB", "ZZCD", "EEFF", "G..H", to=(2, 2)), "To the corner again, past two bars."),
            ("rush-hour/forty1-line", "Cars go forwards and backwards only. Let car A out."),
            ("rush-hour/facing-cars-line", "Why can car A never get out?"),
            ("huarong/29-path", "Blocks of all shapes, and two empty cells: bring the square down."),
        ],
    ),
}
"""Titles, what they are about, and problems with their aims: the id of a problem of the atlas, or a puzzle."""


def problem(given: str | dict[str, Any], aim: str) -> dict[str, Any]:
    """A problem of a lesson, solved."""
    if isinstance(given, str):
        return {"id": given, "aim": aim}
    puzzle = load_puzzle(given).puzzle
    found = dump_result(puzzle, solve(puzzle, Want.COUNT))
    del found["statistics"]
    return {"aim": aim, "puzzle": given, "result": found}


def main() -> None:
    """Print all lessons as lines of JSON."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    for name, (title, about, problems) in LESSONS.items():
        lesson = {"id": name, "title": title, "about": about, "puzzles": [problem(*each) for each in problems]}
        print(json.dumps(lesson, separators=(",", ":"), ensure_ascii=False))


if __name__ == "__main__":
    main()
