"""Units as JSON."""

from __future__ import annotations

import pytest

from solver.slide.search.move_pruning import LONGER_ROUTES
from solver.slide.search.unit_format import DIGITS, IterationPart, dump_part, dump_route, load_part, load_route

PART = IterationPart(
    (2, 0, 1), (0, 2, 1), (((1, 2),), ((1,), (2,))), True, LONGER_ROUTES, 14, True, ((0, 1), (0, 2, 1))
)


def test_a_unit_of_another_version_is_refused() -> None:
    """Routes that another version has written may stand for another part of the search."""
    with pytest.raises(ValueError, match="version 0"):
        load_part({**dump_part(PART), "version": 0})


def test_routes_on_the_largest_board() -> None:
    """Every cell of a board of 64 has a character of its own."""
    route = tuple(range(64))
    assert len(set(DIGITS)) == 64
    assert load_route(dump_route(route)) == route
