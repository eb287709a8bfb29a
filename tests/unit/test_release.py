"""What belongs to a release says the same everywhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.unit.test_requirements import PROJECT, PYTHONS

ROOT = Path(__file__).parents[2]
WORKFLOW = YAML(typ="safe").load(ROOT / ".github" / "workflows" / "ci.yml")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("clients/python/pyproject.toml", r'^version = "(.*)"$'),
        ("CITATION.cff", r"^version: (.*)$"),
        ("CHANGELOG.md", r"^## (\d\S*) - \d{4}-\d\d-\d\d$"),
        ("docs/06-library.md", r"fewest-([\d.]+)-py3-none-any\.whl"),
        ("docs/08-operating.md", r"fewest-([\d.]+)-py3-none-any\.whl"),
    ],
)
def test_all_have_one_version(name: str, line: str) -> None:
    """The clients, the citation, the newest section of the changelog and the guide have the version of the project."""
    found = re.search(line, (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    assert found[1] == PROJECT["version"]
    assert json.loads((ROOT / "clients/js/package.json").read_text(encoding="utf-8"))["version"] == found[1]


def test_every_python_is_tested_and_named() -> None:
    """The workflow tests each Python that the project allows, and the metadata and the guide name them."""
    assert WORKFLOW["jobs"]["test"]["strategy"]["matrix"]["python"] == PYTHONS
    named = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if each.startswith("Programming Language")]
    assert named == ["3", *PYTHONS]
    assert f"{PYTHONS[0]} to {PYTHONS[-1]}" in " ".join(
        (ROOT / "docs" / "README.md").read_text(encoding="utf-8").split()
    )


def test_actions_are_pinned() -> None:
    """The workflow pins every action to a commit."""
    used = [step["uses"] for job in WORKFLOW["jobs"].values() for step in job["steps"] if "uses" in step]
    assert used
    assert [each for each in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", each)] == []
