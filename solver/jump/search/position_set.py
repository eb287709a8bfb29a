"""Sets of positions, and the budget of what a search has spent."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.budget import Budget
from solver.jump.board import Words
from solver.kernels import jump_bidirectional as jump_units
from solver.kernels import jump_expand as jump_walk

Marks: TypeAlias = npt.NDArray[np.uint8]

NOTHING: Words = np.zeros(1, np.uint64)
"""The set that stands for none; nobody writes to it."""

LEAST_SLOTS = 1 << 10
FULL_SHARE = 0.6
SLICE = 1 << 20
"""Slots moved to a larger set between two looks at the clock."""


@dataclass(slots=True)
class PositionSet:
    """Positions in open addressing: ``slots`` uint64, a power of two, 0 where empty."""

    budget: Budget
    slots: Words = field(default_factory=lambda: NOTHING)
    size: int = 0

    @classmethod
    def of(cls, budget: Budget, words: Words, images: Words) -> PositionSet:
        """Make the set of the least images of some positions, none of them empty."""
        made = cls(budget)
        made._allocate(max(LEAST_SLOTS, 1 << int(2 * words.size).bit_length()))
        made.size = int(jump_walk.fill(words, 0, images, made.slots))
        return made

    def _allocate(self, slots: int) -> None:
        self.budget.reserve(8 * slots)
        self.slots = np.zeros(slots, np.uint64)

    @property
    def room(self) -> int:
        """How many more positions it takes before it must grow."""
        return 0 if self.slots.size == 1 else int(self.slots.size * FULL_SHARE) - self.size

    def grow(self, share: int) -> Generator[None, None, None]:
        """Double the slots until there is room for at least ``share`` more positions, in slices."""
        old, slots = self.slots, max(LEAST_SLOTS, self.slots.size)
        while int(slots * FULL_SHARE) - self.size < share:
            slots *= 2
        self._allocate(slots)
        at = 0
        while old.size > 1 and at < old.size:
            at = int(jump_walk.rehash(old, self.slots, at, SLICE))
            yield
        if old.size > 1:
            self.budget.release(old.nbytes)

    def add(self, words: Words, images: Words) -> Generator[None, None, None]:
        """Put in the least images of some positions, none of them empty."""
        if words.size > self.room:
            yield from self.grow(words.size)
        self.size += int(jump_walk.fill(words, 0, images, self.slots))

    def free(self) -> None:
        """Let go of the slots."""
        if self.slots.size > 1:
            self.budget.release(self.slots.nbytes)
        self.slots, self.size = NOTHING, 0

    def clear(self) -> None:
        """Empty the set and keep its slots."""
        if self.size:
            self.slots.fill(0)
            self.size = 0

    def __contains__(self, word: int) -> bool:
        return self.find(word) >= 0

    def find(self, word: int) -> int:
        """Slot of a least image, or -1."""
        return int(jump_walk.find(self.slots, np.uint64(word)))

    def sample(self, most: int) -> Words:
        """About so many of the positions, or all if they are fewer."""
        part = self.slots[:: max(1, self.size // most)]
        return np.asarray(part[part != 0])

    def words(self) -> Words:
        """The positions, in no order."""
        return np.asarray(self.slots[self.slots != 0])


UNMARKED: Marks = np.zeros(1, np.uint8)


@dataclass(slots=True)
class MarkedSet(PositionSet):
    """Positions with a mark each: ``marks`` uint8 beside the slots (see ``solver.kernels.jump_bidirectional``)."""

    marks: Marks = field(default_factory=lambda: UNMARKED)

    def grow(self, share: int) -> Generator[None, None, None]:
        """Double the slots until there is room for at least ``share`` more positions, in slices."""
        old, marks, slots = self.slots, self.marks, max(LEAST_SLOTS, self.slots.size)
        while int(slots * FULL_SHARE) - self.size < share:
            slots *= 2
        self.budget.reserve(9 * slots)
        self.slots, self.marks = np.zeros(slots, np.uint64), np.zeros(slots, np.uint8)
        at = 0
        while old.size > 1 and at < old.size:
            at = int(jump_units.rehash(old, marks, self.slots, self.marks, at, SLICE))
            yield
        if old.size > 1:
            self.budget.release(9 * old.size)

    def free(self) -> None:
        """Let go of the slots."""
        if self.slots.size > 1:
            self.budget.release(9 * self.slots.size)
        self.slots, self.marks, self.size = NOTHING, UNMARKED, 0
