"""The features are what their page says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from solver.features import NAMES

PAGE = Path(__file__).parents[2] / "docs" / "features.md"


def test_examples_of_the_page() -> None:
    """Every example on the page prints what it says."""
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried >= 15
    assert failed == 0


def test_every_feature_has_a_section() -> None:
    """The page has a section for each feature, in their order, with an example."""
    sections = re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)
    named = [section for section in sections if section.split("\n")[0] in NAMES]
    assert [section.split("\n")[0] for section in named] == list(NAMES)
    assert all(">>> " in section for section in named)
