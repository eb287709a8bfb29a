"""Listings: what is packed comes back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.listing import Listing, ListingLevel

WIDTHS = st.sampled_from([3, 8])
KEYS = WIDTHS.flatmap(lambda width: st.lists(st.binary(min_size=width, max_size=width), max_size=40, unique=True))


@given(st.lists(st.tuples(KEYS, st.integers(1, 2**200)), max_size=4), st.data())
def test_listing_survives_packing(levels: list[tuple[list[bytes], int]], data: st.DataObject) -> None:
    """A listing that is packed and unpacked has the same ways on from every position, in integers of any size."""
    known: list[dict[bytes, int]] = []
    for keys, most in levels:
        known.append({key: data.draw(st.integers(1, most)) for key in keys[: len(keys) // 2]})
    listing = Listing.loads(Listing(tuple(map(ListingLevel.from_counts, known))).dumps())
    for level, counts, (keys, _) in zip(listing.levels, known, levels, strict=True):
        asked = np.array(keys, f"S{len(keys[0]) if keys else 1}")
        assert level.path_counts(asked).tolist() == [counts.get(key, 0) for key in keys]


@pytest.mark.parametrize("bits", range(1, 140))
def test_counts_of_every_width_come_back(bits: int) -> None:
    """The smallest and the largest count of each number of bits is read as it was written."""
    counts = {b"aaa": 1 << bits - 1, b"bbb": (1 << bits) - 1}
    assert ListingLevel.from_counts(counts).path_counts(np.array([b"bbb", b"abc", b"aaa"])).tolist() == [
        counts[b"bbb"],
        0,
        counts[b"aaa"],
    ]
