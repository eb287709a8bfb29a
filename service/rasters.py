"""Pictures as pixels for requests: made a few at a time, and kept in memory."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable

from service.drawing.raster import RasterError
from service.http.computing import Computing
from service.http.problems import Problem
from service.http.response_cache import ResponseCache
from solver.errors import Message

PLACES = 2
"""Pictures that one process has made at once; of one client, half as many."""

CACHE_BYTES = 16_000_000
"""Memory of the pictures that are remembered."""

log = logging.getLogger("fewest.service")


class Rasters:
    """The pictures of one web process.

    Their places are not those of requests that compute: the work is another process's, and takes longer. What is drawn
    for it in this process is computed in one of those, too.

    Parameters
    ----------
    count_refusal
        Called for every request that found no place in time.
    """

    def __init__(self, count_refusal: Callable[[], object] = int) -> None:
        self._places = Computing(PLACES, count_refusal)
        self._kept: ResponseCache[bytes] = ResponseCache(CACHE_BYTES, math.inf, len)

    def get(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The picture of that name, made if it is not remembered.

        Raises
        ------
        Problem
            If there was no place in time, or it takes too much time or memory.
        """
        found = self._kept.get(name)
        if found is not None:
            return found
        with self._places.slot():
            found = self._kept.get(name)
            if found is None:
                try:
                    found = make()
                except RasterError as error:
                    log.warning("no picture: %s", error)
                    raise Problem("busy", Message("The picture could not be drawn."), {"Retry-After": "60"}) from None
                self._kept.put(name, found)
        return found
