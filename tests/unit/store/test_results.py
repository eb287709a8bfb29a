"""Results: better answers replace worse ones, and the least recently used are dropped."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from fewest.solver.listing import Listing, ListingLevel
from fewest.store import Store, StoreFull, connect, keys
from fewest.store.results import NewSolution, SolutionNumbering
from tests.ended_job import add_ended
from tests.present import present
from tests.unit.store.request import join_or_create

LISTING = Listing((ListingLevel.from_counts({b"start": 1}), ListingLevel.from_counts({b"final": 1})))


def document(solution_id: str, number: int = 0) -> bytes:
    """The document of a solution."""
    return json.dumps({"id": solution_id, "number": number}).encode()


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
def test_answer_serves_its_strength(store: Store, want: str, value: dict[str, Any], serves: list[str]) -> None:
    """A stored answer serves its own want and all weaker ones."""
    store.results.store("k", want, value, "n", None)
    assert [each for each in ("any", "one", "count", "all") if store.results.find("k", each)] == serves


def test_only_a_better_answer_replaces_another(store: Store) -> None:
    """Only a stronger answer replaces a stored one."""
    for want, digest, stands in (("count", "n", "n"), ("one", "m", "n"), ("count", "m", "n"), ("all", "m", "m")):
        store.results.store("k", want, result(count=3, from_=digest), digest, LISTING.dumps())
        answer = present(store.results.find("k", "count"))
        assert (answer.result["from_"], answer.exact_digest) == (stands, stands)
    assert answer.strength == "all"


def test_document_of_a_solution_is_never_replaced(store: Store) -> None:
    """The first solution stored under an id stays."""
    store.results.store_solution(NewSolution("p", document("p", 1), SolutionNumbering("k", (2, 0, 1))))
    store.results.store_solution(NewSolution("p", document("p", 2), SolutionNumbering("k", (1,))), admitted=True)
    assert store.results.solution("p") == document("p", 1)
    assert store.results.numbering("p") == SolutionNumbering("k", (2, 0, 1))
    assert (store.results.numbering("unknown"), store.results.solution("unknown")) == (None, None)


def test_listing_is_a_part_of_its_answer(store: Store) -> None:
    """An answer and its listing are dropped together."""
    store.results.store("a", "all", result(), "n", LISTING.dumps())
    listing = present(store.results.listing("a"))
    assert listing.dumps() == LISTING.dumps()
    assert store.redis.zcard(keys.USED) == 1
    assert store.results.listing("b") is None


@pytest.mark.parametrize(("seconds", "touched"), [(9.0, False), (11.0, True)])
def test_a_use_is_noted_every_ten_seconds(store: Store, seconds: float, touched: bool) -> None:
    """A use is recorded if the last was more than ten seconds ago, and only for stored results."""
    store.results.store("a", "one", result(), "n", None)
    store.results.store_solution(NewSolution("p", document("p"), SolutionNumbering("k", (0,))))
    before = store.now() - seconds
    for name in (keys.answer("a"), keys.solution("p")):
        store.redis.zadd(keys.USED, {name: before})
    assert store.results.find("a", "one")
    assert store.results.solution("p")
    assert store.results.find("unknown", "one") is None
    used = store.redis.zrange(keys.USED, 0, -1, withscores=True)
    assert [at > before + 1 for _, at in used] == [touched] * 2


def test_shares(server_url: str, store: Store) -> None:
    """A share is found by its id; storing it again counts as a use; a full store refuses it."""
    store.results.store_share("s", document("s", 1))
    bytes_ = int(store.redis.hget(keys.KEPT, "results"))
    store.redis.zadd(keys.USED, {keys.share("s"): 1.0})
    store.results.store_share("s", document("s", 1))
    assert store.results.share("s") == document("s", 1)
    assert store.redis.zscore(keys.USED, keys.share("s")) > 1.0
    assert int(store.redis.hget(keys.KEPT, "results")) == bytes_ > 400
    assert (store.results.share("t"), store.results.solution("s")) == (None, None)
    with pytest.raises(StoreFull):
        connect(server_url, store_bytes=100).results.store_share("t", document("t"))


def test_a_full_store_takes_the_solutions_of_searches_only(server_url: str, store: Store) -> None:
    """A full store accepts the solutions of searches, and no others."""
    full = connect(server_url, store_bytes=100)
    store.results.store("k", "one", result(), "n", None)
    full.results.store_solution(NewSolution("p", document("p", 1), SolutionNumbering("k", (0,))))
    assert store.results.solution("p") is None
    full.results.store_solution(NewSolution("p", document("p", 2), SolutionNumbering("k", (0,))), admitted=True)
    assert store.results.solution("p") == document("p", 2)
    assert add_ended(full, "a", b"{}", "", "digest") == ("a", b"{}")
    assert store.jobs.load("a") is None
    full.results.store("l", "all", result(count=2), "n", b"listing" * 15)
    assert [bool(store.results.find("l", want)) for want in ("count", "all")] == [True, False]
    assert store.results.listing("l") is None
    with pytest.raises(StoreFull):
        join_or_create(full, "a")


@pytest.mark.usefixtures("store")
def test_a_listing_that_does_not_fit_is_left_out(server_url: str) -> None:
    """A listing without room is left out, and its answer serves as a count."""
    small = connect(server_url, store_bytes=20_000)
    long = Listing(
        (ListingLevel.from_counts({Random(1).randbytes(19_500): 1}), ListingLevel.from_counts({b"final": 1}))
    )
    small.results.store("a", "all", result(count=1), "n", long.dumps())
    assert not small.memory.usage().full
    assert small.results.listing("a") is None
    assert [bool(small.results.find("a", want)) for want in ("count", "all")] == [True, False]
    small.results.store("b", "all", result(count=1), "n", LISTING.dumps())
    assert small.results.listing("b") is not None
    assert small.results.find("b", "all") is not None
