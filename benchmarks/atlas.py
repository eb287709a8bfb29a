"""Make the atlas: search every problem that is not in it yet, and those that are open if more time is allowed now.

    python -m benchmarks.atlas                          in rounds: 10 seconds for every problem, then 60, 300, 1800
    python -m benchmarks.atlas --only french --seconds 600
    python -m benchmarks.atlas --list                   search nothing; name what is open, with both bounds
    python -m benchmarks.atlas --features --seconds 5   no search either: features of counted problems, 5 seconds each

Every round searches what is still open, first what it is most likely to close: small boards, and bounds that are near
each other. Seconds are processor time, so that other programs do not change what is found. The file is written after
every problem, so a run can be ended at any time, and the next goes on where it ended.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.ladder import problems, single
from benchmarks.shorten import Shortener
from boards import catalogue
from boards.atlas import Atlas, read_atlas
from schemas.atlas import GEOMETRY, board_record, problem_record, puzzle_of, result_of, with_features
from schemas.features import dump_features
from schemas.puzzle import load_puzzle
from solver.block.puzzle import BlockPuzzle, Metric
from solver.budget import Budget
from solver.canonical import canonical, canonical_result, restore_result
from solver.features import Features, FeaturesOrder, names_for, run
from solver.jump.board import Words
from solver.jump.proofs import prove, prove_by_ends
from solver.jump.puzzle import JumpPuzzle
from solver.jump.search.beam import Rank, beam_search
from solver.jump.search.context import SearchContext
from solver.jump.search.instance import prepare
from solver.jump.search.plan import Plan
from solver.jump.search.refinement import select_tables
from solver.jump.search.sampling import sample_both_ends
from solver.kinds import kind_of
from solver.model import Limits, Progress, Puzzle, Result, Slices, Solution, Status, Want
from solver.orders import OwnAnswers
from solver.slices import finish
from solver.solve import carry_out, solve
from solver.threads import SINGLE_THREAD
from solver.verify import WITHOUT_CERTIFICATE, replay, verify
from solver.version import ANSWERS
from solver.walks import WalkOrder

HERE = Path(__file__).parent
FILE = HERE.parent / "boards" / "atlas.jsonl"
CASES = HERE.parent / "tests" / "cases"

ROUNDS = (10.0, 60.0, 300.0, 1800.0)
"""Seconds allowed for a problem, round by round."""

MAX_BYTES = 3 * 10**9
"""Bytes allowed for a problem."""

SAMPLE_WIDTHS = (5_000, 20_000, 80_000)
"""Positions per level of samples from both ends, in turn, when solutions of an open problem are shortened."""

CANDIDATES = 32
"""Partitions tried for the bounds of beams and samples."""

BEAMS = 6
"""Randomized beams of a width, of whose solutions the shortest is shortened."""

PEG_WEIGHT, CHANCE = 0.1, 0.1
"""In a randomized beam a peg counts as much as this part of a move, and the chance added to a bound is this part of a
standard Gumbel variable. Without the pegs most beams take twice as many moves."""

WINDOW_NODES = 100
"""Nodes that a window of a solution may take when it is shortened, for each position per level."""

COUNT_SHARE = 0.2
"""Solutions are counted if one was found in this share of the time allowed: counting takes several times longer."""

CERTIFICATE_PROGRAMS = 2_000
"""Linear programs for the certificate of a problem without a solution."""

FACTS = ("id", "answers", "title", "source", "proven_by", "dual", "search")
"""The fields of a record that neither its puzzle nor its result says."""

FEATURES = ("forced", "choices", "traps", "detours", "walk")
"""Features that a record may have beside length and count."""

EXACT_WALK = WalkOrder(samples=0)
"""A walk is calculated, or left out."""

BEASLEY = "J. D. Beasley, The Ins and Outs of Peg Solitaire (1985)"
BELL = "G. I. Bell, Solving Triangular Peg Solitaire, Journal of Integer Sequences 11 (2008), OEIS A127500"
DRAWN = "drawn for the atlas"
HEXAGON = ["....", ".....", "......", ".......", " ......", "  .....", "   ...."]
STAR = ["  .", "  ..", ".......", " ......", "  .....", "  ......", "  .......", "     ..", "      ."]

EXTRA = {
    "triangle-36": ("Triangle of side 8, 36 holes", BELL, ["." * side for side in range(1, 9)], "triangular"),
    "triangle-45": ("Triangle of side 9, 45 holes", BELL, ["." * side for side in range(1, 10)], "triangular"),
    "triangle-55": ("Triangle of side 10, 55 holes", BELL, ["." * side for side in range(1, 11)], "triangular"),
    "rhombus-36": ("Rhombus of side 6, 36 holes", DRAWN, ["......"] * 6, "triangular"),
    "hexagon-37": ("Hexagon of side 4, 37 holes", DRAWN, HEXAGON, "triangular"),
    "star-37": ("Star of six points, 37 holes", DRAWN, STAR, "triangular"),
    "square-6": ("Square, 36 holes", BEASLEY, ["......"] * 6, "orthogonal"),
    "square-7": ("Square, 49 holes", DRAWN, ["......."] * 7, "orthogonal"),
}
"""Jump boards beside the catalogue's whose single-vacancy problems are searched, too: title, source, grid, lines."""

