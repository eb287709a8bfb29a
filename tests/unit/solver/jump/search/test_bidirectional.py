"""How two sides share the slack classes of a jump search."""

from __future__ import annotations

from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.kernels import jump_bidirectional as kernel
from tests.effort import examples

SWAPPED = np.array([kernel.OPEN, kernel.OTHER, kernel.OWN, kernel.COMPLETE])
"""Owners as the other side sees them."""

SLACKS = [divmod(index, kernel.SLACKS) for index in range(kernel.CLASSES)]
PREDECESSORS = [
    [index for index, (a, b) in enumerate(SLACKS) if a >= ahead and b <= behind] for ahead, behind in SLACKS
]
"""By class index: the classes a solution may come from."""


@settings(max_examples=examples(30), deadline=None)
@given(st.integers(1, 6), st.randoms(use_true_random=False))
def test_classes_are_never_reentered(levels: int, chance: Random) -> None:
    """Whichever side chooses next: every class gets an owner, and the forward side owns all predecessors of its own."""
    owner, selected = np.zeros((levels, kernel.CLASSES), np.int64), np.zeros(kernel.CLASSES, np.bool_)
    sizes = [
        np.array([[chance.choice((0, 0, 1, 5)) for _ in range(kernel.CLASSES)] for _ in range(levels)])
        for _ in range(2)
    ]
    level = 0
    while level >= 0:
        forward = chance.random() < 0.5
        seen = owner if forward else SWAPPED[owner]
        level, size = kernel.choose_classes(seen, sizes[forward], forward, chance.choice((0, 20)), selected)
        if level >= 0:
            assert size == sizes[forward][level][selected].sum() > 0
            seen[level, selected] = kernel.OWN
        owner = seen if forward else SWAPPED[seen]
    assert (owner != kernel.OPEN).all()
    for level in range(1, levels):
        for index in np.flatnonzero((owner[level] == kernel.OWN) | (owner[level] == kernel.COMPLETE)):
            assert (owner[level - 1, PREDECESSORS[index]] == kernel.OWN).all()
