"""Bodies of surveys: every pair of a start and a goal, up to symmetry, and the pointers of errors."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from fewest.config.settings import MAX_PAIRS, Settings
from fewest.design.answers import form_of
from fewest.design.forms import surveys
from fewest.design.forms.surveys import MAX_VALUES, Survey, load_survey
from fewest.notation.fields import MAX_ERRORS
from tests.unit.notation.refusals import refusals

SQUARE = {"kind": "slide", "board": {"rows": 2, "columns": 2}}
SOLVED = [1, 2, 3, 0]


def load(body: object, **settings: Any) -> Survey:
    """The survey of a body."""
    return load_survey(body, Settings(**settings))


def errors(body: object, **settings: Any) -> list[tuple[str, str]]:
    """The errors of a body: place and text."""
    return refusals(load, body, **settings)


def test_single_vacancies_of_the_english_board() -> None:
    """Without starts and goals, the English board has 1089 problems; the first of each of 151 classes represents it."""
    survey = load({"kind": "jump", "board": {"name": "english"}, "want": "count", "limits": {"seconds": 7}})
    assert (len(survey.problems), sum(problem.members for problem in survey.problems)) == (151, 1089)
    assert {(problem.request.want, problem.request.limits.seconds) for problem in survey.problems} == {("count", 7)}
    assert [survey.rows.count(row) for row in range(151)] == [problem.members for problem in survey.problems]
    first = survey.problems[0].request
    assert first.loaded.document == {
        "kind": "jump",
        "board": {"name": "english"},
        "start": {"empty": [0]},
        "goal": {"pegs": [0]},
    }
    assert first.loaded.puzzle.start.bit_count() == 32  # type: ignore[attr-defined]


def test_either_starts_or_goals() -> None:
    """A jump board may have only starts or only goals; the triangle of 10 holes has 3 holes up to symmetry."""
    body = {"kind": "jump", "board": {"grid": [".", "..", "...", "...."], "lines": "triangular"}}
    assert len(load(body | {"goals": [{"count": 1}]}).problems) == 3
    assert len(load(body | {"starts": [{"empty": [4]}]}).problems) == 3
    assert len(load(body | {"starts": [{"empty": [0]}], "goals": [{"count": 1}, {"count": 2}]}).problems) == 2


def test_sliding_problems_up_to_symmetry() -> None:
    """Starts that are equal up to a symmetry of the board and the numbers of the pieces are one problem."""
    survey = load(SQUARE | {"starts": [[1, 2, 0, 3], [1, 0, 3, 2], [2, 3, 1, 0]], "goals": [SOLVED]})
    assert survey.rows == [0, 0, 1]
    assert [problem.members for problem in survey.problems] == [2, 1]


BLOCKS: dict[str, Any] = {"kind": "block", "metric": "line"}


def test_each_block_to_each_place() -> None:
    """Without goals, each block goes from every start to each place that it can reach alone, its own included."""
    survey = load(BLOCKS | {"axis": {"A": "row"}, "starts": [{"picture": ["AA.", ".B#"]}]})
    expected = [("A", [0, 0]), ("A", [0, 1]), *(("B", [row, column]) for row, column in product((0, 1), range(3)))][:-1]
    assert survey.goals == [{"at": {name: place}} for name, place in expected]
    assert survey.puzzles == BLOCKS | {"axis": {"A": "row"}}
    assert [problem.members for problem in survey.problems] == [1] * 7
    numbered = load(BLOCKS | {"board": {"rows": 1, "columns": 3}, "starts": [{"pieces": [7, 7, 0]}]})
    assert numbered.goals == [{"at": {"7": [0, 0]}}, {"at": {"7": [0, 1]}}]
    several = load(BLOCKS | {"starts": [{"picture": ["A.B"]}, {"picture": [".AB"]}]})
    assert several.goals == [{"at": {name: [0, column]}} for name, column in product("AB", range(3))]
    assert sum(problem.members for problem in several.problems) == 12
    crowd = BLOCKS | {"board": {"rows": 16, "columns": 20}, "starts": [{"pieces": [*[1] * 100, *range(2, 221), 0]}]}
    assert "problems" in errors(crowd)[0][1]


def test_errors_of_starts_and_goals() -> None:
    """Each error of a start or a goal is reported once, in however many pairs it is."""
    body = {
        "kind": "jump",
        "board": {"name": "hoppers"},
        "starts": [{"empty": [1]}, {"empty": [13]}, {"empty": [0, 0]}],
        "goals": [{"pegs": [0]}, {"pegs": [-1]}],
        "limits": {"seconds": 0},
    }
    assert sorted(place for place, _ in errors(body)) == [
        "/goals/1/pegs/0",
        "/limits/seconds",
        "/starts/1/empty/0",
        "/starts/2/empty/1",
    ]
    pieces = SQUARE | {"starts": [SOLVED, [1, 2, 0, 0]], "goals": [[1, 2, None, None], [3, 2, 1, 0]]}
    assert errors(pieces) == [("/goals/1/0", "too many pieces numbered 3: 1 in the goal, 0 at the start")]


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ([], [""]),
        ({}, ["/kind"]),
        ({"kind": "jump"}, ["/board"]),
        ({"kind": "chess", "board": {}}, ["/kind"]),
        ({"kind": "jump", "board": {"name": "chess"}}, ["/board/name"]),
        ({"kind": "jump", "board": 3}, ["/board"]),
        (SQUARE, ["/starts", "/goals"]),
        (SQUARE | {"starts": [SOLVED]}, ["/goals"]),
        (SQUARE | {"starts": [], "goals": []}, ["/starts", "/goals"]),
        (SQUARE | {"starts": [SOLVED], "goals": [SOLVED], "want": "x"}, ["/want"]),
        (SQUARE | {"starts": [SOLVED], "goals": [SOLVED], "puzzles": []}, ["/puzzles"]),
        (SQUARE | {"starts": [SOLVED], "goals": [SOLVED], "webhook": {}}, ["/webhook"]),
        (SQUARE | {"starts": [SOLVED], "goals": [SOLVED], "metric": "step"}, ["/metric"]),
        (BLOCKS, ["/starts"]),
        (BLOCKS | {"starts": []}, ["/starts"]),
        (BLOCKS | {"starts": [3]}, ["/starts/0"]),
        (BLOCKS | {"starts": [{"pieces": 5}], "metric": "leap"}, ["/starts/0/pieces", "/metric"]),
        (BLOCKS | {"starts": [{"picture": ["A.", "BA"]}]}, ["/starts/0/picture/1"]),
        (BLOCKS | {"starts": [{"picture": ["..."]}]}, ["/goals/0/picture"]),
        (BLOCKS | {"starts": [{"picture": ["A."]}], "axis": {"B": "row"}}, ["/axis/B"]),
        (BLOCKS | {"starts": [{"picture": ["A."]}], "goals": [{"at": {"B": [0, 0]}}]}, ["/goals/0/at/B"]),
    ],
)
def test_wrong_bodies(body: object, places: list[str]) -> None:
    """Errors of an invalid survey name the field that caused them."""
    assert [place for place, _ in errors(body)] == places


def test_superfluous_frame() -> None:
    """A body within `puzzle` is refused with one error, which says to leave `puzzle` out."""
    assert errors({"puzzle": SQUARE}) == [("/puzzle", "is not needed here; write its fields directly into the body")]


def test_number_of_problems() -> None:
    """Too many problems up to symmetry, or too many pairs, are an error with the number and the limit."""
    hoppers = {"kind": "jump", "board": {"name": "hoppers"}}
    assert len(load(hoppers, max_survey=30).problems) == 30
    assert errors(hoppers, max_survey=29) == [("/board", "has at least 30 problems up to symmetry; the limit is 29")]
    pairs = SQUARE | {"starts": [SOLVED] * 65, "goals": [SOLVED] * 64}
    text = f"starts and goals make 4160 problems; the limit is {MAX_PAIRS}"
    assert errors(pairs) == [("/starts", text)]
    assert len(load(pairs | {"starts": [SOLVED] * 64}).problems) == 1
    two = SQUARE | {"starts": [SOLVED, [1, 2, 0, 3]], "goals": [SOLVED]}
    assert errors(two, max_survey=1) == [("/starts", "has at least 2 problems up to symmetry; the limit is 1")]


def test_size_of_all_problems() -> None:
    """Boards, starts and goals of all problems together may have at most ``MAX_VALUES`` values."""
    table = [[hole, (hole + step) % 64, (hole + 2 * step) % 64] for hole in range(64) for step in range(1, 31)]
    large = {"kind": "jump", "board": {"holes": 64, "jumps": table}}
    ((place, text),) = errors(large)
    assert (place, text) == (
        "/board",
        f"board, start and goal of all problems have 32710784 values in all; the limit is {MAX_VALUES}",
    )
    assert len(load(large | {"starts": [{"pegs": [0, 1]}]}).problems) == 64


def test_errors_of_the_board() -> None:
    """Errors of the board are reported once, not for every problem; reading stops when no more errors are listed."""
    missing = [[0, 1, 3 + n] for n in range(MAX_ERRORS - 1)]
    body = {"kind": "jump", "board": {"holes": 3, "jumps": missing}, "starts": [{"pegs": [7]}] * 2}
    body["goals"] = [{"count": 1}]
    found = errors(body)
    assert len(found) == len(missing) + 1  # and the start of the first problem
    assert found[0] == ("/board/jumps/0/2", "hole 3 does not exist: holes are numbered 0 to 2")
    few = errors(body | {"board": {"holes": 3, "jumps": missing[:1]}})
    assert [place for place, _ in few] == ["/board/jumps/0/2", "/starts/0/pegs/0", "/starts/1/pegs/0"]


def test_comparing_stops_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A survey is refused as soon as one problem more than the limit has been found."""
    compared: list[object] = []

    def counted(puzzle: Any) -> Any:
        compared.append(puzzle)
        return form_of(puzzle)

    monkeypatch.setattr(surveys, "form_of", counted)
    starts = [[0] * place + [1] + [0] * (7 - place) for place in range(8)]
    body = {"kind": "slide", "board": {"rows": 2, "columns": 4}, "starts": starts, "goals": starts}
    assert errors(body, max_survey=3) == [("/starts", "has at least 4 problems up to symmetry; the limit is 3")]
    assert len(compared) < 64
