"""Tasks of levels in JSON: pointers of errors, and levels written on the client's board."""

from __future__ import annotations

from typing import Any

import pytest

from fewest.config.settings import Settings
from fewest.design.answers import OwnAnswers
from fewest.design.forms.levels import LevelsSchema
from fewest.design.levels.find import find_levels
from fewest.notation.puzzle import load_puzzle
from fewest.solver.model import Limits
from fewest.solver.slices import finish
from tests.unit.notation.refusals import refusals

SCHEMA = LevelsSchema()
EIGHT = {"kind": "slide", "board": {"rows": 3, "columns": 3}, "seed": 1}
TRIANGLE = {"grid": [".", "..", "...", "....", "....."], "lines": "triangular"}
PEGS = {"kind": "jump", "board": TRIANGLE, "seed": 1}
CAR = {
    "kind": "block",
    "start": {"picture": ["....", "AA..", "...."]},
    "goal": {"at": {"A": [1, 2]}},
    "metric": "line",
    "axis": "long",
    "seed": 1,
}
CARS = [["X", "X"], ["XX"]]


def placed(*groups: object) -> dict[str, Any]:
    """A task about a car among pieces placed at random."""
    return CAR | {"place": list(groups)}


def errors(body: object) -> list[str]:
    """The places of the errors of a body."""
    return sorted(place for place, _ in refusals(SCHEMA.load, body, Settings()))


def made(body: dict[str, Any]) -> dict[str, Any]:
    """The answer to a body."""
    request = SCHEMA.load(body, Settings())
    assert SCHEMA.load_stored(request.work) == request.task
    return SCHEMA.dump(request.task, finish(find_levels(request.task, Limits(), OwnAnswers(Limits()))))


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ([], [""]),
        ({}, ["/kind"]),
        ({"kind": ["slide"]}, ["/kind"]),
        ({"kind": "slide"}, ["/board"]),
        (EIGHT | {"number": 0}, ["/number"]),
        (EIGHT | {"number": 101}, ["/number"]),
        (EIGHT | {"length": {"min": 9, "max": 8}}, ["/length/min"]),
        (EIGHT | {"solutions": {"min": 2, "max": 1}}, ["/solutions/min"]),
        (EIGHT | {"solutions": {"min": 0}}, ["/solutions/min"]),
        (EIGHT | {"unknown": 1, "features": {"beauty": {}}}, ["/features/beauty", "/unknown"]),
        (EIGHT | {"features": {"traps": {"min": 1, "max": 0}}}, ["/features/traps/min"]),
        (EIGHT | {"seed": -1, "minimal": "yes"}, ["/minimal", "/seed"]),
        (EIGHT | {"goal": [1, 2], "start": {"pieces": [1]}}, ["/goal", "/start/pieces"]),
        (EIGHT | {"goal": [1, 2, 3, 4, 5, 6, 7, 8, None]}, ["/goal/8"]),
        (EIGHT | {"start": {"pieces": [1, 1, *[None] * 7]}}, ["/start/pieces/1"]),
        (EIGHT | {"board": {"rows": 9, "columns": 9}}, ["/board"]),
        (EIGHT | {"board": {"rows": 29, "columns": 5}}, ["/board/rows"]),
        (EIGHT | {"board": {"name": "no such board"}}, ["/board/name"]),
        (PEGS | {"start": {"pegs": {"min": 9, "max": 8}, "empty": [15, 0, 0]}},
         ["/start/empty/0", "/start/empty/2", "/start/pegs/min"]),
        (PEGS | {"goal": {"pegs": [15]}}, ["/goal/pegs/0"]),
        (PEGS | {"board": {"grid": ["." * 13] * 5, "lines": "orthogonal"}}, ["/board"]),
        (PEGS | {"goal": {"complement": True, "count": 1}}, ["/goal/complement"]),
        ({"kind": "block"}, ["/goal", "/metric", "/start"]),
        (CAR | {"board": {"rows": 2, "columns": 4}, "goal": {"at": {"B": [0, 0]}}}, ["/goal/at/B", "/start/picture"]),
        (CAR | {"board": {"name": "klotsky"}, "length": {"min": 2, "max": 1}}, ["/board/name", "/length/min"]),
        (CAR | {"place": 3}, ["/place"]),
        (placed(3, {}, {"shapes": 3, "pieces": {"min": 0}}),
         ["/place/0", "/place/1/pieces", "/place/1/shapes", "/place/2/pieces/min", "/place/2/shapes"]),
        (placed({"shapes": [], "pieces": {"min": 1}}, {"shapes": [[]], "pieces": {}}),
         ["/place/0/shapes", "/place/1/shapes/0"]),
        (placed({"shapes": [["X.X"], ["..."], ["XXXXX"]], "pieces": {"min": 3, "max": 2}}),
         ["/place/0/pieces/min", "/place/0/shapes/0", "/place/0/shapes/1", "/place/0/shapes/2"]),
        (placed({"shapes": [["X" * 64] * 64] * 16, "pieces": {"min": 1}}),
         sorted(f"/place/0/shapes/{shape}" for shape in range(16))),
        (placed({"shapes": CARS, "pieces": {"min": 6}}), ["/place"]),
        (CAR | {"start": {"picture": ["AA" + "." * 11, *["." * 13] * 4]}}, ["/board"]),
        (placed(*[{"shapes": CARS, "pieces": {"min": 1}}] * 9), ["/place"]),
        (PEGS | {"limits": {"seconds": 0}}, ["/limits/seconds"]),
    ],
)  # fmt: skip
def test_errors(body: object, places: list[str]) -> None:
    """All errors of a body are reported, each with its pointer."""
    assert errors(body) == places


