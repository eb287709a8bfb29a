"""Sliding blocks against brute force: length, number, listing, unsolvable, in all metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from fewest.notation.block.kind import BlockSchema
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.solver import layers
from fewest.solver.block import packing
from fewest.solver.block.placements import sorts_of
from fewest.solver.block.proofs import check as check_proof
from fewest.solver.block.puzzle import BlockPuzzle
from fewest.solver.block.search import frontier, instance
from fewest.solver.canonical import canonical, restore_result
from fewest.solver.kinds import kind_of
from fewest.solver.model import Limits, Proof, Result, Status, Want
from fewest.solver.pages import page
from fewest.solver.solve import solve
from fewest.solver.verify import replay
from tests.effort import examples
from tests.oracle_block import Oracle, crowded_puzzle, enclosed_puzzle, large_puzzle, random_puzzle, shifted

PUZZLES = 300
"""Random puzzles in all; `python -m tests.property.test_block_search 20000` tries more, and with another number after
it as the bits of a word, with positions of several words."""

PARTS = 6

KLOTSKI_STEPS = 116
"""Fewest steps of Klotski (tests/cases/blocks.json)."""

NARROW_BITS = 4
"""As many as a field has on these boards."""


@pytest.mark.parametrize("part", range(PARTS))
def test_agrees_with_brute_force(part: int) -> None:
    """Length, number of solutions, positions of an exhausted search, and every listed solution are right."""
    check(range(part, PUZZLES, PARTS))


def test_many_cells() -> None:
    """On boards of more than 64 cells, searches agree with brute force."""
    check(range(30), large_puzzle)
    check(range(1, 90, 3), enclosed_puzzle)


def test_many_pieces() -> None:
    """Searches of nine to seventeen pieces, most of them alike, agree with brute force."""
    check(range(60), crowded_puzzle)


@pytest.fixture(name="small")
def small_searches(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Words so narrow that positions need several of them, in arenas that grow early, expanded in short slices."""
    monkeypatch.setattr(packing, "WORD_BITS", NARROW_BITS)
    monkeypatch.setattr(layers, "FIRST_CAPACITY", 16)
    monkeypatch.setattr(frontier, "SLICE_ROWS", 10)
    monkeypatch.setattr(instance, "BATCH", 4)
    packing.packing_of.cache_clear()
    yield
    packing.packing_of.cache_clear()


@pytest.mark.usefixtures("small")
def test_small_words_arenas_and_slices() -> None:
    """With narrow words, small arenas and short slices, searches agree with brute force."""
    check(range(PUZZLES, PUZZLES + 60))
    check(range(60, 80), crowded_puzzle)
    check(range(30, 36), large_puzzle)


@pytest.mark.parametrize(
    ("limits", "limit"), [(Limits(bytes=400_000), "bytes"), (Limits(bytes=10_000_000, nodes=10_000), "nodes")]
)
def test_limits_stop_the_search(limits: Limits, limit: str) -> None:
    """A search that reaches a limit of memory or nodes stops, with a bound above 1 and at most the length."""
    picture = ["ABBC", "ABBC", "DEEF", "DGHF", "I..J"]
    puzzle = {"kind": "block", "start": {"picture": picture}, "goal": {"at": {"B": [3, 1]}}, "metric": "step"}
    found = solve(load_puzzle(puzzle).puzzle, Want.ONE, limits)
    assert (found.status, found.limit) == (Status.STOPPED, limit)
    assert 1 < found.lower_bound <= KLOTSKI_STEPS


def test_a_listing_has_its_memory() -> None:
    """A listing takes memory, most while it is made; if there is too little, solutions are only counted."""
    loaded = load_puzzle(
        {"kind": "block", "start": {"picture": ["AB.", "CD."]}, "goal": {"at": {"A": [1, 2]}}, "metric": "step"}
    )
    taken: dict[Want, list[int]] = {Want.COUNT: [], Want.ALL: []}
    for want, seen in taken.items():
        counted = solve(loaded.puzzle, want, observe=lambda progress, _, seen=seen: seen.append(progress.bytes))  # type: ignore[misc]
    most = max(taken[Want.COUNT])
    assert max(taken[Want.ALL]) > taken[Want.ALL][-1] > taken[Want.COUNT][-1] > 0
    assert max(taken[Want.ALL]) > most
    found = solve(loaded.puzzle, Want.ALL, Limits(bytes=most))
    assert (found.status, found.count, found.listing) == (Status.SOLVED, counted.count, None)


