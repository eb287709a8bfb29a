"""How much memory this process may take."""

from __future__ import annotations

import resource
from pathlib import Path

STATM = Path("/proc/self/statm")


def limit_growth(max_bytes: int) -> None:
    """Limit the address space of this process to its present size plus some bytes; beyond it, MemoryError is raised.

    Sets no limit on systems that, unlike Linux, do not report the size.
    """
    # Only Linux has this file; elsewhere there would be nothing to add the limit to.
    if not STATM.exists():
        return
    pages = int(STATM.read_text(encoding="ascii").split()[0])
    # Beside what is taken now: that depends on the machine, since libraries reserve addresses for each core.
    most = pages * resource.getpagesize() + max_bytes
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
