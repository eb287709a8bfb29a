"""Questions about hard graphs, for a child process that can be interrupted and killed.

igraph holds the interpreter's lock while it works and can be interrupted in the main thread only. A server with
several threads therefore asks a child process, which sets itself a timer. The child works at low priority and in
bounded memory, and exits when its parent does, because its input ends then.

A request is a header (question, seconds, number of vertices, places and edges), the colours and the ends of the edges,
32 bits each. An answer is a byte (``a`` answered, ``d`` deadline passed, ``m`` out of memory), the length of what
follows, and that.
"""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from array import array
from itertools import chain
from pathlib import Path

from fewest.solver.address_space import limit_growth
from fewest.solver.errors import DeadlineError
from fewest.solver.graphs import DEADLINE_SECONDS, ColouredGraph
from fewest.solver.interrupt import deadline

ORDER, COUNT = b"o", b"c"
REQUEST = struct.Struct("<cdIII")
ANSWER = struct.Struct("<cI")
READY = b"r"
ANSWERED = b"a"
LATE = b"d"
FULL = b"m"

GRACE_SECONDS = 0.2
"""A child that answers this much later than its deadline is killed."""

ENOUGH = 0.8
"""A graph counts as too hard only if it has had this share of the full time."""

MAX_WAITING = 2
"""Most questions that wait for the child or are being answered; others get no answer."""

MEMORY_BYTES = 500_000_000
"""Address space that the child may take beyond that of its imports, which depends on the machine: with sixteen cores,
NumPy alone takes more than this."""

NICENESS = 5
"""Priority of the child: other requests go first."""


class BusyError(DeadlineError):
    """The process had no time for a question."""


class GraphProcess:
    """A child process that answers questions about graphs, one at a time; started when it is first needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._ready = False
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(MAX_WAITING)

    def canonical_order(self, graph: ColouredGraph, seconds: float = DEADLINE_SECONDS) -> list[int]:
        """The same as the graph's method, within ``seconds``, however many threads call it.

        Raises
        ------
        BusyError
            If the process is busy with other graphs, or not ready yet.
        DeadlineError
            If the graph is too hard.
        """
        order = array("I")
        order.frombytes(self._ask(ORDER, graph, seconds))
        return order.tolist()

    def automorphism_count(self, graph: ColouredGraph, seconds: float = DEADLINE_SECONDS) -> int:
        """The same as the graph's method, like :meth:`canonical_order`."""
        return int(self._ask(COUNT, graph, seconds))

    def close(self) -> None:
        """End the process."""
        if self._socket is not None:
            self._socket.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = self._socket = None

    def _ask(self, question: bytes, graph: ColouredGraph, seconds: float) -> bytes:
        until = time.monotonic() + seconds
        # Not blocking: with more questions than that, threads of the server would wait for answers that come too late.
        if seconds <= 0 or not self._places.acquire(blocking=False):
            raise BusyError("too many questions are waiting")
        try:
            if not self._lock.acquire(timeout=seconds):
                raise BusyError("another question takes all the time")
            try:
                return self._exchange(question, graph, until, seconds)
            finally:
                self._lock.release()
        finally:
            self._places.release()

    def _exchange(self, question: bytes, graph: ColouredGraph, until: float, seconds: float) -> bytes:
        """Send a question and read the answer."""
        channel = self._connect(until)
        # Starting the child, or waiting for the lock, may have taken most of the time: a deadline cut short is no
        # verdict on the graph.
        left = until - time.monotonic()
        if left < seconds / 2:
            raise BusyError("too little time is left")
        sizes = len(graph.colours), graph.places, len(graph.edges)
        body = array("I", chain(graph.colours, chain.from_iterable(graph.edges))).tobytes()
        try:
            channel.settimeout(left + GRACE_SECONDS)
            channel.sendall(REQUEST.pack(question, left, *sizes) + body)
            outcome, length = ANSWER.unpack(_read(channel, ANSWER.size))
            answer = _read(channel, length)
        # After half an answer, the next one would be read out of step: only a new child helps.
        except (OSError, EOFError):
            self.close()
            raise BusyError("the process did not answer and was killed") from None
        # A graph that is too hard is remembered as such, so it must have had its full time.
        if outcome == LATE and left < ENOUGH * DEADLINE_SECONDS:
            raise BusyError(f"not done in the {left:.3f} s that were left")
        if outcome == LATE:
            raise DeadlineError(f"not done after {left:.3f} s")
        if outcome == FULL:
            raise DeadlineError(f"not done with {MEMORY_BYTES} bytes of memory")
        return answer

    def _connect(self, until: float) -> socket.socket:
        """The connection to the child, which is started if necessary; raises if it is not ready in time."""
        if self._socket is None or self._process is None or self._process.poll() is not None:
            self.close()
            self._socket, end = socket.socketpair()
            # ``-P``: the current folder, which may be anyone's, is not searched for modules.
            command = [sys.executable, "-P", "-m", "fewest.solver.graph_process"]
            with end:
                self._process = subprocess.Popen(
                    command, stdin=end.fileno(), stdout=subprocess.DEVNULL, env=os.environ | {"PYTHONPATH": _path()}
                )
            # The child imports igraph first, and says when it is ready; until then no question waits for it.
            self._ready = False
        if not self._ready:
            try:
                self._socket.settimeout(max(0.001, until - time.monotonic()))
                self._ready = _read(self._socket, 1) == READY
            except TimeoutError:
                raise BusyError("the process is starting") from None
            except (OSError, EOFError):
                self.close()
                raise BusyError("the process could not be started") from None
        return self._socket


def _path() -> str:
    """The module search path of the child: that of this process, without the current folder."""
    try:
        here = os.getcwd()
    except FileNotFoundError:  # it was deleted
        here = ""
    folders = [folder for folder in sys.path if folder and os.path.realpath(folder) != here]
    return os.pathsep.join([*folders, str(Path(__file__).parents[2])])


def _read(channel: socket.socket, size: int) -> bytes:
    """Read exactly so many bytes."""
    read = bytearray()
    while len(read) < size:
        piece = channel.recv(size - len(read))
        if not piece:
            raise EOFError
        read += piece
    return bytes(read)


def main() -> None:
    """Answer questions until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the parent, and that ends this process
    os.nice(NICENESS)
    limit_growth(MEMORY_BYTES)
    # A copy, so that closing the socket does not close standard input under the interpreter.
    with socket.socket(fileno=os.dup(0)) as channel:
        channel.sendall(READY)
        try:
            while True:
                channel.sendall(_answer(channel))
        except (EOFError, OSError):
            return


def _answer(channel: socket.socket) -> bytes:
    question, seconds, vertices, places, edges = REQUEST.unpack(_read(channel, REQUEST.size))
    numbers = array("I")
    # The items of the array have the size that this platform gives them; parent and child are on one machine.
    numbers.frombytes(_read(channel, numbers.itemsize * (vertices + 2 * edges)))
    ends = iter(numbers[vertices:])
    try:
        graph = ColouredGraph(list(zip(ends, ends, strict=True)), numbers[:vertices].tolist(), places)
        with deadline(seconds):
            answer = array("I", graph.ask_order()).tobytes() if question == ORDER else str(graph.ask_count()).encode()
    except DeadlineError:
        return ANSWER.pack(LATE, 0)
    except MemoryError:
        return ANSWER.pack(FULL, 0)
    return ANSWER.pack(ANSWERED, len(answer)) + answer


if __name__ == "__main__":
    main()