FOGLEMAN = "M. Fogleman's database of Rush Hour (michaelfogleman.com/rush)"
GNOME = "GNOME Klotski"

BLOCK_BOARDS = {
    "gnome-only-18-steps": ("gnome-yard", "GNOME Klotski: out through the gate", GNOME),
    "gnome-success": ("gnome-success", "GNOME Klotski: Success", GNOME),
    "gnome-fortune": ("gnome-fortune", "GNOME Klotski: Fortune", GNOME),
    "gnome-polonaise": ("gnome-polonaise", "GNOME Klotski: Polonaise", GNOME),
    "rush-db60": ("rush-hour-db60", "Rush Hour with a wall: db60", FOGLEMAN),
    "rush-db3": ("rush-hour-db3", "Rush Hour with walls: db3", FOGLEMAN),
    "rush-db5": ("rush-hour-db5", "Rush Hour with walls: db5", FOGLEMAN),
}
"""Boards of sliding blocks beside the catalogue's, by the first case on each: id, title, source."""

BLOCK_FAMILIES = {"huarong": "huarong", "rush": "rush-hour", "gnome": "gnome-yard"}
"""The board of cases whose ids begin so, if it has their cells and no board is named after them."""

UNSOLVABLE_BLOCKS = (
    ("quzzle", "top-middle", "The square in the middle of the top row", {"goal": {"at": {"Z": [0, 1]}}}),
    ("traffic-jam", "another-out", "A piece that may not pass the door", {"goal": {"at": {"a": [0, 8]}}}),
    (
        "rush-hour",
        "facing-cars",
        "Two cars in one lane",
        {"start": {"picture": ["......", "...C..", "AA.CBB", "...C..", "DD....", "....EE"]}},
    ),
)
"""Problems of sliding blocks without a solution, drawn for the atlas: board, name, title, what differs from the first
example of the board."""


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

    def add(
        self, name: str, written: dict[str, Any], title: str | None, source: str | None, board: str | None = None
    ) -> None:
        """Add a problem, unless its board is not one of these.

        If it is there, up to symmetry, its title and source are added to it, unless it has them. Boards of sliding
        blocks may have the same cells, so that theirs has to be named.
        """
        puzzle = load_puzzle(written).puzzle
        board = board or self._board_names.get(puzzle.board)  # type: ignore[attr-defined]
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
        if isinstance(task.puzzle, BlockPuzzle):
            key = f"{task.board} {key}"
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
    for name, (title, source, grid, lines) in EXTRA.items():
        board = {"grid": grid, "lines": lines}
        written = {"kind": "jump", "board": board, "start": {"empty": [0]}, "goal": {"pegs": [0]}}
        puzzle = tasks.add_board(name, written, title, source)
        assert isinstance(puzzle, JumpPuzzle)
        tasks.add_singles(name, puzzle)
    _add_blocks(tasks)
    for name, entry in catalogue().items():
        board = name if entry["kind"] == "block" else None
        for number, example in enumerate(entry["examples"], 1):
            tasks.add(f"example-{number}", example["puzzle"], example["title"], entry["source"], board)
    for file in ("jump_sources", "slide_sources", "slide_korf15", "slide_deep15"):
        for case in json.loads((CASES / f"{file}.json").read_text(encoding="utf-8")):
            source = case.get("source", "R. E. Korf, Depth-first iterative-deepening (1985), one of 100 positions")
            tasks.add(case["id"], case["puzzle"], case["id"], source)
    return tasks


