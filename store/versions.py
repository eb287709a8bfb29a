"""Data of other versions: what an upgrade or a rollback of the keys' version carries over.

The API keys are under names that do not change with ``keys.VERSION``, so versions from 2 on share them. Those of a
version that had them under its own names are taken over before a service without keys counts as open. Answers and
solutions of another version are copied if this one understands them; its own entries stay as they are, for a rollback.
"""

from __future__ import annotations

import logging
from typing import Any

from solver.version import ANSWERS
from store import keys
from store.damage import PARSE_ERRORS
from store.results import parse_answer, parse_solution

NUMBERS = [number for number in range(99, 0, -1) if f"{keys.PREFIX}{number}:" != keys.VERSION]
"""Numbers of other versions, the newest first."""

STEP = 500
"""Entries looked at in one round trip."""

log = logging.getLogger("fewest.store")


class Versions:
    """What other versions have stored in Redis."""

    def __init__(self, redis: Any, full_at: int) -> None:
        self._redis = redis
        self._full_at = full_at

    def adopt_clients(self) -> bool:
        """Take over the API keys of another version if there has never been one here. Returns whether there has now.

        A service whose keys are not found would be open to everyone.
        """
        prefixes = [f"{keys.PREFIX}{number}:" for number in NUMBERS]
        found = self._redis.run_script(
            "adopt_clients",
            clients=keys.CLIENTS,
            access=keys.ACCESS,
            secrets=keys.WEBHOOK_SECRETS,
            prefixes=prefixes,
        )
        if found:
            log.warning("the API keys under %s are valid here", found.decode())
        return found is not None

    def carry_over(self) -> int:
        """Copy the answers and solutions of other versions, as long as there is room. Returns how many were copied.

        It can be repeated, and done by several processes at once: what is there stays.
        """
        copied = 0
        for number in NUMBERS:
            prefix = f"{keys.PREFIX}{number}:"
            used = prefix + keys.USED.removeprefix(keys.VERSION)
            first = 0
            while names := self._redis.zrange(used, first, first + STEP - 1):
                first += STEP
                copied += sum(self._take(prefix, keys.decoded(name)) for name in names)
        if copied:
            log.info("copied %d answers, solutions and shares of other versions", copied)
        return copied

    def _take(self, prefix: str, name: str) -> int:
        rest = name.removeprefix(prefix)
        try:
            if rest.startswith(f"answer:{ANSWERS}:"):
                parse_answer(self._redis.hmget(name, "grade", "result", "exact_digest"))
            elif rest.startswith("solution:"):
                parse_solution(rest.removeprefix("solution:"), self._redis.hget(name, "document"))
            elif rest.startswith("share:"):
                parse_solution(rest.removeprefix("share:"), self._redis.hget(name, "document"))
            else:
                return 0
        except PARSE_ERRORS:
            return 0  # this version does not understand it
        target = keys.VERSION + rest
        return int(self._redis.run_script("copy_result", source=name, target=target, max_bytes=self._full_at))
