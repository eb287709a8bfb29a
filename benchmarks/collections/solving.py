"""A service of its own that solves levels in batches, and the file that keeps what it found."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import click
import httpx

from benchmarks.collections.sources import Collection, Level
from benchmarks.processes import started
from fewest.notation.errors import InvalidRequest
from fewest.notation.formats import read_text

READY_SECONDS, POLL_SECONDS = 300.0, 20
ENDED = ("solved", "unsolvable", "stopped", "failed")
AGAIN = ("stopped", "failed")
"""Searched again if more time is given than at the last time."""

Row = dict[str, Any]
"""What is known of a level, a line of its file: ``name``, ``published``, and either ``refused``, why it cannot be read,
or ``status``, ``length``, ``limit``, the seconds that its search had, and ``seconds``, its share of those that passed.
"""


class Read(NamedTuple):
    """Levels to be solved, each with its document."""

    levels: list[Level]
    documents: list[dict[str, Any]]


@contextmanager
def service(folder: Path, workers: int) -> Iterator[httpx.Client]:
    """A client of a service that was started for it."""
    settings = {"RATE_REQUESTS": 10**9, "RATE_SEARCHES": 10**9, "PROCESSES": 1, "MAX_QUEUE": 2000}
    environment = os.environ | {f"FEWEST_{name}": str(value) for name, value in settings.items()}
    environment.pop("REDIS_URL", None)
    command = [sys.executable, "-P", "-m", "fewest.cli", "up", "--port", "0", "--data", str(folder)]
    command += ["--workers", str(workers)]
    with (
        started(command, READY_SECONDS, environment) as (address, _),
        httpx.Client(base_url=address, timeout=120) as client,
    ):
        yield client


def rows_in(path: Path) -> dict[str, Row]:
    """What is known of each level of a collection; the last line of a level counts."""
    if not path.exists():
        return {}
    return {row["name"]: row for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())}


def unsolved(levels: Sequence[Level], rows: dict[str, Row], seconds: float) -> list[Level]:
    """The levels of which nothing is known, or less than so many seconds may find."""

    def open_with(row: Row | None) -> bool:
        return row is None or (row.get("status") in AGAIN and row["limit"] < seconds)

    return [level for level in levels if open_with(rows.get(level.name))]


def document_of(level: Level, collection: Collection) -> dict[str, Any] | str:
    """The puzzle of a level, or why it cannot be read."""
    if not level.text:
        return level.document
    try:
        first = read_text(level.text)[0]
    except InvalidRequest as error:
        return "; ".join(dict.fromkeys(str(each.detail) for each in error.errors))
    if first.format != collection.format:
        return f"read as {first.format}, not {collection.format}"
    if first.puzzle.get("metric", collection.metric) != collection.metric:
        return f"read with the metric {first.puzzle['metric']}"
    return first.puzzle


def solve(
    client: httpx.Client, collection: Collection, levels: list[Level], seconds: float, path: Path, until: float
) -> None:
    """Read and solve levels, batch by batch, and append what is found to a file, until a time of the clock."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with (
        path.open("a", encoding="utf-8") as file,
        click.progressbar(length=len(levels), label=f"{collection.name:15}", file=sys.stderr) as bar,
    ):

        def keep(row: Row) -> None:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            bar.update(1)

        rest = iter(levels)
        while time.monotonic() < until and (part := list(islice(rest, collection.batch))):
            began, batch = time.monotonic(), Read([], [])
            for level in part:
                read = document_of(level, collection)
                if isinstance(read, str):
                    keep({"name": level.name, "published": level.published, "refused": read})
                else:
                    batch.levels.append(level)
                    batch.documents.append(read)
            if batch.levels:
                _solve_batch(client, batch, seconds, began, until, keep)
            file.flush()


def _solve_batch(
    client: httpx.Client, batch: Read, seconds: float, began: float, until: float, keep: Callable[[Row], None]
) -> None:
    """Solve one batch; what has not ended in time is cancelled, and not kept."""
    body = {"puzzles": batch.documents, "limits": {"seconds": seconds}}
    answer = client.post("/v1/batches", json=body)
    answer.raise_for_status()
    found = answer.json()
    place = found["links"]["self"]
    while found["status"] == "running":
        if time.monotonic() > until:
            client.delete(place)
        found = client.get(place, headers={"Prefer": f"wait={POLL_SECONDS}"}).json()
    share = (time.monotonic() - began) / len(batch.levels)
    for level, item in zip(batch.levels, found["items"], strict=True):
        row = {"name": level.name, "published": level.published}
        if item["status"] == "invalid":
            keep(row | {"refused": "; ".join(error["detail"] for error in item["errors"])})
        elif item["status"] in ENDED:
            figures = {"status": item["status"], "length": item.get("length"), "proven": _is_proven(client, item)}
            keep(row | figures | {"limit": seconds, "seconds": round(share, 5)})


def _is_proven(client: httpx.Client, item: dict[str, Any]) -> bool:
    """Whether the answer of a job says that none is shorter, or why there is no solution."""
    if item["status"] not in ("solved", "unsolvable"):
        return False
    result = client.get(item["links"]["job"]).json()["result"]
    return bool(result["optimal"]) if item["status"] == "solved" else True
