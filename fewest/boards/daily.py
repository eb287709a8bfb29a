"""The puzzles of the day: an easy, a normal and a hard level for every date, the same for everybody.

Each day of the week has its board. Its levels are in ``daily.jsonl``, one for each week of a cycle; then they come
again. ``python -m benchmarks.daily`` makes the file.
"""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

DIFFICULTIES = ("easy", "normal", "hard")

WEEKS = 52

BOARDS = ("8-puzzle", "triangle-15", "rush-hour", "french", "15-puzzle", "triangle-21", "english")
"""From Monday to Sunday."""


def daily_level(day: date, difficulty: str) -> dict[str, Any]:
    """The level of a date: ``puzzle``, the fewest moves ``length``, and the number of optimal solutions ``count``."""
    week, weekday = divmod(day.toordinal() - 1, 7)  # the first of all days was a Monday
    return daily_levels()[BOARDS[weekday], difficulty][week % WEEKS]


@cache
def daily_levels() -> dict[tuple[str, str], list[dict[str, Any]]]:
    """All levels by board and difficulty, in the order of the weeks."""
    levels: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for line in files("fewest.boards").joinpath("daily.jsonl").read_text(encoding="utf-8").splitlines():
        level = json.loads(line)
        board = level["puzzle"]["board"]["name"]
        levels.setdefault((board, level.pop("difficulty")), []).append(level)
    return levels
