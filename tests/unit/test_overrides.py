"""The methods that this project overrides in libraries exist there, so that an upgrade fails here first."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from importlib.metadata import version

import pytest
from gunicorn.app.base import Application
from gunicorn.workers.gthread import ThreadWorker
from redis import Redis
from redis.client import Pipeline
from rq import Queue as RqQueue
from rq import Worker as RqWorker

from fewest.config import libraries
from fewest.config.libraries import NEEDED, lacking
from fewest.service.__main__ import Server
from fewest.service.http.server import WebWorker
from fewest.store.damage import StoreClient, StorePipeline
from fewest.store.lane_worker import LaneWorker
from fewest.store.queue import QuickQueue
from fewest.store.turns import TurnQueue
from fewest.workers.worker import Worker

OVERRIDES = {
    LaneWorker: {
        "handle_execution_ended",
        "handle_job_failure",
        "handle_job_success",
        "heartbeat",
        "prepare_execution",
        "prepare_job_execution",
        "register_birth",
        "set_state",
    },
    Worker: {
        "execute_job",
        "handle_warm_shutdown_request",
        "work",
    },
    StoreClient: {"execute_command", "pipeline"},
    StorePipeline: {"execute"},
    TurnQueue: {"lmove"},
    QuickQueue: {"steal"},
    Server: {"chdir"},
    WebWorker: {"_cap_keepalive", "accept", "get_thread_pool", "murder_keepalived", "notify"},
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

WITHOUT_METHOD = """
import runpy, sys
import rq

owner = next(each for each in rq.Worker.__mro__ if "set_state" in vars(each))
del owner.set_state
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""

MACHINERY = {"_abc_impl", "_is_protocol"}
"""What Python gives every class with an abstract base or a protocol among its bases."""


def overridden(ours: type, theirs: type) -> set[str]:
    """Names that both classes define, but for special methods."""
    return {name for name in vars(ours) if hasattr(theirs, name) and not name.startswith("__")} - MACHINERY


@pytest.mark.parametrize("ours", OVERRIDES, ids=lambda ours: ours.__module__)
def test_overrides_are_named(ours: type) -> None:
    """No method is overridden by accident, and each still exists in the library."""
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


def parent_of(ours: type) -> type:
    """The class of a library that one of ours is derived from."""
    return next(each for each in ours.__mro__ if not each.__module__.startswith("fewest."))


@pytest.mark.parametrize("ours", OVERRIDES, ids=lambda ours: ours.__module__)
def test_overrides_are_needed(ours: type) -> None:
    """All that is overridden of a library is in the table that a start checks."""
    needed = [members for places in NEEDED.values() for place, members in places.items() if ":" in place]
    theirs = {name for name in OVERRIDES[ours] if hasattr(parent_of(ours), name)}
    assert any(theirs <= members for members in needed)


def test_this_release_has_everything() -> None:
    """The installed libraries have what is needed of them."""
    assert lacking(*NEEDED) == ""


@pytest.mark.parametrize("place", [place for places in NEEDED.values() for place in places])
def test_a_member_that_has_gone_is_named(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence names the release, what it lacks, and the releases to install."""
    package = next(name for name, places in NEEDED.items() if place in places)
    gone = min(NEEDED[package][place])
    monkeypatch.setattr(libraries, "NEEDED", {package: {place: {gone, "not_there_yet"}}})
    said = lacking(package)
    assert said.startswith(f"{package} {version(package)} has no not_there_yet in {place.replace(':', '.')}, ")
    assert re.search(rf": install {package}[<>!=][^ ]*\.$", said)


@pytest.mark.parametrize(
    ("module", "arguments"), [("fewest.service", ()), ("fewest.workers", ()), ("fewest.cli", ("up",))]
)
def test_no_start_without_what_is_needed(module: str, arguments: tuple[str, ...]) -> None:
    """With a release that lacks a method, each start ends at once with that sentence."""
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_METHOD, module, *arguments], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    (line,) = ran.stderr.splitlines()
    assert " has no set_state in rq.Worker, which this service needs: install rq" in line
