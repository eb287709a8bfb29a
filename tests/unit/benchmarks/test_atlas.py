"""Making the atlas: what is searched, what is skipped, what stays open."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from benchmarks.atlas import (
    CASES,
    Effort,
    Tasks,
    Trace,
    add_features,
    all_tasks,
    certify,
    keep_better,
    make,
    promise,
    search,
    shorter,
    summary,
    use_duals,
    write,
)
from boards.atlas import Atlas, atlas, parse_atlas, read_atlas
from schemas.atlas import problem_record, puzzle_of, result_of, written_puzzle
from schemas.puzzle import load_puzzle
from solver.features import rounded
from solver.jump.puzzle import JumpPuzzle
from solver.model import Result, Status
from solver.verify import verify
from tests.oracle_features import Play
from tests.oracle_jump import truth

TRIANGLE = {"grid": [".", "..", "...", "...."], "lines": "triangular"}
DIAMOND = [("." * side).center(9) for side in (1, 3, 5, 7, 9, 7, 5, 3, 1)]
MIRROR = (0, 2, 1, 5, 4, 3, 9, 8, 7, 6)
WRITTEN = {"kind": "jump", "board": TRIANGLE, "start": {"empty": [1]}, "goal": {"pegs": [1]}}
EFFORT = Effort(100.0)
NO_TIME = Effort(0.0)


@pytest.fixture
def tasks() -> Tasks:
    """The single-vacancy problems of a small board."""
    found = Tasks()
    puzzle = found.add_board("triangle", WRITTEN, "Ten holes", "drawn")
    assert isinstance(puzzle, JumpPuzzle)
    found.add_singles("triangle", puzzle)
    return found


def test_the_answers_are_those_of_brute_force(tasks: Tasks) -> None:
    """Length and count of every problem are those of brute force; parities refute the problems that are left out."""
    found = Atlas()
    made = list(make(found, tasks, EFFORT, ""))
    assert [record["id"] for record in made] == list(found.problems) == list(tasks.tasks)
    assert {record["result"]["status"] for record in made} == {"solved", "unsolvable"}
    board = found.boards["triangle"]
    for record in made:
        puzzle = puzzle_of(board, record)
        assert isinstance(puzzle, JumpPuzzle)
        expected = truth(puzzle)
        assert record["result"]["length"] == expected.length
        assert record["result"].get("count", 0) == expected.count
        assert result_of(puzzle, record).status is (Status.UNSOLVABLE if expected.length is None else Status.SOLVED)


def test_what_is_there_is_not_searched_again(tasks: Tasks) -> None:
    """A second run finds nothing to do; one with more time searches what was left open, and nothing else."""
    found = Atlas()
    first = list(make(found, tasks, NO_TIME, ""))
    still_open = [record["id"] for record in first if record["proven_by"] is None]
    assert still_open
    assert all(record["result"]["status"] == "stopped" for record in first if record["id"] in still_open)
    assert summary(found.problems[still_open[0]]).startswith(f"{still_open[0]}: open: ")
    assert list(make(found, tasks, NO_TIME, "")) == []
    assert [record["id"] for record in make(found, tasks, EFFORT, "")] == still_open
    assert all(record["proven_by"] for record in found.problems.values())
    assert list(make(found, tasks, EFFORT, "")) == []


def test_answers_of_another_version_are_searched_again(tasks: Tasks) -> None:
    """An answer of another version of the solver is replaced."""
    found = Atlas()
    first, *_ = make(found, tasks, EFFORT, "")
    found.problems[first["id"]] = first | {"answers": first["answers"] - 1}
    assert [record["id"] for record in make(found, tasks, EFFORT, "")] == [first["id"]]


def test_a_solution_is_not_lost(tasks: Tasks) -> None:
    """A search that leaves a problem open again does not replace the best solution known by a longer one, or none."""
    found = Atlas()
    list(make(found, tasks, EFFORT, ""))
    name, record = next((n, r) for n, r in found.problems.items() if r["proven_by"] == "search")
    task, board, solved = tasks.tasks[name], found.boards["triangle"], result_of(tasks.tasks[name].puzzle, record)
    none = Result(Status.STOPPED, None, False, 1, limit="seconds")
    longer = replace(none, solution=(*(solved.solution or ()), ((0, 1, 3),)))
    assert keep_better(none, record, board, task).solution == solved.solution
    assert keep_better(longer, record, board, task).solution == solved.solution
    assert keep_better(none, None, board, task) == none
    assert keep_better(solved, record, board, task) == solved
    other = record | {"start": {"pegs": [0]}}
    assert keep_better(none, other, board, task) == none


def test_only_some(tasks: Tasks) -> None:
    """A part of an id selects problems."""
    name = list(tasks.tasks)[-1]
    assert [record["id"] for record in make(Atlas(), tasks, EFFORT, name)] == [name]


def test_it_is_written_and_read(tasks: Tasks, tmp_path: Path) -> None:
    """What is written is read back, and nothing else is left in the folder."""
    found = Atlas()
    list(make(found, tasks, EFFORT, ""))
    write(found, tmp_path / "atlas.jsonl")
    assert read_atlas(tmp_path / "atlas.jsonl") == found
    assert [path.name for path in tmp_path.iterdir()] == ["atlas.jsonl"]


def test_a_known_problem_gets_a_title_not_a_second_entry(tasks: Tasks) -> None:
    """A problem that is there up to symmetry gets the title of its equal, once."""
    before = len(tasks.tasks)
    name = next(iter(tasks.tasks))
    empty, last = map(int, name.split("/")[1].split("-"))
    mirrored = WRITTEN | {"start": {"empty": [MIRROR[empty]]}, "goal": {"pegs": [MIRROR[last]]}}
    tasks.add("turned", mirrored, "Turned", "a book")
    tasks.add("again", mirrored, "Again", "another")
    assert len(tasks.tasks) == before
    assert (tasks.tasks[name].title, tasks.tasks[name].source) == ("Turned", "a book")
    tasks.add("any", WRITTEN | {"goal": {"count": 1}}, "Anywhere", None)
    assert tasks.tasks["triangle/any"].title == "Anywhere"
    tasks.add("elsewhere", WRITTEN | {"board": {"grid": ["..."], "lines": "orthogonal"}}, "Elsewhere", None)
    assert len(tasks.tasks) == before + 1


def test_open_problems_are_answered_by_their_duals() -> None:
    """The dual of an open problem proves that it has no solution, or gives it one, but seldom the fewest moves."""
    tasks = Tasks()
    written = WRITTEN | {"board": {"grid": [*TRIANGLE["grid"], "....."], "lines": "triangular"}}
    puzzle = tasks.add_board("triangle", written, "Fifteen holes", "drawn")
    assert isinstance(puzzle, JumpPuzzle)
    tasks.add_singles("triangle", puzzle)
    closed, left_open = Atlas(), Atlas()
    list(make(closed, tasks, EFFORT, ""))
    list(make(left_open, tasks, NO_TIME, ""))
    names = [name for name, record in left_open.problems.items() if record["proven_by"] is None]
    seen = set()
    for name in names:
        known = Atlas(closed.boards, closed.problems | {name: left_open.problems[name]})
        for record in use_duals(known, tasks):
            assert record["id"] == name
            assert record == known.problems[name]
            expected, result = truth(tasks.tasks[name].puzzle), record["result"]  # type: ignore[arg-type]
            assert (result["status"] == "unsolvable") == (expected.length is None)
            assert expected.length is None or result["lower_bound"] <= expected.length <= result["length"]
            assert summary(record).endswith(f"(by its dual {record['dual']})")
            verify(tasks.tasks[name].puzzle, result_of(tasks.tasks[name].puzzle, record))
            seen.add(result["status"])
            assert list(use_duals(known, tasks)) == []
    assert seen == {"unsolvable", "stopped"}


def test_answers_on_other_lines_are_dropped(tasks: Tasks) -> None:
    """If a board gets other jumps, none of its answers stays, and every problem is searched again."""
    found = Atlas()
    made = [record["id"] for record in make(found, tasks, EFFORT, "")]
    found.boards = {"triangle": found.boards["triangle"] | {"jumps": found.boards["triangle"]["jumps"][:-1]}}
    assert [record["id"] for record in make(found, tasks, EFFORT, "")] == made
    assert parse_atlas(found.lines()) == found


def test_what_was_exhausted_gets_a_certificate() -> None:
    """A problem that a search has exhausted gets a certificate by ends where there is one; all else stays."""
    tasks, diamond = Tasks(), {"grid": DIAMOND, "lines": "orthogonal"}
    written = WRITTEN | {"board": diamond, "start": {"empty": [0]}, "goal": {"pegs": [6]}}
    puzzle = tasks.add_board("diamond", written, "Diamond", "a book")
    tasks.add("first", written, "The first", "a book")
    proof = {"by": "exhaustion", "nodes": 5}
    exhausted = Result(Status.UNSOLVABLE, None, False, None, proof=proof, nodes=5, seconds=1.0)
    cost = {"nodes": 5, "seconds": 1.0, "seconds_most": 2.0, "date": "2026-11-22"}
    facts = {"id": "diamond/first", "answers": 1, "title": "The first", "proven_by": "exhaustion", "search": cost}
    before = problem_record(tasks.boards["diamond"], puzzle, exhausted, facts)
    found = Atlas(tasks.boards, {"diamond/first": before})
    (record,) = certify(found, tasks)
    assert found.problems == {"diamond/first": record}
    assert record["proven_by"] == record["result"]["proof"]["by"] == "ends"
    unchanged = {name: value for name, value in record.items() if name not in ("proven_by", "result", "digest")}
    assert unchanged == {name: before[name] for name in unchanged}
    verify(puzzle, result_of(puzzle, record))
    assert list(certify(found, tasks)) == []


def test_nothing_is_counted_that_would_take_too_long() -> None:
    """Solutions are counted only if one was found in a part of the time allowed."""
    puzzle = load_puzzle(WRITTEN | {"goal": {"count": 1}}).puzzle
    assert search(puzzle, EFFORT, Trace()).count == truth(puzzle).count  # type: ignore[arg-type]
    began = iter([0.0])
    assert search(puzzle, EFFORT, Trace(), clock=lambda: next(began, 21.0)).count is None


def test_open_problems_get_a_solution() -> None:
    """An open problem gets a solution; the search for one ends where none can be shorter, and never loses one."""
    task = all_tasks().tasks["triangle-21/0-0"]
    assert isinstance(task.puzzle, JumpPuzzle)
    left_open = Result(Status.STOPPED, None, False, 1, limit="seconds")
    assert shorter(task.puzzle, left_open, NO_TIME).solution is None
    # A clock that counts the slices: processor time may go into compiling.
    found = shorter(task.puzzle, left_open, Effort(1000.0), clock=count().__next__)
    verify(task.puzzle, found)
    assert atlas().problems[task.name]["result"]["length"] <= (found.length or 0)
    assert shorter(task.puzzle, found, NO_TIME).solution == found.solution
    proven = replace(found, lower_bound=found.length)
    assert shorter(task.puzzle, proven, EFFORT).solution == proven.solution


def test_shortening_costs(tasks: Tasks) -> None:
    """The nodes and seconds of a problem include what looking for shorter solutions took."""
    puzzle = next(iter(tasks.tasks.values())).puzzle
    assert isinstance(puzzle, JumpPuzzle)
    left_open = Result(Status.STOPPED, None, False, 1, limit="seconds", nodes=1000, seconds=5.0)
    found = shorter(puzzle, left_open, Effort(50.0), clock=count().__next__)
    assert found.nodes > 1000
    assert found.seconds == 5.0 + 51


def test_what_comes_from_a_dual_says_so(tasks: Tasks) -> None:
    """A problem that is searched again still names the dual its solution is from."""
    found = Atlas()
    list(make(found, tasks, EFFORT, ""))
    name, record = next((n, r) for n, r in found.problems.items() if r["proven_by"] == "search")
    board, task = found.boards["triangle"], tasks.tasks[name]
    solved = result_of(task.puzzle, record)
    left_open = Result(Status.STOPPED, solved.solution, False, 1, limit="seconds")
    for says in ({"dual": "triangle/other"}, {}):
        facts = {"id": name, "answers": record["answers"], "proven_by": None, "search": record["search"]} | says
        facts["search"] = record["search"] | {"seconds_most": -1.0}
        found.problems[name] = problem_record(board, task.puzzle, left_open, facts)
        (again,) = make(found, tasks, NO_TIME, name)
        assert again["result"]["moves"] == record["result"]["moves"]
        assert again.get("dual") == says.get("dual")


def test_solved_problems_can_be_left_alone(tasks: Tasks) -> None:
    """If only open problems are asked for, none that is solved is searched again to be counted."""
    found = Atlas()
    list(make(found, tasks, EFFORT, ""))
    for name, record in found.problems.items():
        if record["proven_by"] == "search":
            result = {field: value for field, value in record["result"].items() if field != "count"}
            found.problems[name] = record | {"result": result, "search": record["search"] | {"seconds_most": 1.0}}
    assert list(make(found, tasks, EFFORT, "", still_open=True)) == []
    assert list(make(found, tasks, EFFORT, ""))


def test_bounds_that_meet_prove_a_solution(tasks: Tasks) -> None:
    """A solution as long as the lower bound of another run is proven; a bound of another version proves nothing."""
    found = Atlas()
    list(make(found, tasks, EFFORT, ""))
    name, record = next((n, r) for n, r in found.problems.items() if r["proven_by"] == "search")
    task, board, solved = tasks.tasks[name], found.boards["triangle"], result_of(tasks.tasks[name].puzzle, record)
    left_open = Result(Status.STOPPED, solved.solution, False, 1, limit="seconds")
    assert keep_better(left_open, record, board, task) == replace(solved, count=None, nodes=0, seconds=0.0)
    assert keep_better(left_open, record | {"answers": record["answers"] - 1}, board, task) == left_open


def test_what_is_most_likely_to_be_closed_comes_first(tasks: Tasks) -> None:
    """Small boards come first, of one size the problem with the nearest bounds; those without a solution come last."""
    task = next(iter(tasks.tasks.values()))
    bounds = [(5, 6), (5, 8), (6, None), (5, None)]
    results = [{"lower_bound": low, "length": most} for low, most in bounds]
    promises = [promise(task, {"proven_by": None, "result": result}) for result in results]
    assert promises == sorted(promises)
    assert len(set(promises)) == len(promises)
    assert promise(task, None) < promises[0]


def test_solutions_are_counted_later(tasks: Tasks) -> None:
    """A problem that was solved, but not counted, is searched again once there is time for counting, and not before."""
    found = Atlas()
    list(make(found, tasks, EFFORT, ""))
    name, record = next((n, r) for n, r in found.problems.items() if r["proven_by"] == "search")
    result = {field: value for field, value in record["result"].items() if field != "count"}
    for seconds, most, again in ((1.0, 100.0, []), (21.0, 50.0, []), (1.0, 50.0, [name])):
        cost = record["search"] | {"seconds": seconds, "seconds_most": most}
        found.problems[name] = record | {"result": result, "search": cost}
        assert [each["id"] for each in make(found, tasks, EFFORT, "")] == again
    assert found.problems[name]["result"] == record["result"]


def test_the_bounds_are_traced(tasks: Tasks) -> None:
    """A record says when each lower bound was proven; they rise by one to the length, with nodes and seconds."""
    found = Atlas()
    for record in make(found, tasks, EFFORT, ""):
        bounds = record["search"]["bounds"]
        lengths = [length for length, _, _ in bounds]
        assert lengths == list(range(lengths[0], lengths[0] + len(lengths)))
        assert bounds == sorted(bounds, key=lambda bound: bound[1:])
        assert record["search"]["nodes"] >= bounds[-1][1]
        if record["proven_by"] == "search":
            assert lengths[-1] == record["result"]["length"]


def test_the_atlas_is_of_these_tasks() -> None:
    """Every problem of the atlas is one of the tasks, with its puzzle."""
    tasks = all_tasks().tasks
    assert atlas().problems
    for name, problem in atlas().problems.items():
        board = atlas().boards[problem["board"]]
        assert load_puzzle(written_puzzle(board, problem)).puzzle == tasks[name].puzzle


def test_sliding_blocks_are_those_of_the_sources() -> None:
    """Every case of sliding blocks has a row in each metric that its source knows, with its length and its count."""
    rows = {(p["title"], p["source"], p["metric"]): p for p in atlas().problems.values() if "metric" in p}
    cases = json.loads((CASES / "blocks.json").read_text(encoding="utf-8"))
    for case in cases:
        for metric, expected in case["expect"].items():
            result = rows.pop((case["title"], case["source"], metric))["result"]
            assert (result["length"], result["count"]) == (expected["length"], expected["count"])
    assert len(cases) == 61
    assert {p["result"]["status"] for p in rows.values()} == {"unsolvable"}


def test_features_of_counted_problems(tasks: Tasks) -> None:
    """Problems that are counted get the features of brute force; once they have them they are left alone."""
    found = Atlas()
    for _ in make(found, tasks, EFFORT, ""):
        pass
    measured = list(add_features(found, EFFORT, ""))
    assert [record["id"] for record in measured] == [
        name for name, record in found.problems.items() if "count" in record["result"]
    ]
    board = found.boards["triangle"]
    for record in measured:
        puzzle = puzzle_of(board, record)
        assert isinstance(puzzle, JumpPuzzle)
        expected = Play(puzzle).features()
        assert {name: record["features"][name] for name in expected} == {
            name: value and rounded(value) for name, value in expected.items()
        }
        assert record["features"]["walk"] >= record["result"]["length"]
        assert 0 < record["features"]["walk_error"] < 1e-6
    assert parse_atlas(found.lines()).problems == found.problems
    assert not list(add_features(found, EFFORT, ""))


def test_features_that_take_too_long_are_left_out(tasks: Tasks) -> None:
    """Without time a problem has no features yet, and gets them the next time."""
    found = Atlas()
    for _ in make(found, tasks, EFFORT, ""):
        pass
    assert all(record["features"] == {} for record in add_features(found, NO_TIME, ""))
    assert all(record["features"] for record in add_features(found, EFFORT, ""))
