"""Memory of the machine: grants stay together within what it has, and end with their process."""

from __future__ import annotations

import multiprocessing
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from fewest.workers.memory import MachineMemory, Short
from tests.hang import HANG_SECONDS


def never(_: Short) -> bool:
    """Do not wait."""
    return False


def test_no_more_than_there_is(tmp_path: Path) -> None:
    """Grants never exceed the total; a search beyond it waits."""
    machine = MachineMemory(tmp_path, 10)
    with (
        machine.granted(6, never, "a") as first,
        machine.granted(4, never, "b") as second,
        machine.granted(1, never, "c") as third,
    ):
        assert (first, second, third) == (True, True, False)
    with machine.granted(10, never) as whole:
        assert whole
    with machine.granted(99, never) as larger, machine.granted(1, never, "c") as other:
        assert (larger, other) == (True, False)


def hold(folder: Path, ready: Any) -> None:
    """Hold some memory until killed."""
    with MachineMemory(folder, 10).granted(6, never):
        ready.set()
        time.sleep(HANG_SECONDS)


def test_the_dead_hold_nothing(tmp_path: Path) -> None:
    """The memory of a killed process is free at once."""
    context = multiprocessing.get_context("fork")
    ready = context.Event()
    process = context.Process(target=hold, args=(tmp_path, ready))
    process.start()
    assert ready.wait(HANG_SECONDS)
    machine = MachineMemory(tmp_path, 10)
    with machine.granted(6, never) as granted:
        assert not granted
    process.kill()
    process.join()
    with machine.granted(6, never) as granted:
        assert (granted, len(list(tmp_path.rglob("*.grant")))) == (True, 1)


def test_what_fits_is_granted_beside_what_waits(tmp_path: Path) -> None:
    """While a large search waits, smaller ones are granted what is left; it gets its memory when that is free."""
    machine, first, asked = MachineMemory(tmp_path, 10), ExitStack(), list[Short]()
    first.enter_context(machine.granted(2, never, "a"))

    def wait(short: Short) -> bool:
        asked.append(short)
        with machine.granted(8, never, "b") as small:
            assert small
        first.close()
        return True

    with machine.granted(10, wait, "large") as large, machine.granted(1, never, "c") as other:
        assert (large, asked, other) == (True, [Short.MACHINE], False)


def test_one_client_leaves_some_to_the_others(tmp_path: Path) -> None:
    """A client that holds memory is granted at most three quarters; its first search may take all."""
    machine = MachineMemory(tmp_path, 100)
    asked: list[Short] = []

    def note(short: Short) -> bool:
        asked.append(short)
        return False

    with machine.granted(50, never, "a.b") as first, machine.granted(25, never, "a.b") as second:
        assert (first, second) == (True, True)
        with machine.granted(1, note, "a.b") as third:
            assert not third
        with machine.granted(25, note, "c") as other:
            assert other
    assert asked == [Short.CLIENT]
    with machine.granted(100, never, "a.b") as whole:
        assert whole
    with machine.granted(10, never, "c") as small, machine.granted(80, never, "a.b") as most:
        assert (small, most) == (True, True)  # the first search of a client, beside that of another


def test_without_a_folder_searches_run(tmp_path: Path) -> None:
    """If the folder cannot be made, searches run without admission."""
    (tmp_path / "file").touch()
    with MachineMemory(tmp_path / "file", 10).granted(6, never) as granted:
        assert granted