def _add_blocks(tasks: Tasks) -> None:
    """Add the sliding blocks of the sources, each in every metric that they know, and those without a solution."""
    for case in json.loads((CASES / "blocks.json").read_text(encoding="utf-8")):
        family, _, rest = case["id"].partition("-")
        short = rest if family in BLOCK_FAMILIES else case["id"]
        if case["id"] in BLOCK_BOARDS:
            board, title, source = BLOCK_BOARDS[case["id"]]
            tasks.add_board(board, case["puzzle"] | {"metric": Metric.PATH.value}, title, source)
        else:
            board = short if short in tasks.boards else BLOCK_FAMILIES[family]
        for metric in case["expect"]:
            name = metric if short in board else f"{short.lower()}-{metric}"
            tasks.add(name, case["puzzle"] | {"metric": metric}, case["title"], case["source"], board)
    for board, name, title, parts in UNSOLVABLE_BLOCKS:
        puzzle = catalogue()[board]["examples"][0]["puzzle"]
        # Along their axes only, a way is a line.
        for metric in (Metric.STEP, Metric.LINE) if "axis" in puzzle else Metric:
            tasks.add(f"{name}-{metric.value}", puzzle | parts | {"metric": metric.value}, title, DRAWN, board)


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
    for _ in _attempts(puzzle, budget):
        seconds = clock() - began
        known = budget.best is not None and len(budget.best) == result.lower_bound
        if known or seconds > effort.seconds:
            break
    if budget.best is not None:
        replay(puzzle, budget.best)
    return replace(result, solution=budget.best, nodes=result.nodes + budget.nodes, seconds=result.seconds + seconds)


def _attempts(puzzle: JumpPuzzle, budget: Budget) -> Slices[None]:
    """Shorten the best solution, that of a beam, then those of randomized beams and of samples in turn, without end."""
    plan = Plan()
    instance = yield from prepare(puzzle, budget, plan, SINGLE_THREAD)
    context = SearchContext(instance, Want.ANY, budget, plan, SINGLE_THREAD)
    if instance.goals is not None:
        ends = {True: np.array([instance.position], np.uint64), False: instance.goals}
        yield from select_tables(context, ends, CANDIDATES)
    found = yield from beam_search(context, SAMPLE_WIDTHS[0], instance.max_length)
    if found is None or (budget.best is not None and len(budget.best) < len(found)):
        found = budget.best
    for seed in count():
        width = SAMPLE_WIDTHS[seed % len(SAMPLE_WIDTHS)]
        if found is not None:
            yield from Shortener(puzzle, found, budget, WINDOW_NODES * width).run()
        found = yield from _shortest_of_beams(context, width, seed)
        if found is None:
            found = yield from sample_both_ends(context, width, seed)
        yield budget.progress()


def _shortest_of_beams(context: SearchContext, width: int, seed: int) -> Slices[Solution | None]:
    """The shortest solution of some randomized beams, if it has hardly more moves than the best one known."""
    rank, known, shortest = by_chance(np.random.default_rng(seed)), context.budget.best, None
    max_length = context.instance.max_length
    if known is not None:
        max_length = min(max_length, len(known) + 1)
    for _ in range(BEAMS):
        found = yield from beam_search(context, width, max_length, rank)
        if found is not None:
            shortest, max_length = found, len(found) - 1
    return shortest


