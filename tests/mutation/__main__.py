"""Run a sample of mutants and list the survivors: python -m tests.mutation --mutants 150 --seed 1 --room store.

The mutants live in scratch copies of the tree, one per process that runs tests, never in the tree itself. The
copies keep their compiled kernels; a mutated kernel is compiled anew, and its cache put back afterwards.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import queue
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tests.mutation.mutants import Mutant, Site, draw, sites

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
FOLDERS = ("boards", "schemas", "service", "store", "solver", "workers")
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv*", ".*cache", ".hypothesis", "data", "build", "node_modules", "*.egg-info"
)
TABLE = tomllib.loads((HERE / "rooms.toml").read_text())
WARM = "from solver.kinds import KINDS; [kind.warm() for kind in KINDS.values()]"
TIME_LIMIT = "time limit"
MIN_SECONDS, CLEAN_RUNS = 60.0, 4.0
"""A run on a mutant is ended after this time: in seconds, or in multiples of a clean run, whichever is more."""
TEST_SECONDS = 60
"""A single test is ended after so long, and the run with it."""

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Outcome:
    """What the tests said of a mutant: the first that failed, or `TIME_LIMIT`, or "" if the mutant survived."""

    mutant: Mutant
    killer: str
    seconds: float


@dataclass(frozen=True)
class Copy:
    """A scratch copy of the tree, in which one test run goes on at a time."""

    folder: Path

    def python(self, *arguments: str, limit: float | None = None) -> tuple[int | None, str]:
        """Run Python here; return the exit status, None at the time limit, and the output."""
        environment = os.environ | {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, *arguments]
        with tempfile.TemporaryFile("w+") as output:
            process = subprocess.Popen(
                command, cwd=self.folder, env=environment, stdout=output, stderr=output, start_new_session=True
            )
            status = None
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = process.wait(limit)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            self._kill_strays()
            process.wait()
            output.seek(0)
            return status, output.read()

    def _kill_strays(self) -> None:
        # The service's processes lead groups of their own. On Linux they are known by their environment.
        mark = f"PYTHONPATH={self.folder}\0".encode()
        for environment in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if mark in environment.read_bytes():
                    os.kill(int(environment.parent.name), signal.SIGKILL)

    def test(self, room: str, limit: float | None = None) -> str:
        """Run a room's tests; return the first failure, or `TIME_LIMIT`, or "" if all pass."""
        found = (path for test in TABLE["rooms"][room] for path in sorted(self.folder.glob(test)))
        options = ["-x", "-rfE", "--tb=short", "-p", "no:cacheprovider", "-p", "tests.mutation.plugin"]
        options += ["-o", f"faulthandler_timeout={TEST_SECONDS}", "-o", "faulthandler_exit_on_timeout=true"]
        options += [f"--basetemp={self.folder}-tmp", *(f"--deselect={test}" for test in TABLE["left_out"]["tests"])]
        paths = dict.fromkeys(str(path.relative_to(self.folder)) for path in found)
        status, output = self.python("-m", "pytest", *options, *paths, limit=limit)
        if status is None or (status and "Timeout (0:" in output):
            return TIME_LIMIT
        if status < 0:
            return f"signal {-status}"
        failures = (line.split()[1] for line in output.splitlines() if line.startswith(("FAILED ", "ERROR ")))
        return "" if status == 0 else next(failures, output[-2000:])

    def clean_run(self, room: str) -> float:
        """Run a room's tests without a mutant; return the time limit in seconds that follows."""
        started = time.monotonic()
        if failure := self.test(room):
            raise SystemExit(f"without any mutant, the tests of {room} fail: {failure}")
        seconds = time.monotonic() - started
        print(f"{room:24} clean run {seconds:5.1f} s", flush=True)
        return max(MIN_SECONDS, CLEAN_RUNS * seconds)

    def try_mutant(self, mutant: Mutant, limit: float) -> Outcome:
        """Put the mutant in place, run the tests, put the file back."""
        started = time.monotonic()
        with self._changed(mutant):
            outcome = Outcome(mutant, self.test(mutant.room, limit), time.monotonic() - started)
        verdict = f"killed by {outcome.killer}" if outcome.killer else "SURVIVED"
        print(f"{outcome.seconds:5.1f} s  {mutant.file}:{mutant.line}  {verdict}", flush=True)
        return outcome

    @contextlib.contextmanager
    def _changed(self, mutant: Mutant) -> Iterator[None]:
        file = self.folder / mutant.file
        compiled = "__pycache__/*" if file.stem == "bits" else f"__pycache__/{file.stem}.*"
        with tempfile.TemporaryDirectory(dir=self.folder.parent) as aside:
            # Moved, not copied: numba's and Python's caches are valid as long as the source keeps its time stamp.
            moved = [file, *file.parent.glob(compiled)]
            for path in moved:
                shutil.move(path, aside)
            file.write_text(mutant.code)
            yield
            for path in file.parent.glob(compiled):
                path.unlink()
            for path in moved:
                shutil.move(Path(aside) / path.name, path)


