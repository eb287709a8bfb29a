"""Sets of positions: what they hold, and that their memory is accounted for."""

from __future__ import annotations

from contextlib import closing

import numpy as np
import pytest

from fewest.solver.budget import Budget
from fewest.solver.jump.search.position_set import MIN_SAMPLED, ClassifiedSet, PositionSet
from fewest.solver.jump.symmetry import image_tables
from fewest.solver.kernels import jump_bidirectional
from fewest.solver.slices import finish
from fewest.solver.threads import ThreadPool

IDENTITY = image_tables([tuple(range(40))], 40)


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("kind", [PositionSet, ClassifiedSet])
def test_a_set_grows_in_slices(kind: type[PositionSet], size: int) -> None:
    """A set keeps its positions and their classes when it grows, in several slices and threads."""
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


def test_an_empty_set_has_a_class_for_its_slot() -> None:
    """An empty set takes no memory, and selecting from it finds nothing."""
    budget = Budget(0)
    held, out = ClassifiedSet(budget), np.zeros(1, np.uint64)
    for _ in range(2):
        selected = np.ones(jump_bidirectional.CLASSES, np.bool_)
        assert jump_bidirectional.select(held.classified, selected, out, 0, held.slots.size) == 0
        assert held.slots.size == held.classes.size == 1
        held.free()
    assert budget.bytes == 0


def test_a_sample_is_the_same_in_any_order() -> None:
    """A sample has about as many positions as asked for, the same ones in whatever order they were stored."""
    random = np.random.default_rng(1)
    words = random.integers(1, 1 << 40, 5_000, np.uint64)
    samples = []
    for _ in range(5):
        held = PositionSet(Budget(10**8))
        finish(held.add(random.permutation(words), IDENTITY))
        samples.append(held.sample(500).tolist())
        assert held.sample(10**6).tolist() == np.unique(words).tolist()
    assert samples[0] == sorted(samples[0])
    assert set(samples[0]) < set(words.tolist())
    assert 400 < len(samples[0]) < 600
    assert samples == samples[:1] * 5
    assert PositionSet(Budget(0)).sample(5).size == 0


def test_a_sample_of_full_slots() -> None:
    """Where all slots that are sampled are in use, the sample has their positions."""
    held = PositionSet(Budget(10**8))
    finish(held.add(np.arange(1, 3_000, dtype=np.uint64), IDENTITY))
    held.slots[:MIN_SAMPLED] = np.arange(1, 1 + MIN_SAMPLED, dtype=np.uint64)
    assert held.sample(1).tolist() == list(range(1, 1 + MIN_SAMPLED))
