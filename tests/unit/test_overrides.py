"""What this project overrides in libraries is what those libraries call, so that an upgrade fails here first."""

from __future__ import annotations

import inspect
from importlib.metadata import version

import pytest
from gunicorn.app.base import Application
from gunicorn.workers.gthread import ThreadWorker
from redis import Redis
from redis.client import Pipeline
from rq import Queue as RqQueue
from rq import Worker as RqWorker

from fewest.service.__main__ import Server
from fewest.service.http.server import WebWorker
from fewest.store.damage import StoreClient, StorePipeline
from fewest.store.lane_worker import LaneWorker
from fewest.store.queue import QuickQueue
from fewest.store.turns import TurnQueue
from fewest.workers.worker import Worker

WRITTEN_FOR = {"rq": "3.0", "gunicorn": "27.0"}
"""The minor versions whose sources were read."""

OVERRIDES = {
    LaneWorker: {
        "check_for_suspension",
        "dequeue_job_and_maintain_ttl",
        "dequeue_timeout",
        "handle_execution_ended",
        "handle_job_success",
        "heartbeat",
        "prepare_execution",
        "prepare_job_execution",
        "register_birth",
        "set_state",
    },
    Worker: {
        "execute_job",
        "fork_work_horse",
        "handle_warm_shutdown_request",
        "handle_work_horse_killed",
        "wait_for_horse",
        "work",
    },
    StoreClient: {"execute_command", "pipeline"},
    StorePipeline: {"execute"},
    TurnQueue: {"lmove"},
    QuickQueue: {"steal"},
    Server: {"chdir"},
    WebWorker: {
        "_cap_keepalive",
        "accept",
        "finish_request",
        "get_thread_pool",
        "handle",
        "handle_error",
        "init_process",
        "murder_keepalived",
        "murder_pending",
        "notify",
    },
}
BASES: dict[type, type] = {
    LaneWorker: RqWorker,
    Worker: LaneWorker,
    TurnQueue: RqQueue,
    QuickQueue: TurnQueue,
    Server: Application,
    WebWorker: ThreadWorker,
    StoreClient: Redis,
    StorePipeline: Pipeline,
}

MACHINERY = {"_abc_impl", "_is_protocol"}
"""What Python gives every class with an abstract base or a protocol among its bases."""


def overridden(ours: type, theirs: type) -> set[str]:
    """Names that both classes define, but for special methods."""
    return {name for name in vars(ours) if hasattr(theirs, name) and not name.startswith("__")} - MACHINERY


@pytest.mark.parametrize("package", WRITTEN_FOR)
def test_versions_are_those_it_was_written_for(package: str) -> None:
    """A new minor version is installed only after its sources were read and this test was changed."""
    assert version(package).startswith(WRITTEN_FOR[package] + ".")


@pytest.mark.parametrize("ours", OVERRIDES, ids=lambda ours: ours.__module__)
def test_overrides_are_named(ours: type) -> None:
    """Nothing is overridden by accident, and nothing that the library no longer has."""
    assert overridden(ours, BASES[ours]) == OVERRIDES[ours]


@pytest.mark.parametrize(
    ("ours", "name"), [(ours, name) for ours, names in OVERRIDES.items() for name in sorted(names)]
)
def test_overrides_take_what_the_library_passes(ours: type, name: str) -> None:
    """An override takes all that the method it replaces takes; anything more has a default."""
    mine, replaced = getattr(ours, name), getattr(BASES[ours], name)
    if isinstance(replaced, property):
        assert isinstance(mine, property)
        return
    taken = list(inspect.signature(mine).parameters.values())
    if all(each.kind is not each.VAR_POSITIONAL for each in taken):
        passed = len(inspect.signature(replaced).parameters)
        assert len(taken) >= passed
        assert all(each.default is not each.empty for each in taken[passed:])
