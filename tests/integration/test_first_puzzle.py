"""Whoever follows docs/01-first-puzzle.md gets what it prints (for its steps on pages: tests/browser)."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.conftest import serving
from tests.integration.service import Service
from tests.integration.transcripts import check, files_of, fits, steps_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "01-first-puzzle.md").read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8000"
START, *STEPS = steps_of(PAGE)


def follow(service: Service, folder: Path, program: str) -> None:
    """Save the files of the page and run its commands that begin with a program, in a folder beside the clients."""
    address = str(service.client.base_url).rstrip("/")
    for name, text in files_of(PAGE).items():
        (folder / name).write_text(text.replace(ADDRESS, address), encoding="utf-8")
    (folder / "clients").symlink_to(ROOT / "clients")
    (folder / "bin").mkdir()
    (folder / "bin" / "python3").symlink_to(sys.executable)
    steps = [(command.replace(ADDRESS, address), output) for command, output in STEPS if program in command.split()]
    assert steps
    check(steps, folder, {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"})


@pytest.mark.parametrize("program", ["curl", "python3", "node"])
def test_commands_of_the_page(service: Service, tmp_path: Path, program: str) -> None:
    """The commands print what the page says, with the files that it tells the reader to save."""
    if program == "node" and shutil.which("node") is None:
        pytest.skip("no node: install nodejs")
    follow(service, tmp_path, program)


def test_start(tmp_path: Path) -> None:
    """What `make run` prints, once everything is installed, ends as on the page."""
    command, output = START
    assert command == "make run"
    installing, _, rest = output.partition("\n…\n")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f'@echo "{installing}"' in makefile
    assert "fewest up --example" in makefile
    with serving(tmp_path, "--example", "--workers", "1") as running:
        address = str(running.client.base_url).rstrip("/")
        lines = [f"ready {address}\n"]
        assert running.process.stdout is not None
        while lines[-1] and not lines[-1].startswith("Open"):
            lines.append(running.process.stdout.readline())
    assert fits(rest.replace(ADDRESS, address), "".join(lines))


def test_every_file_of_the_page_is_used() -> None:
    """The page has the files that its commands name, and the page to embed the puzzle in."""
    names = set(files_of(PAGE))
    assert names == {"request.json", "first.py", "first.mjs", "page.html"}
    assert all(any(name in command for command, _ in STEPS) for name in names - {"page.html"})
