"""Results: better answers replace worse ones, and the least recently used are dropped."""

from __future__ import annotations

from typing import Any

import pytest

from store import Store, StoreFull, connect, keys
from store.results import Numbering
from tests.unit.store.request import join_or_create


def result(**parts: Any) -> dict[str, Any]:
    """A result of a small puzzle."""
    return {"status": "solved", "optimal": True} | parts


@pytest.mark.parametrize(
    ("want", "value", "serves"),
    [
        ("one", result(), ["any", "one"]),
        ("count", result(count=3), ["any", "one", "count"]),
        ("all", result(count=3), ["any", "one", "count", "all"]),
        ("any", result(optimal=False), ["any"]),
        ("any", result(), ["any", "one"]),
        ("one", result(status="unsolvable", optimal=False), ["any", "one", "count", "all"]),
    ],
)
def test_answer_serves_its_grade(store: Store, want: str, value: dict[str, Any], serves: list[str]) -> None:
    """A stored answer serves its own want and all of lower grade."""
    store.results.keep("k", want, value, "n", None)
    assert [each for each in ("any", "one", "count", "all") if store.results.find("k", each)] == serves


def test_worse_answer_does_not_replace_a_better_one(store: Store) -> None:
    """A stored count stays when one solution is found later."""
    store.results.keep("k", "count", result(count=3), "n", None)
    store.results.keep("k", "one", result(), "m", None)
    answer = store.results.find("k", "count")
    assert answer is not None
    assert (answer.result["count"], answer.exact_digest, answer.grade) == (3, "n", "count")


def test_answer_of_equal_grade_replaces_nothing(store: Store) -> None:
    """An answer of equal grade does not replace the stored result."""
    store.results.keep("k", "one", result(length=1), "n", None)
    store.results.keep("k", "one", result(length=2), "m", None)
    answer = store.results.find("k", "one")
    assert answer is not None
    assert (answer.result["length"], answer.exact_digest) == (1, "n")


def test_document_of_a_solution_is_never_replaced(store: Store) -> None:
    """The first document stored under an id stays."""
    store.results.keep_solution("p", b"first", Numbering("k", (0,)))
    store.results.keep_solution("p", b"second", Numbering("k", (1,)), admitted=True)
    assert store.results.solution("p") == b"first"
    assert store.results.numbering("p") == Numbering("k", (0,))


def test_listing_is_a_part_of_its_answer(store: Store) -> None:
    """Answer and listing are dropped together: no answer promises a listing that is gone."""
    store.results.keep("a", "all", result(), "n", b"listing")
    assert store.results.listing("a") == b"listing"
    assert store.redis.zcard(keys.USED) == 1
    assert store.results.listing("b") is None


def test_reading_counts_as_use_now_and_then(store: Store) -> None:
    """A result read is the last to be dropped, and reading it again at once writes nothing."""
    store.results.keep("a", "one", result(), "n", None)
    store.results.keep_solution("p", b"long", Numbering("k", (0,)))
    names = [keys.answer("a"), keys.solution("p")]
    for name in names:
        store.redis.zadd(keys.USED, {name: 1.0})
    store.results.find("a", "one")
    store.results.solution("p")
    used = [store.redis.zscore(keys.USED, name) for name in names]
    assert min(used) > 1.0
    store.results.find("a", "one")
    store.results.solution("p")
    assert [store.redis.zscore(keys.USED, name) for name in names] == used
    assert store.results.find("unknown", "one") is None
    assert store.redis.zcard(keys.USED) == 2


def test_a_solution_knows_its_answer(store: Store) -> None:
    """With a solution is stored under which key its answer is, and in which numbering."""
    store.results.keep_solution("p", b"document", Numbering("k", (2, 0, 1)))
    assert store.results.numbering("p") == Numbering("k", (2, 0, 1))
    assert store.results.numbering("unknown") is None
    assert store.results.solution("unknown") is None


def test_a_full_store_takes_the_solutions_of_searches_only(server_url: str, store: Store) -> None:
    """While the store is full, solutions of known answers are not stored, those of searches are."""
    full = connect(server_url, memory_bytes=100)
    store.results.keep("k", "one", result(), "n", None)
    full.results.keep_solution("p", b"known", Numbering("k", (0,)))
    assert store.results.solution("p") is None
    full.results.keep_solution("p", b"found", Numbering("k", (0,)), admitted=True)
    assert store.results.solution("p") == b"found"
    assert full.jobs.add_ended("a", b"end", "", "digest") == ("a", b"end")
    assert store.jobs.load("a") is None
    full.results.keep("l", "all", result(count=2), "n", b"listing" * 15)
    assert [bool(store.results.find("l", want)) for want in ("count", "all")] == [True, False]
    assert store.results.listing("l") is None
    with pytest.raises(StoreFull):
        join_or_create(full, "a")
