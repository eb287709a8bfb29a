"""Disks: full, or with damaged tables on them, or with less room for tables than there could be."""

from __future__ import annotations

from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest

from schemas.puzzle import load_puzzle
from solver import room
from solver.solve import solve
from tests.conftest import serving
from tests.faults.report import Report
from tests.hang import until

ROOM_BYTES = 7_000_000
"""Room for the tables of two boards."""


def own_tables(number: int) -> dict[str, Any]:
    """A 15-puzzle without one of its edges, and so with tables of its own, after a walk of 150 moves from its goal."""
    across = [[cell, cell + 1] for cell in range(16) if cell % 4 < 3]
    edges = across + [[cell, cell + 4] for cell in range(12)]
    del edges[number]
    random, start, empty, last = Random(number), [*range(1, 16), 0], 15, -1
    for _ in range(150):
        beside = [sum(edge) - empty for edge in edges if empty in edge and last not in edge]
        cell = random.choice(beside or [last])
        start[empty], start[cell], empty, last = start[cell], 0, cell, empty
    return {"kind": "slide", "board": {"cells": 16, "edges": edges}, "start": start, "goal": [*range(1, 16), 0]}


@pytest.mark.slow
def test_tables_of_many_boards(tmp_path: Path, report: Report) -> None:
    """Many boards at once, each with tables of its own: these never exceed their room, and all lengths are right."""
    puzzles = [own_tables(number) for number in range(3, 15)]
    enough, seen, most = Event(), set[str](), 0

    def look() -> None:
        nonlocal most
        while not enough.wait(0.005):
            most = max(most, room.taken(tmp_path / "tables"))
            seen.update(path.name for path in (tmp_path / "tables").glob("*.table") if not room.is_temporary(path))

    looking = Thread(target=look)
    with serving(tmp_path, "--workers", "2", long_workers=1, FEWEST_TABLES_BYTES=str(ROOM_BYTES)) as service:
        looking.start()
        batch = service.client.post("/v1/batches", json={"puzzles": puzzles, "limits": {"seconds": 300}}).json()
        until(lambda: service.client.get(batch["links"]["self"]).json()["status"] == "ended")
        items = service.client.get(batch["links"]["self"]).json()["items"]
        enough.set()
        looking.join()
    report.accepted = len(items)
    for puzzle, item in zip(puzzles, items, strict=True):
        right = solve(load_puzzle(puzzle).puzzle)
        assert right.optimal
        report.wrong += item.get("length") != right.length
    assert report.wrong == 0
    assert most <= ROOM_BYTES
    assert 3_000_000 * len([name for name in seen if name.startswith("slide")]) > ROOM_BYTES, "there was no flood"
