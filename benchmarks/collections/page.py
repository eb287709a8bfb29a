"""The page of the collections, docs/benchmarks/collections.md, from the numbers in collections.json beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.collections.why import HEAD, NOT_RUN, WHY
from benchmarks.programs import ROOT

NUMBERS = ROOT / "docs" / "benchmarks" / "collections.json"
PAGE = NUMBERS.with_suffix(".md")
Numbers = dict[str, dict[str, Any]]

COLUMNS = ("levels", "taken", "read", "solved", "unsolvable", "stopped", "proven", "equal", "different")
MOST_NAMES = 8
"""Of refused levels, so many are named."""


def numbers_in(path: Path) -> Numbers:
    """The numbers of each collection that has been solved."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write(path: Path, numbers: Numbers) -> None:
    """Write the numbers, and the page beside them."""
    path.write_text(json.dumps(numbers, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    path.with_suffix(".md").write_text(rendered(numbers), encoding="utf-8")


def unexplained(numbers: Numbers) -> list[str]:
    """Collections with differences of which nobody wrote why, or in which the other search finds something else."""
    return [
        name
        for name, each in numbers.items()
        if (each["differences"] and name not in WHY) or any(d["found"] != d["searched"] for d in each["differences"])
    ]


def rendered(numbers: Numbers) -> str:
    """The page."""
    return "\n".join(
        [HEAD, *_table(numbers), "", *_commands(numbers), *_refused(numbers), *_different(numbers), NOT_RUN]
    )


def table(numbers: Numbers) -> str:
    """The table alone."""
    return "\n".join(_table(numbers))


def _table(numbers: Numbers) -> Iterator[str]:
    titles = ("collection", "package", *COLUMNS, "metric", "s", "limit s")
    yield "| " + " | ".join("no solution" if title == "unsolvable" else title for title in titles) + " |"
    yield "|---" * len(titles) + "|"
    for name, each in numbers.items():
        shown = [f"{each[column]:,}" for column in COLUMNS]
        if not each["published"]:
            shown[-2:] = "–", "–"
        yield " | ".join([f"| {name} | {each['package']}", *shown, each["metric"], f"{each['seconds']:,.0f}"]) + (
            f" | {each['limit']:g} |"
        )


def _commands(numbers: Numbers) -> Iterator[str]:
    yield "## Commands\n\n| collection | command | date | commit |\n|---|---|---|---|"
    for name, each in numbers.items():
        yield f'| {name} | `make collections COLLECTIONS="{each["options"]}"` | {each["date"]} | {each["commit"]} |'


def _refused(numbers: Numbers) -> Iterator[str]:
    yield "\n## Refused\n"
    for name, each in numbers.items():
        for reason, levels in each["refused"].items():
            more = f" and {len(levels) - MOST_NAMES} more" if len(levels) > MOST_NAMES else ""
            yield f"* {name}: {', '.join(levels[:MOST_NAMES])}{more}: {reason.partition(';')[0]}."


def _different(numbers: Numbers) -> Iterator[str]:
    yield "\n## Differences\n"
    yield "Each was searched once more by brute force in plain Python (`tests/oracle_*.py`), without the solver.\n"
    for name, each in numbers.items():
        if each["differences"]:
            yield f"### {name}\n\n{WHY.get(name, 'Not explained yet.')}\n\n| level | published | found | brute force |"
            yield "|---|---|---|---|"
            yield from (
                f"| {d['name']} | {d['published']} | {d['found']} | {d['searched']} |" for d in each["differences"]
            )
            yield ""
