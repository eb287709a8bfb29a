"""The modules of the pages: which a page loads, and one file of many."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from fewest.service.limits import MAX_FILM_MOVES
from fewest.studio import modules
from fewest.studio.modules import IMPORT, STATIC, joined, module_at, modules_of, served

ROOT = Path(__file__).parents[3]

PLACE = re.compile(r'"(\.[\w./-]+)\.js"')
"""The place of another module, however it is imported."""


def test_a_module_comes_after_those_it_imports() -> None:
    """A module comes after the modules that it imports."""
    order = modules_of("home/home")
    for name in order:
        for _, place in IMPORT.findall((STATIC / f"{name}.js").read_text()):
            assert order.index(module_at(place, name)) < order.index(name)


def test_no_folder_imports_from_a_later_one() -> None:
    """Modules, and types in their comments, are imported from the same folder or from an earlier one of those that
    docs/10-how-it-works.md lists, at once or when needed, and no module leads back to itself.
    """
    folders = re.findall(r"^\| `(\w+)/` \|", (ROOT / "docs" / "10-how-it-works.md").read_text(), re.MULTILINE)
    names = {path.relative_to(STATIC).with_suffix("").as_posix() for path in STATIC.glob("*/*.js")}
    folder = {name: folders.index(name.split("/")[0]) for name in names}
    assert set(folder.values()) == set(range(len(folders)))
    graph = {
        name: names & {module_at(place, name) for place in PLACE.findall((STATIC / f"{name}.js").read_text())}
        for name in names
    }
    later = [(name, other) for name, others in graph.items() for other in others if folder[name] < folder[other]]
    assert later == []
    assert set(TopologicalSorter(graph).static_order()) == names


@pytest.mark.parametrize(
    "name", ["../japanese.js", "a" * 5000, "\0", "templates", "", ".", "none.js", "board", "board/../offline.js"]
)
def test_names_of_no_file_leave_nothing(name: str) -> None:
    """Names that are no files of the pages are not found and not cached."""
    before = modules._served.cache_info().currsize
    assert served(name) is None
    assert modules._served.cache_info().currsize == before


def test_what_is_made_is_served() -> None:
    """Generated modules are served like files."""
    for name in modules.MADE:
        assert (served(f"{name}.js") or b"").startswith(b"export const ")


def test_one_file_imports_nothing() -> None:
    """The joined file has its licence, no import or export statement, and every module of the component once."""
    text = joined("pages/fewest-puzzle")
    assert re.match(r"/\*! Copyright [^*]* SPDX-License-Identifier: MIT \*/", text)
    assert re.findall(r"\b(?:import(?!\()|export)\b.*$", text, re.MULTILINE) == []
    assert text.count("const module_") == len(modules_of("pages/fewest-puzzle"))


def test_opening_does_not_load_what_is_loaded_later() -> None:
    """Opening the page does not load the modules for editing, watching, solving, drawing and sharing."""
    opened = {name.rpartition("/")[2] for name in modules_of("home/home")}
    later = "fewest setup livecheck watch search messages drawing painter share modetexts atlastexts"
    assert not set(later.split()) & opened


def test_longest_film_is_that_of_the_service() -> None:
    """The page and the service have the same limit for films."""
    assert f"const MAX_FILM_MOVES = {MAX_FILM_MOVES};" in (STATIC / "home" / "share.js").read_text()
