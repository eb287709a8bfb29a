"""Listings: what is packed comes back, and pages are pieces of one list."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import WorkError
from solver.listing import Level, Listing

COUNTS = st.dictionaries(st.binary(min_size=3, max_size=3), st.integers(1, 2**200), max_size=20)


@given(st.lists(COUNTS, max_size=4))
def test_listing_survives_packing(levels: list[dict[bytes, int]]) -> None:
    """A listing that is packed and unpacked has the same ways on from every position, in integers of any size."""
    listing = Listing.loads(Listing(tuple(map(Level.from_counts, levels))).dumps())
    assert [dict(zip(level, map(level.path_count, level), strict=True)) for level in listing.levels] == levels
    assert all(level.path_count(b"none") == 0 for level in listing.levels)


class Digits:
    """A toy: positions are numbers, a move writes a digit 0, 1 or 2 behind; all numbers of three digits are goals."""

    def roots(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Begin with nothing written."""
        yield (), 0

    def successors(self, position: int) -> Iterator[tuple[int, int]]:
        """Write a digit."""
        for digit in range(3):
            yield digit, 3 * position + digit


def key(position: int) -> bytes:
    """A number in one byte."""
    return position.to_bytes(1)


LISTING = Listing(
    tuple(Level.from_counts({key(position): 3 ** (3 - level) for position in range(3**level)}) for level in range(4))
)


@given(st.integers(0, 30), st.integers(0, 30))
def test_pages_are_pieces_of_one_list(offset: int, limit: int) -> None:
    """A page is the piece of the whole list that it says, also past its end."""
    whole = LISTING.page(Digits(), key, 0, 100)
    assert whole == [(a, b, c) for a in range(3) for b in range(3) for c in range(3)]
    assert LISTING.page(Digits(), key, offset, limit) == whole[offset : offset + limit]


def test_page_has_a_work_limit() -> None:
    """A page that takes more work than allowed is an error, one that takes less is not."""
    assert len(LISTING.page(Digits(), key, 0, 27, work=100)) == 27
    with pytest.raises(WorkError):
        LISTING.page(Digits(), key, 0, 27, work=20)


def test_size_is_what_is_held() -> None:
    """The size counts keys and counts."""
    assert LISTING.size == sum(2 * 3**level for level in range(4))
