"""The command lines of the modules that are run by name: their docstring is the help."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def parser(description: str | None, **defaults: float | str) -> argparse.ArgumentParser:
    """A parser of arguments by position, all of which may be left out.

    Parameters
    ----------
    description
        The docstring of the module.
    defaults
        Name and default of each argument; it has the type of its default.
    """
    made = argparse.ArgumentParser(
        prog=f"python -m benchmarks.{Path(sys.argv[0]).stem}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, default in defaults.items():
        made.add_argument(name, nargs="?", type=type(default), default=default, help=f"default: {default}")
    return made
