"""Metrics of this host's web processes: their versions and their use of the machine."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from fewest.config.version import full_version
from fewest.service.monitoring.metric_files import METRICS, counting_processes
from fewest.solver.version import ANSWERS

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

PACKAGES = ("flask", "gunicorn", "numba", "redis", "rq")
"""Packages whose versions are reported besides ours and Python's."""


class ProcessesCollector:
    """Reads the resources of each web process, since processes under gunicorn share one address.

    The names are the usual ones (``process_open_fds`` and so on), with the label ``pid``.
    """

    def collect(self) -> Iterator[Metric]:
        """Read the numbers."""
        from prometheus_client import ProcessCollector
        from prometheus_client.core import GaugeMetricFamily

        build = GaugeMetricFamily("fewest_build_info", "Versions, in the labels; always 1.", labels=list(_versions()))
        build.add_metric(list(_versions().values()), 1)
        yield build
        found: dict[str, Metric] = {}
        for pid in self._pids():
            for metric in ProcessCollector(pid=partial(int, pid), registry=None).collect():
                family = found.setdefault(metric.name, metric)
                samples = [sample._replace(labels={"pid": str(pid)}) for sample in metric.samples]
                family.samples = samples if family is metric else family.samples + samples
        yield from found.values()

    @staticmethod
    def _pids() -> list[int]:
        return counting_processes(Path(os.environ[METRICS])) if METRICS in os.environ else [os.getpid()]


@cache
def _versions() -> dict[str, str]:
    ours = {"version": full_version(), "answers": str(ANSWERS), "python": platform.python_version()}
    return ours | {name: version(name) for name in PACKAGES}