def test_impossible_lengths() -> None:
    """A length known to be impossible is an error: beyond 31 on the 8-puzzle (OEIS A151944), beyond 13 for 14 pegs."""
    assert errors(EIGHT | {"length": {"min": 32}}) == ["/length/min"]
    assert SCHEMA.load(EIGHT | {"length": {"min": 31}}, Settings()).task.min_length == 31
    assert errors(PEGS | {"length": {"min": 14}}) == ["/length/min"]
    assert SCHEMA.load(PEGS | {"length": {"min": 13}}, Settings()).task.min_length == 13


def test_refusals_by_the_space() -> None:
    """A refusal has the number of moves up to which starts are counted; the only start as given here needs 21."""
    given = {"kind": "slide", "board": {"rows": 2, "columns": 3}, "start": {"pieces": [4, 5, 0, 1, 2, 3]}, "seed": 1}
    near = made(given | {"length": {"max": 20}})["refusal"]
    assert near == {"by": "space", "positions": 0, "deepest": None, "moves": 20}
    few = made(given | {"solutions": {"min": 5}})["refusal"]
    assert few == {"by": "space", "positions": 1, "deepest": 21, "counts": [4, 4]}  # OEIS A090034


def test_complement() -> None:
    """With the complement as goal, the pegs end in the holes that are empty at the start."""
    answer = made(PEGS | {"goal": {"complement": True}})
    assert (answer["status"], answer["reason"], answer["seed"]) == ("stopped", "exhausted", 1)
    assert answer["tried"] >= len(answer["puzzles"]) > 1
    for level in answer["puzzles"]:
        pegs = set(level["puzzle"]["start"]["pegs"])
        assert level["puzzle"]["goal"] == {"pegs": sorted(set(range(15)) - pegs)}


