"""The page "Collections" of the atlas: what is proven of each level of the small collections, without its drawing.

    python -m benchmarks.collections.levels               what fewest/boards/collections.jsonl lacks; call it again
    python -m benchmarks.collections.levels --only gcompris --minutes 1

A line for each collection, then one for each of its levels: the fewest moves and the number of shortest solutions in
each metric, and features in the metric of the collection.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from typing import Any

import click

from benchmarks.collections.__main__ import FOLDER, levels_of
from benchmarks.collections.packages import CannotDownload
from benchmarks.collections.solving import document_of, keep, rows_in
from benchmarks.collections.sources import COLLECTIONS, Collection
from fewest.boards.collections import FILE
from fewest.cli.library import Library
from fewest.config.settings import Settings

SHOWN = ("gcompris", "unblockme", "klotski-npm-4", "gnome-klotski", "klotski-pypi", "peg-solitaire")
"""Those whose levels have names or numbers in their programs."""

METRICS = ("step", "line", "path")
FEATURES = ["forced", "traps"]
SECONDS = {"block": 20.0, "jump": 3.0}
"""Of each search; for features as much once more."""


def metrics_of(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The puzzle in each metric that its kind has; "moves" is the only one of pegs."""
    if "metric" in document:
        yield from ((metric, document | {"metric": metric}) for metric in METRICS)
    else:
        yield "moves", document


def found(library: Library, document: dict[str, Any]) -> dict[str, Any]:
    """What is proven of a level: ``moves`` by metric, and features."""
    limits = {"seconds": SECONDS[document["kind"]]}
    moves: dict[str, Any] = {}
    for metric, puzzle in metrics_of(document):
        result = library.solve({"puzzle": puzzle, "want": "count", "limits": limits})["result"]
        names = ("status", "length", "lower_bound", "count") if result["status"] == "stopped" else ("length", "count")
        moves[metric] = {name: result[name] for name in names if result.get(name) is not None}
        if result["status"] == "unsolvable":
            moves[metric] = {"status": "unsolvable"}
    measured = library.run("features", {"puzzle": document, "features": FEATURES, "limits": limits})
    features = {name: value for name, value in measured["features"].items() if value is not None}
    return {"moves": moves, **features}


def written() -> dict[str, dict[str, Any]]:
    """The levels of each collection that the page has, by name."""
    made: dict[str, dict[str, Any]] = {}
    for line in map(json.loads, FILE.read_text(encoding="utf-8").splitlines()):
        if "collection" in line:
            levels = made[line["collection"]] = {}
        else:
            levels[line["name"]] = line
    return made


def head(collection: Collection, package: str) -> dict[str, Any]:
    """The line of a collection."""
    return {"collection": collection.name, "package": package, "metric": collection.metric}


def main() -> None:
    """Solve and measure what is not yet known, and write the file."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--only", action="append", choices=SHOWN)
    made.add_argument("--minutes", type=float, default=20.0)
    options = made.parse_args()
    until, library, lines = time.monotonic() + 60 * options.minutes, Library(Settings()), list[dict[str, Any]]()
    before = written()
    for name in SHOWN:
        collection, path = COLLECTIONS[name], FOLDER / "levels" / f"{name}.jsonl"
        try:
            levels, package = levels_of(collection, FOLDER)
        except CannotDownload as error:
            sys.exit(f"{name}: {error}")
        read = [(level.name, document_of(level, collection)) for level in levels]
        known = before.get(name, {}) | rows_in(path)
        todo = [(level, document) for level, document in read if level not in known and not isinstance(document, str)]
        with click.progressbar(todo, label=f"{name:15}", file=sys.stderr) as bar:
            for level, document in bar:
                if time.monotonic() < until and name in (options.only or SHOWN):
                    keep(path, {"name": level, "kind": document["kind"]} | found(library, document))
        known |= rows_in(path)
        lines += [head(collection, package), *(known[level.name] for level in levels if level.name in known)]
    FILE.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    print(f"{len(lines) - len(SHOWN)} levels")


if __name__ == "__main__":
    main()
