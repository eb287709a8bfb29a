"""Works in steps: they share round trips, and an error of one is raised in it alone."""

from __future__ import annotations

from fewest.store import DamagedKey, Store, StoreFull, keys
from fewest.store.steps import Steps, call


def test_works_share_their_round_trips(store: Store) -> None:
    """The first calls of all works are one message, then the second ones; each work gets its own replies."""

    def strengths(*names: str) -> Steps[list[bytes | None]]:
        found: list[bytes | None] = []
        for name in names:
            found += yield from call("read_result", name=keys.answer(name), fields=["strength"])
        return found

    for name in "ab":
        store.results.store(name, "one", {"status": "solved", "optimal": True}, "", None)
    store.do(strengths("a"))  # the server has the script from now on
    before = store.redis.info("stats")["total_reads_processed"]
    assert store.do_all([strengths("a", "none"), strengths("b"), strengths()]) == [[b"1", None], [b"1"], []]
    # The question itself is one message as well.
    assert store.redis.info("stats")["total_reads_processed"] - before == 3
    assert store.do_all([]) == []


def test_an_error_concerns_one_work(store: Store) -> None:
    """The error of a call is raised where it was yielded, with the key if that is damaged; the others go on."""

    def refused(name: str) -> Steps[str]:
        try:
            yield from call("store_share", name=keys.share(name), max_bytes=10**9 * (name != "full"), document=b"{}")
            yield from call("read_result", name=keys.share(name), fields=["document"])
        except StoreFull:
            return "full"
        except DamagedKey as error:
            return error.key
        return "stored"

    store.redis.set(keys.share("damaged"), "")
    for together in (True, False):
        works = [refused(name) for name in ("good", "full", "damaged")]
        found = store.do_all(works) if together else [store.do(work) for work in works]
        assert found == ["stored", "full", keys.share("damaged")]
