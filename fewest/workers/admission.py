"""What a search waits for after a worker has taken it off the queue: its kernels, and memory.

It does not hold its worker for long: it is put back behind the others, so that those that can begin do.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from math import inf

from fewest.schemas.lanes import Lane
from fewest.schemas.statuses import WaitsFor
from fewest.store import Store
from fewest.store.runs import Claim
from fewest.store.units import is_unit, owner_of
from fewest.workers.memory import MachineMemory, Short
from fewest.workers.warm import KERNELS_SECONDS, missing, needed

OVERTAKEN_SECONDS = {Lane.QUICK: 30.0, Lane.LONG: 600.0}
"""How long a search that waits for memory makes way for others. After that it moves to the long lane or, if it is
there, keeps its worker until it gets memory.
"""

HOLDING_SECONDS = {Lane.QUICK: 0.25, Lane.LONG: 1.0}
"""How long it keeps its worker before it makes way: putting it back and taking it again costs about a hundred commands.
"""

Wait = Callable[[WaitsFor], bool]
"""Waits a little. Returns False if the search must not wait any longer, for example because it was cancelled."""


class Admission:
    """Lets searches begin that a worker has taken.

    Parameters
    ----------
    lane
        The lane of the worker.
    memory
        The memory of the machine, from which searches are granted theirs.
    load
        Loads the kernels of a kind, or returns False while they are being compiled. None if all are loaded.
    """

    def __init__(
        self, store: Store, lane: Lane, memory: MachineMemory, load: Callable[[str], bool] | None = None
    ) -> None:
        self._store = store
        self._lane = lane
        self._memory = memory
        self._load = load

    def await_kernels(self, search_id: str, claim: Claim, wait: Wait) -> bool:
        """Wait while the kernels of a search are being compiled, as on a first start.

        Returns
        -------
        bool
            False to give up: this search must not wait any longer, or another waits whose kernels may be loaded.
        """
        if self._load is None:
            return True
        task, work = claim.task, claim.work
        if is_unit(search_id):  # its search has the work
            unit = self._store.searches.load(search_id)
            owner = None if unit is None else self._store.searches.load(owner_of(unit).search_id)
            if owner is None:
                return True
            task, work = owner.task, owner.work
        names = needed(task, work)
        # Loading what has just been compiled takes a second as well.
        if not set(names).isdisjoint(missing()) and not wait(WaitsFor.COMPILATION):
            return False
        looked_at = -inf
        while True:
            if time.monotonic() >= looked_at + KERNELS_SECONDS:
                # Each is asked for: that tells the compilation which are awaited.
                loaded = [self._load(name) for name in names]
                if all(loaded):
                    return True
                # Give up at the second check at the earliest: most kernels are loaded by the first.
                if looked_at > -inf and self._store.queue.depth(self._lane):
                    return False
                looked_at = time.monotonic()
            if not wait(WaitsFor.COMPILATION):
                return False

    def granted(self, claim: Claim, began: float, wait: Wait) -> AbstractContextManager[bool]:
        """Hold the memory of a search within the context; its value is False if the search is to be put back.

        Parameters
        ----------
        began
            When the search began to wait for memory, by the monotonic clock.
        """
        return self._memory.granted(claim.bytes, partial(self._await_memory, claim, began, wait), claim.client)

    def moves(self, claim: Claim, began: float) -> bool:
        """Whether a search that has waited for memory since then, and before it was taken, moves to the long lane."""
        waited = claim.short_seconds + time.monotonic() - began
        if self._lane is Lane.LONG or waited < OVERTAKEN_SECONDS[Lane.QUICK]:
            return False
        return self._store.queue.workers(Lane.LONG) > 0

    def _await_memory(self, claim: Claim, began: float, wait: Wait, short: Short) -> bool:
        """Wait a little for memory. Returns False to give up, so that another search can be taken."""
        if not wait(WaitsFor.MEMORY) or self.moves(claim, began):
            return False
        held = time.monotonic() - began
        if held < HOLDING_SECONDS[self._lane]:
            return True
        overtaken = claim.short_seconds + held >= OVERTAKEN_SECONDS[Lane.LONG]
        stays = self._lane is Lane.LONG and overtaken and short is Short.MACHINE
        return stays or not self._store.queue.depth(self._lane)
