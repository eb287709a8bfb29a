"""The content of the page of collections: a table for each, and the rows of its files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fewest.boards.collections import Collection
from fewest.notation import JsonObject

METRICS = ("moves", "path", "line", "step")
"""In the order of columns; "moves" of pegs."""

FEATURES = ("forced", "traps")

LEVEL_COLUMNS = (
    *("collection", "package", "level", "kind", "metric", "status", "length", "lower_bound", "count"),
    *FEATURES,
)
"""The columns of the file, one row for each level and metric."""


class LevelRow(NamedTuple):
    """A level: its name, by column the fewest moves and the number of shortest solutions, and features as percent."""

    name: str
    cells: list[tuple[str, str]]
    features: list[str]


class LevelTable(NamedTuple):
    """A collection: its name and package, the metrics of its columns, that of its program, and its levels.

    ``traps`` says whether there can be any: moves of pegs only cannot be taken back.
    """

    name: str
    package: str
    metrics: list[str]
    own: str
    traps: bool
    rows: list[LevelRow]


def level_tables(found: Iterable[Collection]) -> list[LevelTable]:
    """A table for each collection."""
    return [_table(collection) for collection in found]


def _table(collection: Collection) -> LevelTable:
    metrics = [metric for metric in METRICS if any(metric in level["moves"] for level in collection.levels)]
    traps = any(level.get("traps") for level in collection.levels)
    features = FEATURES if traps else FEATURES[:1]
    rows = [
        LevelRow(
            level["name"],
            [_cell(level["moves"].get(metric, {})) for metric in metrics],
            [f"{100 * level[name]:.0f} %" if name in level else "" for name in features],
        )
        for level in collection.levels
    ]
    own = collection.metric if collection.metric in metrics else metrics[0]
    return LevelTable(collection.name, collection.package, metrics, own, traps, rows)


def _cell(answer: JsonObject) -> tuple[str, str]:
    """The fewest moves, or what is known of them, and the number of solutions."""
    if answer.get("status") == "unsolvable":
        return "–", ""
    if "status" in answer:
        return f"{answer.get('lower_bound', 0)}–{answer.get('length', '')}", ""
    return str(answer.get("length", "")), f"{answer['count']:,}" if "count" in answer else ""


def level_rows(found: Iterable[Collection]) -> list[JsonObject]:
    """A row for each level and metric. Features are those in the metric of the collection."""
    return [row for collection in found for row in _rows(collection)]


def _rows(collection: Collection) -> Iterator[JsonObject]:
    for level in collection.levels:
        for metric, answer in level["moves"].items():
            features = level if metric in ("moves", collection.metric) else {}
            about = {"collection": collection.name, "package": collection.package, "level": level["name"]}
            about |= {"kind": level["kind"], "metric": metric, "status": "solved"}
            known = about | answer | {name: features.get(name) for name in FEATURES}
            yield {name: known.get(name) for name in LEVEL_COLUMNS}