def by_chance(random: np.random.Generator) -> Rank:
    """How a randomized beam orders positions: it prefers few pegs, and gives those of larger bounds a chance."""

    def rank(words: Words, bounds: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        found = bounds.astype(np.float64)
        found += PEG_WEIGHT * np.bitwise_count(words) + CHANCE * random.gumbel(size=words.size)
        return found

    return rank


def facts(task: Task, result: Result, effort: Effort, trace: Trace) -> dict[str, Any]:
    """What a record says of a problem beside the puzzle and its result."""
    by = {Status.SOLVED: "search", Status.STOPPED: None}.get(result.status, (result.proof or {}).get("by"))
    found: dict[str, Any] = {"id": task.name, "answers": ANSWERS}
    found |= {name: text for name, text in (("title", task.title), ("source", task.source)) if text}
    cost: dict[str, Any] = {"nodes": result.nodes, "seconds": round(result.seconds, 3), "bytes": trace.bytes}
    cost |= {"seconds_most": effort.seconds, "bytes_most": effort.bytes, "bounds": [list(b) for b in trace.bounds]}
    if result.limit is not None:
        cost["limit"] = result.limit
    return found | {"proven_by": by, "search": cost | {"date": datetime.now(UTC).date().isoformat()}}


def is_done(record: dict[str, Any] | None, board: dict[str, Any], task: Task, effort: Effort) -> bool:
    """Whether a record answers a task, or another search would not do better.

    That is so if no more is allowed now than when the problem was left open, and of a solution if it was counted, or
    counting would still take too long.
    """
    if record is None or record["answers"] != ANSWERS or puzzle_of(board, record) != task.puzzle:
        return False
    cost = record["search"]
    if record["proven_by"] is None:
        if cost.get("limit") == "bytes":
            return bool(cost["bytes_most"] >= effort.bytes)
        return bool(cost["seconds_most"] >= effort.seconds)
    counts = record["proven_by"] == "search" and "count" not in record["result"]
    return not counts or cost["seconds_most"] >= effort.seconds or cost["seconds"] > COUNT_SHARE * effort.seconds


def keep_better(result: Result, record: dict[str, Any] | None, board: dict[str, Any], task: Task) -> Result:
    """The result of a search that left a problem open, with what its record knows better: solution, lower bound.

    If the two meet, the problem is solved.
    """
    if result.status is not Status.STOPPED:
        return result
    if record is not None and puzzle_of(board, record) == task.puzzle:
        before = result_of(task.puzzle, record)
        if before.solution is not None and (result.length is None or len(before.solution) < result.length):
            result = replace(result, solution=before.solution)
        if record["answers"] == ANSWERS:
            result = replace(result, lower_bound=max(result.lower_bound or 0, before.lower_bound or 0))
    if result.solution is not None and result.length == result.lower_bound:
        return replace(result, status=Status.SOLVED, optimal=True, limit=None)
    return result


def promise(task: Task, record: dict[str, Any] | None) -> tuple[int, int]:
    """Problems are searched in this order: small boards first, of one size what has the nearest bounds."""
    size = kind_of(task.puzzle).size(task.puzzle)
    if record is None or record["proven_by"] is not None:
        return size, 0
    most = record["result"]["length"]
    return size, (size if most is None else most) - record["result"]["lower_bound"]


def make(atlas: Atlas, tasks: Tasks, effort: Effort, only: str, still_open: bool = False) -> Iterator[dict[str, Any]]:
    """Search what is not done, and add it to the atlas; yields each record that was added.

    Answers on a board that has other lines now are dropped. With ``still_open``, problems that are solved are left
    alone even if their solutions are not counted.
    """
    known = {name: atlas.problems[name] for name in tasks.tasks if name in atlas.problems}
    same = {name for name, board in tasks.boards.items() if _lines(board) == _lines(atlas.boards.get(name, {}))}
    atlas.boards, atlas.problems = tasks.boards, {n: record for n, record in known.items() if record["board"] in same}
    for task in sorted(tasks.tasks.values(), key=lambda task: promise(task, atlas.problems.get(task.name))):
        board, known = tasks.boards[task.board], atlas.problems.get(task.name)
        left_out = only not in task.name or (still_open and known is not None and known["proven_by"] is not None)
        if not left_out and not is_done(known, board, task, effort):
            trace = Trace()
            result = keep_better(search(task.puzzle, effort, trace), known, board, task)
            if result.status is Status.STOPPED and isinstance(task.puzzle, JumpPuzzle):
                result = keep_better(shorter(task.puzzle, result, effort), known, board, task)
            said = facts(task, result, effort, trace)
            if known is not None and _is_of_dual(result.solution, known, board, task):
                said["dual"] = known["dual"]
            record = problem_record(board, task.puzzle, result, said)
            atlas.problems[task.name] = record
            yield record


def _lines(board: dict[str, Any]) -> list[Any]:
    return [board.get(name) for name in GEOMETRY]


def _is_of_dual(solution: Solution | None, record: dict[str, Any], board: dict[str, Any], task: Task) -> bool:
    """Whether a solution is the one that a record has from its dual."""
    if "dual" not in record or puzzle_of(board, record) != task.puzzle:
        return False
    return solution is not None and solution == result_of(task.puzzle, record).solution


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


def certify(atlas: Atlas, tasks: Tasks) -> Iterator[dict[str, Any]]:
    """Look for certificates by ends of problems that a search has exhausted; yields each record that was changed."""
    for name, record in tuple(atlas.problems.items()):
        puzzle = tasks.tasks[name].puzzle
        if record["proven_by"] not in WITHOUT_CERTIFICATE or not isinstance(puzzle, JumpPuzzle):
            continue
        proof = finish(prove_by_ends(puzzle, CERTIFICATE_PROGRAMS, Budget(0)))
        if proof is not None and proof["by"] not in WITHOUT_CERTIFICATE:
            result = replace(result_of(puzzle, record), proof=proof)
            verify(puzzle, result)
            said = {field: record[field] for field in FACTS if field in record} | {"proven_by": proof["by"]}
            atlas.problems[name] = problem_record(tasks.boards[record["board"]], puzzle, result, said)
            yield atlas.problems[name]


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
        order = FeaturesOrder(puzzle, tuple(each for each in names_for(puzzle) if each in FEATURES), EXACT_WALK)
        if record.get("features", {}).keys() >= set(order.names):
            continue
        limits = Limits(effort.seconds, 10**13, effort.bytes)
        found = carry_out(run(order, limits, OwnAnswers(limits, effort.tables)), limits, clock=clock)
        if isinstance(found, Features):
            written = dump_features(order, found)
            values = {each: value for each, value in written["features"].items() if value is not None}
            if "walk" in written:
                values["walk_error"] = written["walk"]["error"]
            atlas.problems[name] = with_features(board, record, values)
            yield atlas.problems[name]


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
    if "dual" in record:
        return f"{record['id']}: {text} (by its dual {record['dual']})"
    cost = record["search"]
    memory = f", {cost['bytes'] / 1e9:.2f} GB" if "bytes" in cost else ""
    return f"{record['id']}: {text} ({cost['seconds']} s, {cost['nodes']:,} nodes{memory})"


def main() -> None:
    """Make the atlas, or name what is open."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--only", default="", help="problems whose id contains this")
    parser.add_argument("--open", action="store_true", help="open problems only: solved ones are not counted")
    parser.add_argument("--seconds", type=float, nargs="+", default=ROUNDS, help="for a problem, round by round")
    parser.add_argument("--bytes", type=int, default=MAX_BYTES, help="for a problem")
    parser.add_argument("--tables", type=Path, help="folder of large tables (fewest tables)")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--features", action="store_true", help="measure features of what is counted, search nothing")
    asked = parser.parse_args()
    atlas = read_atlas(asked.file) if asked.file.exists() else Atlas()
    tasks = Tasks() if asked.list else all_tasks()
    if asked.features:
        for record in add_features(atlas, Effort(asked.seconds[0], asked.bytes, asked.tables), asked.only):
            write(atlas, asked.file)
            print(f"{record['id']}: {record['features']}", flush=True)
        return
    for seconds in () if asked.list else asked.seconds:
        print(f"At most {seconds:g} s and {asked.bytes / 1e9:g} GB a problem, as much again for counting", flush=True)
        effort = Effort(seconds, asked.bytes, asked.tables)
        made = make(atlas, tasks, effort, asked.only, asked.open)
        for record in chain(made, use_duals(atlas, tasks), certify(atlas, tasks)):
            write(atlas, asked.file)
            print(summary(record), flush=True)
        write(atlas, asked.file)
    still_open = [record for record in atlas.problems.values() if record["proven_by"] is None]
    print(f"{len(atlas.problems)} problems, {len(still_open)} open")
    for record in still_open:
        print(summary(record))


if __name__ == "__main__":
    main()
