"""Solve puzzles by the library, alone in a process, and print the answers as one line of JSON.

    python -m benchmarks.library < {"puzzles": […], "want": …, "seconds": …, "bytes": …, "threads": …, "tables": …}

Kernels are compiled before the time begins; tables are built in it, unless they are in the folder ``tables``. Each
puzzle has the limits for itself; seconds are processor time, for each thread.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from benchmarks.arguments import parser
from fewest.notation.puzzle import load_puzzle
from fewest.solver.kinds import kind_of
from fewest.solver.model import Limits, Result, Want
from fewest.solver.solve import solve


def answer_of(result: Result) -> dict[str, Any]:
    """What programs print of a puzzle."""
    found = {"length": result.length if result.optimal else None, "count": result.count, "limit": result.limit}
    return {"status": result.status.value} | {name: value for name, value in found.items() if value is not None}


def main() -> None:
    """Solve what standard input names."""
    parser(__doc__).parse_args()  # for --help
    given = json.load(sys.stdin)
    threads = given["threads"]
    puzzles = [load_puzzle(written).puzzle for written in given["puzzles"]]
    for part in (part for each in kind_of(puzzles[0]).kernel_sets() for part in each.parts):
        part()
    want, limits = Want(given["want"]), Limits(seconds=given["seconds"], bytes=given["bytes"])
    began, processor = time.perf_counter(), process_time()
    with TemporaryDirectory() as kept:
        # The puzzles of a set share the tables that the first of them builds.
        tables = Path(given["tables"] or kept)
        results = [
            solve(each, want, limits, tables=tables, threads=threads, clock=lambda: process_time() / threads)
            for each in puzzles
        ]
    used = {"seconds": time.perf_counter() - began, "processor_seconds": process_time() - processor}
    answers = [answer_of(result) for result in results]
    print(json.dumps({"answers": answers, "nodes": sum(result.nodes for result in results)} | used))


if __name__ == "__main__":
    main()
