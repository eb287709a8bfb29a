"""Numbers of moves of many positions at once."""

from __future__ import annotations

import numpy as np

from fewest.design.moves import Layer, Moves


def test_numbers_of_any_size() -> None:
    """Numbers of moves are exact also where floating-point numbers are not."""
    pair = np.zeros(2, np.int64)
    layers = [Layer(1, pair, pair, pair)] * 79 + [
        Layer(1, pair, pair, pair + 1),
        Layer(1, pair[:0], pair[:0], pair[:0]),
    ]
    moves = Moves(layers)
    assert moves.numbers(moves.ones()) == [2**81 - 2]
    odd = [np.array([step % 2, 0]) for step in range(81)]
    odd[-1] = odd[-1][:0]
    assert moves.numbers(odd) == [sum(2**step for step in range(80) if step % 2)]
