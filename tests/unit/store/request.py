"""A small request, for tests of searches."""

from __future__ import annotations

from fewest.store import Store


def join_or_create(
    store: Store, job_id: str, request_key: str = "f", webhook: str = "", client: str = ""
) -> tuple[str, bool]:
    """Join or create a search for a small request, and register a webhook for its job, if one is given."""
    joining = store.searches.join_or_create(
        job_id,
        task="solve",
        work={},
        want="one",
        limits={"seconds": 60},
        key="k",
        request_key=request_key,
        exact_digest="n",
        request_id="r",
        webhook=webhook,
        client=client,
    )
    return store.do(joining)


def started(store: Store, job_id: str = "a", request_key: str = "f") -> tuple[str, int]:
    """Create a search and start it: its id, and the number of its run."""
    search_id, _ = join_or_create(store, job_id, request_key)
    return search_id, start_run(store, search_id)


def start_run(store: Store, search_id: str, last_run: int | None = None) -> int:
    """Begin a run; returns its number, 0 if it must not begin."""
    search = store.runs.begin(search_id, last_run)
    return 0 if search is None else search.run
