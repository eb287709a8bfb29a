"""Validation in its quick ways against the plain one, on random input, most of it with errors."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from fewest.config.settings import Settings
from fewest.notation.errors import FieldError, InvalidRequest, flatten
from fewest.notation.fields import LARGEST, Integers
from fewest.notation.kinds import KINDS
from fewest.notation.shape import Shape
from fewest.schemas.job import JOB, load_job
from fewest.solver.errors import PuzzleError
from fewest.solver.jump.board import JumpBoard, board_from_jumps
from tests.effort import examples

NUMBERS = st.integers(-2, 5) | st.sampled_from(
    [3.0, -1.0, 2.5, True, None, "1", LARGEST, LARGEST + 1, -LARGEST - 2, 1e300]
)

JUNK = st.recursive(NUMBERS | st.just({}), lambda inner: st.lists(inner, max_size=4), max_leaves=12)

GRID = ["...", "...", "..."]
BODIES: list[dict[str, Any]] = [
    {
        "kind": "jump",
        "board": {"grid": GRID, "lines": "orthogonal", "layout": [[0, 0.5]] * 9},
        "start": {"picture": ["ooo", "o.o", "ooo"]},
        "goal": {"any_of": [{"count": 1}, {"pegs": [4]}, {"any_of": [{"empty": [0, 1, 2]}]}]},
        "opening": [],
    },
    {
        "kind": "jump",
        "board": {"holes": 4, "jumps": [[0, 1, 2], [3, 2, 1]]},
        "start": {"empty": [2]},
        "goal": {"pegs": [1]},
        "opening": [[0, 1, 2]],
    },
    {
        "kind": "jump",
        "board": {"jump_table": [[[1, 2]], [], [[1, 0]]]},
        "start": {"pegs": [0, 1]},
        "goal": {"count": 1},
    },
    {"kind": "jump", "board": {"name": "english"}, "start": {"empty": [16]}, "goal": {"empty": [16]}},
    {"kind": "slide", "board": {"rows": 2, "columns": 2}, "start": [1, 2, 3, 0], "goal": [1, None, 0, 3]},
    {"kind": "slide", "board": {"grid": ["..", "#."]}, "start": [1, 1, 0], "goal": [0, 1, 1]},
    {"kind": "slide", "board": {"adjacency": [[1], [0, 2], [1]]}, "start": [5, 0, 5], "goal": [None, 5, None]},
]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all parts of a JSON value."""
    yield path
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(part, (*path, key))


@st.composite
def bodies(draw: st.DrawFn) -> dict[str, Any]:
    """Requests with up to three parts replaced, removed, doubled or added."""
    body: dict[str, Any] = {
        "puzzle": draw(st.sampled_from(BODIES)),
        "want": "one",
        "limits": {"nodes": 5, "seconds": 1},
    }
    body = copy.deepcopy(body)
    for _ in range(draw(st.integers(0, 3))):
        *path, last = draw(st.sampled_from([path for path in places(body) if path]))
        parent: Any = body
        for key in path:
            parent = parent[key]
        match draw(st.sampled_from(["replace", "remove", "double", "add"])):
            case "replace":
                parent[last] = draw(JUNK)
            case "remove":
                del parent[last]
            case "double" if isinstance(parent, list):
                parent.append(parent[last])
            case _ if isinstance(parent, dict):
                parent[draw(st.sampled_from(["count", "name", "rows", "other", "layout"]))] = draw(JUNK)
    return body


def agree(shape: Shape, value: object) -> None:
    """Assert that both ways to load an object find it valid with one result, or both find errors."""
    try:
        expected = shape.load(value)  # type: ignore[arg-type]
    except ValidationError:
        expected = None
    try:
        loaded = shape.load_valid(value)
    except ValidationError:
        loaded = None
    assert loaded == expected
    assert repr(loaded) == repr(expected)  # 1 is not 1.0, and the order of fields stays


@settings(max_examples=examples(400))
@given(bodies())
def test_the_quick_way_to_load_agrees_with_marshmallow(body: dict[str, Any]) -> None:
    """`load_valid` accepts the same objects as marshmallow's `load`, with the same result."""
    agree(JOB, body)
    puzzle = body.get("puzzle")
    for schema in KINDS.values():
        assert isinstance(schema.shape, Shape)
        agree(schema.shape, puzzle)


