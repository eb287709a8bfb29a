"""The collections of public packages: their readers, on files made here, and the comparison."""

from __future__ import annotations

import json
import pickle
import struct
import zlib
from pathlib import Path

import pytest

from benchmarks.collections import page
from benchmarks.collections.archives import pickled_texts, resources
from benchmarks.collections.comparing import found_in, is_equal, searched, summary
from benchmarks.collections.levels import found
from benchmarks.collections.solving import document_of, keep, rows_in, unsolved
from benchmarks.collections.sources import COLLECTIONS, SOLVABLE, UNSOLVABLE, Level
from fewest.cli.library import Library
from fewest.config.settings import Settings

NPM = COLLECTIONS["klotski-npm-4"]
BLOCKS = [{"shape": [2, 2], "position": [1, 1]}, {"shape": [1, 1], "position": [0, 0]}]


def test_resources_are_taken_out(tmp_path: Path) -> None:
    """Files of an archive of Qt, compressed or not."""
    stored = [struct.pack(">I", 5) + zlib.compress(b"level"), b"plain"]
    data = b"".join(struct.pack(">I", len(each)) + each for each in stored)
    archive = tmp_path / "own.rcc"
    archive.write_bytes(b"qres" + struct.pack(">4I", 1, 0, 20, 20 + len(data)) + data)
    assert list(resources(archive)) == [b"level", b"plain"]


def test_pickles_hold_texts_only(tmp_path: Path) -> None:
    """Anything that is not a list or dictionary of texts is refused."""
    path = tmp_path / "own.pickle"
    path.write_bytes(pickle.dumps({1: ["a"], 2: ["b", "c"]}))
    assert pickled_texts(path) == ["a", "b", "c"]
    path.write_bytes(pickle.dumps({1: [Path()]}))
    with pytest.raises(pickle.UnpicklingError):
        pickled_texts(path)


def test_numbers_stand_below_names_in_a_readme(tmp_path: Path) -> None:
    """Games of one name are told apart as in the README, and "no solution" is a published answer."""
    games = [{"name": name, "blocks": BLOCKS} for name in ("Own", "Twice", "Twice")]
    (tmp_path / "hrd-games.json").write_text(json.dumps(games), encoding="utf-8")
    readme = "| Own | Twice I | Twice II |\n| 2 moves | no solution | 9 moves |\n| 1.5 ms | - | 2 ms |\n"
    (tmp_path / "README.md").write_text(readme, encoding="utf-8")
    levels = list(NPM.read(tmp_path))
    assert [(level.name, level.published) for level in levels] == [("Own", 2), ("Twice I", UNSOLVABLE), ("Twice II", 9)]
    assert searched(document_of(levels[0], NPM)) == 1
    assert "not klotski-json" in str(document_of(Level("other", "o.oo"), NPM))


def test_rows_are_kept_and_compared(tmp_path: Path) -> None:
    """The last row of a level counts; what was stopped is searched again with more time."""
    path, levels = tmp_path / "own.jsonl", [Level(name) for name in "abcd"]
    known = {"limit": 5.0, "seconds": 1.0}
    keep(path, {"name": "a", "published": 3, "status": "stopped", "length": None, **known})
    keep(path, {"name": "a", "published": 3, "status": "solved", "length": 2, **known})
    keep(path, {"name": "b", "published": SOLVABLE, "status": "stopped", "length": None, **known})
    keep(path, {"name": "c", "published": UNSOLVABLE, "status": "unsolvable", "length": None, **known})
    rows = rows_in(path)
    assert is_equal(rows["b"] | {"length": 9})
    assert [level.name for level in unsolved(levels, rows, 5.0)] == ["d"]
    assert [level.name for level in unsolved(levels, rows, 6.0)] == ["b", "d"]
    assert {name: (found_in(row), is_equal(row)) for name, row in rows.items()} == {
        "a": (2, False),
        "b": (None, None),
        "c": (UNSOLVABLE, True),
    }
    numbers = {"own": {**summary(NPM, 4, rows.values()), "package": "", "options": "", "date": "", "commit": ""}}
    numbers["own"]["differences"] = [{"name": "a", "published": 3, "found": 2, "searched": 2}]
    assert page.unexplained(numbers) == ["own"]
    page.write(tmp_path / "page.json", numbers)
    assert page.numbers_in(tmp_path / "page.json") == numbers
    assert "| a | 3 | 2 | 2 |" in (tmp_path / "page.md").read_text(encoding="utf-8")


def test_what_the_page_of_collections_has_of_a_level() -> None:
    """A level of blocks is solved in every metric, one of pegs in one; features are those in its own metric."""
    library = Library(Settings())
    puzzle = {"kind": "block", "start": {"picture": ["AB.", "..."]}, "goal": {"at": {"B": [1, 0]}}, "metric": "path"}
    step, line, path = ({"length": length, "count": count} for length, count in ((2, 1), (2, 1), (1, 1)))
    assert found(library, puzzle) == {"moves": {"step": step, "line": line, "path": path}, "forced": 1, "traps": 0}
    pegs = {"kind": "jump", "board": {"grid": ["...."]}, "start": {"pegs": [0, 1]}, "goal": {"pegs": [0]}}
    assert found(library, pegs) == {"moves": {"moves": {"status": "unsolvable"}}}
