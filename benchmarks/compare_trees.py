"""Two trees of this project side by side, for :mod:`benchmarks.compare`: checked out, started, asked."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from benchmarks.processes import CannotStart, children, command_of, processor_seconds, started
from benchmarks.programs import ROOT

WORKER = Path(__file__).with_name("compare_worker.py")

READY_SECONDS = 90.0
"""How long a service may take to start. One that needs other packages than this environment has may try for minutes."""


@dataclass
class Tree:
    """One of the trees, and the processes started from it.

    Attributes
    ----------
    name, folder
        What it is called; where it is.
    stack
        Ends its processes.
    ready_seconds
        How long its service may take to start.
    """

    name: str
    folder: Path
    stack: ExitStack
    ready_seconds: float = READY_SECONDS
    _worker: subprocess.Popen[str] | None = None
    _service: Service | CannotStart | None = None

    @property
    def environment(self) -> dict[str, str]:
        """Puts its modules before all others."""
        return os.environ | {"PYTHONPATH": str(self.folder)}

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Have its worker do something; see :mod:`benchmarks.compare_worker`."""
        if self._worker is None:
            self._worker = self.stack.enter_context(self._start())
        assert self._worker.stdin is not None
        assert self._worker.stdout is not None
        print(json.dumps(request), file=self._worker.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self._worker.stdout.readline())
        if "error" in answer:
            raise RuntimeError(f"{self.name}: {answer['error']}")
        return answer

    @contextmanager
    def _start(self) -> Iterator[subprocess.Popen[str]]:
        # -P: the folder of the script has an http.py, which would hide that of the standard library.
        command, pipe = [sys.executable, "-P", str(WORKER)], subprocess.PIPE
        with subprocess.Popen(
            command, stdin=pipe, stdout=pipe, text=True, cwd=self.folder, env=self.environment
        ) as worker:
            assert worker.stdout is not None
            first = json.loads(worker.stdout.readline() or "{}")
            # An installed package could come first, and both trees would be the same.
            if first.get("tree") != str(self.folder):
                raise RuntimeError(f"{self.name}: not the modules of {self.folder}")
            yield worker

    def cold_seconds(self, puzzle: dict[str, Any]) -> float:
        """Processor seconds of a new process that imports the library, solves a puzzle and ends."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-P", str(WORKER), json.dumps(puzzle)]
        subprocess.run(command, check=True, cwd=self.folder, env=self.environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def known_seconds(self, puzzles: list[dict[str, Any]]) -> float:
        """Processor seconds of a web process for the request of a puzzle whose answer is known.

        Raises
        ------
        CannotStart
            If the service does not start; it is tried once.
        """
        if self._service is None:
            try:
                self._service = self.stack.enter_context(_service(self))
            except CannotStart as error:
                self._service = CannotStart(f"the service of {self.name} does not start here: {error}")
        if isinstance(self._service, CannotStart):
            raise self._service
        return self._service.seconds(puzzles)


@dataclass
class Service:
    """A running service with one web process, whose id is ``web``."""

    client: httpx.Client
    web: int

    def seconds(self, puzzles: list[dict[str, Any]]) -> float:
        """Processor seconds of the web process for each of some equal puzzles."""
        self._post(puzzles[0])
        before = processor_seconds(self.web)
        for puzzle in puzzles:
            self._post(puzzle)
        return (processor_seconds(self.web) - before) / len(puzzles)

    def _post(self, puzzle: dict[str, Any]) -> None:
        response = self.client.post("/v1/jobs", json={"puzzle": puzzle}, headers={"Prefer": "wait=25"})
        assert response.json()["status"] == "solved", response.text


@contextmanager
def _service(tree: Tree) -> Iterator[Service]:
    """The service of a tree with one web process and one worker."""
    settings = {"FEWEST_RATE_REQUESTS": "1000000000", "FEWEST_RATE_SEARCHES": "1000000000", "FEWEST_PROCESSES": "1"}
    command = [sys.executable, "-P", "-m", "fewest.cli", "up", "--port", "0", "--workers", "1", "--long-workers", "0"]
    with tempfile.TemporaryDirectory() as data:
        command += ["--data", str(Path(data, "data"))]
        with started(command, tree.ready_seconds, tree.environment | settings, tree.folder) as (address, up):
            web = next(pid for pid in children(up) if b"gunicorn" in command_of(pid))
            with httpx.Client(base_url=address, timeout=60) as client:
                yield Service(client, web)


@contextmanager
def both_trees(base: str) -> Iterator[tuple[Tree, Tree]]:
    """The tree to compare with, which may have to be checked out, and this one; their processes end with the context.

    Parameters
    ----------
    base
        A folder, or a commit.
    """
    with ExitStack() as stack:
        folder = Path(base).resolve() if Path(base).is_dir() else stack.enter_context(checked_out(ROOT, base))
        yield Tree(base, folder, stack), Tree("this tree", ROOT, stack)


@contextmanager
def checked_out(repository: Path, commit: str) -> Iterator[Path]:
    """A commit in a temporary folder."""
    with tempfile.TemporaryDirectory() as temporary:
        folder, git = Path(temporary).resolve() / "tree", ["git", "-C", str(repository), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(folder), commit], check=True)
        try:
            yield folder
        finally:
            subprocess.run([*git, "remove", "--force", str(folder)], check=True)
