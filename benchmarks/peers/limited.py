"""Run a command with limits, and print after its output, on a line, what it used.

    python limited.py SECONDS PROCESSOR_SECONDS BYTES COMMAND …

The line is JSON: ``exit`` is the exit code, null if it was killed after SECONDS by the clock, negative if it was killed
by a signal; ``seconds``, ``processor_seconds``; ``peak_bytes`` is the largest resident memory of one of its processes.
PROCESSOR_SECONDS and BYTES, of addresses, are limits for each of its processes; 0 bytes are no limit. This is a process
of its own, and small: Linux counts the memory of whoever starts a command as used by the command.
"""

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import time

seconds, processor_seconds, max_bytes, command = float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
if max_bytes:
    resource.setrlimit(resource.RLIMIT_AS, (max_bytes, max_bytes))
# The second number kills a program that ignores the signal of the first.
resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds + 5))
began = time.perf_counter()
run = subprocess.Popen(command, start_new_session=True)
try:
    code = run.wait(seconds)
except subprocess.TimeoutExpired:
    code = None
passed = time.perf_counter() - began
with contextlib.suppress(ProcessLookupError):
    # Also what the command has started and left.
    os.killpg(run.pid, signal.SIGKILL)
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
