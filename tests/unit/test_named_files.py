"""Files that the guides name are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"`((?:cli|service|workers|store|schemas|solver|boards|clients|tests|docs)/[\w./-]*)`")


@pytest.mark.parametrize(
    "guide", ["CONTRIBUTING.md", "docs/10-how-it-works.md", "docs/08-operating.md"]
)
def test_guides_name_files_that_exist(guide: str) -> None:
    """Whoever follows a guide finds each file and folder that it names."""
    named = set(NAMED.findall((ROOT / guide).read_text(encoding="utf-8")))
    assert [name for name in sorted(named) if "NAME" not in name and not (ROOT / name).exists()] == []
    assert named
