"""The lessons: class sets of puzzles with their answers, the same on every service.

A line of ``lessons.jsonl`` has the ``id`` and ``title`` of a lesson, what it is ``about``, and its ``puzzles``. Each
has an ``aim``, and either the ``id`` of a problem of the atlas or a ``puzzle`` with its ``result``, which is that of
``fewest solve --want count --json`` without ``statistics``.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def lessons() -> dict[str, dict[str, Any]]:
    """All lessons by id, in their order."""
    lines = files("fewest.boards").joinpath("lessons.jsonl").read_text(encoding="utf-8").splitlines()
    return {lesson["id"]: lesson for lesson in map(json.loads, lines)}
