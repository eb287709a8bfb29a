"""Run a task of any class: in slices, or in one call, like ``solve``.

Limits, ``threads``, ``tables`` and ``observe`` have the same meaning as there. A result that is cut short names the
limit; otherwise it depends on the task alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from fewest.design import exploration as spaces
from fewest.design import measurement
from fewest.design.answers import Answers, OwnAnswers
from fewest.design.exploration import PartOfSpace, SpaceReport
from fewest.design.features import Features, FeaturesTask
from fewest.design.generation.result import Generation
from fewest.design.levels import GenerationTask
from fewest.design.space import SpaceTask, TooLarge
from fewest.solver import quota
from fewest.solver.model import Limits, Slices, Stopped
from fewest.solver.solve import Observer, drive

OWN_TABLES = 1 << 28
"""Quota of the tables of one task, in bytes."""

Task: TypeAlias = SpaceTask | GenerationTask | FeaturesTask


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
            return spaces.run(task, limits, threads)
        case FeaturesTask():
            return measurement.run(task, limits, answers)
        case GenerationTask():
            # Imported when needed: code that only describes tasks does not load the compiled kernels.
            slices: Slices[Generation] = import_module("fewest.design.generation.generate").generate(
                task, limits, answers, threads
            )
            return slices


def explore(
    task: SpaceTask, limits: Limits | None = None, *, threads: int = 1, observe: Observer | None = None
) -> SpaceReport | TooLarge | PartOfSpace | Stopped:
    """Explore a whole space; or return a lower bound on its size, or the part of it within the limits."""
    found: SpaceReport | TooLarge | PartOfSpace | Stopped = _driven(task, limits, None, threads, observe)
    return found


def generate(
    task: GenerationTask,
    limits: Limits | None = None,
    *,
    tables: Path | None = None,
    threads: int = 1,
    observe: Observer | None = None,
) -> Generation | Stopped:
    """Make levels; the result says why there are fewer than requested."""
    found: Generation | Stopped = _driven(task, limits, tables, threads, observe)
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
    with nullcontext(tables) if tables is not None else _own_tables() as folder:
        return drive(task_slices(task, limits, OwnAnswers(limits, folder, threads), threads), limits, observe)


@contextmanager
def _own_tables() -> Iterator[Path]:
    """A folder for one task: its searches often need the same tables."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        quota.set_quota(folder, OWN_TABLES)
        yield folder
