"""Run Fast Downward on a planning task and print the answer as one line of JSON.

    python run_planner.py DRIVER SEARCH SECONDS < {"domain": …, "problem": …}

Seconds are processor time. Runs alone, without the packages of this project: what it imports would count as memory of
the planner.
"""

import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

OUT_OF_MEMORY = (20, 22)
OUT_OF_TIME = (21, 23, 24)
"""Exit codes of translator and search; see https://www.fast-downward.org/ExitCodes."""
UNSOLVABLE = (10, 11)

driver, search, seconds = sys.argv[1:]
task = json.load(sys.stdin)
with tempfile.TemporaryDirectory() as folder:
    for name in ("domain", "problem"):
        Path(folder, f"{name}.pddl").write_text(task[name])
    began = time.perf_counter()
    run = subprocess.run(
        [
            sys.executable,
            driver,
            "--overall-time-limit",
            f"{seconds}s",
            "domain.pddl",
            "problem.pddl",
            "--search",
            search,
        ],
        # It writes its translation into the current folder.
        cwd=folder,
        capture_output=True,
        text=True,
    )
    passed = time.perf_counter() - began
cost, nodes = re.search(r"Plan cost: (\d+)", run.stdout), re.search(r"Expanded (\d+) state", run.stdout)
if cost:
    answer = {"status": "solved", "length": int(cost[1])}
elif run.returncode in UNSOLVABLE:
    answer = {"status": "unsolvable"}
elif run.returncode in OUT_OF_MEMORY or "MemoryError" in run.stderr:
    answer = {"status": "stopped", "limit": "bytes"}
elif run.returncode in OUT_OF_TIME:
    answer = {"status": "stopped", "limit": "seconds"}
else:
    sys.exit(f"exit code {run.returncode}: {run.stderr[-500:]}")
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(
    json.dumps(
        {
            "answers": [answer],
            "nodes": int(nodes[1]) if nodes else None,
            "seconds": passed,
            "processor_seconds": used.ru_utime + used.ru_stime,
        }
    )
)
