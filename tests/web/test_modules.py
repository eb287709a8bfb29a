"""The modules of the page, in node: tests of the pure ones, ``*.test.js`` beside this file; what is served; texts.

Without node they are skipped, or fail if FEWEST_WEB is "required", as in .ci/run.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from fewest.boards import catalogue
from fewest.boards.lessons import lessons
from fewest.service.translations import translations
from fewest.studio.drawing.outline import along, outline
from fewest.studio.modules import STATIC, served
from tests.hang import HANG_SECONDS

FOLDER = Path(__file__).parent
NODE = shutil.which("node")
REQUIRED = os.environ.get("FEWEST_WEB") == "required"

PLACE = re.compile(r"\{(\w+)")
"""A value in a text."""


WORDED = re.compile(r'data-t="([^"{]+)"[^>]*>([^<{]+)<')
"""An element with its name and its English text."""


def run_node(*arguments: str | Path) -> str:
    """What node prints."""
    if NODE is None and not REQUIRED:
        pytest.skip("the modules of the page are not tested: node is not installed")
    command = [NODE or "node", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.test.js")), ids=lambda file: file.name)
def test_module(file: Path) -> None:
    """The tests of a module pass in node."""
    run_node("--test", file)


def test_what_is_served_is_the_same_program(tmp_path: Path) -> None:
    """The shortened modules are the same programs as the written ones."""
    if not (FOLDER / "node_modules" / "acorn").is_dir() and not REQUIRED:
        pytest.skip("what is served is not compared: `make check-web` installs the parser")
    modules = sorted(STATIC.rglob("*.js"))
    for module in modules:
        body = served(module.relative_to(STATIC).as_posix())
        assert body is not None
        copy = tmp_path / module.relative_to(STATIC)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(body)
    copies = tmp_path.rglob("*.js")
    assert sum(path.stat().st_size for path in modules) > sum(path.stat().st_size for path in copies)
    assert run_node(FOLDER / "same_program.js", STATIC, tmp_path) == ""


def test_page_and_pictures_draw_alike() -> None:
    """The page and the pictures of the server give a board the same outline and the same places in its groove."""
    for points in ([(40.0 * x, 40.0 * y) for x in range(4) for y in range(x + 1)], [(0.0, 0.0), (40.0, 0.0)]):
        line = outline(points, 33)
        found = json.loads(run_node(FOLDER / "print_outline.js", json.dumps(points)))
        for ours, theirs in zip([line, along(line, 5, 21)], found, strict=True):
            assert len(ours) == len(theirs)
            assert all(abs(complex(*a) - complex(*b)) < 1e-6 for a, b in zip(ours, theirs, strict=True))


def test_every_text_of_the_page_has_a_translation() -> None:
    """Every text of modules and templates is in the catalogue, with or without its name as context; what else is there
    names the boards.
    """
    templates = "".join(file.read_text(encoding="utf-8") for file in STATIC.parent.glob("templates/*.html"))
    english = dict(WORDED.findall(templates)) | json.loads(run_node(FOLDER / "print_texts.js"))
    japanese = translations("ja", "page")
    named = {name: f"{name}\4{text}" if f"{name}\4{text}" in japanese else text for name, text in english.items()}
    assert set(named.values()) - japanese.keys() == set()
    groups = {text.partition("\4")[0] for text in japanese.keys() - set(named.values())}
    assert groups == {"boards", "examples", "lessons", "notes"}
    for name, text in english.items():
        assert set(PLACE.findall(text)) == set(PLACE.findall(japanese[named[name]])), name


def test_every_board_has_its_names_in_japanese() -> None:
    """Boards, what is said of them, and lessons are in the catalogue, and no other examples or lessons."""
    japanese = translations("ja", "page")
    boards = catalogue().values()
    assert {f"boards\4{board['name']}" for board in boards} - japanese.keys() == set()
    assert {f"notes\4{board['name']}" for board in boards if "note" in board} - japanese.keys() == set()
    titles = {f"examples\4{example['title']}" for board in boards for example in board["examples"]}
    assert {text for text in japanese if text.startswith("examples\4")} - titles == set()
    said = {lesson[part] for lesson in lessons().values() for part in ("title", "about")}
    said |= {each["aim"] for lesson in lessons().values() for each in lesson["puzzles"]}
    assert {text for text in japanese if text.startswith("lessons\4")} == {f"lessons\4{text}" for text in said}
