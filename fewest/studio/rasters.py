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
from fewest.solver.errors import Message
from fewest.studio.drawing.raster import RasterError

PLACES = 2
"""Pictures that one process makes at once; half of them for one client."""

CACHE_BYTES = 16_000_000
"""Size of the cache of pictures."""

PATIENCE_SECONDS = 10.0
"""How long a request waits for its picture. After that it gets 503, and the picture is finished and cached for the next
request."""

log = logging.getLogger("fewest.service")


class Drawing:
    """A picture being made.

    Attributes
    ----------
    done
        Set once the picture, or the reason for its failure, is known.
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
        Called for every request that got no slot in time.
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
        """The picture of that name, made if it is not cached.

        Raises
        ------
        Problem
            If no slot was free in time, if the picture is still being made, or if it takes too much time or memory.
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
        """Make a picture in a thread and a slot, unless it is being made already."""
        # The place first, outside the lock: waiting for one must not hold up other pictures.
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
            # The copied context has a `g` of its own; the slots below count for the client that asked.
            g.client = client
            try:
                drawing.picture = self._kept.get_or_make(name, make)
            except Exception as error:  # passed on to the requests that wait
                drawing.failure = error.with_traceback(None)
                log.warning("no picture: %s", error)
            # In this order: whoever sees the end finds the name and the place free again.
            with self._lock:
                del self._drawings[name]
            place.close()
            drawing.done.set()

        # A daemon: a picture that nobody waits for does not keep the process alive.
        threading.Thread(target=draw, daemon=True).start()
        return drawing
