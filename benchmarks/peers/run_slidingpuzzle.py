"""Run A* of the package slidingpuzzle on a board in rows, and print the answer as one line of JSON.

    python run_slidingpuzzle.py < {"rows": [[…], …], "seconds": …}

Seconds are processor time. The goal is its own: the pieces in order, the last cell empty. Nodes are positions expanded.
"""

import json
import signal
import sys
import time

import slidingpuzzle

given = json.load(sys.stdin)
board = slidingpuzzle.from_rows(*given["rows"])


def stop(*_: object) -> None:
    """End the search."""
    raise TimeoutError


signal.signal(signal.SIGPROF, stop)
signal.setitimer(signal.ITIMER_PROF, given["seconds"])
began, processor = time.perf_counter(), time.process_time()
nodes = None
try:
    found = slidingpuzzle.search(board, "a*")
    answer, nodes = {"status": "solved", "length": len(found.solution)}, found.expanded
except MemoryError:
    answer = {"status": "stopped", "limit": "bytes"}
except TimeoutError:
    answer = {"status": "stopped", "limit": "seconds"}
signal.setitimer(signal.ITIMER_PROF, 0)
used = {"seconds": time.perf_counter() - began, "processor_seconds": time.process_time() - processor}
print(json.dumps({"answers": [answer], "nodes": nodes} | used))