def exists(body: Any, pointer: str) -> bool:
    """Whether a pointer leads to a value, or to a missing field of an object."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    for index, part in enumerate(parts):
        if isinstance(body, dict):
            if part not in body:
                return index == len(parts) - 1
            body = body[part]
        elif isinstance(body, list) and part.isdigit() and int(part) < len(body):
            body = body[int(part)]
        else:
            return False
    return True


@settings(max_examples=examples(300))
@given(bodies())
def test_every_error_has_its_place(body: dict[str, Any]) -> None:
    """A request is accepted, or has different errors, each with a pointer to a value or a missing field."""
    found: tuple[FieldError, ...] = ()
    try:
        load_job(body, Settings())
        valid = True
    except InvalidRequest as invalid:
        found, valid = invalid.errors, False
    assert valid is not bool(found)
    assert len(set(found)) == len(found)
    assert [error for error in found if not exists(body, error.pointer)] == []


def plain(value: Any, depth: int, width: int | None, null: bool, path: str = "") -> tuple[Any, list[str]]:
    """Lists of integers as they should be read, and where the errors are; one number after the other."""
    if depth == 0:
        valid = type(value) in (int, float) and value == int(value) and abs(value) <= LARGEST
        return (int(value) if valid else None), ([] if valid or (null and value is None) else [path])
    if not isinstance(value, list) or (depth == 1 and width is not None and len(value) != width):
        return [], [path]
    read = [plain(item, depth - 1, width, null, f"{path}/{index}") for index, item in enumerate(value)]
    return [item for item, _ in read], [place for _, wrong in read for place in wrong]


def leaves(value: Any, depth: int) -> int:
    """How many numbers a value counts for: each number, and each list within."""
    return sum(1 + (leaves(item, depth - 1) if depth > 1 else 0) for item in value) if isinstance(value, list) else 1


@st.composite
def lists(draw: st.DrawFn, depth: int, width: int) -> Any:
    """Nested lists of integers, nearly all valid."""
    if draw(st.integers(0, 30)) == 0:
        return draw(JUNK)
    if depth == 0:
        return draw(st.integers(0, 9))
    size = width if depth == 1 and draw(st.integers(0, 15)) else draw(st.integers(0, 3))
    return [draw(lists(depth - 1, width)) for _ in range(size)]


@settings(max_examples=examples(400))
@given(st.data(), st.integers(1, 3), st.sampled_from([None, 2, 3]), st.booleans())
def test_lists_of_integers_are_read_one_by_one(data: st.DataObject, depth: int, width: int | None, null: bool) -> None:
    """The fast checks find the same numbers and the same places of errors as a plain walk.

    Rows where one list should be are a single error, as is a list that is too long.
    """
    value = data.draw(lists(depth, width or 2))
    field = Integers(depth, width=width, null=null, most=30)
    expected, wrong = plain(value, depth, width, null)
    rows = depth == 1 and len(wrong) > 1 and all(isinstance(item, list) for item in value)
    if rows or (isinstance(value, list) and leaves(value, depth) > 30):
        wrong = [""]
    found: list[str] = []
    try:
        assert repr(field.deserialize(value)) == repr(expected)
    except ValidationError as error:
        found = [each.pointer for each in flatten(error.messages)]
    assert sorted(found) == sorted(wrong)


@given(st.integers(1, 4), st.lists(st.tuples(*[st.integers(-1, 4)] * 3), max_size=6))
def test_a_board_has_no_wrong_jumps(holes: int, jumps: list[tuple[int, int, int]]) -> None:
    """Jumps with holes that are equal or do not exist, and repeated jumps, are each reported; else a board is made."""
    wrong = {
        index
        for index, jump in enumerate(jumps)
        if len(set(jump)) < 3 or not all(0 <= hole < holes for hole in jump) or jump in jumps[:index]
    }
    found: set[object] = set()
    try:
        assert board_from_jumps(holes, iter(jumps)) == JumpBoard(holes, tuple(sorted(jumps)))
    except PuzzleError as error:
        found = {path[0] for path, _ in error.errors}
    assert found == wrong
