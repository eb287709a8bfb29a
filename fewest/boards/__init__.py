"""The catalogue: one JSON file per named board, with its layout and source. Imports no other room.

A file has the fields ``name``, ``kind``, ``title``, ``board`` (in a form clients use), ``layout`` (a point for every
hole or cell, y downwards), ``source``, and ``examples``: puzzles with their known answers, the first one on the board.
A ``note`` explains differences from the lengths or jumps of the source.
"""

from __future__ import annotations

import json
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def catalogue() -> dict[str, dict[str, Any]]:
    """All boards by name, sorted by name."""
    paths = [path for path in files("fewest.boards").iterdir() if path.name.endswith(".json")]
    entries = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    return {entry["name"]: entry for entry in sorted(entries, key=lambda entry: str(entry["name"]))}


def similar_names(name: str, kind: str | None = None) -> list[str]:
    """Up to three boards that a misspelt name may mean, the most similar first; of one ``kind`` if it is given."""
    names = [each for each, entry in catalogue().items() if kind in (None, entry["kind"])]
    return get_close_matches(name, names, 3, 0.8)
