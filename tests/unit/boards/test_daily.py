"""The puzzles of the day: one of each difficulty for every date, as the guide describes them."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest

from benchmarks.daily import wish
from fewest import FeaturesTask, Want, load_puzzle, measure, solve
from fewest.boards.daily import BOARDS, DIFFICULTIES, WEEKS, daily_level, daily_levels

ALL = [(board, difficulty) for board in BOARDS for difficulty in DIFFICULTIES]
TRIED = 3
"""Of each board and difficulty; solving all of them takes minutes."""


def test_every_date_has_a_board_and_three_levels() -> None:
    """The boards follow the days of the week, and no level comes twice within a year of 52 weeks."""
    assert daily_level(date(2026, 11, 29), "easy")["puzzle"]["board"]["name"] == "english"
    monday = date(2026, 11, 30)
    days = [monday + timedelta(number) for number in range(7 * WEEKS)]
    for day in days:
        names = {daily_level(day, difficulty)["puzzle"]["board"]["name"] for difficulty in DIFFICULTIES}
        assert names == {BOARDS[day.weekday()]}
    shown = Counter(str(daily_level(day, difficulty)) for day in days for difficulty in DIFFICULTIES)
    assert set(shown.values()) == {1}
    assert len(shown) == 7 * WEEKS * 3


@pytest.mark.parametrize(("board", "difficulty"), ALL)
def test_levels_are_what_they_are_called(board: str, difficulty: str) -> None:
    """Levels have lengths and features in the ranges of their difficulty, and a search confirms them."""
    asked: dict[str, Any] = wish(board, difficulty)
    levels = daily_levels()[board, difficulty]
    assert len(levels) == WEEKS
    assert all(asked["length"]["min"] <= level["length"] <= asked["length"]["max"] for level in levels)
    for level in levels[:TRIED]:
        puzzle = load_puzzle(level["puzzle"]).puzzle
        assert solve(puzzle, Want.ONE).length == level["length"]
        for feature, bounds in asked["features"].items():
            found = measure(FeaturesTask(puzzle, (feature,))).number(feature)
            assert bounds.get("min", 0) <= found <= bounds.get("max", 1)
