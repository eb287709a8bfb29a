"""Make the puzzles of the day: for each board and difficulty, a level for every week.

    python -m benchmarks.daily             write fewest/boards/daily.jsonl
    python -m benchmarks.daily --weeks 2   print the levels of two weeks; write nothing

Difficulties are ranges of features, as docs/05-for-designers.md describes them.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from fewest.boards import catalogue, daily
from fewest.cli.library import Library
from fewest.config.settings import Settings

FILE = Path(daily.__file__).with_name("daily.jsonl")

JUMPS = ((3, 4), (5, 6), (7, 9))
LENGTHS = {"8-puzzle": ((6, 10), (14, 18), (22, 28)), "rush-hour": ((6, 10), (13, 18), (22, 50))}
LENGTHS |= {"15-puzzle": ((10, 14), (22, 28), (36, 44))}
CARS: dict[str, Any] = {
    "start": {"picture": ["......", "......", "AA....", "......", "......", "......"]},
    "goal": {"at": {"A": [2, 4]}},
    "metric": "line",
    "axis": "long",
    "place": [{"shapes": [["XX"], ["X", "X"], ["XXX"], ["X", "X", "X"]], "pieces": {"min": 6, "max": 13}}],
    "minimal": True,
}
"""The red car, and those that are placed at random."""
TRAPS = {"easy": {"max": 0.4}, "hard": {"min": 0.5}}
"""On jump boards."""


LIMITS = {"seconds": 3600}


def wish(board: str, difficulty: str) -> dict[str, Any]:
    """What is asked of the levels of a board."""
    kind = catalogue()[board]["kind"]
    least, most = LENGTHS.get(board, JUMPS)[daily.DIFFICULTIES.index(difficulty)]
    features = {"traps": TRAPS[difficulty]} if kind == "jump" and difficulty in TRAPS else {}
    length = {"min": least, "max": most}
    wished = {"kind": kind, "board": {"name": board}, "length": length, "features": features}
    return wished | (CARS if kind == "block" else {})


def levels_of(board: str, difficulty: str, number: int) -> list[str]:
    """Make levels, each with its fewest moves and its number of solutions, as lines of JSON."""
    made = Library(Settings()).run(
        "generation", wish(board, difficulty) | {"number": number, "seed": 1, "limits": LIMITS}
    )
    if len(made.get("puzzles", ())) < number:
        raise SystemExit(f"{board}, {difficulty}: {made}")
    shown = ({name: level[name] for name in ("puzzle", "length", "count")} for level in made["puzzles"])
    return [json.dumps({"difficulty": difficulty} | level, separators=(",", ":")) for level in shown]


def main() -> None:
    """Make the levels of all boards."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weeks", type=int)
    weeks = parser.parse_args().weeks
    lines = []
    for board in daily.BOARDS:
        for difficulty in daily.DIFFICULTIES:
            lines += levels_of(board, difficulty, weeks or daily.WEEKS)
            print(board, difficulty, file=sys.stderr)
    text = "\n".join(lines) + "\n"
    if weeks is None:
        FILE.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
