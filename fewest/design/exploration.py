"""Whole spaces: every position that can be reached from an origin, or from which it can be reached, by its depth.

Slides can be taken back, so on a sliding board and of blocks the depth of a position is its distance from the origins
in moves, in either direction. On a jump board the depth is the number of jumps made from the origin (forwards) or still
to be made to it (backwards): every jump removes a peg, so all positions of a depth have equally many pegs.
"""

from __future__ import annotations

from dataclasses import dataclass

from fewest.design.kinds import KINDS
from fewest.design.space import Draw, Space, SpaceComponent, SpacePosition, SpaceTask, TooLarge
from fewest.solver.errors import Stop
from fewest.solver.model import Limits, Progress, Slices, Stopped
from fewest.solver.slices import Run

__all__ = ["Draw", "PartOfSpace", "Space", "SpacePosition", "SpaceReport", "SpaceTask", "TooLarge", "explore", "run"]

MAX_POSITIONS = 500_000_000
"""Most positions of a space."""


def explore(
    task: SpaceTask,
    limits: Limits,
    threads: int = 1,
    max_positions: int = MAX_POSITIONS,
) -> Slices[Space | TooLarge | Stopped]:
    """Explore a space.

    Returns
    -------
    Space, TooLarge or Stopped
        The space; or a refusal before the work; or ``Stopped`` by ``bytes`` or ``positions`` if only the work showed
        its size.
    """
    spaces = KINDS[task.kind].spaces
    needed = spaces.least_size(task)
    if needed > max_positions:
        return TooLarge("positions", needed, max_positions)
    return (yield from spaces.explore(task, limits, threads, max_positions))


@dataclass(frozen=True, slots=True)
class SpaceReport:
    """The answer to a task of a space.

    Attributes
    ----------
    depths, classes, symmetries, dead_ends, dead_end_classes, component_count, components
        See :class:`Space`.
    mean
        Mean depth; None if there is no position.
    deepest
        Some of the deepest positions; there are ``classes[-1]`` up to symmetry.
    given_depth
        Depth of the given position; None if no position was given, or if it is not in the space.
    drawn
        The positions drawn.
    """

    depths: tuple[int, ...]
    classes: tuple[int, ...]
    symmetries: int
    dead_ends: tuple[int, ...] | None
    dead_end_classes: tuple[int, ...] | None
    component_count: int | None
    components: tuple[SpaceComponent, ...]
    mean: float | None
    deepest: tuple[SpacePosition, ...]
    given_depth: int | None
    drawn: tuple[SpacePosition, ...]


@dataclass(frozen=True, slots=True)
class PartOfSpace:
    """A part of a space, if a limit ended the work: the limit, and the depths that were complete."""

    limit: str
    depths: tuple[int, ...]


def run(task: SpaceTask, limits: Limits, threads: int = 1) -> Slices[SpaceReport | TooLarge | PartOfSpace]:
    """Explore a space and answer its task. At a limit, it returns the complete depths."""
    last = Progress(0, 0)
    work = Run(explore(task, limits, threads))
    try:
        for last in work:
            yield last
        found = work.value
        if isinstance(found, Space):
            return (yield from report(found, last))
    except Stop as stop:
        found = Stopped(stop.limit)
    if isinstance(found, Stopped):
        return PartOfSpace(found.limit, tuple(last.notes.get("depths", ())))
    return found


def report(space: Space, progress: Progress) -> Slices[SpaceReport]:
    """Answer the task of a space, with the progress of its exploration after each position."""
    deepest: list[SpacePosition] = []
    for position in space.deepest():
        deepest.append(position)
        yield progress
    drawn: list[SpacePosition] = []
    if space.task.draw is not None:
        for position in space.draw(space.task.draw):
            drawn.append(position)
            yield progress
    given = space.task.given
    return SpaceReport(
        space.depths,
        space.classes,
        space.symmetries,
        space.dead_ends,
        space.dead_end_classes,
        space.component_count,
        space.components,
        None if space.mean is None else float(space.mean),
        tuple(deepest),
        None if given is None else space.distance(given),
        tuple(drawn),
    )
