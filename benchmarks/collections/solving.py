"""A service of its own that solves levels in batches, and the file that keeps what it found."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import deque
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

READY_SECONDS, POLL_SECONDS, AT_ONCE = 300.0, 20, 2
ENDED = ("solved", "unsolvable", "stopped", "failed")
AGAIN = ("stopped", "failed")
"""Searched again if more time is given than at the last time."""

Row = dict[str, Any]
"""What is known of a level, a line of its file: ``name``, ``published``, and either ``refused``, why it cannot be read,
or ``status``, ``length``, ``limit``, the seconds that its search had, and ``seconds``, its share of those that passed
from the batch before.
"""


class Batch(NamedTuple):
    """Levels that are solved, at an address of the service, with so many seconds for each."""

    levels: list[Level]
    place: str
    seconds: float


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


def keep(path: Path, *rows: Row) -> None:
    """Append what was found of levels to their file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def unsolved(levels: Sequence[Level], rows: dict[str, Row], seconds: float) -> list[Level]:
    """The levels of which nothing is known, or less than so many seconds may find."""

    def open_with(row: Row | None) -> bool:
        return row is None or "refused" in row or (row.get("status") in AGAIN and row["limit"] < seconds)

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
    with click.progressbar(length=len(levels), label=f"{collection.name:15}", file=sys.stderr) as bar:

        def add(*rows: Row) -> None:
            keep(path, *rows)
            bar.update(len(rows))

        rest, under_way, ended = iter(levels), deque[Batch](), time.monotonic()
        while True:
            # One batch is read while the one before is solved.
            while (
                len(under_way) < AT_ONCE and time.monotonic() < until and (part := list(islice(rest, collection.batch)))
            ):
                under_way += _submitted(client, collection, part, seconds, add)
            if not under_way:
                break
            ended = _collect(client, under_way.popleft(), ended, until, add)


def _submitted(
    client: httpx.Client, collection: Collection, part: list[Level], seconds: float, add: Callable[..., None]
) -> Iterator[Batch]:
    """Read levels and submit those that can be read, if there are any."""
    levels, documents = [], []
    for level in part:
        read = document_of(level, collection)
        if isinstance(read, str):
            add({"name": level.name, "published": level.published, "refused": read})
        else:
            levels.append(level)
            documents.append(read)
    if levels:
        answer = client.post("/v1/batches", json={"puzzles": documents, "limits": {"seconds": seconds}})
        yield Batch(levels, answer.raise_for_status().json()["links"]["self"], seconds)


def _collect(client: httpx.Client, batch: Batch, began: float, until: float, add: Callable[..., None]) -> float:
    """Wait for a batch, and return when it ended; what has not ended in time is cancelled, and not kept."""
    found = {"status": "running"}
    while found["status"] == "running":
        if time.monotonic() > until:
            client.delete(batch.place)
        found = client.get(batch.place, headers={"Prefer": f"wait={POLL_SECONDS}"}).json()
    jobs = [item for item in found["items"] if item["status"] == "solved"]
    for item in jobs[:1]:  # what is asked for is one optimal solution of each
        assert client.get(item["links"]["job"]).json()["result"]["optimal"]
    ended = time.monotonic()
    share = round((ended - began) / len(batch.levels), 5)
    rows = []
    for level, item in zip(batch.levels, found["items"], strict=True):
        row = {"name": level.name, "published": level.published}
        if item["status"] == "invalid":
            rows.append(row | {"refused": "; ".join(error["detail"] for error in item["errors"])})
        elif item["status"] in ENDED:
            figures = {"status": item["status"], "length": item.get("length")}
            rows.append(row | figures | {"limit": batch.seconds, "seconds": share})
    add(*rows)
    return ended
