"""Results: better answers replace worse ones, and the least recently used are dropped."""

from __future__ import annotations

from typing import Any

import pytest

from store import Store, keys
from store.results import Solution


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
    store.results.keep_solution("p", "count", Solution(b"long", "1"))
    store.results.keep_solution("p", "one", Solution(b"short", "2"))
    stored = store.results.solution("p")
    assert stored is not None
    assert stored.document == b"long"


def test_answer_of_equal_grade_replaces_nothing(store: Store) -> None:
    """An answer of equal grade replaces neither the stored result nor the document and its entity tag."""
    store.results.keep("k", "one", result(length=1), "n", None)
    store.results.keep("k", "one", result(length=2), "m", None)
    answer = store.results.find("k", "one")
    assert answer is not None
    assert (answer.result["length"], answer.exact_digest) == (1, "n")
    store.results.keep_solution("p", "one", Solution(b"first", "1"))
    store.results.keep_solution("p", "one", Solution(b"second", "2"))
    assert store.results.solution("p") == Solution(b"first", "1")
    store.results.keep_solution("p", "count", Solution(b"better", "3"))
    assert store.results.solution("p") == Solution(b"better", "3")


def memory_share(store: Store, spare_bytes: int) -> float:
    """The share of its memory that the server would use with so many bytes less."""
    memory = store.redis.info("memory")
    return float((memory["used_memory"] - spare_bytes) / memory["maxmemory"])


def test_trim_drops_the_least_recently_found(store: Store) -> None:
    """Over its share of memory, the store drops the answers found least recently, and no more than it must."""
    for key in ("a", "b", "c"):
        store.results.keep(key, "one", result(text="x" * 1_000_000), "n", None)
    store.results.find("a", "one")
    assert store.results.trim() == 0
    assert store.results.trim(memory_share(store, 500_000), batch=1) == 1
    assert [key for key in "abc" if store.redis.exists(keys.answer(key))] == ["a", "c"]
    assert store.results.trim(memory_share(store, 500_000), batch=1) == 1
    assert [key for key in "abc" if store.redis.exists(keys.answer(key))] == ["a"]


def test_listing_stays_as_long_as_its_answer(store: Store) -> None:
    """Finding an answer also counts as use of its listing, which is never computed again for a stored answer."""
    store.results.keep("a", "all", result(), "n", b"listing")
    store.results.keep("b", "one", result(text="x" * 1_000_000), "n", None)
    store.results.find("a", "all")
    assert store.results.trim(memory_share(store, 500_000), batch=1) == 1
    assert store.results.listing("a") == b"listing"


def test_everything_that_lasts_can_be_trimmed(store: Store) -> None:
    """Answers, listings and solutions are all recorded as used, and only what is stored is."""
    store.results.keep("a", "all", result(), "n", b"listing")
    store.results.keep_solution("p", "one", Solution(b"long", "1"))
    assert store.results.find("unknown", "one") is None
    assert store.redis.zcard(keys.USED) == 3
    assert store.results.trim(share=0.0) == 3
    assert list(store.redis.scan_iter(keys.VERSION + "*")) == []


def test_server_without_a_limit_is_not_trimmed(store: Store) -> None:
    """Nothing is dropped if the server's memory has no limit."""
    store.results.keep("a", "one", result(), "n", None)
    most = store.redis.config_get("maxmemory")["maxmemory"]
    store.redis.config_set("maxmemory", 0)
    try:
        assert store.results.trim() == 0
    finally:
        store.redis.config_set("maxmemory", most)
    assert store.results.find("a", "one")
