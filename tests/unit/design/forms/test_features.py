"""Tasks of features in JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fewest.config.settings import Settings
from fewest.design.answers import OwnAnswers
from fewest.design.forms.features import FeaturesSchema
from fewest.design.measurement import measure
from fewest.design.walks import DEFAULT_WALK, WalkOptions
from fewest.solver.model import Limits
from fewest.solver.solve import drive
from tests.unit.notation.refusals import refusals

SCHEMA = FeaturesSchema()
TURN = {"kind": "slide", "board": {"rows": 2, "columns": 2}, "start": [1, 0, 2, 3], "goal": [0, 1, 2, 3]}
STUCK = TURN | {"goal": [2, 3, 1, 0]}
HOPPERS = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}


def load(**body: Any) -> Any:
    """Read a body."""
    return SCHEMA.load(body, Settings())


def errors(**body: Any) -> dict[str, str]:
    """The errors of a body by their place."""
    return dict(refusals(load, **body))


def written(**body: Any) -> Any:
    """The result of a task, as it is written."""
    limits = Limits()
    task = load(**body).task
    return SCHEMA.dump(task, drive(measure(task, limits, OwnAnswers(limits)), limits))


@pytest.mark.parametrize(
    "body",
    [
        {"puzzle": TURN},
        {"puzzle": HOPPERS},
        {"puzzle": HOPPERS, "features": ["traps", "length", "traps"]},
        {"puzzle": TURN, "features": ["detours", "walk"], "walk": {"probability": 1, "seed": 5}},
    ],
)
def test_stored_tasks(body: dict[str, Any]) -> None:
    """The stored form is plain JSON that is read as the same task; it has a walk only if the walk is requested."""
    request = load(**body)
    assert SCHEMA.load_stored(json.loads(json.dumps(request.work))) == request.task
    assert request.work["kind"] == body["puzzle"]["kind"]
    assert not request.drawn
    walk = {} if "walk" in request.task.names else {"walk": {"seed": 1}}
    assert load(**body, **walk).work == request.work
    assert load(puzzle=TURN).task.walk == DEFAULT_WALK
    assert load(puzzle=TURN, walk={"samples": 7}).task.walk == WalkOptions(samples=7)


def test_errors_are_reported_with_their_place() -> None:
    """All errors of a body are reported together, each with its JSON Pointer."""
    assert errors(puzzle=HOPPERS, features=["detours", "beauty"]) == {
        "/features/0": '"detours" is not defined for puzzles of kind jump',
        "/features/1": "must be one of: length, count, forced, choices, traps, detours, walk",
    }
    assert errors(features=[], walk={"probability": 1.5, "samples": 1, "seed": -1, "pace": 1}, limits={"nodes": 0}) == {
        "/puzzle": '"puzzle" is missing',
        "/features": "must have 1 to 7 features",
        "/walk/probability": "must be a number from 0 to 1, not 1.5",
        "/walk/samples": "must be at least 2, not 1",
        "/walk/seed": "must be at least 0, not -1",
        "/walk/pace": 'there is no field "pace" here, only probability, samples, seed',
        "/limits/nodes": "must be at least 1, not 0",
    }
    missing = '"puzzle" is missing; put the puzzle in it: {"puzzle": {"kind": …}}'
    assert errors(kind="jump", board={"name": "hoppers"}) == {"/puzzle": missing}
    assert errors(puzzle=TURN, walk={"probability": "often"}) == {
        "/walk/probability": 'must be a number from 0 to 1, not "often"'
    }


@pytest.mark.parametrize("goal", [{"fewest_pegs": True}, {"dead_end": True}, {"survivor": 4}])
def test_goals_of_games_have_no_features(goal: dict[str, Any]) -> None:
    """Goals that compare pegs left or follow a peg are refused."""
    assert list(errors(puzzle=HOPPERS | {"goal": goal})) == ["/puzzle/goal"]


def test_results() -> None:
    """A result has every requested feature, and how the walk was found."""
    found = written(puzzle=TURN)
    assert found == {
        "status": "finished",
        "features": {
            "length": 1, "count": 1, "forced": 1, "choices": 2, "traps": 0, "detours": 0, "walk": 1.995885,
        },
        "missing": {},
        "walk": {"probability": 0.5, "error": found["walk"]["error"]},
    }  # fmt: skip
    assert 0 < found["walk"]["error"] < 1e-8
    assert SCHEMA.rows(found) == [found["features"]]


def test_unsolvable_puzzles_have_no_features() -> None:
    """An unsolvable puzzle is refused with the proof; all its features are missing."""
    found = written(puzzle=STUCK, features=["length", "detours"])
    assert found["status"] == "refused"
    assert found["features"] == {"length": None, "detours": None}
    assert found["missing"] == {"length": "unsolvable", "detours": "unsolvable"}
    assert found["proof"]["by"] == "permutation"
