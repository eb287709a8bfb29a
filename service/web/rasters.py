"""Pictures as pixels for requests: made a few at a time, and kept in memory."""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable
from contextlib import ExitStack

from flask import copy_current_request_context, g

from fewest.service.http.computing import Computing
from fewest.service.http.problems import Problem
from fewest.service.http.response_cache import ResponseCache
from fewest.service.web.drawing.raster import RasterError
from fewest.solver.errors import Message

PLACES = 2
"""Pictures that one process has made at once; of one client, half as many."""

CACHE_BYTES = 16_000_000
"""Memory of the pictures that are remembered."""

PATIENCE_SECONDS = 10.0
"""How long a request waits for its picture. Then it is told to come back: the picture is drawn on, and kept."""

log = logging.getLogger("fewest.service")


class Drawing:
    """A picture that is being made.

    Attributes
    ----------
    done
        Set once there is a picture, or the reason why there is none.
    """

    def __init__(self) -> None:
        self.done = threading.Event()
        self.picture = b""
        self.failure: Exception | None = None


class Rasters:
    """The pictures of one web process.

    Their places are not those of requests that compute: the work is another process's, and takes longer. What is drawn
    for it in this process is computed in one of those, too.

    Parameters
    ----------
    count_refusal
        Called for every request that found no place in time.
    patience_seconds
        How long a request waits for its picture.
    """

    def __init__(self, count_refusal: Callable[[], object] = int, patience_seconds: float = PATIENCE_SECONDS) -> None:
        self._places = Computing(PLACES, count_refusal)
        self._patience_seconds = patience_seconds
        self._kept: ResponseCache[bytes] = ResponseCache(CACHE_BYTES, math.inf, len)
        self._lock = threading.Lock()
        self._drawings: dict[str, Drawing] = {}

    def get(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The picture of that name, made if it is not remembered.

        Raises
        ------
        Problem
            If there was no place in time, if it is still being made, or if it takes too much time or memory.
        """
        found = self._kept.get(name)
        if found is not None:
            return found
        drawing = self._drawings.get(name) or self._begin(name, make)
        if not drawing.done.wait(self._patience_seconds):
            raise Problem("busy", Message("The picture is being drawn. Request it again."), {"Retry-After": "5"})
        if isinstance(drawing.failure, RasterError):
            raise Problem("busy", Message("The picture could not be drawn."), {"Retry-After": "60"})
        if drawing.failure is not None:
            raise drawing.failure
        return drawing.picture

    def _begin(self, name: str, make: Callable[[], bytes]) -> Drawing:
        """Have a thread make a picture, in one of the places, unless one does already."""
        place = ExitStack()
        place.enter_context(self._places.slot())
        with self._lock:
            drawing = self._drawings.get(name)
            if drawing is not None:
                place.close()
                return drawing
            drawing = self._drawings[name] = Drawing()
        client = g.get("client", "")

        @copy_current_request_context
        def draw() -> None:
            g.client = client
            try:
                drawing.picture = self._kept.get_or_make(name, make)
            except Exception as error:  # passed on to the requests that wait
                drawing.failure = error.with_traceback(None)
                log.warning("no picture: %s", error)
            with self._lock:
                del self._drawings[name]
            place.close()
            drawing.done.set()

        threading.Thread(target=draw, daemon=True).start()
        return drawing
