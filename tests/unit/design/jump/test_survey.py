"""Problems of a board up to symmetry."""

from __future__ import annotations

from itertools import product

import pytest

from fewest.boards import catalogue
from fewest.design.jump.survey import first_images, single_vacancies
from fewest.notation.puzzle import load_puzzle
from fewest.solver.jump.board import JumpBoard, mask_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.symmetry import automorphisms


def board_of(name: str) -> JumpBoard:
    """A board of the catalogue."""
    puzzle = load_puzzle(catalogue()[name]["examples"][0]["puzzle"]).puzzle
    assert isinstance(puzzle, JumpPuzzle)
    return puzzle.board


@pytest.mark.parametrize(
    ("name", "number"), [("english", 151), ("french", 190), ("triangle-15", 42), ("hoppers", 30), ("wiegleb", 276)]
)
def test_numbers_of_single_vacancy_problems(name: str, number: int) -> None:
    """There are as many as Burnside's lemma says: the mean number of pairs of holes that a symmetry keeps."""
    board = board_of(name)
    kept = [sum(hole == image for hole, image in enumerate(p)) ** 2 for p in automorphisms(board)]
    assert sum(kept) / len(kept) == number
    assert len(set(first_images(board, single_vacancies(board)))) == number


def test_images_have_the_same_first() -> None:
    """Two problems have the same first image if and only if a symmetry maps one to the other."""
    board = board_of("hoppers")
    pairs = list(product(range(board.holes), repeat=2))
    first = dict(zip(pairs, first_images(board, single_vacancies(board)), strict=True))
    group = automorphisms(board)
    for start, goal in pairs:
        images = {(p[start], p[goal]) for p in group}
        assert {pair for pair in pairs if first[pair] == first[start, goal]} == images
        assert first[start, goal] == min(pairs.index(pair) for pair in images)


def test_goals_of_every_form() -> None:
    """Each position of a goal is mapped; numbers of pegs stay as they are."""
    board = JumpBoard(3, ((0, 1, 2), (2, 1, 0)))
    left, right = 0b011, 0b110
    corners = JumpGoal(frozenset([0b001, 0b100]), frozenset([2]))
    one = JumpGoal(frozenset([0b001]), frozenset([2]))
    other = JumpGoal(frozenset([0b100]), frozenset([2]))
    problems = [(left, corners), (right, corners), (left, one), (right, one), (right, other), (left, JumpGoal())]
    assert first_images(board, problems) == [0, 0, 2, 3, 2, 5]


def test_large_groups_are_not_used() -> None:
    """If there would be too many images, only equal problems have the same first image."""
    board = JumpBoard(3, ((0, 1, 2), (2, 1, 0)))
    goal = JumpGoal(counts=frozenset([1]))
    problems = [(mask_of([0, 1]), goal), (mask_of([1, 2]), goal), (mask_of([0, 1]), goal)]
    assert first_images(board, problems) == [0, 0, 0]
    assert first_images(board, problems, max_images=5) == [0, 1, 0]
