"""Measure one tree's library for :mod:`benchmarks.compare`: started with that tree first on the path.

Reads requests from standard input and answers each on standard output, a line of JSON each. It knows nothing of its own
tree but ``load_puzzle``, ``canonical`` and ``solve``, which the other tree has, too. Every measurement is made in a
process forked after its kernels were compiled, so that no answer or table is left from the one before.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import time
import traceback
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import fewest
from fewest.notation.puzzle import load_puzzle
from fewest.solver.canonical import canonical
from fewest.solver.model import Limits, Want
from fewest.solver.solve import solve
from fewest.workers.warm import kernel_parts, sets

TREE = Path(fewest.__file__).parents[1]


def solve_all(request: dict[str, Any]) -> dict[str, Any]:
    """Solve puzzles, which share tables kept in a folder; their lengths and numbers of solutions, too."""
    puzzles = [load_puzzle(written).puzzle for written in request["puzzles"]]
    want, limits = Want(request["want"]), Limits(bytes=request["bytes"])
    with TemporaryDirectory() as kept:
        began = time.process_time()
        results = [solve(puzzle, want, limits, tables=Path(kept)) for puzzle in puzzles]
        seconds = time.process_time() - began
    answers = [[result.length if result.optimal else None, result.count] for result in results]
    return {"seconds": seconds, "nodes": sum(result.nodes for result in results), "answers": answers}


def validate(request: dict[str, Any]) -> dict[str, Any]:
    """Validate puzzles as clients write them."""
    began = time.process_time()
    for written in request["puzzles"]:
        load_puzzle(written)
    return {"seconds": time.process_time() - began}


def bring_into_form(request: dict[str, Any]) -> dict[str, Any]:
    """Find canonical forms."""
    puzzles = [load_puzzle(written).puzzle for written in request["puzzles"]]
    began = time.process_time()
    for puzzle in puzzles:
        canonical(puzzle)
    return {"seconds": time.process_time() - began}


TASKS = {"solve": solve_all, "validate": validate, "canonical": bring_into_form}


def in_child(request: dict[str, Any]) -> str:
    """Do what a request says in a forked process; the answer as a line of JSON."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, json.dumps(TASKS[request["task"]](request)).encode())
        except BaseException:
            traceback.print_exc()
        finally:
            # Not sys.exit, which would run what this process does at its own end.
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        found = answer.read()
    os.waitpid(child, 0)
    return found or json.dumps({"error": "the process ended without an answer"})


def main() -> None:
    """Answer requests, each after the kernels of its kind were compiled; or solve one puzzle without that."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("puzzle", nargs="?", type=json.loads, help="JSON: solve it after a cold start, and nothing else")
    if (cold := made.parse_args().puzzle) is not None:
        solve(load_puzzle(cold).puzzle)
        return
    print(json.dumps({"tree": str(TREE)}), flush=True)
    warm = set[str]()
    for line in sys.stdin:
        request = json.loads(line)
        for name in {puzzle["kind"] for puzzle in request["puzzles"] if request["task"] == "solve"} - warm:
            for part in chain.from_iterable(kernel_parts(each) for each in sets() if each.startswith(name)):
                part()
            warm.add(name)
        gc.collect()
        # A collection in the child would copy the pages that it shares with this process.
        gc.freeze()
        print(in_child(request), flush=True)


if __name__ == "__main__":
    main()
