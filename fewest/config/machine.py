"""The memory of the machine that this process and its children may use."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from fewest.config.settings import Settings

SHARE = 0.8
"""Share of the memory that searches may take. The rest is for the service, Redis, and the system."""

CGROUPS = Path("/sys/fs/cgroup")
MEMBERSHIP = Path("/proc/self/cgroup")


def machine_bytes(given: int) -> int:
    """Bytes that running searches may take together: ``given``, or a share of the machine's memory if that is 0."""
    return given or int(SHARE * _total_bytes())


def memory_warnings(settings: Settings, server_bytes: int = 0) -> list[str]:
    """A warning for each budget that exceeds this machine's memory.

    Parameters
    ----------
    server_bytes
        Memory that a Redis server on this machine may take, besides the searches.
    """
    warnings = []
    searches, total = machine_bytes(settings.machine_bytes), _total_bytes()
    if searches < settings.bytes:
        warnings.append(
            f"searches may take {searches} bytes of this machine, fewer than one asks for by default "
            f"({settings.bytes}): set FEWEST_BYTES, or FEWEST_MACHINE_BYTES"
        )
    if searches + server_bytes > total:
        budgets = f"searches ({searches} bytes)" + (f" and Redis ({server_bytes} bytes)" if server_bytes else "")
        warnings.append(
            f"{budgets} may take more than the {total} bytes of this machine: "
            f"set FEWEST_MACHINE_BYTES{' or FEWEST_STORE_BYTES' if server_bytes else ''}"
        )
    return warnings


def cgroup_bytes() -> int | None:
    """The lowest limit of the cgroups this process is in, if it is lower than the machine's memory.

    Both versions of cgroups are read: ``memory.max`` (2), ``memory.limit_in_bytes`` (1).
    """
    limits = []
    with suppress(OSError):
        for line in MEMBERSHIP.read_text(encoding="ascii").splitlines():
            _, controllers, name = line.split(":", 2)
            if controllers not in ("", "memory"):
                continue
            root = CGROUPS / controllers
            path = root / name.lstrip("/")
            # The limit of every group above holds as well.
            for folder in (path, *path.parents):
                if not folder.is_relative_to(root):
                    break
                limits += [_limit(folder / file) for file in ("memory.max", "memory.limit_in_bytes")]
    lowest = min((limit for limit in limits if limit), default=None)
    return lowest if lowest is not None and lowest < _physical_bytes() else None


def _total_bytes() -> int:
    return min(_physical_bytes(), cgroup_bytes() or _physical_bytes())


def _physical_bytes() -> int:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _limit(path: Path) -> int | None:
    try:
        text = path.read_text(encoding="ascii").strip()
    except OSError:
        return None
    # "max" is no limit.
    return int(text) if text.isdigit() else None
