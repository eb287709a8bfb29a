"""Make the atlas: search every problem that is not in it yet, and those that are open if more time is allowed now.

    python -m benchmarks.atlas                          60 seconds a problem, 20 for counting its solutions
    python -m benchmarks.atlas --only french --seconds 600
    python -m benchmarks.atlas --list                   search nothing; name what is open, with both bounds

Seconds are processor time, so that other programs do not change what is found. The file is written after every problem,
so an interrupted run goes on where it ended.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from benchmarks.jump_survey import problems, single
from boards import catalogue
from boards.atlas import Atlas, read_atlas
from schemas.atlas import board_record, problem_record, puzzle_of, result_of
from schemas.puzzle import load_puzzle
from solver.canonical import canonical, canonical_result, restore_result
from solver.jump.proofs import prove
from solver.jump.puzzle import JumpPuzzle
from solver.kinds import kind_of
from solver.model import Limits, Puzzle, Result, Status, Want
from solver.solve import solve
from solver.version import ANSWERS

HERE = Path(__file__).parent
FILE = HERE.parent / "boards" / "atlas.jsonl"
CASES = HERE.parent / "tests" / "cases"

COUNT_SHARE = 0.2
"""Solutions are counted if one was found in this share of the time for counting, which takes several times longer."""

EXTRA = {
    "square-6": {
        "title": "Square, 36 holes",
        "source": "J. D. Beasley, The Ins and Outs of Peg Solitaire (1985)",
        "board": {"grid": ["......"] * 6, "lines": "orthogonal"},
    },
}
"""Jump boards beside the catalogue's whose single-vacancy problems are searched, too."""


@dataclass(frozen=True, slots=True)
class Task:
    """A problem to search, with its id, the id of its board, and what it is called where it is known."""

    name: str
    board: str
    puzzle: Puzzle
    title: str | None = None
    source: str | None = None


class Tasks:
    """All problems of the atlas by id, with their boards. A problem that is there under another id is not added."""

    def __init__(self) -> None:
        self.boards: dict[str, dict[str, Any]] = {}
        self.tasks: dict[str, Task] = {}
        self._names: dict[str, str] = {}
        self._board_names: dict[Any, str] = {}

    def add_board(self, name: str, written: dict[str, Any], title: str, source: str) -> Puzzle:
        """Add a board, given with a puzzle on it; returns the puzzle."""
        loaded = load_puzzle(written)
        assert loaded.layout is not None, "boards have layouts"
        self._board_names[loaded.puzzle.board] = name  # type: ignore[attr-defined]
        self.boards[name] = board_record(name, loaded.puzzle, loaded.layout, title, source)
        return loaded.puzzle

    def add(self, name: str, written: dict[str, Any], title: str | None, source: str | None) -> None:
        """Add a problem, unless its board is not one of these.

        If it is there, up to symmetry, its title and source are added to it, unless it has them.
        """
        puzzle = load_puzzle(written).puzzle
        board = self._board_names.get(puzzle.board)  # type: ignore[attr-defined]
        if board is not None:
            self._add(Task(f"{board}/{name}", board, puzzle, title, source))

    def add_singles(self, board: str, puzzle: JumpPuzzle) -> None:
        """Add the single-vacancy problems of a board up to symmetry, but for those that parities refute."""
        for empty, last in problems(puzzle.board):
            one = single(puzzle.board, empty, last)
            if prove(one, pagodas=False) is None:
                self._add(Task(f"{board}/{empty}-{last}", board, one))

    def _add(self, task: Task) -> None:
        key = canonical(task.puzzle).key
        before = self.tasks.get(self._names.setdefault(key, task.name))
        if before is None:
            self.tasks[task.name] = task
        elif before.title is None:
            self.tasks[before.name] = replace(before, title=task.title, source=task.source)


