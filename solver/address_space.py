"""How much memory this process may take."""

from __future__ import annotations

import resource
from pathlib import Path

STATM = Path("/proc/self/statm")


def limit_growth(max_bytes: int) -> None:
    """Limit this process's address space to its present size and so many bytes more; exceeding it raises MemoryError.

    Sets no limit where the system does not tell the size, as Linux does.
    """
    if not STATM.exists():
        return
    pages = int(STATM.read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + max_bytes
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
