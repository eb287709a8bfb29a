"""Sets of positions in hash tables, their memory accounted for."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from fewest.solver.budget import Budget
from fewest.solver.jump.board import Words
from fewest.solver.jump.search.plan import SliceSizes
from fewest.solver.jump.words import NO_WORDS, WORD, occupied, scalar, unique, zeros
from fewest.solver.kernels import jump_bidirectional, jump_expand
from fewest.solver.model import Slices
from fewest.solver.threads import SINGLE_THREAD, ThreadPool, batched, divided

ClassIndices: TypeAlias = npt.NDArray[np.uint8]

NO_SLOTS: Words = NO_WORDS[WORD]
"""Stands for an empty set of positions of one word; those of two have ``NO_WORDS[WIDE]``. As targets of an expansion,
without pegs, it means all positions."""

NO_CLASSES: ClassIndices = np.zeros(1, np.uint8)

MIN_SLOTS = 1 << 10

MIN_SAMPLED = 64
"""Slots at least that a sample is taken from: so many are hardly ever all in use."""

MAX_LOAD = 0.6
"""Share of the slots that may be in use: linear probing slows down quickly above."""


@dataclass(slots=True)
class PositionSet:
    """A set of positions, stored as least images.

    Attributes
    ----------
    slots : words (power of two)
        A hash table with open addressing; 0 where empty. One slot stands for no memory at all.
    size
        Number of positions.
    """

    CLASS_BYTES: ClassVar[int] = 0

    budget: Budget
    slots: Words = field(default_factory=lambda: NO_SLOTS)
    size: int = 0

    @classmethod
    def of(cls, budget: Budget, words: Words, images: Words) -> PositionSet:
        """Make the set of the least images of positions, words, none of them 0.

        Parameters
        ----------
        images : words (images, bytes, 256)
            Byte tables of the automorphisms.
        """
        made = cls(budget, NO_WORDS[words.dtype])
        made._allocate(max(MIN_SLOTS, 1 << int(2 * words.size).bit_length()))
        made.size = int(jump_expand.fill(words, images, made.slots))
        return made

    @property
    def _slot_bytes(self) -> int:
        return self.slots.dtype.itemsize + self.CLASS_BYTES

    def _allocate(self, slots: int) -> None:
        self.budget.reserve(self._slot_bytes * slots)
        self.slots = zeros(slots, self.slots.dtype)

    def _rehash(self, old: PositionSet, start: int, end: int) -> None:
        """Copy some slots of a smaller set."""
        jump_expand.rehash(old.slots, self.slots, start, end)

    @property
    def headroom(self) -> int:
        """How many more positions fit before the set must grow."""
        return 0 if self.slots.size == 1 else int(self.slots.size * MAX_LOAD) - self.size

    def grow(
        self, more: int, threads: ThreadPool = SINGLE_THREAD, slice_slots: int = SliceSizes.rehash_slots
    ) -> Slices[None]:
        """Double the slots until at least ``more`` new positions fit. Yields after each slice."""
        old = copy(self)
        slots = max(MIN_SLOTS, self.slots.size)
        # Doubled, so that the size stays a power of two, which kernels take as a mask.
        while int(slots * MAX_LOAD) - self.size < more:
            slots *= 2
        self._allocate(slots)
        share = divided(old.slots.size, threads.size, slice_slots)
        for starts in batched(range(0, old.slots.size if old.slots.size > 1 else 0, share), threads.size):
            threads.map(lambda start: self._rehash(old, start, min(old.slots.size, start + share)), starts)
            yield self.budget.progress()
        # Only now: both tables are in memory while positions are copied, and the budget counts both.
        old.free()

    def add(self, words: Words, images: Words) -> Slices[None]:
        """Add the least images of positions, words, none of them 0, in slices."""
        if words.size > self.headroom:
            yield from self.grow(words.size)
        self.size += int(jump_expand.fill(words, images, self.slots))

    def free(self) -> None:
        """Release the slots."""
        if self.slots.size > 1:
            self.budget.release(self._slot_bytes * self.slots.size)
        self.slots = NO_WORDS[self.slots.dtype]
        self.size = 0

    def clear(self) -> None:
        """Remove all positions but keep the slots."""
        if self.size:
            # As bytes, because the slots may be records of two words.
            self.slots.view(np.uint8).fill(0)
            self.size = 0

    def __contains__(self, word: int) -> bool:
        return self.find(word) >= 0

    def find(self, word: int) -> int:
        """Slot of a least image, -1 if it is not in the set."""
        return int(jump_expand.find(self.slots, scalar(word, self.slots.dtype)))

    def sample(self, size: int) -> Words:
        """About ``size`` of the positions, or all if they are fewer; words, in order.

        They are the same ones in whatever order threads have stored them.
        """
        # Hashes scatter positions, so the first slots are a fair sample.
        part = self.slots[: max(MIN_SAMPLED, self.slots.size // max(1, self.size // size))]
        used = occupied(part)
        empty = np.flatnonzero(~used)
        if part.size < self.slots.size and empty.size > 1:
            # Between two empty slots, linear probing leaves the same positions, whichever came first.
            used[: empty[0]] = used[empty[-1] :] = False
        return unique(part[used])

    def words(self) -> Words:
        """The positions, words, in no particular order."""
        return np.asarray(self.slots[occupied(self.slots)])


@dataclass(slots=True)
class ClassifiedSet(PositionSet):
    """Positions with a slack class each.

    Attributes
    ----------
    classes : uint8 (slots)
        Class index of the position in each slot.
    """

    CLASS_BYTES: ClassVar[int] = 1

    classes: ClassIndices = field(default_factory=lambda: NO_CLASSES)

    @property
    def classified(self) -> jump_bidirectional.ClassifiedSlots:
        """The arrays as the kernels take them."""
        return jump_bidirectional.ClassifiedSlots(self.slots, self.classes)

    def _allocate(self, slots: int) -> None:
        # super() without arguments does not work in a dataclass with slots before Python 3.14.
        PositionSet._allocate(self, slots)
        self.classes = np.zeros(slots, np.uint8)

    def _rehash(self, old: PositionSet, start: int, end: int) -> None:
        assert isinstance(old, ClassifiedSet)
        jump_bidirectional.rehash_classified(old.classified, self.classified, start, end)

    def free(self) -> None:
        """Release the slots."""
        PositionSet.free(self)
        self.classes = NO_CLASSES
