"""The modules of the pages: which a page loads, and one file of many."""

from __future__ import annotations

import re

import pytest

from fewest.service.limits import MAX_FILM_MOVES
from fewest.studio import modules
from fewest.studio.modules import STATIC, joined, modules_of, served


def test_a_module_comes_after_those_it_imports() -> None:
    """Whatever a module imports stands before it."""
    order = modules_of("home")
    for name in order:
        for imported in re.findall(r'^import .*"\./([\w-]+)\.js";$', (STATIC / f"{name}.js").read_text(), re.MULTILINE):
            assert order.index(imported) < order.index(name)


@pytest.mark.parametrize("name", ["../japanese.js", "a" * 5000, "\0", "templates", "", ".", "none.js"])
def test_names_of_no_file_leave_nothing(name: str) -> None:
    """What is no file of the pages is missing, whatever it is called, and nothing is kept of its name."""
    before = modules._served.cache_info().currsize
    assert served(name) is None
    assert modules._served.cache_info().currsize == before


def test_one_file_imports_nothing() -> None:
    """The joined file has its licence, no import or export statement, and every module of the component once."""
    text = joined("fewest-puzzle")
    assert re.match(r"/\*! Copyright [^*]* SPDX-License-Identifier: MIT \*/", text)
    assert re.findall(r"\b(?:import(?!\()|export)\b.*$", text, re.MULTILINE) == []
    assert text.count("const module_") == len(modules_of("fewest-puzzle"))


def test_opening_does_not_load_what_is_loaded_later() -> None:
    """Setting up, watching, solving, drawing and sharing, with their texts, are no part of opening the page."""
    later = "fewest setup livecheck watch search messages drawing painter share modetexts atlastexts"
    assert not set(later.split()) & set(modules_of("home"))


def test_longest_film_is_that_of_the_service() -> None:
    """The page offers films of as many moves as the service makes."""
    assert f"const MAX_FILM_MOVES = {MAX_FILM_MOVES};" in (STATIC / "share.js").read_text()
