"""The distance of every position of a small board from one position.

As a program, it prints the length of one puzzle as a line of JSON:

    python -m benchmarks.slide_distance_table < {"puzzle": …, "seconds": …, "bytes": …}
"""

from __future__ import annotations

import json
import sys
import time

from benchmarks.arguments import without_arguments
from fewest.design.kinds import KINDS
from fewest.design.spaces import Space, SpaceTask
from fewest.notation.puzzle import load_puzzle
from fewest.solver.model import Limits
from fewest.solver.slices import Run, finish
from fewest.solver.slide.board import board_from_grid
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle


def warm() -> None:
    """Compile the kernels, or load them."""
    goal = (1, 2, 3, 4, 5, 0)
    finish(KINDS["slide"].spaces.explore(SpaceTask("slide", board_from_grid(["..."] * 2)[0], (goal,)), Limits()))


def main() -> None:
    """Find the length of the puzzle that standard input names."""
    without_arguments(__doc__)
    given = json.load(sys.stdin)
    puzzle = load_puzzle(given["puzzle"]).puzzle
    assert isinstance(puzzle, SlidePuzzle)
    whole = labelled(puzzle)
    warm()
    answer, nodes = {"status": "stopped", "limit": "bytes"}, None
    began, processor = time.perf_counter(), time.process_time()
    task = SpaceTask("slide", whole.board, (whole.goal,))
    work = Run(KINDS["slide"].spaces.explore(task, Limits(bytes=given["bytes"])))
    for progress in work:
        nodes = progress.nodes
        if time.process_time() - processor > given["seconds"]:
            answer = {"status": "stopped", "limit": "seconds"}
            break
    else:
        if isinstance(work.value, Space):
            length = work.value.distance(whole.start)
            answer = {"status": "unsolvable"} if length is None else {"status": "solved", "length": length}
    used = {"seconds": time.perf_counter() - began, "processor_seconds": time.process_time() - processor}
    print(json.dumps({"answers": [answer], "nodes": nodes} | used))


if __name__ == "__main__":
    main()
