"""The Python client, which the command uses, too: clients/python in a clone, else a copy (setup.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fewest_client import OPEN, Fewest, FewestProblem, Job, JobEnded, StillOpen
else:
    from fewest.cli.fewest_client import OPEN, Fewest, FewestProblem, Job, JobEnded, StillOpen

__all__ = ["OPEN", "Fewest", "FewestProblem", "Job", "JobEnded", "StillOpen"]