def all_tasks() -> Tasks:
    """The problems of the atlas."""
    tasks = Tasks()
    for name, entry in catalogue().items():
        puzzle = tasks.add_board(name, entry["examples"][0]["puzzle"], entry["title"], entry["source"])
        if isinstance(puzzle, JumpPuzzle):
            tasks.add_singles(name, puzzle)
    for name, entry in EXTRA.items():
        written = {"kind": "jump", "board": entry["board"], "start": {"empty": [0]}, "goal": {"pegs": [0]}}
        puzzle = tasks.add_board(name, written, entry["title"], entry["source"])
        assert isinstance(puzzle, JumpPuzzle)
        tasks.add_singles(name, puzzle)
    for entry in catalogue().values():
        for number, example in enumerate(entry["examples"], 1):
            tasks.add(f"example-{number}", example["puzzle"], example["title"], entry["source"])
    for file in ("jump_sources", "slide_sources", "slide_korf15", "slide_deep15"):
        for case in json.loads((CASES / f"{file}.json").read_text(encoding="utf-8")):
            source = case.get("source", "R. E. Korf, Depth-first iterative-deepening (1985), one of 100 positions")
            tasks.add(case["id"], case["puzzle"], case["id"], source)
    return tasks


@dataclass(frozen=True, slots=True)
class Effort:
    """Processor seconds for a problem, for counting its solutions, and the folder of large tables."""

    seconds: float
    count_seconds: float
    tables: Path | None


def search(puzzle: Puzzle, effort: Effort) -> Result:
    """Search a problem; count its solutions if that seems to be possible in time; if it stays open, find any."""
    result = _solve(puzzle, Want.ONE, effort.seconds, effort)
    if result.status is Status.SOLVED and result.seconds <= COUNT_SHARE * effort.count_seconds:
        counted = _solve(puzzle, Want.COUNT, effort.count_seconds, effort)
        return counted if counted.status is Status.SOLVED else result
    if result.status is Status.STOPPED and result.solution is None:
        result = replace(result, solution=_solve(puzzle, Want.ANY, effort.count_seconds, effort).solution)
    if result.status is Status.STOPPED and result.length == result.lower_bound:
        result = replace(result, status=Status.SOLVED, optimal=True, limit=None)
    return result


def _solve(puzzle: Puzzle, want: Want, seconds: float, effort: Effort) -> Result:
    limits = Limits(seconds, 10**13, 3 * 10**9)
    return solve(puzzle, want, limits, tables=effort.tables, clock=time.process_time)


def facts(task: Task, result: Result, effort: Effort) -> dict[str, Any]:
    """What a record says of a problem beside the puzzle and its result."""
    by = {Status.SOLVED: "search", Status.STOPPED: None}.get(result.status, (result.proof or {}).get("by"))
    found: dict[str, Any] = {"id": task.name, "answers": ANSWERS}
    found |= {name: text for name, text in (("title", task.title), ("source", task.source)) if text}
    cost = {"nodes": result.nodes, "seconds": round(result.seconds, 3), "seconds_most": effort.seconds}
    return found | {"proven_by": by, "search": cost | {"date": datetime.now(UTC).date().isoformat()}}


def is_done(record: dict[str, Any] | None, board: dict[str, Any], task: Task, effort: Effort) -> bool:
    """Whether a record answers a task, or no more time is allowed now than when it was left open."""
    if record is None or record["answers"] != ANSWERS or puzzle_of(board, record) != task.puzzle:
        return False
    return record["proven_by"] is not None or record["search"]["seconds_most"] >= effort.seconds


def keep_better(result: Result, record: dict[str, Any] | None, board: dict[str, Any], task: Task) -> Result:
    """The result of a search that left a problem open, with the solution of its record if that is shorter."""
    if result.status is not Status.STOPPED or record is None or puzzle_of(board, record) != task.puzzle:
        return result
    before = result_of(task.puzzle, record).solution
    better = before is not None and (result.solution is None or len(before) < len(result.solution))
    return replace(result, solution=before) if better else result


