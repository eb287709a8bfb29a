"""The parts of a sliding search, one by one: routes that threads share, pieces brought home one after the other."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from fewest.solver.budget import Budget
from fewest.solver.model import Search, Want
from fewest.solver.slices import finish
from fewest.solver.slide.board import board_from_adjacency, board_from_grid
from fewest.solver.slide.bounds.pattern_tables import no_bound
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.rules import SlideRules
from fewest.solver.slide.search import piecewise
from fewest.solver.slide.search.driver import SlideSearch
from fewest.solver.slide.search.ida_star import IdaStar
from fewest.solver.slide.search.piecewise import PiecewiseSolver
from fewest.solver.slide.search.plan import Plan
from tests.slide_puzzles import FIFTEEN, board, context_of, walked


def solve_rest(puzzle: SlidePuzzle) -> Search:
    """Solve what is left."""
    return SlideSearch(labelled(puzzle), Want.ANY, Budget(10**8), Plan(piecewise=False)).run()


def placed(puzzle: SlidePuzzle) -> PiecewiseSolver | None:
    """The solution piece after piece, or None."""
    solver = PiecewiseSolver(labelled(puzzle), Budget(10**8))
    return solver if finish(solver.run(solve_rest)) else None


@pytest.mark.parametrize("slice_", [1, 20_000])
def test_pieces_are_brought_home(slice_: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Piecewise search solves puzzles with different pieces, equal pieces and free cells."""
    monkeypatch.setattr(piecewise, "SLICE", slice_)
    board = board_from_grid(["....."] * 4)[0]
    mixed = tuple((7 * cell + 3) % 20 for cell in range(20))
    for kinds, free in ((20, ()), (3, ()), (20, (4, 9, 14)), (2, (0,))):
        start = tuple(piece and 1 + piece % kinds for piece in mixed)
        ordered = sorted(start, key=lambda piece: (piece == 0, piece))
        goal = [None if cell in free else piece for cell, piece in enumerate(ordered)]
        if kinds == 20 and not free:
            # Of two such goals, one cannot be reached: let two cells hold anything.
            goal[17] = goal[18] = None
        puzzle = SlidePuzzle(board, start, tuple(goal))
        solver = placed(puzzle)
        assert solver is not None
        assert puzzle.met(SlideRules(puzzle).play(tuple(solver.slides)))


def scrambled(seed: int) -> SlidePuzzle:
    """A puzzle on a random board of 10 to 16 cells, two of them empty or more, whose goal a random walk has reached."""
    dice = random.Random(seed)
    cells = dice.randint(10, 16)
    pairs = [(a, dice.randrange(a)) for a in range(1, cells)]
    place = board(cells, [*pairs, *(dice.sample(range(cells), 2) for _ in range(dice.randint(0, cells)))])
    empty, kinds = dice.randint(2, cells - 1), dice.choice([1, 2, cells])
    start = [1 + piece % kinds for piece in range(cells - empty)] + [0] * empty
    dice.shuffle(start)
    return SlidePuzzle(place, tuple(start), walked(place, tuple(start), dice, 200))


def test_every_solution_claimed_leads_to_the_goal() -> None:
    """On random boards with several empty cells, every solution of a piecewise search is right."""
    solved = 0
    for puzzle in map(scrambled, range(400)):
        solver = placed(puzzle)
        if solver is not None:
            solved += 1
            assert puzzle.met(SlideRules(puzzle).play(tuple(solver.slides)))
    assert solved > 100


def test_a_piece_out_of_reach_is_given_up() -> None:
    """If a piece cannot get to the cell that wants it, piecewise search finds no solution."""
    grid = board_from_grid(["....."] * 2)[0]
    board = board_from_adjacency([*grid.adjacency, (11,), (10,)])
    start = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 10, 11)
    assert placed(SlidePuzzle(board, start, (10, *start[1:10], 1, 11))) is None
    assert placed(SlidePuzzle(board, start, start)) is not None


def test_threads_share_many_subtrees() -> None:
    """A long iteration is divided into enough different routes of equal length along the board's edges."""
    context = context_of(FIFTEEN, threads=2)
    context.budget.nodes = 2 * Plan().slice_moves
    search = IdaStar(context, no_bound(context.labelled))
    routes = [route for route, _ in search.routes(60)]
    assert len(set(routes)) == len(routes) >= Plan().subtrees * 2
    assert {len(route) for route in routes} == {len(routes[0])}
    edges = search.labelled.board.adjacency
    assert all(cell in edges[empty] for route in routes for empty, cell in pairwise(route))
    # No route goes back to where it has just been: the shortest of the forbidden ones.
    assert not any(before == after for route in routes for before, after in zip(route, route[2:], strict=False))
    assert {route[0] for route in routes} == {search.labelled.start.index(0)}
