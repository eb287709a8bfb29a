"""The answers of tasks: looked up, stored, and none that is damaged."""

from __future__ import annotations

from fewest.design.answers import OwnAnswers, form_of
from fewest.notation.puzzle import load_puzzle
from fewest.solver.model import Limits, Want
from fewest.solver.slices import Run, finish
from fewest.store import Store, keys
from fewest.workers.designing import StoredAnswers
from tests.jump_puzzles import single
from tests.present import present
from tests.unit.workers.searches import ROW

PUZZLE = load_puzzle(ROW).puzzle
KEY = form_of(PUZZLE).key


def answers(store: Store) -> StoredAnswers:
    """Answers of a store."""
    return StoredAnswers(store.results, OwnAnswers(Limits()))


def test_what_one_task_has_found_is_known_to_the_next(store: Store) -> None:
    """An answer is searched for once; one without the number of solutions does not serve a request for that."""
    first = finish(answers(store).solve(PUZZLE, Want.ONE))
    known = Run(answers(store).solve(PUZZLE, Want.ONE))
    assert list(known) == []
    assert (known.value.solution, known.value.optimal) == (first.solution, True)
    assert store.results.find(KEY, "count") is None
    counted = finish(answers(store).solve(PUZZLE, Want.COUNT))
    assert counted.count is not None
    stored = present(store.results.find(KEY, "count"))
    assert stored.result["count"] == counted.count


def test_a_damaged_answer_is_searched_for_again(store: Store) -> None:
    """An answer whose solution does not hold is dropped, and another takes its place."""
    finish(answers(store).solve(PUZZLE, Want.ONE))
    sound = store.redis.hget(keys.answer(KEY), "result")
    store.redis.hset(keys.answer(KEY), "result", sound.replace(b'"moves": [[', b'"moves": [[63, '))
    finish(answers(store).solve(PUZZLE, Want.ONE))
    assert store.results.find(KEY, "one") is not None
    assert b"63" not in store.redis.hget(keys.answer(KEY), "result")


def test_a_listing_leaves_its_number(store: Store) -> None:
    """A task's listing is not stored, but its number of solutions is."""
    result = finish(answers(store).solve(PUZZLE, Want.ALL))
    assert result.listing is not None
    stored = present(store.results.find(KEY, "count"))
    assert stored.result["count"] == result.count
    assert store.results.find(KEY, "all") is None


def test_memory_leaves_no_answer(store: Store) -> None:
    """The result of a search that ran out of memory is not stored."""
    puzzle = single((".", "..", "...", "....", "....."), "triangular", 3, 3)
    few = StoredAnswers(store.results, OwnAnswers(Limits(bytes=1)))
    assert finish(few.solve(puzzle, Want.COUNT)).limit == "bytes"
    assert store.results.find(form_of(puzzle).key, "any") is None
