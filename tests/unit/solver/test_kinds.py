"""The registry of kinds, and what names them."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from fewest.solver.kinds import KINDS

ROOT = Path(__file__).parents[3]
PROJECT = ROOT / "pyproject.toml"
OWN = [name for name in KINDS if KINDS[name].__class__.__module__ == f"fewest.solver.{name}.kind"]
CLASSES = {f"{name.title()}{noun}" for name in OWN for noun in ("Board", "Goal", "Puzzle")}
TELL_KINDS_APART = {
    "fewest/notation/text/tables.py": "numbers may be jumps, neighbours or pieces: its readings are told apart here",
}
"""Files that may, each with the reason."""


def test_contracts_name_every_kind() -> None:
    """An import contract about one kind is about all: import-linter says nothing of a package that is not named."""
    contracts = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    about_kinds = [str(contract) for contract in contracts if re.search(r"\bjump\b", str(contract))]
    assert len(about_kinds) > 1
    assert {"jump", "slide"} < set(OWN)
    for contract in about_kinds:
        assert [name for name in OWN if not re.search(rf"\b{name}\b", contract)] == []


def test_kinds_are_known_once() -> None:
    """Outside the folders of the kinds nothing asks of which kind a puzzle or a board is: protocols say what it can."""
    found = {
        str(path.relative_to(ROOT)): lines
        for path in sorted((ROOT / "fewest").rglob("*.py"))
        if not {*OWN} & {*path.relative_to(ROOT).parts} and (lines := list(asked(ast.parse(path.read_text()))))
    }
    assert {path: lines for path, lines in found.items() if path not in TELL_KINDS_APART} == {}
    assert found.keys() == TELL_KINDS_APART.keys()


def asked(tree: ast.AST) -> Iterator[str]:
    """Where a program tests for the class of a kind, or compares something called kind with the name of one."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, classes]):
                known = CLASSES & {each.id for each in ast.walk(classes) if isinstance(each, ast.Name)}
            case ast.Compare(left=left, comparators=others) if any(map(is_kind, (left, *others))):
                known = {*OWN} & strings(node)
            case ast.Match(subject=subject, cases=cases) if is_kind(subject):
                known = {*OWN} & {text for case in cases for text in strings(case.pattern)}
            case _:
                continue
        if known:
            yield ast.unparse(node)


def is_kind(node: ast.AST) -> bool:
    """Whether an expression is called kind: a variable, an attribute, or a field of an object."""
    match node:
        case ast.Name(id="kind") | ast.Attribute(attr="kind") | ast.Subscript(slice=ast.Constant(value="kind")):
            return True
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value="kind"), *_]):
            return True
    return False


def strings(node: ast.AST) -> set[str]:
    """All strings in an expression."""
    constants = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
    return {value for value in constants if isinstance(value, str)}
