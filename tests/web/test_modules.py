"""The pure modules of the page, tested in node: ``*.test.js`` beside this file.

Without node they are skipped, or fail if FEWEST_WEB is "required", as in .ci/run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.hang import HANG_SECONDS

FOLDER = Path(__file__).parent
NODE = shutil.which("node")


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.test.js")), ids=lambda file: file.name)
def test_module(file: Path) -> None:
    """The tests of a module pass in node."""
    if NODE is None and os.environ.get("FEWEST_WEB") != "required":
        pytest.skip("the modules of the page are not tested: node is not installed")
    command = [NODE or "node", "--test", file]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stdout + done.stderr