@pytest.mark.parametrize("minimal", [False, True])
@pytest.mark.parametrize(
    "board", [TRIANGLE, {"name": "triangle-15"}, {"holes": 5, "jumps": [[0, 1, 2], [2, 3, 4], [4, 3, 2], [2, 1, 0]]}]
)
def test_puzzles_can_be_posted(board: dict[str, Any], minimal: bool) -> None:
    """A level can be posted as a puzzle, on the board as the client wrote it, unless a minimal level lost holes."""
    answer = made({"kind": "jump", "board": board, "minimal": minimal, "seed": 5, "number": 3})
    assert answer["puzzles"]
    for level in answer["puzzles"]:
        load_puzzle(level["puzzle"])
        assert minimal or level["puzzle"]["board"] == board
        assert level["puzzle"]["goal"] == {"count": 1}


@pytest.mark.parametrize("minimal", [False, True])
def test_levels_of_a_centred_board(minimal: bool) -> None:
    """A triangle drawn centred has the same levels as a left-justified one, minimal or not."""
    rows = ["    .", "   . .", "  . . .", " . . . .", ". . . . ."]
    both = []
    for board in ({"grid": rows, "lines": "triangular"}, TRIANGLE):
        answer = made({"kind": "jump", "board": board, "minimal": minimal, "seed": 5, "number": 3})
        both.append([load_puzzle(level["puzzle"]).puzzle for level in answer["puzzles"]])
    assert both[0] == both[1] != []


def test_a_seed_is_drawn() -> None:
    """A missing seed is drawn and stored."""
    request = SCHEMA.load({key: part for key, part in EIGHT.items() if key != "seed"}, Settings())
    assert request.drawn
    assert request.work["seed"] == request.task.seed
    assert not SCHEMA.load(EIGHT, Settings()).drawn


def test_levels_of_blocks_are_written_like_their_task() -> None:
    """Levels are drawn or numbered like the start of their task; pieces placed at random get the first free names."""
    drawn = made(placed({"shapes": CARS, "pieces": {"min": 2}}) | {"number": 1, "axis": {"A": "row"}})["puzzles"][0][
        "puzzle"
    ]
    assert drawn["axis"] == {"A": "row"}
    assert drawn["goal"] == CAR["goal"]
    assert list(dict.fromkeys("".join(drawn["start"]["picture"]).replace(".", ""))) in (
        list("BAC"),
        list("ABC"),
        list("BCA"),
    )
    assert "board" not in drawn
    steps = [[-1, -1, 1, 2], [-1, 0, -1, 3], [0, -1, 3, 4], [1, 2, -1, 5], [2, -1, 5, -1], [3, 4, -1, -1]]
    numbered = {"board": {"steps": steps}, "start": {"pieces": [2, 0, 0, 0, 0, 0]}, "goal": {"cells": {"2": [5]}}}
    task = CAR | numbered | {"axis": {}, "place": [{"shapes": [["X"]], "pieces": {"min": 2}}], "number": 1}
    level = made(task)["puzzles"][0]["puzzle"]
    assert sorted(level["start"]["pieces"]) == [0, 0, 0, 1, 2, 3]
    assert level["board"] == {"steps": steps}
    assert load_puzzle(level).puzzle.pieces == 3


def test_all_positions_of_the_given_pieces() -> None:
    """Without pieces to place, a level keeps the name of the board, and a refusal has the greatest length.

    Klotski's pieces can reach 25,955 positions. The farthest needs 93 moves, by ``tests.oracle_block`` as well.
    """
    picture = {"picture": ["ABBC", "ABBC", "DEEF", "DGHF", "I..J"]}
    task = {"kind": "block", "board": "klotski", "start": picture, "goal": {"at": {"B": [3, 1]}}, "metric": "path"}
    answer = made(task | {"seed": 1, "length": {"min": 94}})
    assert answer["refusal"] == {"by": "space", "positions": 25955, "deepest": 93}
    answer = made(task | {"seed": 1, "length": {"min": 93}, "number": 1})
    assert answer["puzzles"][0]["puzzle"]["board"] == {"name": "klotski"}
    assert answer["puzzles"][0]["length"] == 93
