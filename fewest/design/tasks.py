"""Run a task of any class: in slices, or in one call, like ``solve``.

Limits, ``threads``, ``tables`` and ``observe`` have the same meaning as there. A result that is cut short names the
limit; otherwise it depends on the task alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from fewest.design import measurement
from fewest.design.answers import Answers, OwnAnswers
from fewest.design.features import Features, FeaturesTask
from fewest.design.kinds import KINDS
from fewest.design.levels import find
from fewest.design.levels.task import LevelsReport, LevelsTask
from fewest.design.spaces import PartOfSpace, SpaceReport, SpaceTask, TooLarge
from fewest.solver import quota
from fewest.solver.model import Limits, Slices, Stopped
from fewest.solver.solve import Observer, drive

OWN_TABLES = 1 << 28
"""Quota of the tables of one task, in bytes."""

Task: TypeAlias = SpaceTask | LevelsTask | FeaturesTask


def task_slices(task: Task, limits: Limits, answers: Answers, threads: int = 1) -> Slices[Any]:
    """The work on a task, in slices; returns the result of its class.

    Parameters
    ----------
    limits
        ``bytes`` is enforced here; the caller enforces the others between slices.
    answers
        Solve the puzzles of levels and features.
    threads
        Threads of a space and of the tables of levels. ``answers`` have their own.
    """
    match task:
        case SpaceTask():
            return KINDS[task.kind].spaces.run(task, limits, threads)
        case FeaturesTask():
            return measurement.measure(task, limits, answers)
        case LevelsTask():
            return find.find_levels(task, limits, answers, threads)


def explore(
    task: SpaceTask, limits: Limits | None = None, *, threads: int = 1, observe: Observer | None = None
) -> SpaceReport | TooLarge | PartOfSpace | Stopped:
    """Explore a whole space; or return a lower bound on its size, or the part of it within the limits."""
    found: SpaceReport | TooLarge | PartOfSpace | Stopped = _driven(task, limits, None, threads, observe)
    return found


def find_levels(
    task: LevelsTask,
    limits: Limits | None = None,
    *,
    tables: Path | None = None,
    threads: int = 1,
    observe: Observer | None = None,
) -> LevelsReport | Stopped:
    """Find levels; the result says why there are fewer than requested."""
    found: LevelsReport | Stopped = _driven(task, limits, tables, threads, observe)
    return found


def measure(
    task: FeaturesTask,
    limits: Limits | None = None,
    *,
    tables: Path | None = None,
    threads: int = 1,
    observe: Observer | None = None,
) -> Features | Stopped:
    """Find features of a puzzle; ``missing`` has the reason for each that was not found."""
    found: Features | Stopped = _driven(task, limits, tables, threads, observe)
    return found


def _driven(task: Task, limits: Limits | None, tables: Path | None, threads: int, observe: Observer | None) -> Any:
    limits = limits or Limits()
    # The searches of a task share their tables, also if the caller keeps none.
    with nullcontext(tables) if tables is not None else _own_tables() as folder:
        return drive(task_slices(task, limits, OwnAnswers(limits, folder, threads), threads), limits, observe)


@contextmanager
def _own_tables() -> Iterator[Path]:
    """A folder for one task: its searches often need the same tables."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        quota.set_quota(folder, OWN_TABLES)
        yield folder
