"""The atlas that comes with the program: checked by a program of its own, which refuses every altered entry."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema_rs
import pytest

from fewest.boards.atlas import VERSION, AtlasError, atlas, digest, parse_atlas, read_atlas

ROOT = Path(__file__).parents[3]
FILE = ROOT / "fewest" / "boards" / "atlas.jsonl"
LINES = FILE.read_text(encoding="utf-8").splitlines()


def checker() -> ModuleType:
    """The program that checks the atlas, as a module."""
    spec = spec_from_file_location("check_atlas", ROOT / "docs" / "check_atlas.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECKER = checker()


def test_the_atlas_holds() -> None:
    """Every solution is replayed and every certificate of a jump puzzle checked, by the checker's own rules."""
    done = CHECKER.check_atlas(LINES)
    assert sum(done.values()) == len(atlas().problems)
    assert done["solutions replayed"] > 100
    assert done["certificates checked"] > 0
    # Every problem without a solution has a certificate, or so few positions that all are visited.
    assert done["all positions visited, none solves it"] > 10
    unsolvable = [p for p in atlas().problems.values() if p["result"]["status"] == "unsolvable"]
    assert done["certificates checked"] + done["all positions visited, none solves it"] == len(unsolvable)


def test_the_checker_shares_no_code() -> None:
    """The checker imports only the standard library."""
    text = (ROOT / "docs" / "check_atlas.py").read_text(encoding="utf-8")
    imported = {line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imported == {"hashlib", "json", "sys", "collections", "collections.abc", "itertools", "pathlib"}


def test_every_line_agrees_with_the_schema() -> None:
    """The schema describes every line, and refuses what it does not describe."""
    schema = json.loads((ROOT / "docs" / "atlas.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema_rs.validator_for(schema)
    for line in LINES:
        record = json.loads(line)
        validator.validate(record)
        assert not validator.is_valid(record | {"more": 1})
        assert not validator.is_valid({name: value for name, value in record.items() if name != "record"})


def test_the_file_is_written_as_it_is_read(tmp_path: Path) -> None:
    """Reading and writing the atlas changes nothing."""
    assert list(atlas().lines()) == LINES
    copied = tmp_path / "atlas.jsonl"
    copied.write_bytes(FILE.read_bytes())
    assert read_atlas(copied) == atlas()


def solved(kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A solved problem of a kind, with its board."""
    for problem in atlas().problems.values():
        board = atlas().boards[problem["board"]]
        if board["kind"] == kind and problem["result"]["status"] == "solved" and problem["result"]["length"] > 5:
            return board, problem
    raise LookupError(kind)


def lines_of(board: dict[str, Any], problem: dict[str, Any]) -> list[str]:
    """An atlas with one problem."""
    return [json.dumps(record) for record in ({"record": "atlas", "version": VERSION}, board, problem)]


def refused(board: dict[str, Any], problem: dict[str, Any]) -> str:
    """Why the checker refuses a problem whose digest was made anew."""
    with pytest.raises(ValueError, match=r"line 3") as found:
        CHECKER.check_atlas(lines_of(board, problem | {"digest": digest(board, problem)}))
    return str(found.value)


def moves_at(result: dict[str, Any], places: Iterable[int]) -> dict[str, Any]:
    """Only the moves at these places, in this order, and their number."""
    kept = list(places)
    parts = {name: [result[name][at] for at in kept] for name in ("moves", "removed") if name in result}
    return parts | {"length": len(kept), "lower_bound": len(kept)}


ALTERED: dict[str, Callable[[dict[str, Any], int], dict[str, Any]]] = {
    "another length": lambda _, length: {"length": length + 1},
    "another bound": lambda _, length: {"lower_bound": length - 1},
    "not proven": lambda _, __: {"optimal": False},
    "no solutions": lambda _, __: {"count": 0},
    "without its last move": lambda result, length: moves_at(result, range(length - 1)),
    "without its first move": lambda result, length: moves_at(result, range(1, length)),
    "backwards": lambda result, length: moves_at(result, reversed(range(length))),
    "a move twice": lambda result, length: moves_at(result, [*range(length), length - 1]),
    "unsolvable": lambda _, __: {"status": "unsolvable", "optimal": False},
}


@pytest.mark.parametrize("kind", ["jump", "slide", "block"])
@pytest.mark.parametrize("name", ALTERED)
def test_an_altered_entry_is_refused(kind: str, name: str) -> None:
    """An altered entry fails, even if its digest was made anew: the rules refuse it, or the length and its proof."""
    board, problem = solved(kind)
    CHECKER.check_atlas(lines_of(board, problem))
    result = problem["result"]
    altered = problem | {"result": result | ALTERED[name](result, result["length"])}
    with pytest.raises(ValueError, match="the digest is wrong"):
        CHECKER.check_atlas(lines_of(board, altered))
    assert "digest" not in refused(board, altered)


def test_a_chain_cut_before_its_last_two_jumps_is_refused() -> None:
    """The checker refuses a chain of jumps that is written as two moves."""
    board = {"holes": 7, "jumps": [[0, 1, 2], [2, 3, 4], [4, 5, 6]]}
    result = {"moves": [[0, 2, 4, 6]], "removed": [[1, 3, 5]]}
    problem = {"start": {"pegs": [0, 1, 3, 5]}, "result": result}
    assert CHECKER.play_jumps(board, problem) == {6}
    for cut in (
        {"moves": [[0, 2], [2, 4, 6]], "removed": [[1], [3, 5]]},
        {"moves": [[0, 2, 4], [4, 6]], "removed": [[1, 3], [5]]},
    ):
        with pytest.raises(ValueError, match="are one move"):
            CHECKER.play_jumps(board, problem | {"result": cut})


def test_a_proof_that_leaves_out_a_goal_is_refused() -> None:
    """A proof by goals that has no part for one of the goals is refused."""
    board = {"holes": 4, "jumps": [[0, 1, 2]]}
    problem = {"start": {"pegs": [0, 1]}, "goal": {"any_of": [{"pegs": [0, 3]}, {"pegs": [1, 3]}, {"pegs": [2, 3]}]}}
    why = {"by": "pegs", "start": 2, "goal": 2}
    goals = [goal["pegs"] for goal in problem["goal"]["any_of"]]
    for listed in (goals, goals[1:], goals[::2], goals[:2]):
        proof = {"by": "goals", "goals": [{"pegs": [goal], "proof": why} for goal in listed]}
        if listed is goals:
            CHECKER.check_certificate(board, problem | {"result": {"proof": proof}})
            continue
        with pytest.raises(ValueError, match="leaves out a goal"):
            CHECKER.check_certificate(board, problem | {"result": {"proof": proof}})


def test_a_certificate_of_fractions_is_refused() -> None:
    """Weights of two thirds are even in each jump, and differ after it: the numbers of a proof must be integers."""
    board = {"record": "board", "id": "line", "kind": "jump", "holes": 3, "jumps": [[0, 1, 2]]}
    proof = {"by": "parity", "weights": [2 / 3] * 3, "start": 4 / 3, "goal": 2 / 3}
    problem = {"start": {"pegs": [0, 1]}, "goal": {"pegs": [2]}, "result": {"proof": proof}}
    with pytest.raises(ValueError, match="must be integers"):
        CHECKER.check_certificate(board, problem)
    cases = [{"weights": [0] * 3}, {"weights": [0] * 2 + [0.0]}]
    tree = {"jump": [0, 1, 2], "at_most": 0.5, "then": cases[0], "else": cases[1]}
    for trees in ([tree], cases):
        proof = {"by": "ends", "pairs": 1, "functions": [], "trees": trees}
        with pytest.raises(ValueError, match="must be integers"):
            CHECKER.check_certificate(board, problem | {"result": {"proof": proof}})


def by_ends() -> tuple[dict[str, Any], dict[str, Any]]:
    """A problem proven unsolvable by its ends, with cases, and its board."""
    problem = next(p for p in atlas().problems.values() if p["result"]["proof"] and p["result"]["proof"].get("trees"))
    return atlas().boards[problem["board"]], problem


def first_case(tree: dict[str, Any]) -> dict[str, Any]:
    """The first case of a tree that is not divided further."""
    return tree if "weights" in tree else first_case(tree["then"])


@pytest.mark.parametrize("alter", ["functions", "trees", "weights", "gap", "branch"])
def test_an_altered_certificate_by_ends_is_refused(alter: str) -> None:
    """A certificate by ends fails without functions or trees, with other weights, a gap, or one branch twice."""
    board, problem = by_ends()
    CHECKER.check_atlas(lines_of(board, problem))
    altered = copy.deepcopy(problem)
    proof = altered["result"]["proof"]
    tree = proof["trees"][0]
    if alter in ("functions", "trees"):
        proof[alter] = []
    elif alter == "weights":
        first_case(tree)["weights"] = [0] * board["holes"]
    elif alter == "gap":
        tree["at_most"] -= 1
    else:
        tree["then"] = tree["else"]
    assert "the proof does not hold" in refused(board, altered)


def test_a_single_jump_is_no_certificate_by_ends() -> None:
    """The checker looks for solutions of one jump itself, and refuses a certificate that weighs only longer ones."""
    board = {"holes": 3, "jumps": [[0, 1, 2]]}
    proof = {"by": "ends", "pairs": 1, "functions": [[0, 0, 0]], "trees": []}
    assert not CHECKER.refutes(board, {0, 1}, [{2}], proof | {"functions": [[1, 1, 0], [-1, 0, -1], [0, 1, 1]]})
    assert CHECKER.refutes(board, {0, 2}, [{2}], proof)


def test_what_is_called_unsolvable_is_searched() -> None:
    """The checker visits the positions of a problem of any kind, and refuses the claim that a solvable one is not."""
    problems = {
        "triangle-15/0-0": "exhaustion",
        "theta-0/example-1": "permutation",
        "quzzle/path": "exhaustion",
        "thin-klotski/step": "separation",
    }
    for name, by in problems.items():
        problem = atlas().problems[name]
        result = {"status": "unsolvable", "length": None, "optimal": False, "moves": None, "proof": {"by": by}}
        altered = problem | {"result": result, "proven_by": by}
        assert "there is a solution" in refused(atlas().boards[problem["board"]], altered)


@pytest.mark.parametrize("name", ["theta-0/example-1", "quzzle/path", "rush-hour-db60/line"])
def test_lengths_are_searched(name: str) -> None:
    """If asked for, the checker finds the length of a small problem itself, and refuses a solution with a detour."""
    problem = atlas().problems[name]
    board = atlas().boards[problem["board"]]
    assert "no shorter one" in CHECKER.check_problem(board, problem, CHECKER.MOST_POSITIONS)
    start, to = problem["result"]["moves"][0]
    moves = [[start, to], [to, start], *problem["result"]["moves"]]
    altered = problem | {
        "result": problem["result"] | {"moves": moves} | dict.fromkeys(["length", "lower_bound"], len(moves))
    }
    altered |= {"digest": digest(board, altered)}
    assert CHECKER.check_problem(board, altered) == "solutions replayed"
    with pytest.raises(ValueError, match=f"the fewest moves are {len(moves) - 2}"):
        CHECKER.check_problem(board, altered, CHECKER.MOST_POSITIONS)
    assert CHECKER.shortest(board, problem, 1) is None


def test_parity_of_a_permutation() -> None:
    """Two pieces exchanged on a board with two sides are odd; three in turn are not; with an odd cycle nothing is."""
    square = {"adjacency": [[1, 2], [0, 3], [0, 3], [1, 2]]}
    triangle = {"adjacency": [[1, 2], [0, 2], [0, 1]]}
    for board, start, goal, odd in (
        (square, [1, 2, 3, 0], [2, 1, 3, 0], True),
        (square, [1, 2, 3, 0], [2, 3, 1, 0], False),
        (square, [1, 2, 3, 0], [1, 2, 0, 3], False),
        (square, [1, 2, 3, 0], [1, 0, 3, 2], False),
        (square, [1, 2, 3, 0], [0, 2, 3, 1], True),
        (square, [1, 1, 2, 0], [1, 2, 1, 0], False),
        (triangle, [1, 2, 0], [2, 1, 0], False),
    ):
        assert CHECKER.is_odd(board, {"start": start, "goal": goal}) == odd


BLOCKS = {"kind": "block", "layout": [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]]}
BLOCKS["steps"] = [[-1, -1, 1, 3], [-1, 0, 2, 4], [-1, 1, -1, 5], [0, -1, 4, -1], [1, 3, 5, -1], [2, 4, -1, -1]]


@pytest.mark.parametrize(
    ("metric", "parts", "legal"),
    [
        ("step", {}, {1, 3}),
        ("line", {}, {1, 2, 3}),
        ("path", {}, {1, 2, 3, 5}),
        ("path", {"axis": {"1": "row"}}, {1, 2}),
        ("path", {"axis": {"1": "column"}}, {3}),
        ("path", {"doors": [{"cells": [2], "pieces": ["2"]}]}, {1, 3}),
        ("path", {"doors": [{"cells": [2], "pieces": ["1"]}]}, {1, 2, 3, 5}),
    ],
)
def test_moves_of_blocks(metric: str, parts: dict[str, Any], legal: set[int]) -> None:
    """The checker knows the moves of each metric, directions and doors: piece 1 in a corner, piece 2 beside the way."""
    problem = {"start": {"pieces": [1, 0, 0, 0, 2, 0]}, "goal": {"cells": {"1": [5]}}, "metric": metric, **parts}
    blocks = CHECKER.Blocks(BLOCKS, problem)
    found = set()
    for to in range(6):
        try:
            found.add(*blocks.play([[0, to]])[1])
        except ValueError:
            continue
    assert found == legal


def test_a_board_of_blocks_is_drawn_as_it_lies() -> None:
    """A layout of blocks that disagrees with the steps of the board is refused."""
    board, problem = solved("block")
    points = [board["layout"][1], board["layout"][0], *board["layout"][2:]]
    assert "is not drawn where it lies" in refused(board | {"layout": points}, problem)


def test_an_altered_board_is_refused() -> None:
    """The digest of a problem covers the jumps of its board: the checker and the reader refuse other jumps."""
    board, problem = solved("jump")
    fewer = board | {"jumps": board["jumps"][:-1]}
    with pytest.raises(ValueError, match="the digest is wrong"):
        CHECKER.check_atlas(lines_of(fewer, problem))
    with pytest.raises(AtlasError, match="line 3: the digest of"):
        parse_atlas(lines_of(fewer, problem))


AFTER_BOARD = ['{"record": "atlas", "version": 1}', '{"record": "board", "id": "b", "holes": 3, "jumps": []}']


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ([], "line 1: the head of an atlas is missing"),
        (["{"], "line 1: "),
        (["[]"], "line 1: must be an object"),
        (['{"record": "atlas", "version": 0}'], "line 1: its version is 0, not 1"),
        (['{"record": "atlas", "version": 1}', '{"record": "problem"}'], "line 2: must be a board, or a problem"),
        ([*AFTER_BOARD, '{"record": "page", "id": "c", "board": "b"}'], "line 3: must be a board, or a problem"),
        ([*AFTER_BOARD, '{"record": "problem", "id": "c", "board": "a"}'], "line 3: must be a board, or a problem"),
        ([*AFTER_BOARD, '{"record": "problem", "id": "c", "board": "b"}'], "line 3: the digest of c is wrong"),
        (['{"record": "atlas", "version": 1}', '{"record": "board"}'], "line 2: a board without an id"),
    ],
)
def test_what_is_no_atlas_is_refused(lines: list[str], error: str) -> None:
    """A file without head, of another version, or with other lines is refused, by the checker, too."""
    with pytest.raises(AtlasError, match=error):
        parse_atlas(lines)
    with pytest.raises((ValueError, AttributeError)):
        CHECKER.check_atlas(lines)
