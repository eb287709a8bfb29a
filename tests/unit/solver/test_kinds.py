"""The registry of kinds, and what names them."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from fewest.solver.kinds import KINDS

ROOT = Path(__file__).parents[3]
PROJECT = ROOT / "pyproject.toml"
OWN = [name for name in KINDS if KINDS[name].__class__.__module__ == f"fewest.solver.{name}.kind"]
CLASSES = {f"{name.title()}{noun}" for name in OWN for noun in ("Board", "Goal", "Puzzle")}
TELL_KINDS_APART = {
    "fewest/cli/mcp_tools.py": "a language model reads one example of each kind, in as few words as possible",
    "fewest/notation/formats/graph6_text.py": "the example of a format is a document",
    "fewest/notation/formats/tables.py": "numbers may be jumps, neighbours or pieces: its readings are told apart here",
    "fewest/studio/kinds.py": "how each kind is shown; nothing below the studio knows that",
}
"""Files that may, each with the reason."""

EXAMPLE = re.compile(r'"kind": ?"(\w+)"')
"""A puzzle in a text."""


def test_contracts_name_every_kind() -> None:
    """Every import contract about one kind names all kinds."""
    contracts = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    about_kinds = [str(contract) for contract in contracts if re.search(r"\bjump\b", str(contract))]
    assert len(about_kinds) > 1
    assert {"jump", "slide"} < set(OWN)
    for contract in about_kinds:
        assert [name for name in OWN if not re.search(rf"\b{name}\b", contract)] == []


def test_kinds_are_known_once() -> None:
    """No code outside the folders of the kinds asks of which kind a puzzle or a board is."""
    found = {
        str(path.relative_to(ROOT)): lines
        for path in sorted((ROOT / "fewest").rglob("*.py"))
        if not {*OWN} & {*path.relative_to(ROOT).with_suffix("").parts}
        and (lines := list(asked(ast.parse(path.read_text()))))
    }
    assert {path: lines for path, lines in found.items() if path not in TELL_KINDS_APART} == {}
    assert found.keys() == TELL_KINDS_APART.keys()


@pytest.mark.parametrize(
    "program",
    [
        "isinstance(puzzle, JumpPuzzle)",
        "puzzle.kind == 'jump'",
        "work['kind'] == JumpKind.name",
        "names[JumpKind().name]",
        "{'jump': 1}",
        "{JumpSchema.name: 1}",
        "('jump',)",
        """'a puzzle is {"kind":"jump"}'""",
    ],
)
def test_every_form_of_asking_is_seen(program: str) -> None:
    """Every way to ask for the kind is found by the test above."""
    assert list(asked(ast.parse(program))) != []


def asked(tree: ast.AST) -> Iterator[str]:
    """Where a program tests for the class of a kind, compares something called kind with the name of one, or lists
    kinds: in a table by kind, in a tuple, or in a text with puzzles.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, classes]):
                known = CLASSES & {each.id for each in ast.walk(classes) if isinstance(each, ast.Name)}
            case ast.Compare(left=left, comparators=others) if any(map(is_kind, (left, *others))):
                known = names_in(node)
            case ast.Match(subject=subject, cases=cases) if is_kind(subject):
                known = {name for case in cases for name in names_in(case.pattern)}
            case ast.Dict(keys=keys):
                known = {name for key in keys for name in named(key)}
            case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements) if all(
                map(named, elements)
            ):
                known = names_in(node)
            case ast.Subscript(slice=key):
                known = named(key)
            case ast.Constant(value=str(text)):
                known = {*OWN} & {*EXAMPLE.findall(text)}
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


def named(node: ast.AST | None) -> set[str]:
    """The kind that an expression is the name of, as a string or as the ``name`` of the kind's object."""
    match node:
        case ast.Constant(value=str(text)):
            return {*OWN} & {text}
        case ast.Attribute(attr="name", value=ast.Name(id=kind) | ast.Call(func=ast.Name(id=kind))):
            return {name for name in OWN if kind in (f"{name.title()}Kind", f"{name.title()}Schema")}
    return set()


def names_in(node: ast.AST) -> set[str]:
    """All kinds that are named in an expression."""
    return {name for each in ast.walk(node) for name in named(each)}
