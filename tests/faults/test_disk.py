"""Disks: full, or with damaged tables on them, or with less room for tables than there could be."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest

from schemas.puzzle import load_puzzle
from solver import room
from solver.solve import solve
from tests.conftest import serving, start, stop
from tests.faults.parts import ready
from tests.faults.report import Report
from tests.hang import until
from tests.integration.service import Service
from tests.integration.test_jobs import eight

DISK = "60m"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 60 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "none", str(disk)], check=False)
    if made.returncode:
        pytest.skip("mounting a small disk needs root")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def accepted(service: Service, seed: int) -> dict[str, object] | None:
    """Ask for a puzzle; None if it is refused with a problem that says when to retry."""
    answer = service.post({"puzzle": eight(seed)}, wait=5)
    assert answer.status_code in (200, 202, 503), answer.text
    return answer.json() if answer.status_code != 503 else None


def fill_up(path: Path) -> None:
    """Write until there is no space left."""
    with path.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


@pytest.mark.slow
def test_full_disk(small_disk: Path, report: Report) -> None:
    """While the disk is full, what is accepted is kept, and the rest is refused; afterwards all is well by itself."""
    service = start(small_disk)
    try:
        jobs = [service.solve(eight(seed)) for seed in range(9100, 9110)]
        fill = small_disk / "fill"
        with pytest.raises(OSError, match="No space left"):
            fill_up(fill)
        answers = [accepted(service, seed) for seed in range(9110, 9130)]
        assert service.client.get("/livez").status_code == 200
        report.broken()
        fill.unlink()
        until(lambda: ready(service) and accepted(service, 9130) is not None)
        report.healed()
        jobs += [service.end_of(job) for job in answers if job is not None]
        jobs.append(service.solve(eight(9131)))
        report.accepted = len(jobs)
        for job in jobs:
            links = job["links"]
            again = service.client.get(links["self"])  # type: ignore[index]
            report.lost += again.status_code != 200
            report.wrong += again.json().get("status") != "solved"
        assert (report.lost, report.wrong) == (0, 0)
    finally:
        stop(service)


@pytest.mark.slow
def test_damaged_tables(tmp_path: Path, report: Report) -> None:
    """Damaged, cut or empty tables are built again; the answers stay right."""
    service = start(tmp_path)
    try:
        cases = json.loads((Path(__file__).parents[1] / "cases" / "slide_korf15.json").read_text(encoding="utf-8"))
        puzzles = [case["puzzle"] for case in cases[:2]]
        before = [service.solve(each, seconds=120)["result"] for each in puzzles]
        tables = list((tmp_path / "tables").glob("*.table"))
        assert tables
        stop(service)
        random = Random(1)
        for path in tables:
            content = bytearray(path.read_bytes())
            match random.randrange(3):
                case 0:
                    content[len(content) // 2] ^= 0xFF
                case 1:
                    del content[len(content) // 2 :]
                case 2:
                    content.clear()
            path.write_bytes(content)
        (tmp_path / "appendonlydir").rename(tmp_path / "forgotten")  # so that it is searched again
        report.broken()
        service = start(tmp_path)
        after = [service.solve(each, seconds=120)["result"] for each in puzzles]
        report.healed()
        report.accepted = 4
        report.wrong = sum(
            (a["length"], a["optimal"]) != (b["length"], b["optimal"]) for a, b in zip(before, after, strict=True)
        )
        assert report.wrong == 0
        assert [result["length"] for result in after] == [case["expect"]["length"] for case in cases[:2]]
    finally:
        stop(service)


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
