"""Sets of positions: what they hold, and that their memory is accounted for."""

from __future__ import annotations

from contextlib import closing

import numpy as np
import pytest

from solver.budget import Budget
from solver.jump.search.position_set import MAX_LOAD, MIN_SLOTS, ClassifiedSet, PositionSet
from solver.jump.symmetry import image_tables
from solver.kernels import jump_bidirectional
from solver.threads import ThreadPool

IDENTITY = image_tables([tuple(range(40))], 40)


@pytest.mark.parametrize("kind", [PositionSet, ClassifiedSet])
def test_a_set_that_grows_keeps_its_positions(kind: type[PositionSet]) -> None:
    """A set grows before it is too full, keeps what it holds, and releases the slots it had before."""
    budget = Budget(10**7)
    held, words = kind(budget), np.arange(1, 5001, dtype=np.uint64)
    for part in np.array_split(words, 20):
        for _ in held.add(part, IDENTITY):
            pass
        assert budget.bytes == (8 + kind.CLASS_BYTES) * held.slots.size
        assert held.size <= MAX_LOAD * held.slots.size
    assert held.size == 5000
    assert sorted(held.words().tolist()) == words.tolist()
    assert 1 in held
    assert 5001 not in held
    for _ in held.add(words, IDENTITY):
        pass
    assert held.size == 5000
    held.clear()
    assert (held.size, held.words().size) == (0, 0)
    held.free()
    assert budget.bytes == 0


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("kind", [PositionSet, ClassifiedSet])
def test_a_set_grows_in_slices(kind: type[PositionSet], size: int) -> None:
    """A set that grows in several slices, in one thread or several, keeps its positions, and their classes."""
    held, words = kind(Budget(10**8)), np.arange(1, 30_001, dtype=np.uint64)
    for _ in held.add(words, IDENTITY):
        pass
    if isinstance(held, ClassifiedSet):
        held.classes[:] = held.slots % np.uint64(7)
    before = held.slots.size
    with closing(ThreadPool(size)) as threads:
        assert len(list(held.grow(held.slots.size, threads, 1000))) == -(-before // (1000 * size))
    assert held.slots.size > before
    assert sorted(held.words().tolist()) == words.tolist()
    assert all(int(word) in held for word in words[::100])
    if isinstance(held, ClassifiedSet):
        assert held.classes.tolist() == [slot % 7 for slot in held.slots.tolist()]


def test_a_set_is_as_small_as_it_can_be() -> None:
    """A set has at least twice as many slots as positions, and counts equal images once."""
    budget = Budget(10**7)
    swap = image_tables([(0, 1, 2), (2, 1, 0)], 3)
    made = PositionSet.of(budget, np.array([1, 4, 2, 5], np.uint64), swap)
    assert (sorted(made.words().tolist()), made.size, made.slots.size) == ([1, 2, 5], 3, MIN_SLOTS)
    assert PositionSet.of(budget, np.arange(1, 2001, dtype=np.uint64), IDENTITY).slots.size >= 4000


def test_an_empty_set_has_a_class_for_its_slot() -> None:
    """A set that holds nothing takes no memory, and nothing of any class is selected from it."""
    budget = Budget(0)
    held, out = ClassifiedSet(budget), np.zeros(1, np.uint64)
    for _ in range(2):
        selected = np.ones(jump_bidirectional.CLASSES, np.bool_)
        assert jump_bidirectional.select(held.classified, selected, out, 0, held.slots.size) == 0
        assert held.slots.size == held.classes.size == 1
        held.free()
    assert budget.bytes == 0


@pytest.mark.parametrize(("size", "most"), [(0, 10), (10, 10), (10, 50), (5_000, 50), (5_000, 1_000)])
def test_a_sample_is_some_of_the_positions(size: int, most: int) -> None:
    """A sample has all positions, or about as many as are wanted, each once."""
    words = np.arange(1, size + 1, dtype=np.uint64) * np.uint64(0x9E37_79B9)
    held = PositionSet.of(Budget(10**7), words, image_tables([tuple(range(64))], 64))
    sample = held.sample(most).tolist()
    assert set(sample) <= set(words.tolist())
    assert len(set(sample)) == len(sample)
    if size <= most:
        assert len(sample) == size
    else:
        assert most / 2 < len(sample) < 2 * most + 50
