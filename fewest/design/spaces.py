"""Whole spaces: every position that can be reached from an origin, or from which it can be reached, by its depth.

Slides can be taken back, so on a sliding board and of blocks the depth of a position is its distance from the origins
in moves, in either direction. On a jump board the depth is the number of jumps made from the origin (forwards) or still
to be made to it (backwards): every jump removes a peg, so all positions of a depth have equally many pegs.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any, TypeAlias

from fewest.solver.errors import Stop
from fewest.solver.model import Limits, Progress, Slices, Stopped
from fewest.solver.slices import Run

SpacePosition: TypeAlias = Any
"""Jump boards: a word with a bit per peg. Sliding boards and blocks: the piece on every cell."""

MAX_POSITIONS = 500_000_000
"""Most positions of a space."""

MAX_DEEPEST = 20
"""Most positions of the greatest depth that are listed."""

MAX_COMPONENTS = 20
"""Most components that are listed, beside that of the given position."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Positions to draw from a depth (None: the deepest), uniformly and with repetition, by a seed."""

    depth: int | None
    number: int
    seed: int


@dataclass(frozen=True, slots=True)
class SpaceTask:
    """Which space to explore, and what to report.

    Attributes
    ----------
    kind
        Name of the kind of puzzle.
    board
        A board of this kind; of sliding blocks a puzzle, which has the pieces, too.
    origins
        The positions of depth 0, distinct: one on a sliding board; on a jump board all with the same number of pegs. Of
        sliding blocks the start, or none backwards: then all that meet the goal of the puzzle.
    forward
        Whether the origins are starts, not goals. It makes no difference on a sliding
        board.
    given
        A position whose depth is reported, if any.
    draw
        Positions to draw, if any.
    """

    kind: str
    board: Any
    origins: tuple[SpacePosition, ...]
    forward: bool = True
    given: SpacePosition | None = None
    draw: Draw | None = None


@dataclass(frozen=True, slots=True)
class TooLarge:
    """A space that is refused before the work, because it has more positions, or needs more bytes, than allowed.

    Attributes
    ----------
    limit
        ``positions`` or ``bytes``.
    needed
        How many it has or needs, at least.
    allowed
        How many there may be.
    """

    limit: str
    needed: int
    allowed: int


@dataclass(frozen=True, slots=True)
class SpaceComponent:
    """Positions of a space that can reach each other, if moves can be taken back.

    Attributes
    ----------
    positions
        How many there are.
    depth
        The greatest of their depths.
    origins
        How many of them have depth 0.
    farthest
        One of the greatest depth.
    given
        Whether the given position is among them.
    """

    positions: int
    depth: int
    origins: int
    farthest: SpacePosition
    given: bool


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


