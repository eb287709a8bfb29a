"""Run a command with limits, and print after its output, on a line, what it used.

    python limited.py SECONDS BYTES COMMAND …

The line is JSON: ``exit`` is the exit code, null if it was killed because its time was over; ``seconds``,
``processor_seconds``; ``peak_bytes`` is the largest resident memory of one of its processes. The memory is that of a
process's addresses, not limited if BYTES is 0. A process of its own, and small: Linux counts the memory of whoever
starts a command as used by the command.
"""

import contextlib
import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36

seconds, most_bytes, command = float(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
# What processes of the command leave behind comes to this one, so that its use is counted.
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
if most_bytes:
    resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
began = time.perf_counter()
run = subprocess.Popen(command, start_new_session=True)
try:
    code = run.wait(seconds)
except subprocess.TimeoutExpired:
    code = None
passed = time.perf_counter() - began
with contextlib.suppress(ProcessLookupError):
    os.killpg(run.pid, signal.SIGKILL)
with contextlib.suppress(ChildProcessError):
    while True:
        os.wait()
used = resource.getrusage(resource.RUSAGE_CHILDREN)
sys.stdout.flush()
print(
    json.dumps(
        {
            "exit": code,
            "seconds": passed,
            "processor_seconds": used.ru_utime + used.ru_stime,
            "peak_bytes": used.ru_maxrss * 1024,
        }
    )
)
