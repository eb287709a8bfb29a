"""Helpers that several kernel files need, copied because numba's cache does not notice edits in another file."""

from __future__ import annotations

import ast
from itertools import combinations
from pathlib import Path

import pytest

from solver import kernels

FILES = sorted(path for path in Path(kernels.__file__).parent.glob("*.py") if path.stem != "__init__")

WORDS_OR_ROWS = "a set of words in their slots, or of rows in an arena that the slots number"

DIFFERENT = {
    ("depth_first", "slide_ida_star", "slide_ida_star_excess"): "the bounds of one partition, or of several",
    ("expand", "jump_expand", "slide_frontier"): "pegs in words, or pieces in rows",
    ("find", "jump_expand", "slide_frontier"): WORDS_OR_ROWS,
    ("initialise", "slide_ida_star", "slide_ida_star_excess"): "the bounds of one partition, or of several",
    ("rehash", "jump_expand", "slide_frontier"): WORDS_OR_ROWS,
}
"""Functions of two files that share a name but not their code, with the reason."""


def functions(path: Path) -> dict[str, str]:
    """Code of a file's functions by name, decorators included, docstrings and comments not."""
    found = {}
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            if ast.get_docstring(node) is not None:
                del node.body[0]
            found[node.name] = ast.unparse(node)
    return found


@pytest.mark.parametrize(("one", "other"), list(combinations(FILES, 2)), ids=lambda path: path.stem)
def test_copies_are_equal(one: Path, other: Path) -> None:
    """Functions of the same name in two kernel files are equal, except those listed with a reason."""
    first, second = functions(one), functions(other)
    for name in first.keys() & second.keys():
        if (name, one.stem, other.stem) not in DIFFERENT:
            assert first[name] == second[name], name


def test_listed_differences_exist() -> None:
    """Every pair listed as different has functions of that name, and they differ."""
    files = {path.stem: functions(path) for path in FILES}
    for name, one, other in DIFFERENT:
        assert files[one][name] != files[other][name], (name, one, other)
