"""Making the atlas: what is searched, what is skipped, what stays open."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.atlas import (
    UNKNOWN,
    Effort,
    Trace,
    add_board,
    add_features,
    facts_of,
    keep_better,
    make,
    summary,
    write,
)
from benchmarks.deductions import use_duals
from benchmarks.ladder import CASES
from fewest.boards import catalogue
from fewest.boards.atlas import GEOMETRY, Atlas, atlas, parse_atlas, read_atlas
from fewest.design.features import rounded
from fewest.notation import JsonObject
from fewest.notation.atlas import board_record, problem_record, puzzle_of, result_of
from fewest.notation.puzzle import load_puzzle
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.model import Result, Status
from fewest.solver.verify import verify
from tests.oracle_features import Play
from tests.oracle_jump import truth

TRIANGLE = [".", "..", "...", "...."]
EFFORT = Effort(100.0)
NO_TIME = Effort(0.0)


def entry(grid: list[str]) -> JsonObject:
    """A triangle as the catalogue has boards, with an example that is a single-vacancy problem."""
    board = {"grid": grid, "lines": "triangular"}
    puzzle = {"kind": "jump", "board": board, "start": {"empty": [1]}, "goal": {"pegs": [2]}}
    return {"title": "A triangle", "source": "drawn", "examples": [{"puzzle": puzzle, "title": "Example"}]}


def new(grid: list[str]) -> Atlas:
    """An atlas of a triangle, with nothing searched."""
    made = Atlas()
    add_board(made, "triangle", entry(grid))
    return made


@pytest.fixture
def unsearched() -> Atlas:
    """The single-vacancy problems of a small board."""
    return new(TRIANGLE)


@pytest.fixture(scope="module")
def searched_once() -> Atlas:
    """The same, searched."""
    made = new(TRIANGLE)
    assert [record["id"] for record in make(made, EFFORT)] == list(made.problems)
    return made


@pytest.fixture
def searched(searched_once: Atlas) -> Atlas:
    """The same, to be changed."""
    return Atlas(dict(searched_once.boards), dict(searched_once.problems))


def puzzle_in(found: Atlas, name: str) -> JumpPuzzle:
    """The puzzle of a problem."""
    puzzle = puzzle_of(found.boards[found.problems[name]["board"]], found.problems[name])
    assert isinstance(puzzle, JumpPuzzle)
    return puzzle


def solved_in(found: Atlas) -> str:
    """The id of a problem with a solution."""
    return next(name for name, record in found.problems.items() if record["proven_by"] == "search")


def test_the_answers_are_those_of_brute_force(searched: Atlas) -> None:
    """Length and count of every problem agree with brute force. The lower bounds of its trace rise by one to the
    length.
    """
    assert {record["result"]["status"] for record in searched.problems.values()} == {"solved", "unsolvable"}
    for name, record in searched.problems.items():
        puzzle = puzzle_in(searched, name)
        expected = truth(puzzle)
        assert record["result"]["length"] == expected.length
        assert record["result"].get("count", 0) == expected.count
        assert result_of(puzzle, record).status is (Status.UNSOLVABLE if expected.length is None else Status.SOLVED)
        bounds = record["search"]["bounds"]
        lengths = [length for length, _, _ in bounds]
        assert lengths == list(range(lengths[0], lengths[0] + len(lengths)))
        assert bounds == sorted(bounds, key=lambda bound: bound[1:])
        assert record["search"]["nodes"] >= bounds[-1][1]
        assert record["proven_by"] != "search" or lengths[-1] == expected.length


def test_what_is_there_is_not_searched_again(unsearched: Atlas) -> None:
    """A second run searches nothing; with more time, it searches the open problems, and answers of another version."""
    first = list(make(unsearched, NO_TIME))
    assert [record["id"] for record in first] == list(unsearched.problems)
    still_open = [record["id"] for record in first if record["proven_by"] is None]
    assert still_open
    assert all(record["result"]["status"] == "stopped" for record in first if record["id"] in still_open)
    assert summary(unsearched.problems[still_open[0]]).startswith(f"{still_open[0]}: open: ")
    assert list(make(unsearched, NO_TIME)) == []
    assert [record["id"] for record in make(unsearched, EFFORT)] == still_open
    assert all(record["proven_by"] for record in unsearched.problems.values())
    assert list(make(unsearched, EFFORT)) == []
    unsearched.problems[still_open[0]]["answers"] -= 1
    assert [record["id"] for record in make(unsearched, EFFORT)] == still_open[:1]


def test_a_solution_is_not_lost(searched: Atlas) -> None:
    """A search that ends without a proof keeps the best known solution. If that is as long as the lower bound of
    another run, it is proven; bounds of another version do not count.
    """
    name = solved_in(searched)
    puzzle, record = puzzle_in(searched, name), searched.problems[name]
    solved = result_of(puzzle, record)
    none = Result(Status.STOPPED, None, False, 1, limit="seconds")
    longer = replace(none, solution=(*(solved.solution or ()), ((0, 1, 3),)))
    assert keep_better(none, record, puzzle).solution == solved.solution
    assert keep_better(longer, record, puzzle).solution == solved.solution
    assert keep_better(solved, record, puzzle) == solved
    board = searched.boards["triangle"]
    before = problem_record(board, puzzle, UNKNOWN, {"id": name} | facts_of(UNKNOWN, NO_TIME, Trace()))
    assert keep_better(none, before, puzzle) == none
    same = replace(none, solution=solved.solution)
    assert keep_better(same, record, puzzle) == replace(solved, count=None, nodes=0, seconds=0.0)
    assert keep_better(same, record | {"answers": record["answers"] - 1}, puzzle) == same


def test_it_is_written_and_read(unsearched: Atlas, tmp_path: Path) -> None:
    """Problems that were searched are read back as written; boards without one, and temporary files, are not kept."""
    add_board(unsearched, "another", entry([*TRIANGLE, "....."]))
    record = next(make(unsearched, EFFORT, "triangle/"))
    write(unsearched, tmp_path / "atlas.jsonl")
    expected = Atlas({"triangle": unsearched.boards["triangle"]}, {record["id"]: record})
    assert read_atlas(tmp_path / "atlas.jsonl") == expected
    assert [path.name for path in tmp_path.iterdir()] == ["atlas.jsonl"]


def test_open_problems_are_answered_by_their_duals() -> None:
    """The dual of an open problem proves that it has no solution, or gives it one, which need not be the shortest."""
    closed = new([*TRIANGLE, "....."])
    left_open = Atlas(dict(closed.boards), dict(closed.problems))
    list(make(closed, EFFORT))
    list(make(left_open, NO_TIME))
    seen = set()
    for name in [name for name, record in left_open.problems.items() if record["proven_by"] is None]:
        known = Atlas(closed.boards, closed.problems | {name: left_open.problems[name]})
        for record in use_duals(known):
            assert record["id"] == name
            assert record == known.problems[name]
            expected, result = truth(puzzle_in(known, name)), record["result"]
            assert (result["status"] == "unsolvable") == (expected.length is None)
            assert expected.length is None or result["lower_bound"] <= expected.length <= result["length"]
            assert summary(record).endswith(f"(by its dual {record['dual']})")
            verify(puzzle_in(known, name), result_of(puzzle_in(known, name), record))
            seen.add(result["status"])
            assert list(use_duals(known)) == []
    assert seen == {"unsolvable", "stopped"}


def test_boards_of_the_catalogue_have_its_lines() -> None:
    """A board that is both in the atlas and in the catalogue is the same in both."""
    for name in atlas().boards.keys() & catalogue().keys():
        entry = catalogue()[name]
        loaded = load_puzzle(entry["examples"][0]["puzzle"])
        assert loaded.layout is not None
        expected = board_record(name, loaded.puzzle, loaded.layout, entry["title"], entry["source"])
        assert {field: expected.get(field) for field in GEOMETRY} == {
            field: atlas().boards[name].get(field) for field in GEOMETRY
        }


def test_sliding_blocks_are_those_of_the_sources() -> None:
    """The atlas has every case of sliding blocks in each metric of its source, with its length and count."""
    rows = {(p["title"], p["source"], p["metric"]): p for p in atlas().problems.values() if "metric" in p}
    cases = json.loads((CASES / "blocks.json").read_text(encoding="utf-8"))
    for case in cases:
        for metric, expected in case["expect"].items():
            result = rows.pop((case["title"], case["source"], metric))["result"]
            assert (result["length"], result["count"]) == (expected["length"], expected["count"])
    assert len(cases) == 61
    assert {p["result"]["status"] for p in rows.values()} == {"unsolvable"}


def test_features_of_counted_problems(searched: Atlas) -> None:
    """Problems with a count get the features that brute force finds, once. Those that take too long are measured in the
    next run.
    """
    assert all(record["features"] == {} for record in add_features(searched, NO_TIME, ""))
    measured = list(add_features(searched, EFFORT, ""))
    assert [record["id"] for record in measured] == [
        name for name, record in searched.problems.items() if "count" in record["result"]
    ]
    for record in measured:
        expected = Play(puzzle_in(searched, record["id"])).features()
        assert {name: record["features"][name] for name in expected} == {
            name: value and rounded(value) for name, value in expected.items()
        }
        assert record["features"]["walk"] >= record["result"]["length"]
        assert 0 < record["features"]["walk_error"] < 1e-6
    assert parse_atlas(searched.lines()).problems == searched.problems
    assert not list(add_features(searched, EFFORT, ""))
