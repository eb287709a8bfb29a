"""A small request, for tests of searches."""

from __future__ import annotations

from fewest.store import Store


def join_or_create(
    store: Store, job_id: str, flight: str = "f", webhook: str = "", client: str = ""
) -> tuple[str, bool]:
    """Join or create a search for a small request, and register a webhook for its job, if one is given."""
    return store.searches.join_or_create(
        job_id,
        puzzle={},
        want="one",
        limits={"seconds": 60},
        key="k",
        flight=flight,
        exact_digest="n",
        request_id="r",
        webhook=webhook,
        client=client,
    )


def started(store: Store, job_id: str = "a", flight: str = "f") -> tuple[str, int]:
    """Create a search and start it: its id, and the number of its run."""
    search_id, _ = join_or_create(store, job_id, flight)
    return search_id, store.searches.start(search_id)
