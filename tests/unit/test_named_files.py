"""Files that the guides name are there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DECISIONS = ROOT / "docs" / "decisions"
NAMED = re.compile(r"`((?:fewest|clients|tests|docs)/[\w./-]*)`")


GUIDES = ("CONTRIBUTING.md", "tests/frogs_and_toads.py")
"""Guides for people who change the code."""


@pytest.mark.parametrize("guide", [*GUIDES, "docs/10-how-it-works.md", "docs/08-operating.md"])
def test_guides_name_files_that_exist(guide: str) -> None:
    """Every file and folder that a guide names exists."""
    named = set(NAMED.findall((ROOT / guide).read_text(encoding="utf-8")))
    assert [name for name in sorted(named) if "NAME" not in name and not (ROOT / name).exists()] == []
    assert named


@pytest.mark.parametrize("guide", GUIDES)
def test_guides_name_code_that_exists(guide: str) -> None:
    """Every word of code in a guide is in a program or a file name; every path is a part of a tracked one."""
    text = (ROOT / guide).read_text(encoding="utf-8")
    if guide.endswith(".py"):
        text = text.partition('"""\n\n')[0]
    spans = set(re.findall(r"`([^`\n]+)`", text))
    files = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    programs = [ROOT / name for name in files if name.endswith((".py", ".js", ".toml", "Makefile")) and name != guide]
    known = set(re.findall(r"\w+", "\n".join([*files, *(path.read_text(encoding="utf-8") for path in programs)])))
    assert {word for span in spans for word in re.findall(r"[^\W\d]\w+", span)} - known <= {"NAME_", "NameBoard"}
    paths = {span for span in spans if re.fullmatch(r"[\w.-]+/[\w./-]*", span) and "NAME" not in span}
    assert [path for path in paths if not any(f"/{path.strip('/')}/" in f"/{name}/" for name in files)] == []


def test_decisions_name_files_that_exist() -> None:
    """Every file and folder that a decision names exists."""
    named = {name for page in DECISIONS.glob("0*.md") for name in NAMED.findall(page.read_text(encoding="utf-8"))}
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_every_decision_is_listed_once() -> None:
    """The table of decisions lists each page once, by its title, in the order of the numbers."""
    listed = re.findall(r"\| (\d+) \| \[(.*)\]\((.*)\) \|", (DECISIONS / "README.md").read_text(encoding="utf-8"))
    assert [page for _, _, page in listed] == sorted(page.name for page in DECISIONS.glob("0*.md"))
    for number, title, page in listed:
        heading = (DECISIONS / page).read_text(encoding="utf-8").partition("\n")[0]
        assert (int(page[:4]), heading) == (int(number), f"# {number}. {title}")
