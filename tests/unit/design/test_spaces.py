"""Whole spaces: published numbers, threads, limits, draws."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import Any

import pytest

from fewest.design.kinds import KINDS
from fewest.design.spaces import Draw, PartOfSpace, Space, SpaceTask, TooLarge
from fewest.solver.errors import Stop
from fewest.solver.jump.board import board_from_grid as jump_board
from fewest.solver.model import Limits, Stopped
from fewest.solver.slices import finish
from fewest.solver.slide.board import board_from_adjacency, board_from_grid
from tests.jump_puzzles import ENGLISH


def rectangle(rows: int, columns: int) -> SpaceTask:
    """All pieces different, in order, after one empty cell."""
    return SpaceTask("slide", board_from_grid(["." * columns] * rows)[0], (tuple(range(rows * columns)),))


def explore(task: SpaceTask, *options: Any) -> Any:
    """The work on a space."""
    return KINDS[task.kind].spaces.explore(task, *options)


def explored(task: SpaceTask, threads: int = 1) -> Space:
    """The space of a task."""
    space = finish(explore(task, Limits(), threads))
    assert isinstance(space, Space)
    return space


PUBLISHED: list[tuple[str, SpaceTask, str]] = [
    (
        "A089473",
        rectangle(3, 3),
        "1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110 23952 20224 24047 "
        "15578 14560 6274 3910 760 221 2",
    ),
    (
        "A090036",
        rectangle(2, 5),
        "1 2 3 6 11 19 30 44 68 112 176 271 411 602 851 1232 1783 2530 3567 4996 6838 9279 12463 16597 21848 28227 "
        "35682 44464 54597 65966 78433 91725 104896 116966 126335 131998 133107 128720 119332 106335 91545 75742 60119 "
        "45840 33422 23223 15140 9094 5073 2605 1224 528 225 75 20 2",
    ),
]
"""Positions of sliding boards by distance, from the On-Line Encyclopedia of Integer Sequences."""


@pytest.mark.parametrize(("source", "task", "numbers"), PUBLISHED, ids=[source for source, _, _ in PUBLISHED])
def test_published_sliding_boards(source: str, task: SpaceTask, numbers: str) -> None:
    """Depths have the published numbers of positions, and the deepest positions have the greatest depth."""
    space = explored(task)
    assert space.depths == tuple(map(int, numbers.split())), source
    deepest = list(space.deepest())
    assert len(set(deepest)) == min(20, space.depths[-1])
    assert {space.distance(position) for position in deepest} == {len(space.depths) - 1}


@pytest.mark.slow
def test_published_large_board() -> None:
    """The 3x4 board: 239,500,800 positions, 18 of them 53 moves away (A090166)."""
    space = explored(rectangle(3, 4), threads=2)
    assert space.positions == 239_500_800
    assert space.depths[:12] == (1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392)
    assert space.depths[36] == 21_841_159
    assert space.depths[-6:] == (92311, 27116, 5390, 1115, 86, 18)
    assert len(set(space.deepest())) == 18


A112737 = (
    1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927, 229614, 517854, 1022224, 1753737, 2598215, 3312423, 3626632,
    3413313, 2765623, 1930324, 1160977, 600372, 265865, 100565, 32250, 8688, 1917, 348, 50, 7, 2,
)  # fmt: skip
"""Positions of the English board by jumps from the central vacancy, up to symmetry."""


def test_published_english_board() -> None:
    """Up to 12 jumps from the central vacancy, each position up to symmetry matches at most 8.

    The dual game comes from the other end: backwards to a peg in the centre there are as many.
    """
    found = []
    board = jump_board(ENGLISH, "orthogonal")[0]
    for origin, forward in ((board.full ^ 1 << 16, True), (1 << 16, False)):
        work = explore(SpaceTask("jump", board, (origin,), forward), Limits(), 1, 900_000)
        depths: list[int] = []
        for progress in work:
            depths = list(progress.notes.get("depths", depths))
        assert tuple(depths[:4]) == (1, 4, 12, 60)
        assert len(depths) == 13
        for number, classes in zip(depths, A112737, strict=False):
            assert classes <= number <= 8 * classes
        found.append(depths)
    assert found[0] == found[1]


@pytest.mark.slow
def test_published_english_board_whole() -> None:
    """All positions from the central vacancy, up to symmetry and without (A112737)."""
    board = jump_board(ENGLISH, "orthogonal")[0]
    space = explored(SpaceTask("jump", board, (board.full ^ 1 << 16,)), 2)
    assert space.classes == A112737
    assert (sum(space.classes), space.positions, space.symmetries) == (23_475_688, 187_636_299, 8)


def identical(task: SpaceTask, threads: int) -> list[Any]:
    """Everything that is reported of a space, in order."""
    space = explored(task, threads)
    drawn = [list(space.draw(Draw(depth, 3, 5))) for depth in range(len(space.depths))]
    return [space.depths, space.classes, space.dead_ends, list(space.deepest()), drawn]


ALIKE = SpaceTask("slide", board_from_grid(["....."] * 3)[0], ((1,) * 6 + (2,) * 6 + (0,) * 3,))
HALF = SpaceTask("jump", jump_board(ENGLISH, "orthogonal")[0], (0b0_1111_0111_1011_1110_1101 << 4,))


SIGNATURE = {"ranked": "1ce2f7d3", "jump": "e096b3a3", "alike": "6b28234a"}
"""Of what :func:`identical` returns. Update it if a seed draws other positions, and give the reason in the commit."""


@pytest.mark.parametrize(("name", "task"), [("ranked", rectangle(3, 3)), ("jump", HALF), ("alike", ALIKE)])
def test_threads_change_nothing(name: str, task: SpaceTask) -> None:
    """The number of threads does not change the order of positions, and a seed draws the recorded ones."""
    found = identical(task, 1)
    assert found == identical(task, 2) == identical(task, 3)
    assert sha256(repr(found).encode()).hexdigest()[:8] == SIGNATURE[name]


def test_draws_are_uniform() -> None:
    """All positions of a depth are drawn equally often, about; a depth without positions gives none."""
    space = explored(rectangle(2, 3))
    drawn = Counter(space.draw(Draw(10, 2_300, 1)))
    assert set(drawn) == {space.nth(10, index) for index in range(23)}
    assert min(drawn.values()) > 60
    assert max(drawn.values()) < 150
    assert list(space.draw(Draw(22, 5, 1))) == []
    assert list(space.draw(Draw(None, 1, 1))) == list(space.deepest())


def test_too_many_positions() -> None:
    """A space known to need more positions or bytes than allowed is refused before the work."""
    large = finish(explore(rectangle(4, 4), Limits()))
    assert large == TooLarge("positions", 10_461_394_944_000, 500_000_000)
    tight = finish(explore(rectangle(3, 4), Limits(bytes=50_000_000)))
    assert isinstance(tight, TooLarge)
    assert (tight.limit, tight.allowed) == ("bytes", 50_000_000)
    assert 90_000_000 < tight.needed < 120_000_000


def test_unknown_numbers_of_positions() -> None:
    """A space of unknown size is explored, and stops at its limit."""
    ring = board_from_adjacency([[(cell - 1) % 40, (cell + 1) % 40] for cell in range(40)])
    task = SpaceTask("slide", ring, (tuple(range(40)),))
    assert KINDS["slide"].spaces.least_size(task) == 1
    assert KINDS["slide"].spaces.size_bound(task) > 10**40
    assert explored(task).positions == 40 * 39
    corridor = board_from_grid(["......", "......", "......", ".....", "  .  ", "  .  "])[0]
    task = SpaceTask("slide", corridor, (tuple(range(corridor.cells)),))
    assert KINDS["slide"].spaces.least_size(task) == 1
    rings = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 5), (5, 6), (6, 7), (7, 0)]  # only cell 0 connects them
    eight = board_from_adjacency([[b if a == cell else a for a, b in rings if cell in (a, b)] for cell in range(8)])
    assert KINDS["slide"].spaces.least_size(SpaceTask("slide", eight, (tuple(range(8)),))) == 1
    few = finish(KINDS["slide"].spaces.run(task, Limits(bytes=10**7)))
    assert isinstance(few, PartOfSpace)
    assert (few.limit, few.depths[:3]) == ("bytes", (1, 2, 4))
    assert finish(explore(HALF, Limits(), 1, 1000)) == Stopped("positions")
    assert finish(explore(HALF, Limits(bytes=10**5))) == Stopped("bytes")


def test_stopped_by_the_caller() -> None:
    """A stopped space returns its complete depths."""
    work = KINDS["slide"].spaces.run(rectangle(3, 3), Limits())
    for progress in work:
        if len(progress.notes.get("depths", ())) == 7:
            break
    with pytest.raises(StopIteration) as ended:
        work.throw(Stop("seconds"))
    assert ended.value.value == PartOfSpace("seconds", (1, 2, 4, 8, 16, 20, 39))
