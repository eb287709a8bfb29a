"""The programs in C, and the puzzles as other programs read them."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import programs
from benchmarks.ladder import LadderAnswer, Rung, cases
from benchmarks.programs import PROGRAMS, Compiled, Planner, ProgramLimits
from fewest.notation.puzzle import dump_puzzle
from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.model import Puzzle, Want
from fewest.solver.slide.board import board_from_adjacency
from fewest.solver.slide.puzzle import SlidePuzzle
from tests import oracle_jump, oracle_slide

COMPILED = [program for program in PROGRAMS if isinstance(program, Compiled)]
LIMITS = ProgramLimits(60, 10**9)


@pytest.fixture(scope="module", autouse=True)
def compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The programs, compiled into a folder of their own."""
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler: apt-get install gcc libc6-dev")
    programs.BUILD = tmp_path_factory.mktemp("peers")
    for program in COMPILED:
        assert program.prepare(LIMITS) is None


def rung_of(puzzle: Puzzle, want: Want = Want.ONE) -> Rung:
    """A rung with one puzzle."""
    return Rung(puzzle.kind, "", "", 0, want, (dump_puzzle(puzzle),), (LadderAnswer(None),), "")


def answer(program: Compiled, puzzle: Puzzle, want: Want = Want.COUNT) -> dict[str, Any]:
    """What a program prints of a puzzle."""
    run = program.run(rung_of(puzzle, want), LIMITS)
    assert run is not None
    printed = subprocess.run(run.command, input=run.text, capture_output=True, text=True, check=True).stdout
    return dict(json.loads(printed)["answers"][0])


def jumps(holes: int) -> st.SearchStrategy[list[tuple[int, int, int]]]:
    """Any jumps on a board of so many holes."""
    places = st.permutations(range(holes)).map(lambda order: (order[0], order[1], order[2]))
    return st.lists(places, min_size=1, max_size=14, unique=True)


@given(lines=jumps(7), start=st.integers(1, 127), goal=st.integers(1, 127), pegs=st.integers(1, 4), exact=st.booleans())
@settings(deadline=None, max_examples=60)
def test_jump_programs_agree_with_brute_force(
    lines: list[tuple[int, int, int]], start: int, goal: int, pegs: int, exact: bool
) -> None:
    """On random boards, both programs find the length and the number of solutions that brute force finds."""
    wanted = JumpGoal(positions=frozenset([goal])) if exact else JumpGoal(counts=frozenset([pegs]))
    puzzle = JumpPuzzle(JumpBoard(7, tuple(sorted(lines))), start, wanted)
    truth = oracle_jump.truth(puzzle)
    known = {"status": "unsolvable"}
    if truth.length is not None:
        known = {"status": "solved", "length": truth.length, "count": truth.count}
    for program in COMPILED:
        if program.ladders == ("jump",):
            assert answer(program, puzzle) == known, program.source


@pytest.mark.parametrize("name", ["hoppers-opening", "peg15-any-0-1-3", "peg15-complement-11-7-4"])
def test_openings_are_part_of_a_solution(name: str) -> None:
    """On puzzles with an opening, both programs find the length and the number of solutions of the source."""
    puzzle, known = cases("jump_sources.json")[name]
    for program in COMPILED:
        if program.ladders == ("jump",):
            found = answer(program, puzzle)
            assert (found.get("length"), found.get("count")) == (known.length, known.count), program.source


@given(walk=st.lists(st.integers(0, 3), max_size=14), chords=st.sets(st.integers(0, 3), max_size=2))
@settings(deadline=None, max_examples=40)
def test_the_slide_program_agrees_with_brute_force(walk: list[int], chords: set[int]) -> None:
    """On rings of six cells with chords, bipartite or not, the program finds the length and number that brute force
    finds.
    """
    rows: list[set[int]] = [{(cell + 1) % 6, (cell - 1) % 6} for cell in range(6)]
    for chord in chords:
        rows[chord].add((chord + 2 + chord % 2) % 6)
        rows[(chord + 2 + chord % 2) % 6].add(chord)
    goal = (1, 2, 3, 4, 5, 0)
    cells, empty = list(goal), 5
    for step in walk:
        other = sorted(rows[empty])[step % len(rows[empty])]
        cells[empty], cells[other], empty = cells[other], 0, other
    puzzle = SlidePuzzle(board_from_adjacency([sorted(row) for row in rows]), tuple(cells), goal)
    truth = oracle_slide.answer(puzzle)
    (program,) = (each for each in COMPILED if each.ladders == ("slide",))
    assert answer(program, puzzle) == {"status": "solved", "length": truth.length, "count": truth.count}
    assert answer(program, puzzle, Want.ONE)["length"] == truth.length


def test_the_planner_gets_pddl() -> None:
    """The planner is given domain and problem of a puzzle; nothing for one with an opening, whose plans are shorter."""
    board = JumpBoard(3, ((0, 1, 2),))
    planner = next(each for each in PROGRAMS if isinstance(each, Planner))
    given = planner.run(rung_of(JumpPuzzle(board, 0b011, JumpGoal(counts=frozenset([1])))), LIMITS)
    assert given is not None
    assert "(:metric minimize (total-cost))" in json.loads(given.text)["problem"]
    assert planner.run(rung_of(JumpPuzzle(board, 0b011, JumpGoal(frozenset([4])), ((0, 1, 2),))), LIMITS) is None
