"""The memory of a process is bounded where the system tells how much it has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("hard", "more", "ends_well"), [(10**12, 10**9, True), (10**12, 10**7, False), (10**8, 10**9, False)]
)
def test_a_process_that_grows_too_much_gets_memory_error(hard: int, more: int, ends_well: bool) -> None:
    """A process may grow by what the limit allows beyond its present size, within the hard limit, and by no more."""
    text = (
        "from resource import RLIMIT_AS, setrlimit; from fewest.solver.address_space import limit_growth\n"
        f"setrlimit(RLIMIT_AS, ({hard}, {hard})); limit_growth({more}); bytearray(10**8)"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert (done.returncode == 0, "MemoryError" in done.stderr) == (ends_well, not ends_well)


def test_without_a_size_there_is_no_limit(tmp_path: Path) -> None:
    """On systems that do not report the size of a process, no limit is set."""
    lines = [
        "from pathlib import Path",
        "from fewest.solver import address_space",
        f"address_space.STATM = Path({str(tmp_path / 'none')!r})",
        "address_space.limit_growth(10**7)",
        "bytearray(10**8)",
    ]
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)