def sample(chosen: str, number: int, seed: int) -> tuple[list[Mutant], list[Mutant]]:
    """Draw mutants, half of them evenly from the rooms, half by how much there is to change in each.

    Returns those to try, in random order, and those drawn and left out because they are listed as equivalent.
    """
    listed = tomllib.loads((HERE / "equivalent.toml").read_text()).get("mutant", [])
    tuned = {entry["file"]: entry["names"] for entry in TABLE["tuned"]}
    equivalent = {(entry["file"], entry["old"], entry["new"]) for entry in listed}
    places: dict[str, list[Site]] = {}
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        room = max((room for room in TABLE["rooms"] if file.startswith(room)), key=len)
        if file.startswith(chosen) and (found := sites(ROOT, file, tuned.get(file, ()))):
            places.setdefault(room, []).extend(found)
    total = sum(map(len, places.values()))
    fresh: list[Mutant] = []
    known: list[Mutant] = []
    for room, found in sorted(places.items()):
        share = math.ceil(number * (1 / len(places) + len(found) / total) / 2)
        for mutant in draw(room, found, seed):
            if share == 0:
                break
            is_known = (mutant.file, mutant.old, mutant.new) in equivalent
            (known if is_known else fresh).append(mutant)
            share -= not is_known
    random.Random(seed).shuffle(fresh)
    return fresh, known


def in_all(copies: list[Copy], work: Callable[[Copy, Item], Result], items: Iterable[Item]) -> list[Result]:
    """Work on all items, in each copy on one at a time."""
    free: queue.SimpleQueue[Copy] = queue.SimpleQueue()
    for copy in copies:
        free.put(copy)

    def one(item: Item) -> Result:
        copy = free.get()
        try:
            return work(copy, item)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        return list(pool.map(one, items))


def report(outcomes: list[Outcome], known: list[Mutant]) -> None:
    """Print killed and tried by room, then the survivors."""
    print(f"\n{'room':24} killed of tried   share  by time limit  seconds each")
    for room in [*sorted({outcome.mutant.room for outcome in outcomes}), "all"]:
        these = [outcome for outcome in outcomes if room in (outcome.mutant.room, "all")]
        killed = sum(bool(outcome.killer) for outcome in these)
        late = sum(outcome.killer == TIME_LIMIT for outcome in these)
        tried = max(1, len(these))
        seconds = sum(outcome.seconds for outcome in these) / tried
        print(f"{room:24} {killed:6} of {len(these):5}  {killed / tried:6.0%}  {late:13}  {seconds:12.1f}")
    print(f"drawn and left out as equivalent: {len(known)}")
    survivors = [outcome.mutant for outcome in outcomes if not outcome.killer]
    for mutant in sorted(survivors, key=lambda mutant: (mutant.file, mutant.line)):
        changes = [f"- {line}" for line in mutant.old.splitlines()] + [f"+ {line}" for line in mutant.new.splitlines()]
        print(f"\n{mutant.file}:{mutant.line}", *changes, sep="\n    ")


def main() -> None:
    """Draw, copy, run, report."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description="Do the tests notice small changes?")
    parser.add_argument("--mutants", type=int, default=150, help="how many to draw")
    parser.add_argument("--seed", type=int, default=1, help="draws the same mutants from the same sources")
    parser.add_argument("--room", default="", help="only files whose path begins so: store, solver/jump")
    parser.add_argument("--minutes", type=float, default=26, help="begin no mutant after so long")
    parser.add_argument("--copies", type=int, default=2, help="test runs at the same time")
    chosen = parser.parse_args()
    end_at = time.monotonic() + 60 * chosen.minutes
    mutants, known = sample(chosen.room, chosen.mutants, chosen.seed)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = [Copy(Path(folder) / str(number)) for number in range(chosen.copies)]
        shutil.copytree(ROOT, copies[0].folder, ignore=LEFT_OUT)
        status, output = copies[0].python("-c", WARM)
        if status != 0:
            raise SystemExit(output)
        for copy in copies[1:]:
            shutil.copytree(copies[0].folder, copy.folder)
        rooms = sorted({mutant.room for mutant in mutants})
        limits = dict(zip(rooms, in_all(copies, Copy.clean_run, rooms), strict=True))

        def attempt(copy: Copy, mutant: Mutant) -> Outcome | None:
            return copy.try_mutant(mutant, limits[mutant.room]) if time.monotonic() < end_at else None

        outcomes = [outcome for outcome in in_all(copies, attempt, mutants) if outcome]
    print(f"seed {chosen.seed}: {len(mutants)} drawn, {len(mutants) - len(outcomes)} not tried for lack of time")
    report(outcomes, known)


if __name__ == "__main__":
    main()
