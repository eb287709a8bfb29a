"""Make the atlas: search every problem that is open if more time is allowed now, and those of boards that it lacks.

    python -m benchmarks.atlas                          in rounds: 10 seconds for every problem, then 60, 300, 1800
    python -m benchmarks.atlas --only french --seconds 600
    python -m benchmarks.atlas --list                   search nothing; name what is open, with both bounds
    python -m benchmarks.atlas --features --seconds 5   no search either: features of counted problems, 5 seconds each

The atlas is its own list of problems. A board of the catalogue that it lacks is added with its examples and, if pegs
jump there, its single-vacancy problems. Every round searches what is still open, first what it is most likely to close:
small boards, and bounds that are near each other. Seconds are processor time, so that other programs do not change what
is found. The file is written after every problem, so a run can be ended at any time, and the next continues where it
ended.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from benchmarks.deductions import NAMES, certify, put, use_duals
from benchmarks.ladder import ATLAS, problems, single
from benchmarks.shorten import attempts
from fewest.boards import catalogue
from fewest.boards.atlas import Atlas, read_atlas
from fewest.design.answers import OwnAnswers
from fewest.design.features import Features, FeaturesTask, names_for
from fewest.design.forms.features import FeaturesSchema
from fewest.design.measurement import measure
from fewest.design.walks import WalkOptions
from fewest.notation.atlas import board_record, problem_record, puzzle_of, result_of, with_features
from fewest.notation.puzzle import load_puzzle
from fewest.solver.budget import Budget
from fewest.solver.canonical import canonical
from fewest.solver.jump.proofs import prove
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.kinds import kind_of
from fewest.solver.model import Limits, Progress, Puzzle, Result, Status, Want
from fewest.solver.solve import drive, solve
from fewest.solver.verify import replay
from fewest.solver.version import ANSWERS

ROUNDS = (10.0, 60.0, 300.0, 1800.0)
"""Seconds allowed for a problem, round by round."""

MAX_BYTES = 3 * 10**9
"""Bytes allowed for a problem."""

COUNT_SHARE = 0.2
"""Solutions are counted if one was found in this share of the time allowed: counting takes several times longer."""

UNKNOWN = Result(Status.STOPPED, None, False, 0, limit="seconds")
"""The result of a problem before it is searched; its seconds are negative, and it is not written."""

FEATURES = ("forced", "choices", "traps", "detours", "walk")
"""Features that a record may have beside length and count."""

EXACT_WALK = WalkOptions(samples=0)
"""A walk is calculated, or left out."""


def add_board(atlas: Atlas, name: str, entry: Mapping[str, Any]) -> None:
    """Add a board of the catalogue with its problems, none of them searched.

    These are the examples and, of a jump board, the single-vacancy problems up to symmetry but for those that parities
    refute. An example that is one of these is not added again: the problem gets its title.
    """
    first = load_puzzle(entry["examples"][0]["puzzle"])
    assert first.layout is not None, "boards have layouts"
    atlas.boards[name] = board_record(name, first.puzzle, first.layout, entry["title"], entry["source"])
    found: dict[str, tuple[Puzzle, dict[str, str]]] = {}
    if isinstance(first.puzzle, JumpPuzzle):
        for empty, last in problems(first.puzzle.board):
            one = single(first.puzzle.board, empty, last)
            if prove(one, pagodas=False) is None:
                found[canonical(one).key] = one, {"id": f"{name}/{empty}-{last}"}
    for number, example in enumerate(entry["examples"], 1):
        puzzle = load_puzzle(example["puzzle"]).puzzle
        _, names = found.setdefault(canonical(puzzle).key, (puzzle, {"id": f"{name}/example-{number}"}))
        if "title" not in names:
            names |= {"title": example["title"], "source": entry["source"]}
    for puzzle, names in found.values():
        facts = names | facts_of(UNKNOWN, Effort(-1.0, -1), Trace())
        atlas.problems[names["id"]] = problem_record(atlas.boards[name], puzzle, UNKNOWN, facts)


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search may take: processor seconds, and bytes; and the folder of large tables.

    Counting the solutions of a problem, or finding short ones of one that stays open, may take as much again.
    """

    seconds: float
    bytes: int = MAX_BYTES
    tables: Path | None = None


