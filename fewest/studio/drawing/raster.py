"""Pictures as pixels, made by another process.

The rasterizer holds the interpreter's lock, and a film takes seconds: in the web process, all other requests would
wait.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

PROGRAM = Path(__file__).with_name("raster_child.py")

SECONDS = 300.0
"""The other process is killed after this long. It bounds its own processor time, so only a busy machine takes that
long.
"""


class RasterError(Exception):
    """A picture could not be rasterized, and why."""


def png(picture: str) -> bytes:
    """An SVG picture as PNG, in its own size.

    Raises
    ------
    RasterError
        If it takes too much time or memory.
    """
    return run(json.dumps([[picture], []]).encode())


def gif(pictures: Sequence[str], milliseconds: Sequence[int]) -> bytes:
    """SVG pictures as an animated GIF, each shown so long; raises what :func:`png` raises."""
    return run(json.dumps([pictures, milliseconds]).encode())


def run(asked: bytes, program: Path = PROGRAM, seconds: float = SECONDS) -> bytes:
    """What a rasterizer writes when it has read ``asked``; raises what :func:`png` raises."""
    command: list[str | Path] = [sys.executable, "-P", program]  # -P: modules beside the program do not hide others
    try:
        ran = subprocess.run(command, input=asked, capture_output=True, timeout=seconds, check=True)
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise RasterError(f"the rasterizer ended with {error.returncode}: {said}") from None
    # OSError: the machine has no memory or no process left for the program.
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RasterError(str(error)) from None
    return ran.stdout