def make(atlas: Atlas, tasks: Tasks, effort: Effort, only: str) -> Iterator[dict[str, Any]]:
    """Search what is not done, small boards first, and add it to the atlas; yields each record that was added."""
    atlas.boards = tasks.boards
    atlas.problems = {name: atlas.problems[name] for name in tasks.tasks if name in atlas.problems}
    for task in sorted(tasks.tasks.values(), key=lambda task: kind_of(task.puzzle).size(task.puzzle)):
        board = tasks.boards[task.board]
        if only in task.name and not is_done(atlas.problems.get(task.name), board, task, effort):
            result = keep_better(search(task.puzzle, effort), atlas.problems.get(task.name), board, task)
            record = problem_record(board, task.puzzle, result, facts(task, result, effort))
            atlas.problems[task.name] = record
            yield record


def use_duals(atlas: Atlas, tasks: Tasks) -> Iterator[dict[str, Any]]:
    """Answer open problems by what is known of their duals; yields each record that was changed.

    If the dual has no solution, the problem has none; a solution of the dual, reversed, may be the best one known.
    """
    names = [name for name, record in atlas.problems.items() if record["proven_by"] is None]
    still_open = {canonical(tasks.tasks[name].puzzle).key: tasks.tasks[name] for name in names}
    for name, record in tuple(atlas.problems.items()):
        puzzle = tasks.tasks[name].puzzle
        result = result_of(puzzle, record)
        known = result if result.solution is None else replace(result, status=Status.SOLVED)
        dual = kind_of(puzzle).dual(puzzle, known)
        form = None if dual is None else canonical(dual[0])
        task = None if form is None else still_open.get(form.key)
        if dual is None or form is None or task is None:
            continue
        carried = restore_result(canonical(task.puzzle), canonical_result(form, dual[1]), task.puzzle)
        before = atlas.problems[task.name]
        most = before["result"]["length"]
        if carried.status is Status.UNSOLVABLE:
            assert carried.proof is not None
            found, by, cost = carried, carried.proof["by"], record["search"]
        elif most is None or len(carried.solution or ()) < most:
            found, by, cost = replace(result_of(task.puzzle, before), solution=carried.solution), None, before["search"]
        else:
            continue
        said = {field: before[field] for field in ("id", "answers", "title", "source") if field in before}
        said |= {"proven_by": by, "dual": name, "search": cost}
        atlas.problems[task.name] = problem_record(tasks.boards[task.board], task.puzzle, found, said)
        yield atlas.problems[task.name]


def write(atlas: Atlas, path: Path) -> None:
    """Write the file in one step."""
    beside = path.with_suffix(".new")
    beside.write_text("".join(f"{line}\n" for line in atlas.lines()), encoding="utf-8")
    os.replace(beside, path)


def summary(record: dict[str, Any]) -> str:
    """A record in a line."""
    result = record["result"]
    if result["status"] == "stopped":
        most = "" if result["length"] is None else f", at most {result['length']}"
        text = f"open: {result['lower_bound']} or more{most}"
    else:
        text = f"{result['length']} moves" if result["status"] == "solved" else "unsolvable"
        text += f", {result['count']} solutions" if "count" in result else ""
    by = f"by its dual {record['dual']}" if "dual" in record else f"{record['search']['seconds']} s"
    return f"{record['id']}: {text} ({by})"


def main() -> None:
    """Make the atlas, or name what is open."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--only", default="", help="problems whose id contains this")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--count-seconds", type=float, default=20.0)
    parser.add_argument("--tables", type=Path, help="folder of large tables (fewest tables)")
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args()
    atlas = read_atlas(asked.file) if asked.file.exists() else Atlas()
    if not asked.list:
        tasks, effort = all_tasks(), Effort(asked.seconds, asked.count_seconds, asked.tables)
        for record in chain(make(atlas, tasks, effort, asked.only), use_duals(atlas, tasks)):
            write(atlas, asked.file)
            print(summary(record), flush=True)
        write(atlas, asked.file)
    still_open = [record for record in atlas.problems.values() if record["proven_by"] is None]
    print(f"{len(atlas.problems)} problems, {len(still_open)} open")
    for record in still_open:
        print(summary(record))


if __name__ == "__main__":
    main()