def check(seeds: range, make: Callable[[Random], dict[str, Any]] = random_puzzle) -> None:
    """Compare the puzzles of some seeds."""
    for seed in seeds:
        random = Random(seed)
        puzzle = make(random)
        if not puzzle["goal"]["at"]:
            continue
        expected = Oracle(puzzle).answer()
        loaded = load_puzzle(puzzle).puzzle
        assert isinstance(loaded, BlockPuzzle)
        if seed % 4 == 0:
            check_moves(puzzle, loaded)
        form = canonical(loaded)
        assert load_puzzle(dump_puzzle(form.puzzle)).puzzle == form.puzzle, puzzle
        assert load_puzzle(puzzle | {"goal": {"picture": drawn_goal(puzzle)}}).puzzle == loaded, puzzle
        position = BlockSchema().dump_position(loaded.start)
        assert load_puzzle(dump_puzzle(loaded) | {"start": position}).puzzle == loaded, puzzle
        assert kind_of(loaded).max_positions(loaded) >= expected.seen, puzzle
        bounds = [kind_of(loaded).lower_bound(loaded)]
        want = random.choice((Want.COUNT, Want.ALL))
        found = solve(
            form.puzzle,
            want,
            Limits(bytes=500_000_000),
            observe=lambda progress, _, bounds=bounds: bounds.append(progress.lower_bound),  # type: ignore[misc]
        )
        check_proofs(form.puzzle, found.proof)
        if expected.length is None:
            assert found.status is Status.UNSOLVABLE, puzzle
            assert found.proof is not None
            if found.proof["by"] == "exhaustion" and found.proof["side"] == "start":
                assert found.proof["positions"] == expected.seen, puzzle
            continue
        assert (found.length, found.count) == (expected.length, expected.count), puzzle
        assert max(bounds) <= expected.length, puzzle
        check_written(puzzle, loaded, restore_result(form, found, loaded))
        assert (found.listing is not None) == (want is Want.ALL)
        if found.listing is not None:
            listed = page(form.puzzle, found.listing, 0, 20)
            assert len(set(listed)) == len(listed) == min(20, expected.count), puzzle
            for solution in listed:
                assert len(solution) == expected.length
                replay(form.puzzle, solution)


def check_moves(puzzle: dict[str, Any], loaded: BlockPuzzle) -> None:
    """Assert that moves from the start are legal if they are by brute force, whichever cell of a piece names them."""
    oracle, rules = Oracle(puzzle), kind_of(loaded).rules(loaded)
    number = {cell: index for index, cell in enumerate(sorted(oracle.cells))}
    after, first = {}, {}
    for pieces in oracle.moves(oracle.start):
        (name,) = (name for name, cells in pieces.items() if cells != oracle.start[name])
        piece_on = {cell: loaded.names.index(each) + 1 for each, cells in pieces.items() for cell in cells}
        position = tuple(piece_on.get(cell, 0) for cell in number)
        slides = [(number[a], number[b]) for a, b in zip(*map(sorted, (oracle.start[name], pieces[name])), strict=True)]
        after |= dict.fromkeys(slides, position)
        first[slides[0]] = position
    assert dict(rules.successors(loaded.start)) == first
    assert {slide: rules.after(loaded.start, slide) for slide in product(range(-1, len(number) + 1), repeat=2)} == {
        slide: after.get(slide) for slide in product(range(-1, len(number) + 1), repeat=2)
    }


def drawn_goal(puzzle: dict[str, Any]) -> list[str]:
    """The goal as a picture."""
    oracle = Oracle(puzzle)
    name_of = {cell: name for name, cells in oracle.goal.items() for cell in cells}
    rows = puzzle["start"]["picture"]
    return [
        "".join(name_of.get((r, c), "." if (r, c) in oracle.cells else "#") for c in range(len(row)))
        for r, row in enumerate(rows)
    ]


