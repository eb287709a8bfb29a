"""Write the figures behind estimates, ``fewest/notation/measured.py``, from the atlas and the newest file of results.

    make estimates

A test says if they are out of date.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import Any

from benchmarks.arguments import parser
from benchmarks.programs import ROOT
from benchmarks.results import BenchmarkResults, newest, read
from fewest.boards.atlas import Atlas, atlas
from fewest.notation.atlas import puzzle_of
from fewest.notation.estimates import LARGE_CELLS, LONG_MOVES, Searched, Solved, jumps_of
from fewest.solver.jump.puzzle import JumpPuzzle

FILE = ROOT / "fewest" / "notation" / "measured.py"

BANDS = 35, 39
"""Problems of the atlas with at least so many jumps are counted together; with fewer, a search takes seconds."""

HEAD = '''"""Measured searches of long puzzles, for ``fewest.notation.estimates``. `make estimates` writes this file."""
'''


def searched(problems: Atlas) -> Iterator[Searched]:
    """The jump problems of the atlas in each band."""
    by_jumps = [
        (jumps_of(puzzle), problem)
        for problem in problems.problems.values()
        if isinstance(puzzle := puzzle_of(problems.boards[problem["board"]], problem), JumpPuzzle)
    ]
    for least, after in pairwise((*BANDS, 10**9)):
        similar = [problem for jumps, problem in by_jumps if least <= jumps < after]
        solved, unsolvable, still_open = (
            [problem for problem in similar if problem["result"]["status"] == status]
            for status in ("solved", "unsolvable", "stopped")
        )
        decided, given = _most_seconds([*solved, *unsolvable]), _most_seconds(still_open)
        yield Searched(least, len(solved), len(unsolvable), decided, len(still_open), given)


def _most_seconds(problems: Iterable[Mapping[str, Any]]) -> int:
    """The seconds of the longest search, rounded up."""
    return ceil(max((problem["search"]["seconds"] for problem in problems), default=0))


def long_slides(results: BenchmarkResults) -> list[Solved]:
    """The long searches of the 24-puzzle by this library with one thread, from short to long."""
    return sorted(
        Solved(row["length"], float(f"{row['seconds']:.2g}"))
        for row in results.rows.values()
        if row["puzzle"].startswith("24-puzzle-") and row["program"] == "fewest" and row["size"] >= LARGE_CELLS
        if row["status"] == "solved" and row["length"] >= LONG_MOVES
    )


def text(problems: Atlas, results: BenchmarkResults) -> str:
    """The text of the file."""
    lines = [HEAD]
    tables: dict[str, Sequence[Searched | Solved]] = {"SEARCHED": [*searched(problems)], "SOLVED": long_slides(results)}
    for name, rows in tables.items():
        fields = ", ".join(rows[0]._fields)
        lines += [f"{name} = (  # {fields}", *(f"    {tuple(row)}," for row in rows), ")", ""]
    return "\n".join(lines)


def write(problems: Atlas, results: BenchmarkResults) -> None:
    """Write the file anew, unless the results are those of a run that was stopped before its long searches."""
    if long_slides(results):
        FILE.write_text(text(problems, results), encoding="utf-8")


def main() -> None:
    """Write it from the atlas and the newest results."""
    parser(__doc__).parse_args()
    write(atlas(), read(newest()))


if __name__ == "__main__":
    main()
