"""Types of whole spaces: the task, and the explored space."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any, TypeAlias

from fewest.solver.model import Limits, Slices, Stopped

SpacePosition: TypeAlias = Any
"""Jump boards: a word with a bit per peg. Sliding boards and blocks: the piece on every cell."""

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
            source = random.Random(draw.seed)
            for _ in range(draw.number):
                yield self.nth(depth, source.randrange(self.classes[depth]))


class LoadedSpaces:
    """Imports the module of a kind's spaces on first use, so that code that only describes tasks loads no kernels.

    Attributes
    ----------
    module
        Name of the module, which has ``explore`` and ``warm``.
    """

    module: str

    def explore(
        self, task: SpaceTask, limits: Limits, threads: int, max_positions: int
    ) -> Slices[Space | TooLarge | Stopped]:
        """Explore a space."""
        slices: Slices[Space | TooLarge | Stopped]
        slices = import_module(self.module).explore(task, limits, threads, max_positions)
        return slices

    def warm(self) -> None:
        """Explore a tiny space."""
        import_module(self.module).warm()
