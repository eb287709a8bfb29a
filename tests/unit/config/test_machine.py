"""The memory of the machine, and what is said if it is too little."""

from __future__ import annotations

from pathlib import Path

import pytest

from fewest.config import machine
from fewest.config.machine import machine_bytes, memory_warnings
from fewest.config.settings import Settings


@pytest.mark.parametrize(
    ("membership", "name", "text"),
    [
        ("0::/a/b\n", "a/memory.max", "1000000\n"),
        ("5:cpu:/\n4:memory:/a\n0::/\n", "memory/memory.limit_in_bytes", "1000000\n"),
    ],
    ids=["version 2", "version 1"],
)
def test_the_lowest_cgroup_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, membership: str, name: str, text: str
) -> None:
    """Searches get 80 % of the lowest limit of all cgroups above; a setting overrides what is measured."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "memory" / "a").mkdir(parents=True)
    (tmp_path / "a" / "b" / "memory.max").write_text("max\n")
    (tmp_path / "memory" / "a" / "memory.limit_in_bytes").write_text("9223372036854771712\n")
    assert machine_bytes(7) == 7
    (tmp_path / name).write_text(text)
    (tmp_path / "membership").write_text(membership)
    monkeypatch.setattr(machine, "CGROUPS", tmp_path)
    monkeypatch.setattr(machine, "MEMBERSHIP", tmp_path / "membership")
    assert machine_bytes(0) == 800_000


def test_a_machine_without_cgroups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a cgroup limit, the memory of the machine counts, in bytes: these tests would not run in less."""
    monkeypatch.setattr(machine, "CGROUPS", tmp_path)
    assert machine_bytes(0) > 200_000_000


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A container with 1,000,000 bytes."""
    (tmp_path / "memory.max").write_text("1000000\n")
    (tmp_path / "membership").write_text("0::/\n")
    monkeypatch.setattr(machine, "CGROUPS", tmp_path)
    monkeypatch.setattr(machine, "MEMBERSHIP", tmp_path / "membership")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("search", "searches", "server", "named"),
    [
        (800_000, 0, 200_000, []),
        (800_001, 0, 0, [["800000", "800001", "FEWEST_BYTES"]]),
        (600_000, 600_000, 400_000, []),
        (600_000, 600_000, 400_001, [["600000", "400001", "1000000", "FEWEST_STORE_BYTES"]]),
        (600_000, 1_000_001, 0, [["1000001", "1000000", "FEWEST_MACHINE_BYTES"]]),
        (600_000, 500_000, 500_001, [["600000", "500000"], ["500000", "500001"]]),
    ],
)
def test_budgets_that_do_not_fit(search: int, searches: int, server: int, named: list[list[str]]) -> None:
    """The memory of one search must fit into that of all searches, and that with Redis's into the machine's."""
    warnings = memory_warnings(Settings(bytes=search, machine_bytes=searches), server)
    assert len(warnings) == len(named)
    for text, words in zip(warnings, named, strict=True):
        assert [word for word in words if word not in text] == [], text