@dataclass(slots=True)
class Trace:
    """Observes a search: when each lower bound was proven, and how much memory was in use at most.

    Attributes
    ----------
    bounds
        Lower bound, nodes and seconds until it was proven.
    bytes
        The most that was in use after a slice.
    """

    bounds: list[tuple[int, int, float]] = field(default_factory=list)
    bytes: int = 0

    def __call__(self, progress: Progress, seconds: float) -> None:
        """Called after every slice."""
        self.bytes = max(self.bytes, progress.bytes)
        if progress.lower_bound > (self.bounds[-1][0] if self.bounds else 0):
            self.bounds.append((progress.lower_bound, progress.nodes, round(seconds, 3)))


def search(puzzle: Puzzle, effort: Effort, trace: Trace, clock: Callable[[], float] = time.process_time) -> Result:
    """Search a problem; count its solutions if that seems to be possible in time."""
    limits = Limits(effort.seconds, 10**13, effort.bytes)
    result = solve(puzzle, Want.ONE, limits, tables=effort.tables, observe=trace, clock=clock)
    if result.status is Status.SOLVED and result.seconds <= COUNT_SHARE * effort.seconds:
        counted = solve(puzzle, Want.COUNT, limits, tables=effort.tables, clock=clock)
        return replace(result, count=counted.count) if counted.status is Status.SOLVED else result
    return result


def shorter(
    puzzle: JumpPuzzle, result: Result, effort: Effort, clock: Callable[[], float] = time.process_time
) -> Result:
    """The result of an open problem with the shortest solution that is found in time, if it is shorter.

    Its nodes and seconds include what that took.
    """
    budget, began, seconds = Budget(effort.bytes, best=result.solution), clock(), 0.0
    for _ in attempts(puzzle, budget):
        seconds = clock() - began
        known = budget.best is not None and len(budget.best) == result.lower_bound
        if known or seconds > effort.seconds:
            break
    if budget.best is not None:
        replay(puzzle, budget.best)
    return replace(result, solution=budget.best, nodes=result.nodes + budget.nodes, seconds=result.seconds + seconds)


def facts_of(result: Result, effort: Effort, trace: Trace) -> dict[str, Any]:
    """What a record says of a search beside the puzzle and its result."""
    by = {Status.SOLVED: "search", Status.STOPPED: None}.get(result.status, (result.proof or {}).get("by"))
    cost: dict[str, Any] = {"nodes": result.nodes, "seconds": round(result.seconds, 3), "bytes": trace.bytes}
    cost |= {"seconds_most": effort.seconds, "bytes_most": effort.bytes, "bounds": [list(b) for b in trace.bounds]}
    if result.limit is not None:
        cost["limit"] = result.limit
    date = datetime.now(UTC).date().isoformat()
    return {"answers": ANSWERS, "proven_by": by, "search": cost | {"date": date}}


def is_done(record: dict[str, Any], effort: Effort) -> bool:
    """Whether another search of a problem would not do better.

    That is so if no more is allowed now than when it was left open, and of a solution if it was counted, or counting
    would still take too long.
    """
    if record["answers"] != ANSWERS:
        return False
    cost = record["search"]
    if record["proven_by"] is None:
        if cost.get("limit") == "bytes":
            return bool(cost["bytes_most"] >= effort.bytes)
        return bool(cost["seconds_most"] >= effort.seconds)
    counts = record["proven_by"] == "search" and "count" not in record["result"]
    return not counts or cost["seconds_most"] >= effort.seconds or cost["seconds"] > COUNT_SHARE * effort.seconds


def keep_better(result: Result, record: dict[str, Any], puzzle: Puzzle) -> Result:
    """The result of a search that left a problem open, with what its record knows better: solution, lower bound.

    If the two meet, the problem is solved.
    """
    if result.status is not Status.STOPPED:
        return result
    before = result_of(puzzle, record)
    if before.solution is not None and (result.length is None or len(before.solution) < result.length):
        result = replace(result, solution=before.solution)
    if record["answers"] == ANSWERS:
        result = replace(result, lower_bound=max(result.lower_bound or 0, before.lower_bound or 0))
    if result.solution is not None and result.length == result.lower_bound:
        return replace(result, status=Status.SOLVED, optimal=True, limit=None)
    return result


def promise(record: dict[str, Any], puzzle: Puzzle) -> tuple[int, int]:
    """Problems are searched in this order: small boards first, of one size what has the nearest bounds."""
    size = kind_of(puzzle).size(puzzle)
    if record["proven_by"] is not None:
        return size, 0
    most = record["result"]["length"]
    return size, (size if most is None else most) - record["result"]["lower_bound"]