class Space(ABC):
    """A space that has been explored.

    Attributes
    ----------
    task
        The task.
    depths
        Number of positions of every depth.
    classes
        The same up to the symmetries of the board that keep the origins, and each hole without jumps; on sliding
        boards the same numbers.
    symmetries
        How many there are, the identity among them; 1 on sliding boards.
    dead_ends, dead_end_classes
        Of every depth, the positions without a legal jump, in both ways of counting; None but for jump boards
        forwards.
    component_count
        Number of components; None but for sliding blocks backwards.
    components
        The deepest of them, and that of the given position.
    """

    task: SpaceTask
    depths: tuple[int, ...]
    classes: tuple[int, ...]
    symmetries: int = 1
    dead_ends: tuple[int, ...] | None = None
    dead_end_classes: tuple[int, ...] | None = None
    component_count: int | None = None
    components: tuple[SpaceComponent, ...] = ()

    @property
    def positions(self) -> int:
        """Number of positions."""
        return sum(self.depths)

    @property
    def mean(self) -> Fraction | None:
        """Mean depth of a position; None if there is none."""
        if not self.depths:
            return None
        return Fraction(sum(depth * number for depth, number in enumerate(self.depths)), self.positions)

    @abstractmethod
    def distance(self, position: SpacePosition) -> int | None:
        """Depth of a position, None if it is not in the space."""

    @abstractmethod
    def nth(self, depth: int, index: int) -> SpacePosition:
        """A position of a depth, up to symmetry, by its number from 0 to ``classes[depth] - 1``, in a fixed order."""

    def deepest(self, most: int = MAX_DEEPEST) -> Iterator[SpacePosition]:
        """The first positions of the greatest depth, up to symmetry."""
        for index in range(min(most, self.classes[-1]) if self.classes else 0):
            yield self.nth(len(self.classes) - 1, index)

    def draw(self, draw: Draw) -> Iterator[SpacePosition]:
        """Draw positions, uniformly up to symmetry: the same for the same seed; none from a depth without any."""
        depth = len(self.classes) - 1 if draw.depth is None else draw.depth
        if 0 <= depth < len(self.classes):
            # The order of positions never changes, so a seed draws the same on every machine.
            source = random.Random(draw.seed)
            for _ in range(draw.number):
                yield self.nth(depth, source.randrange(self.classes[depth]))

    def report(self, progress: Progress) -> Slices[SpaceReport]:
        """Answer the task, with the progress of the exploration after each position."""
        deepest: list[SpacePosition] = []
        for position in self.deepest():
            deepest.append(position)
            yield progress
        drawn: list[SpacePosition] = []
        if self.task.draw is not None:
            for position in self.draw(self.task.draw):
                drawn.append(position)
                yield progress
        given = self.task.given
        return SpaceReport(
            self.depths,
            self.classes,
            self.symmetries,
            self.dead_ends,
            self.dead_end_classes,
            self.component_count,
            self.components,
            None if self.mean is None else float(self.mean),
            tuple(deepest),
            None if given is None else self.distance(given),
            tuple(drawn),
        )


class Spaces(ABC):
    """How whole spaces of one kind of puzzle are explored.

    Attributes
    ----------
    module
        Name of the module that explores them, by its ``explore``, and compiles what that needs, by its ``warm``.
    """

    # Imported on first use: code that only describes tasks does not load the compiled kernels.
    module: str

    def least_size(self, _: SpaceTask) -> int:
        """A lower bound on the positions of a space, without a search; 1 if unknown."""
        return 1

    @abstractmethod
    def size_bound(self, task: SpaceTask) -> int:
        """An upper bound on the positions of a space, without a search."""

    def warm(self) -> None:
        """Compile the kernels by a tiny space."""
        import_module(self.module).warm()

    def explore(
        self, task: SpaceTask, limits: Limits, threads: int = 1, max_positions: int = MAX_POSITIONS
    ) -> Slices[Space | TooLarge | Stopped]:
        """Explore a space.

        Returns
        -------
        Space, TooLarge or Stopped
            The space; or a refusal before the work; or ``Stopped`` by ``bytes`` or ``positions`` if only the work
            showed its size.
        """
        # Known without a search, so that a service refuses it at once.
        needed = self.least_size(task)
        if needed > max_positions:
            return TooLarge("positions", needed, max_positions)
        try:
            found: Space | TooLarge | Stopped
            found = yield from import_module(self.module).explore(task, limits, threads, max_positions)
        except MemoryError:
            return Stopped("bytes")
        return found

    def run(self, task: SpaceTask, limits: Limits, threads: int = 1) -> Slices[SpaceReport | TooLarge | PartOfSpace]:
        """Explore a space and answer its task. At a limit, it returns the complete depths."""
        last = Progress(0, 0)
        work = Run(self.explore(task, limits, threads))
        try:
            for last in work:
                yield last
            found = work.value
            if isinstance(found, Space):
                return (yield from found.report(last))
        except Stop as stop:
            found = Stopped(stop.limit)
        if isinstance(found, Stopped):
            return PartOfSpace(found.limit, tuple(last.notes.get("depths", ())))
        return found
