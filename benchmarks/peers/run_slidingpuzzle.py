"""Run A* of the package slidingpuzzle on a board in rows, and print the answer as one line of JSON.

    python run_slidingpuzzle.py < {"rows": [[…], …]}

The goal is its own: the pieces in order, the last cell empty. Nodes are positions expanded.
"""

import json
import sys
import time

import slidingpuzzle

board = slidingpuzzle.from_rows(*json.load(sys.stdin)["rows"])
began, processor = time.perf_counter(), time.process_time()
answer, nodes = {"status": "stopped", "limit": "bytes"}, None
try:
    found = slidingpuzzle.search(board, "a*")
    answer, nodes = {"status": "solved", "length": len(found.solution)}, found.expanded
except MemoryError:
    pass
used = {"seconds": time.perf_counter() - began, "processor_seconds": time.process_time() - processor}
print(json.dumps({"answers": [answer], "nodes": nodes} | used))