def make(atlas: Atlas, effort: Effort, only: str = "", still_open: bool = False) -> Iterator[dict[str, Any]]:
    """Search what is not done; yields each record that was replaced.

    With ``still_open``, problems that are solved are left alone even if their solutions are not counted.
    """
    left = [
        (record, puzzle_of(atlas.boards[record["board"]], record))
        for name, record in atlas.problems.items()
        if only in name and not (still_open and record["proven_by"]) and not is_done(record, effort)
    ]
    for record, puzzle in sorted(left, key=lambda each: promise(*each)):
        trace = Trace()
        result = keep_better(search(puzzle, effort, trace), record, puzzle)
        if result.status is Status.STOPPED and isinstance(puzzle, JumpPuzzle):
            result = keep_better(shorter(puzzle, result, effort), record, puzzle)
        facts = {name: record[name] for name in NAMES if name in record} | facts_of(result, effort, trace)
        if "dual" in record and result.solution is not None and result.solution == result_of(puzzle, record).solution:
            facts["dual"] = record["dual"]
        yield put(atlas, puzzle, result, facts)


def add_features(
    atlas: Atlas, effort: Effort, only: str, clock: Callable[[], float] = time.process_time
) -> Iterator[dict[str, Any]]:
    """Measure features of problems whose solutions are counted, within an effort each; yields each record with them.

    Length and count are in the result. What is not exact, or takes too long, is left out.
    """
    for name, record in tuple(atlas.problems.items()):
        board = atlas.boards[record["board"]]
        if only not in name or "count" not in record["result"]:
            continue
        puzzle = puzzle_of(board, record)
        order = FeaturesTask(puzzle, tuple(each for each in names_for(puzzle) if each in FEATURES), EXACT_WALK)
        if record.get("features", {}).keys() >= set(order.names):
            continue
        limits = Limits(effort.seconds, 10**13, effort.bytes)
        found = drive(measure(order, limits, OwnAnswers(limits, effort.tables)), limits, clock=clock)
        if isinstance(found, Features):
            written = FeaturesSchema().dump(order, found)
            values = {each: value for each, value in written["features"].items() if value is not None}
            if "walk" in written:
                values["walk_error"] = written["walk"]["error"]
            atlas.problems[name] = with_features(board, record, values)
            yield atlas.problems[name]


def write(atlas: Atlas, path: Path) -> None:
    """Write the file in one step, without problems that were not searched, and boards that have no others."""
    problems = {name: record for name, record in atlas.problems.items() if record["search"]["seconds_most"] >= 0}
    used = {record["board"] for record in problems.values()}
    searched = Atlas({name: board for name, board in atlas.boards.items() if name in used}, problems)
    beside = path.with_suffix(".new")
    beside.write_text("".join(f"{line}\n" for line in searched.lines()), encoding="utf-8")
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
    if "dual" in record:
        return f"{record['id']}: {text} (by its dual {record['dual']})"
    cost = record["search"]
    memory = f", {cost['bytes'] / 1e9:.2f} GB" if "bytes" in cost else ""
    return f"{record['id']}: {text} ({cost['seconds']} s, {cost['nodes']:,} nodes{memory})"


def main() -> None:
    """Make the atlas, or name what is open."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="problems whose id contains this")
    parser.add_argument("--open", action="store_true", help="open problems only: solved ones are not counted")
    parser.add_argument("--seconds", type=float, nargs="+", default=ROUNDS, help="for a problem, round by round")
    parser.add_argument("--bytes", type=int, default=MAX_BYTES, help="for a problem")
    parser.add_argument("--tables", type=Path, help="folder of large tables (fewest tables)")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--features", action="store_true", help="measure features of what is counted, search nothing")
    asked = parser.parse_args()
    atlas = read_atlas(ATLAS)
    if asked.features:
        for record in add_features(atlas, Effort(asked.seconds[0], asked.bytes, asked.tables), asked.only):
            write(atlas, ATLAS)
            print(f"{record['id']}: {record['features']}", flush=True)
        return
    for name in () if asked.list else [each for each in catalogue() if each not in atlas.boards]:
        add_board(atlas, name, catalogue()[name])
    for seconds in () if asked.list else asked.seconds:
        print(f"At most {seconds:g} s and {asked.bytes / 1e9:g} GB a problem, as much again for counting", flush=True)
        effort = Effort(seconds, asked.bytes, asked.tables)
        made = make(atlas, effort, asked.only, asked.open)
        for record in chain(made, use_duals(atlas), certify(atlas)):
            write(atlas, ATLAS)
            print(summary(record), flush=True)
        write(atlas, ATLAS)
    still_open = [record for record in atlas.problems.values() if record["proven_by"] is None]
    print(f"{len(atlas.problems)} problems, {len(still_open)} open")
    for record in still_open:
        print(summary(record))


if __name__ == "__main__":
    main()
