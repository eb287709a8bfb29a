"""Levels of public collections, by name and number: what is proven of each, without its drawing.

``collections.jsonl`` has a line for each collection, with its package, and then one for each of its levels.
``python -m benchmarks.collections.levels`` makes it.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).with_name("collections.jsonl")


class Collection(NamedTuple):
    """A collection: its name, its package with the version, the metric of its program, and its levels.

    A level has ``name``, ``kind``, and by metric ``moves``: ``length`` and ``count`` if they are proven, ``status`` and
    ``lower_bound`` otherwise. Features have their names.
    """

    name: str
    package: str
    metric: str
    levels: list[dict[str, Any]]


@cache
def collections() -> list[Collection]:
    """All collections, in the order of the file."""
    found: list[Collection] = []
    for line in map(json.loads, FILE.read_text(encoding="utf-8").splitlines()):
        if "collection" in line:
            found.append(Collection(line["collection"], line["package"], line["metric"], []))
        else:
            found[-1].levels.append(line)
    return found
