"""The layout of the keys, ``keys.VERSION``. This version reads data of one layout and refuses all others."""

from __future__ import annotations

from typing import Any

from fewest.store import keys

NUMBERS = [number for number in range(1, 100) if f"{keys.PREFIX}{number}:" != keys.VERSION]
NOUNS = ("access", "clients", "ended", "kept", "used")
"""Every store that was ever used has some of these keys."""


def other_layout(redis: Any) -> str:
    """A sentence that says what to do if there are data of another layout; empty if there are none."""
    with redis.pipeline(transaction=False) as pipe:
        for number in NUMBERS:
            # The keys of clients are the same in all layouts and say nothing.
            names = {f"{keys.PREFIX}{number}:{noun}" for noun in NOUNS} - {keys.CLIENTS, keys.ACCESS}
            pipe.exists(*names)
        found = [number for number, there in zip(NUMBERS, pipe.execute(), strict=True) if there]
    if not found:
        return ""
    return (
        f"it holds data of layout {found[-1]}, and this version reads those of layout "
        f"{keys.VERSION.removeprefix(keys.PREFIX).rstrip(':')}: start the version that wrote them, or this one with "
        "another folder (`fewest up --data FOLDER`) or another Redis (REDIS_URL); see Upgrade in docs/08-operating.md"
    )
