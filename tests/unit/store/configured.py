"""A server with another setting for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from fewest.store import Store


@contextmanager
def configured(store: Store, name: str, value: object) -> Iterator[None]:
    """Have a setting of the server be another one."""
    before = store.redis.config_get(name)[name]
    store.redis.config_set(name, value)
    try:
        yield
    finally:
        store.redis.config_set(name, before)


def refusing_writes(store: Store) -> AbstractContextManager[None]:
    """Have the server refuse all writes, for lack of memory."""
    return configured(store, "maxmemory", 1)
