"""The library and the features are what their pages say."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from fewest.design.features import NAMES

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(("page", "least"), [("05-for-designers.md", 14), ("06-library.md", 10)])
def test_examples_of_the_page(page: str, least: int) -> None:
    """Every example on the page prints what it says."""
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False)
    assert tried >= least
    assert failed == 0


def test_every_feature_has_a_section() -> None:
    """The page has a section for each feature, in their order, with an example."""
    sections = re.split(r"^### ", (DOCS / "05-for-designers.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    named = [section for section in sections if section.split("\n")[0] in NAMES]
    assert [section.split("\n")[0] for section in named] == list(NAMES)
    assert all(">>> " in section for section in named)
