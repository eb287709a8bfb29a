"""Tasks of whole spaces in JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fewest.config.settings import Settings
from fewest.design.forms.spaces import SpaceSchema
from fewest.design.kinds import KINDS
from fewest.design.spaces import PartOfSpace, TooLarge
from fewest.schemas.task import ENDED
from fewest.solver.model import Limits
from fewest.solver.slices import finish
from tests.unit.notation.refusals import refusals

SCHEMA = SpaceSchema()
TRIANGLE = {"grid": [".", "..", "...", "...."], "lines": "triangular"}
SQUARE = {"rows": 2, "columns": 2}


def load(**body: Any) -> Any:
    """Read a body."""
    return SCHEMA.load(body, Settings())


def errors(**body: Any) -> dict[str, str]:
    """The errors of a body by their place."""
    return dict(refusals(load, **body))


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "slide", "board": SQUARE, "start": [1, 2, 3, 0]},
        {"kind": "slide", "board": SQUARE, "goal": [1, 2, 0, 0], "draw": {"depth": 1, "number": 3, "seed": 5}},
        {"kind": "slide", "board": {"grid": ["...", "..#"]}, "goal": [1, 2, 3, 4, 0], "start": [0, 1, 2, 3, 4]},
        {"kind": "jump", "board": TRIANGLE, "start": {"empty": [0]}},
        {"kind": "jump", "board": TRIANGLE, "goal": {"count": 1}, "start": {"pegs": [1, 2]}},
        {"kind": "jump", "board": TRIANGLE, "goal": {"any_of": [{"pegs": [0]}, {"pegs": [3]}]}},
        {"kind": "jump", "board": {"name": "english"}, "goal": {"pegs": [16]}},
        {"kind": "block", "start": {"picture": ["AB#", "..C"]}, "metric": "path"},
        {
            "kind": "block",
            "start": {"picture": ["AB", "A."]},
            "goal": {"at": {"B": [1, 1]}},
            "metric": "line",
            "axis": "long",
        },
        {"kind": "block", "board": SQUARE, "start": {"pieces": [7, 3, 7, 0]}, "metric": "step", "draw": {"seed": 1}},
        {"kind": "block", "board": {"name": "klotski"}, "start": {"pieces": [1] * 2 + [0] * 18}, "metric": "step"},
    ],
)
def test_stored_tasks(body: dict[str, Any]) -> None:
    """The stored form is plain JSON, is read as the same task, and is stored in the same form again."""
    request = load(**body)
    plain = json.loads(json.dumps(request.work))
    assert SCHEMA.load_stored(plain) == request.task
    again = load(**plain)
    assert (again.task, again.work) == (request.task, plain)


def test_a_seed_is_drawn() -> None:
    """A draw without a seed gets one, which is stored."""
    body: dict[str, Any] = {"kind": "slide", "board": SQUARE, "start": [1, 2, 3, 0]}
    drawn, given = load(**body, draw={}), load(**body, draw={"seed": 7})
    assert (drawn.drawn, given.drawn, load(**body).drawn) == (True, False, False)
    assert drawn.work["draw"]["seed"] == drawn.task.draw.seed
    assert given.task.draw.seed == 7


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, {"/kind": '"kind" is missing; it must be "jump", "slide" or "block"'}),
        ({"kind": "go", "board": SQUARE}, {"/kind": 'must be "jump", "slide" or "block", not "go"'}),
        ({"kind": "block", "board": SQUARE, "start": [1]}, {"/start": None, "/metric": None}),
        ({"kind": "block", "goal": {"at": {"A": [0, 0]}}, "metric": "step"}, {"/start": None}),
        ({"kind": "block", "start": {"picture": ["AB", ".."]}, "goal": {"at": {"C": [0, 0]}}, "metric": "step"}, {
            "/goal/at/C": 'there is no piece "C" at the start'
        }),
        ({"kind": "block", "start": {"picture": ["AB.", "BA."]}, "metric": "step"}, {
            "/start/picture/1": 'piece "B" is in two parts: its cells must be connected'
        }),
        ({"kind": "slide", "board": SQUARE}, {"": "needs a start or a goal"}),
        ({"kind": "slide", "board": SQUARE, "start": [1, 2, 0]}, {"/start": None}),
        ({"kind": "slide", "board": SQUARE, "goal": [1, 2, 0]}, {"/goal": None}),
        ({"kind": "slide", "board": SQUARE, "goal": [1, 2, 0, None]}, {"/goal/3": None}),
        ({"kind": "slide", "board": SQUARE, "goal": [1, 2, 3, 0], "start": [1, 2, 4, 0]}, {"/goal/2": None}),
        ({"kind": "slide", "board": {"rows": 4, "columns": 4}, "start": list(range(16))}, {
            "/board": "has at least 10461394944000 positions; the limit is 500000000"
        }),
        ({"kind": "jump", "board": TRIANGLE, "start": {"empty": [10]}}, {"/start/empty/0": None}),
        ({"kind": "jump", "board": {"name": "nowhere"}, "goal": {"count": 1}}, {"/board/name": None}),
        ({"kind": "jump", "board": {"name": "english"}, "goal": {"count": 9}}, {
            "/goal": "matches 38567100 positions; a space has at most 100000 goals"
        }),
        ({"kind": "jump", "board": {"grid": ["." * 13] * 5, "lines": "orthogonal"}, "start": {"pegs": [0, 1]}}, {
            "/board": "spaces and levels need a board with at most 64 holes, not 65"
        }),
        ({"kind": "slide", "board": {"rows": 5, "columns": 13}, "start": [1, *[0] * 64]}, {
            "/board": "spaces and levels need a board with at most 64 cells, not 65"
        }),
        ({"kind": "block", "start": {"picture": ["A" + "." * 12, *["." * 13] * 4]}, "metric": "step"}, {
            "/board": "spaces and levels need a board with at most 64 cells, not 65"
        }),
        ({"kind": "jump", "board": TRIANGLE, "goal": {"any_of": [{"count": 1}, {"pegs": [0, 1]}]}}, {
            "/goal": "the goals of a space must have equally many pegs"
        }),
        *[({"kind": "jump", "board": TRIANGLE, "start": {"empty": [0]}, "goal": goal}, {
            "/goal": "a space needs a goal that lists pegs or empty holes, or gives a number of pegs"
        }) for goal in ({"fewest_pegs": True}, {"dead_end": True}, {"survivor": 1}, {"survivor": 1, "hole": 0})],
        ({"kind": "slide", "board": SQUARE, "start": [1, 2, 3, 0], "draw": {"number": 0, "depth": -1}}, {
            "/draw/number": None, "/draw/depth": None
        }),
        ({"kind": "slide", "board": SQUARE, "start": [1, 2, 3, 0], "limits": {"nodes": 0}}, {"/limits/nodes": None}),
        ({"kind": "slide", "board": SQUARE, "start": [1, 2, 3, 0], "opening": []}, {"/opening": None}),
    ],
)  # fmt: skip
def test_errors(body: dict[str, Any], expected: dict[str, str | None]) -> None:
    """All errors are reported with their JSON Pointers; a missing start or goal has none."""
    found = errors(**body)
    assert found.keys() == expected.keys()
    assert {place: text for place, text in found.items() if expected[place]} == {k: v for k, v in expected.items() if v}


def test_written_slide_space() -> None:
    """The answer has the depths, the deepest positions, the depth of the start, and the positions drawn."""
    body: dict[str, Any] = {"kind": "slide", "board": SQUARE, "goal": [1, 2, 3, 0], "start": [0, 3, 2, 1]}
    request = load(**body, draw={"depth": 0, "number": 2, "seed": 1})
    written = SCHEMA.dump(request.task, finish(KINDS[request.task.kind].spaces.run(request.task, Limits())))
    assert written == {
        "status": "finished", "positions": 12, "depth": 6, "mean": 3.0, "depths": [1, 2, 2, 2, 2, 2, 1],
        "deepest": [{"pieces": [0, 3, 2, 1]}], "start_depth": 6, "hardest": True,
        "drawn": [{"pieces": [1, 2, 3, 0]}] * 2, "seed": 1,
    }  # fmt: skip
    assert SCHEMA.rows(written)[-1] == {"depth": 6, "positions": 1}


def test_written_jump_space() -> None:
    """On a jump board, answer and table also have the pegs left, the dead ends, and both up to symmetry."""
    row = {"grid": ["....."], "lines": "orthogonal"}
    request = load(kind="jump", board=row, start={"empty": [2]})
    written = SCHEMA.dump(request.task, finish(KINDS[request.task.kind].spaces.run(request.task, Limits())))
    assert written == {
        "status": "finished", "positions": 5, "depth": 2, "mean": 1.2, "depths": [1, 2, 2],
        "deepest": [{"pegs": [0, 3]}], "pegs": [4, 3, 2], "dead_ends": [0, 0, 2],
        "up_to_symmetry": {"symmetries": 2, "positions": 3, "depths": [1, 1, 1], "dead_ends": [0, 0, 1]},
    }  # fmt: skip
    rows = SCHEMA.rows(written)
    assert [list(row) for row in rows] == 3 * [
        ["depth", "positions", "pegs", "dead_ends", "positions_up_to_symmetry", "dead_ends_up_to_symmetry"]
    ]
    assert [list(row.values()) for row in rows] == [[0, 1, 4, 0, 1, 0], [1, 2, 3, 0, 1, 0], [2, 2, 2, 2, 1, 1]]


def test_refused_and_stopped() -> None:
    """A refused space has its size and the largest allowed; a stopped one has the limit and the complete depths."""
    task = load(kind="jump", board=TRIANGLE, start={"empty": [0]}).task
    refused = SCHEMA.dump(task, TooLarge("bytes", 300, 200))
    stopped = SCHEMA.dump(task, PartOfSpace("seconds", (1, 2)))
    assert refused == {"status": "refused", "limit": "bytes", "needed": 300, "allowed": 200}
    assert stopped == {"status": "stopped", "limit": "seconds", "depths": [1, 2], "pegs": [9, 8]}
    assert {refused["status"], stopped["status"], "finished"} == set(ENDED)
    assert SCHEMA.rows(refused) == []


@pytest.mark.parametrize(("rows", "columns", "searches"), [(2, 2, 1), (3, 4, 5)])
def test_cost_in_searches(rows: int, columns: int, searches: int) -> None:
    """A space costs one search for each 20 MB of its limit, or of the most that its positions can take."""
    board = {"rows": rows, "columns": columns}
    request = load(kind="slide", board=board, goal=[*range(1, rows * columns), 0], limits={"bytes": 10**8})
    assert SCHEMA.searches(request) == searches
