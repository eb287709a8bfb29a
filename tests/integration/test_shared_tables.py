"""Pattern tables that many processes need at the same time."""

from __future__ import annotations

import json
import multiprocessing
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fewest.solver.budget import Budget
from fewest.solver.model import Limits
from fewest.solver.slide.board import board_from_grid
from fewest.solver.slide.bounds.cache import CostTables, Table
from fewest.solver.slide.kind import SlideKind
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.solve import solve
from tests.hang import HANG_SECONDS

pytestmark = pytest.mark.full

KORF = json.loads((Path(__file__).parents[1] / "cases" / "slide_korf15.json").read_text())
CASE = next(case for case in KORF if case["id"] == "korf15-87")

context = multiprocessing.get_context("forkserver")
context.set_forkserver_preload(
    ["fewest.solver.solve", "fewest.solver.slide.search.driver", "fewest.solver.slide.search.warm"]
)


def report_builds(building: Any, before: Callable[[], None]) -> None:
    """Report each build of tables that are to be shared, by the process that begins it, and do something before it."""

    class Reporting(CostTables):
        """Tables whose builds are reported."""

        def build(self, budget: Budget, threads: int) -> Table:
            """Report, then build."""
            building.put(os.getpid())
            before()
            return (yield from super().build(budget, threads))

    def from_folder(tables: CostTables, *arguments: Any) -> Table:
        return original(Reporting(tables.labelled, tables.partitions), *arguments)

    original, CostTables._from_folder = CostTables._from_folder, from_folder


def ask(folder: Path, answers: Any, building: Any, stuck: bool) -> None:
    """Solve a 15-puzzle with the tables of a folder; report when a build begins, and hang there if `stuck`."""
    report_builds(building, lambda: time.sleep(HANG_SECONDS if stuck else 0))
    board = board_from_grid(["...."] * 4)[0]
    puzzle = SlidePuzzle(board, tuple(CASE["puzzle"]["start"]), tuple(CASE["puzzle"]["goal"]))
    answers.put(solve(puzzle, limits=Limits(seconds=HANG_SECONDS), tables=folder).length)


@pytest.fixture
def asking(tmp_path: Path) -> Any:
    """A function that starts processes that ask; it returns their answers, who began to build, and the processes."""
    # Ten processes that compile the same kernels at once would take longer than a search may.
    for part in (part for each in SlideKind().kernel_sets() for part in each.parts):
        part()
    answers, building, started = context.Queue(), context.Queue(), []

    def start(number: int, stuck: bool = False) -> tuple[Any, Any, list[Any]]:
        for _ in range(number):
            process = context.Process(target=ask, args=(tmp_path, answers, building, stuck))
            process.start()
            started.append(process)
        return answers, building, started

    yield start
    for process in started:
        process.kill()
        process.join()


def large(folder: Path) -> list[Path]:
    """The pattern tables in a folder; partitions and automata are much smaller."""
    return [path for path in folder.glob("slide-*.table") if path.stat().st_size > 1_000_000]


def test_ten_processes_build_a_table_once(asking: Any, tmp_path: Path) -> None:
    """All ten answer; one of them has built."""
    answers, building, started = asking(10)
    assert [answers.get(timeout=HANG_SECONDS) for _ in started] == [CASE["expect"]["length"]] * 10
    assert building.get(timeout=HANG_SECONDS)
    assert building.empty()
    assert len(large(tmp_path)) == 1


def test_a_builder_that_is_killed_is_replaced(asking: Any, tmp_path: Path) -> None:
    """Whoever waits for the tables of a process that is killed builds them."""
    _, building, started = asking(1, stuck=True)
    first = building.get(timeout=HANG_SECONDS)
    answers, building, started = asking(3)
    assert not large(tmp_path)
    started[0].kill()
    assert [answers.get(timeout=HANG_SECONDS) for _ in range(3)] == [CASE["expect"]["length"]] * 3
    assert building.get(timeout=HANG_SECONDS) not in (first, None)
    assert building.empty()