def check_proofs(puzzle: BlockPuzzle, proof: Proof | None) -> None:
    """Assert that the proof that a piece cannot reach its goal alone passes if and only if that is so, unaltered."""
    separated = proof is not None and proof["by"] == "separation"
    for sort in sorts_of(puzzle):
        goal = dict(puzzle.goal).get(sort.pieces[0], ())
        covered = sorted({cell for cells in sort.placements for cell in cells})
        claim = {
            "by": "separation",
            "piece": list(puzzle.cells_of(sort.pieces[0])),
            "cells": covered,
            "target": list(goal),
        }
        out_of_reach = bool(goal) and all(set(goal) != set(cells) for cells in sort.placements)
        assert check_proof(puzzle, claim) == out_of_reach
        assert separated or not out_of_reach
        for name in ("piece", "cells", "target"):
            assert not check_proof(puzzle, claim | {name: claim[name][1:]})
    if separated:
        assert proof is not None
        assert check_proof(puzzle, proof)


def check_written(puzzle: dict[str, Any], loaded: BlockPuzzle, result: Result) -> None:
    """Assert that a written solution follows the first cell of each piece, by its name, from the start to the goal."""
    assert result.solution is not None
    written = BlockSchema().dump_solution(loaded, result.solution)
    replay(loaded, BlockSchema().load_solution(written["moves"], None))
    oracle = Oracle(puzzle)
    cells = sorted(oracle.cells)
    shift = dict.fromkeys(oracle.start, (0, 0))
    for (start, to), name in zip(written["moves"], written["blocks"], strict=True):
        first = min(oracle.start[name])
        assert cells[start] == (first[0] + shift[name][0], first[1] + shift[name][1])
        shift[name] = cells[to][0] - first[0], cells[to][1] - first[1]
    for name, goal in oracle.goal.items():
        assert shifted(oracle.start[name], shift[name]) == goal


@pytest.mark.parametrize("part", range(2))
def test_other_puzzles_have_other_keys(part: int) -> None:
    """Puzzles that differ in metric, axes, doors or goals have different keys."""
    for seed in range(part, examples(60), 2):
        puzzle = random_puzzle(Random(seed))
        if not puzzle["goal"]["at"]:
            continue
        others = [puzzle | {"metric": metric} for metric in ("step", "line", "path")]
        if puzzle.get("doors"):
            others.append(puzzle | {"doors": puzzle["doors"][1:]})
        if isinstance(puzzle.get("axis"), dict):
            others.append(puzzle | {"axis": dict(list(puzzle["axis"].items())[1:])})
        if len(puzzle["goal"]["at"]) > 1:
            others.append(puzzle | {"goal": {"at": dict(list(puzzle["goal"]["at"].items())[1:])}})
        keys = {canonical(load_puzzle(other).puzzle).key for other in others}
        assert len(keys) == len(others), puzzle


@pytest.mark.parametrize(
    ("picture", "parts"),
    [
        (["A.B", ".C."], [{"doors": [{"at": [[0, 1]], "pieces": [name]}]} for name in "AB"]),
        (["C.", ".."], [{"axis": {"C": axis}} for axis in ("row", "column")]),
    ],
    ids=["door", "axis"],
)
def test_what_only_a_symmetry_tells_apart_is_one(picture: list[str], parts: list[dict[str, Any]]) -> None:
    """Mirror images have one key, also if they differ in an axis or in the piece that may enter a door."""
    puzzle = {"kind": "block", "start": {"picture": picture}, "metric": "step"}
    at = {"C": [len(picture) - 1, len(picture[0]) // 2]}
    assert len({canonical(load_puzzle(puzzle | {"goal": {"at": at}} | part).puzzle).key for part in parts}) == 1


if __name__ == "__main__":
    import sys

    if len(sys.argv) > 2:  # bits of a word
        packing.WORD_BITS = int(sys.argv[2])
    check(range(int(sys.argv[1])))
    print("all agree")
