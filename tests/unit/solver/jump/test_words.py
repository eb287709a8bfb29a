"""Positions of one word and of two: every function of arrays does what Python's integers do."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fewest.solver.jump.symmetry import apply_maps, byte_tables, image_tables
from fewest.solver.jump.words import (
    WIDE,
    WORD,
    big_endian,
    bits_at,
    cut,
    fits,
    from_sortable,
    minimum,
    occupied,
    pack,
    pegs,
    sort_keys,
    sortable,
    subtract,
    unique,
    unpack,
    xor,
    zeros,
)

WIDE_POSITIONS = st.one_of(st.integers(0, 2**128 - 1), st.sampled_from([0, 1, 2**63, 2**64 - 1, 2**64, 2**127]))
POSITIONS = st.lists(WIDE_POSITIONS, min_size=1, max_size=12)
TYPES = st.sampled_from([(64, WORD), (128, WIDE)])


@given(POSITIONS, POSITIONS, POSITIONS, TYPES)
def test_arrays_do_what_integers_do(
    some: list[int], others: list[int], more: list[int], kind: tuple[int, np.dtype]
) -> None:
    """Every function of words does what Python does with integers."""
    bits, dtype = kind
    rows = [tuple(each % 2**bits for each in row) for row in zip(some, others, more, strict=False)]
    first, second, third = (pack(column, dtype) for column in zip(*rows, strict=True))
    assert unpack(first) == [a for a, _, _ in rows]
    assert unpack(xor(first, second)) == [a ^ b for a, b, _ in rows]
    assert unpack(subtract(first, second)) == [(a - b) % 2**bits for a, b, _ in rows]
    assert fits(first, second, third).tolist() == [a & b == c for a, b, c in rows]
    assert fits(first, second, pack([a & b for a, b, _ in rows], dtype)).all()
    assert occupied(first).tolist() == [a != 0 for a, _, _ in rows]
    assert pegs(first).tolist() == [a.bit_count() for a, _, _ in rows]
    assert unpack(minimum(np.stack([first, second, third]))) == [min(row) for row in rows]
    assert unpack(unique(first)) == sorted({a for a, _, _ in rows})
    assert unpack(first[np.argsort(sortable(first), kind="stable")]) == sorted(a for a, _, _ in rows)
    assert unpack(first[np.lexsort(sort_keys(first))]) == sorted(a for a, _, _ in rows)
    assert unpack(from_sortable(sortable(first))) == unpack(first)
    assert big_endian(first) == b"".join(a.to_bytes(bits // 8) for a, _, _ in rows)
    holes = range(0, bits, 7)
    assert bits_at(first, holes).tolist() == [[a >> hole & 1 for hole in holes] for a, _, _ in rows]
    for shift in (0, 1, 57, bits - 64, bits - 1):
        found = cut(first, np.uint64(shift), np.uint64(0x1FFF)).tolist()
        assert found == [a >> shift & 0x1FFF for a, _, _ in rows]


@given(POSITIONS, st.randoms(use_true_random=False), st.integers(65, 128))
def test_maps_of_wide_positions(positions: list[int], random: np.random.Generator, holes: int) -> None:
    """Byte tables of wide boards move every peg to its image, across the words, too."""
    order = list(range(holes))
    random.shuffle(order)
    given = [position % 2**holes for position in positions]
    expected = [sum(1 << order[hole] for hole in range(holes) if position >> hole & 1) for position in given]
    assert unpack(apply_maps(image_tables([order], holes), pack(given, WIDE))[0]) == expected
    values = [1 << target for target in order]
    assert unpack(apply_maps(byte_tables([values], holes), pack(given, WIDE))[0]) == expected


def test_slots_can_be_written_at_once() -> None:
    """Sets of wide positions begin at a multiple of 16 bytes."""
    assert all(zeros(size, WIDE).ctypes.data % 16 == 0 for size in (1, 2, 3, 64, 1024))
