"""Short forms of puzzles: what they stand for, and where their errors are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fewest.config.settings import Settings
from fewest.design.forms.spaces import SpaceSchema
from fewest.design.forms.surveys import load_survey
from fewest.notation import JsonObject
from fewest.notation.puzzle import load_puzzle
from fewest.notation.short_forms import write_out
from tests.unit.notation.refusals import refusals

ONE = {"count": 1}
LINE = {
    "kind": "jump",
    "board": {"grid": ["..."], "lines": "orthogonal"},
    "start": {"empty": [2]},
    "goal": {"count": 1},
}
EIGHT = {
    "kind": "slide",
    "board": {"rows": 3, "columns": 3},
    "start": [8, 6, 7, 2, 5, 4, 3, 0, 1],
    "goal": [1, 2, 3, 4, 5, 6, 7, 8, None],
}
TABLE = {"jump_table": [[[1, 2], [3, 4]], [], [[1, 0]], [], [[3, 0]]]}


PAGE = (Path(__file__).parents[3] / "docs" / "02-puzzles.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^\| (jump|slide) \| `(.*?)`[^|]*\| `(.*?)` \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("kind", "short", "full"), SHOWN)
def test_the_short_forms_of_the_page(kind: str, short: str, full: str) -> None:
    """Every row of the table in docs/02-puzzles.md is true."""
    given, wanted = ({"kind": kind} | json.loads(f"{{{part}}}") for part in (short, full))
    assert write_out(given)[0] == wanted


@pytest.mark.parametrize(
    ("full", "short"),
    [
        (LINE, {"board": {"grid": ["..."]}}),
        (LINE, {"start": {"empty": 2}}),
        (LINE | {"start": {"pegs": [1]}, "goal": {"pegs": [2]}}, {"start": {"pegs": 1}, "goal": {"pegs": 2}}),
        (
            LINE | {"goal": {"any_of": [{"pegs": [2]}, {"any_of": [{"empty": [0]}]}]}},
            {"goal": {"any_of": [{"pegs": 2}, {"any_of": [{"empty": 0}]}]}},
        ),
        (LINE | {"start": {"picture": ["oo."]}}, {"start": {"picture": ["oo."]}, "board": None}),
        (
            LINE | {"board": {"grid": ["..."], "lines": "diagonal"}, "start": {"picture": ["oo."]}},
            {"start": {"picture": ["oo."]}, "board": {"lines": "diagonal"}},
        ),
        (
            LINE | {"board": {"grid": [" .", ". ."], "lines": "triangular"}, "start": {"empty": [0]}},
            {"board": {"grid": [" .", ". ."]}, "start": {"empty": [0]}},
        ),
        (
            LINE | {"board": {"grid": [".", "..", "..."], "lines": "triangular"}},
            {"board": {"grid": [".", "..", "..."]}},
        ),
        (
            LINE | {"board": {"grid": [" .", " . .", " . . ."], "lines": "triangular"}},
            {"board": {"grid": [" .", " . .", " . . ."]}},
        ),
        (LINE | {"board": {"grid": [".", "..", "."], "lines": "orthogonal"}}, {"board": {"grid": [".", "..", "."]}}),
        (LINE | {"board": {"name": "english"}}, {"board": "english"}),
        (LINE | {"board": TABLE}, {"board": {"jump_table": [[1, 2, 3, 4, -1], [-1], [1, 0], [], [3, 0, -1]]}}),
        (LINE | {"board": TABLE}, {"board": {"jump_table": [[[1, 2], [3, 4]], [], [1, 0], [], [[3, 0]]]}}),
        (EIGHT, {"start": [[8, 6, 7], [2, 5, 4], [3, 0, 1]], "goal": [[1, 2, 3], [4, 5, 6], [7, 8, None]]}),
        (EIGHT, {"start": [[8, 6, 7], [2, 5, 4], [3, None, 1]], "board": None}),
        (EIGHT, {"start": [8, 6, 7, 2, 5, 4, 3, None, 1]}),
        (
            EIGHT | {"board": {"adjacency": [[1], [0]]}, "start": [1, 0], "goal": [0, 1]},
            {"board": {"adjacency": [[1, -1], [0, -1]]}, "start": [1, 0], "goal": [0, 1]},
        ),
    ],
)
def test_short_forms_stand_for_full_ones(full: JsonObject, short: JsonObject) -> None:
    """A puzzle in a short form is written out, valid, and the same; a full one is left as it is."""
    given = {name: part for name, part in (full | short).items() if part is not None}
    loaded = load_puzzle(given)
    assert loaded.document == full
    assert loaded.puzzle == load_puzzle(full).puzzle
    assert write_out(full) == (full, {})


@pytest.mark.parametrize(
    ("puzzle", "pointer"),
    [
        (LINE | {"start": {"empty": 9}}, "/puzzle/start/empty"),
        (LINE | {"goal": {"any_of": [{"count": 1}, {"pegs": 9}]}}, "/puzzle/goal/any_of/1/pegs"),
        (LINE | {"board": "englsh"}, "/puzzle/board"),
        (LINE | {"board": {"jump_table": [[1, 2, -1], [], [1, 9, -1]]}}, "/puzzle/board/jump_table/2/1"),
        (EIGHT | {"start": [[8, 6, 7], [2, -5, 4], [3, 0, 1]]}, "/puzzle/start/1/1"),
        (EIGHT | {"goal": [[1, 2, 3], [4, 5, 6], [7, 9, 0]]}, "/puzzle/goal/2/1"),
        (EIGHT | {"start": [[8, 6, 7], [2, 5], [4, 3, 0, 1]]}, "/puzzle/start"),
        ({name: part for name, part in LINE.items() if name != "board"} | {"bord": "english"}, "/puzzle/bord"),
    ],
)
def test_an_error_is_where_the_client_wrote_it(puzzle: JsonObject, pointer: str) -> None:
    """One mistake is one error, with a pointer into the short form; a misspelt field is not missing as well."""
    assert [place for place, _ in refusals(load_puzzle, puzzle)] == [pointer]


@pytest.mark.parametrize(
    ("puzzle", "pointer", "detail"),
    [
        (EIGHT | {"board": "8-puzle"}, "/puzzle/board", 'there is no board "8-puzle"; did you mean "8-puzzle"?'),
        (
            LINE | {"board": "triangle"},
            "/puzzle/board",
            'there is no board "triangle"; did you mean "triangle-28", "triangle-21" or "triangle-15"?',
        ),
        (LINE | {"kind": "jumps"}, "/puzzle/kind", 'must be "jump", "slide" or "block", not "jumps"'),
        (
            LINE | {"kind": "8-puzzle"},
            "/puzzle/kind",
            '"8-puzzle" is a board, not a kind; write {"kind": "slide", "board": "8-puzzle"}',
        ),
        (LINE | {"star": {}}, "/puzzle/star", 'there is no field "star" here; did you mean "start"?'),
        (LINE | {"board": 5}, "/puzzle/board", 'must be an object, not 5; for example {"name": "english"}'),
        (LINE | {"start": [2]}, "/puzzle/start", 'must be an object, not a list; for example {"empty": [0]}'),
        (
            LINE | {"board": {"jump_table": [[1, 2, 3], [4], [1, 0, 1]]}},
            "/puzzle/board/jump_table",
            "needs one more level of brackets, as in [[[1, 2]], [], [[1, 0]]]",
        ),
        (LINE | {"start": {}}, "/puzzle/start", 'needs exactly one of pegs, empty or picture, such as {"empty": [0]}'),
        (
            {name: part for name, part in LINE.items() if name != "start"},
            "/puzzle/start",
            '"start" is missing; for example {"empty": [0]}',
        ),
    ],
)
def test_an_error_says_how_to_go_on(puzzle: JsonObject, pointer: str, detail: str) -> None:
    """The error of a misspelt name has the right name, and that of a wrong form an example."""
    found = refusals(load_puzzle, puzzle)
    assert (pointer, detail) in found
    assert len(found) <= 3


def test_tasks_and_surveys_take_short_forms() -> None:
    """Spaces and surveys read short forms as puzzles do, and their errors point into the short form."""
    settings = Settings()
    rows = {"kind": "slide", "board": {"rows": 2, "columns": 2}, "goal": [[1, 2], [3, 0]]}
    assert SpaceSchema().load(rows, settings).task.origins == ((1, 2, 3, 0),)
    wrong = refusals(SpaceSchema().load, rows | {"goal": [[1, 2], [3, -7]]}, settings)
    assert [place for place, _ in wrong] == ["/goal/1/1"]
    survey = load_survey({"kind": "jump", "board": {"grid": ["...."]}, "starts": [{"empty": 0}]}, settings)
    assert survey.puzzles["board"] == {"grid": ["...."], "lines": "orthogonal"}
    assert survey.starts == [{"empty": [0]}]
