"""Orders through a whole service: two workers, a killed one, event streams, webhooks, both lanes."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from clients.python.fewest_client import Fewest
from service.routes.orders import LEVELS
from store import connect
from tests.conftest import serving
from tests.faults.parts import parts
from tests.hang import until
from tests.integration.service import Service
from tests.receiver import TO_THIS_MACHINE, Receiver

pytestmark = pytest.mark.full

ENGLISH: dict[str, Any] = {"kind": "jump", "board": {"name": "english"}, "start": {"empty": [16]}}
"""A space of some seconds."""

LONG_LEVELS = LEVELS | {"board": {"rows": 3, "columns": 4}, "number": 12, "length": {"min": 34, "max": 40}}

OWN = ("id", "created", "started", "ended", "links")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with two workers that may send webhooks to this machine."""
    data = tmp_path_factory.mktemp("orders")
    with serving(data, "--workers", "2", long_workers=1, FEWEST_QUICK_SECONDS="0.5", **TO_THIS_MACHINE) as running:
        yield running


def result(document: dict[str, Any]) -> str:
    """What is the same for every run of an order."""
    return json.dumps({name: value for name, value in document.items() if name not in OWN})


def forget(service: Service, body: dict[str, Any]) -> dict[str, Any]:
    """A body whose order is another one to the store but gives the same levels: with every answer forgotten."""
    store = connect(service.redis_url)
    for name in store.redis.scan_iter("fewest:*:answer:*"):
        store.redis.delete(name)
    for name in store.redis.scan_iter("fewest:*:response:*"):
        store.redis.delete(name)
    return body


def test_clients_carry_out_every_kind_of_order(service: Service) -> None:
    """The Python client explores, generates and measures, and follows an order to its end."""
    with Fewest(str(service.client.base_url)) as fewest:
        space = fewest.explore({"kind": "slide", "board": {"rows": 2, "columns": 3}, "goal": [1, 2, 3, 4, 5, 0]})
        assert (space["status"], space["positions"], space["depth"]) == ("finished", 360, 21)  # OEIS A151944
        assert "360 positions" in fewest.space_picture(space["id"])
        states = list(fewest.generation_events(fewest.submit_generation(LEVELS)))
        assert states[-1]["status"] == "finished"
        levels = fewest.generate(LEVELS)
        assert result(levels) == result(states[-1])
        assert len(levels["puzzles"]) == LEVELS["number"]
        features = fewest.measure({"puzzle": levels["puzzles"][0]["puzzle"], "features": ["length", "count"]})
        first = levels["puzzles"][0]
        assert features["features"] == {"length": first["length"], "count": first["count"]}


def test_a_killed_worker_changes_no_byte(service: Service) -> None:
    """Levels whose process is killed in the middle are made anew, and are the same to the byte."""
    undisturbed = service.client.post("/v1/generations", json=LONG_LEVELS, headers={"Prefer": "wait=25"}).json()
    undisturbed = service.end_of(undisturbed)
    assert undisturbed["status"] == "finished"
    again = service.client.post("/v1/generations", json=forget(service, LONG_LEVELS)).json()
    until(lambda: service.client.get(again["links"]["self"]).json()["status"] != "queued")
    for process in parts(service)["search"]:
        os.kill(process, signal.SIGKILL)
    assert result(service.end_of(again)) == result(undisturbed)


def test_an_order_is_cancelled_while_it_runs(service: Service) -> None:
    """A running order ends when its only client cancels it, and the worker goes on with others."""
    running = service.client.post("/v1/spaces", json=ENGLISH).json()
    until(lambda: service.client.get(running["links"]["self"]).json()["status"] == "running")
    ended = service.client.delete(running["links"]["self"]).json()
    assert ended["status"] == "cancelled"
    until(lambda: not connect(service.redis_url).searches.open_ids())


def test_a_webhook_reports_the_end(service: Service) -> None:
    """An order may name a webhook, which receives its document."""
    secret = connect(service.redis_url).webhooks.renew_secret("")
    body = {"kind": "slide", "board": {"rows": 2, "columns": 2}, "goal": [1, 2, 3, 0]}
    with Receiver() as receiver:
        receiver.secret = secret
        asked = body | {"webhook": {"url": f"{receiver.address}/hook"}}
        order = service.client.post("/v1/spaces", json=asked).json()
        receiver.wait(1)
        event = receiver.received[0].event
    assert event["type"] == "job.finished"
    assert (event["data"]["id"], event["data"]["positions"]) == (order["id"], 12)


def test_puzzles_are_solved_beside_orders(service: Service) -> None:
    """Orders that outlast the quick time move to the long lane, and puzzles are solved before they have ended."""
    orders = [service.client.post("/v1/spaces", json=ENGLISH | {"start": {"empty": [hole]}}).json() for hole in (0, 3)]
    until(lambda: any(service.client.get(order["links"]["self"]).json()["status"] == "running" for order in orders))
    puzzle = {"kind": "slide", "board": {"rows": 2, "columns": 2}, "start": [3, 1, 2, 0], "goal": [1, 2, 3, 0]}
    solved = service.solve(puzzle)
    assert solved["status"] in ("solved", "unsolvable")
    assert all(service.client.delete(order["links"]["self"]).json()["status"] == "cancelled" for order in orders)
