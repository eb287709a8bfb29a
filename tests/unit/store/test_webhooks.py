"""The outbox of webhooks: an event enters with the change it reports, and leaves it once."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from dataclasses import replace

import pytest

from fewest.store import Store, StoreFull, connect, keys
from fewest.store.webhooks import MAX_ORIGINS, OLD_SECRET_SECONDS, SECRET_BYTES, Delivery, registration
from tests.ended_job import add_ended
from tests.hang import HANG_SECONDS
from tests.present import present
from tests.unit.store.configured import refusing_writes
from tests.unit.store.request import join_or_create, start_run
from tests.unit.store.test_jobs import job

HERE, THERE = "https://a.example:443", "https://b.example:443"
ENDS = ("solved", "unsolvable", "stopped", "failed", "cancelled")


def webhook(origin: str = HERE, events: Iterable[str] = ENDS) -> str:
    """A registration."""
    return registration(f"{origin}/hook", origin, events, "me")


def join(store: Store, job_id: str, text: str, request_key: str = "f") -> str:
    """Join or create a search for a job with a webhook."""
    search_id, _ = join_or_create(store, job_id, request_key, text)
    store.do(store.jobs.add(replace(job(job_id), search_id=search_id)))
    return search_id


def taken(store: Store, *busy: str) -> Delivery:
    """Take an event; there has to be one."""
    return present(store.webhooks.take(60, busy))


def answered(store: Store, job_id: str, text: str) -> None:
    """Add a job with a webhook that is solved at once."""
    add_ended(store, job_id, b"{}", "", webhook=text, status="solved")


def let_pass(store: Store, origin: str, job_id: str) -> None:
    """Let the time pass until the next attempt to deliver an event of a job."""
    store.redis.zadd(keys.webhooks_due(origin), {job_id: 0})
    store.redis.zadd(keys.WEBHOOK_ORIGINS, {origin: 0})


@pytest.mark.parametrize("status", ENDS)
def test_the_end_of_a_search_is_an_event_of_each_of_its_jobs(store: Store, status: str) -> None:
    """The end of a search makes an event for each of its jobs with a webhook."""
    search_id = join(store, "a", webhook())
    join(store, "b", webhook(THERE))
    join(store, "c", "")
    assert store.webhooks.take(60) is None
    store.runs.finish(search_id, None, status, {})
    found = {delivery.job_id: delivery for delivery in (taken(store), taken(store))}
    assert {name: (each.origin, each.url) for name, each in found.items()} == {
        "a": (HERE, f"{HERE}/hook"),
        "b": (THERE, f"{THERE}/hook"),
    }
    assert {(each.status, each.last, each.tries, each.owner) for each in found.values()} == {(status, True, 0, "me")}
    assert abs(found["a"].time - store.now()) < 60
    assert found["a"].message != found["b"].message
    assert all("." not in each.message and each.message.startswith("msg_") for each in found.values())
    assert store.webhooks.take(60) is None


def test_a_job_that_is_cancelled_or_answered_at_once(store: Store) -> None:
    """A job that is cancelled or answered at once has one event."""
    search_id = join(store, "a", webhook())
    store.do(store.jobs.end("a", b"{}", "cancelled"))
    store.runs.finish(search_id, None, "solved", {})
    store.do(store.jobs.end("a", b"{}"))
    assert taken(store).status == "cancelled"
    add_ended(store, "b", b"{}", "me", webhook=webhook(THERE), status="unsolvable")
    assert (taken(store).status, store.webhooks.take(60)) == ("unsolvable", None)


def test_events_that_are_not_wanted(store: Store) -> None:
    """Events that a webhook does not name are not sent, and the webhook is deleted at the job's end."""
    empty = set(store.redis.scan_iter()) | {keys.WEBHOOK_TOTALS.encode()}
    answered(store, "a", webhook(events=["failed"]))
    assert (store.webhooks.take(60), store.webhooks.registered()) == (None, 0)
    search_id = join(store, "b", webhook(events=["failed", "cancelled"]))
    assert store.webhooks.registered() == 1
    start_run(store, search_id)
    store.runs.finish(search_id, None, "solved", {})
    assert (store.webhooks.take(60), store.webhooks.registered()) == (None, 0)
    assert not [name for name in set(store.redis.scan_iter()) - empty if b"webhook" in name]


def test_the_start_of_a_search(store: Store) -> None:
    """A start is an event once for each job that wants it; the end replaces it if it is not sent yet."""
    search_id = join(store, "a", webhook(events=["running", "solved"]))
    join(store, "b", webhook())
    start_run(store, search_id)
    first = taken(store)
    assert (first.job_id, first.status, first.last) == ("a", "running", False)
    store.runs.requeue(search_id)
    start_run(store, search_id)
    assert store.webhooks.take(60) is None
    join(store, "c", webhook(THERE, ["running"]))
    assert taken(store).job_id == "c"
    store.runs.finish(search_id, None, "solved", {})
    assert not store.webhooks.close(first, "delivered")
    assert store.webhooks.registered() == 2
    found = {delivery.job_id: delivery.status for delivery in (taken(store), taken(store))}
    assert found == {"a": "solved", "b": "solved"}


def test_a_webhook_lives_until_its_last_event_is_sent(store: Store) -> None:
    """A webhook is deleted when the event of the end has been sent."""
    search_id = join(store, "a", webhook(events=["running", "solved"]))
    start_run(store, search_id)
    first = taken(store)
    assert store.webhooks.close(first, "delivered")
    assert not store.webhooks.close(first, "delivered")
    assert (store.webhooks.registered(), store.webhooks.totals()["waiting"]) == (1, 0)
    store.runs.finish(search_id, None, "solved", {})
    assert store.webhooks.totals()["waiting"] == 1
    last = taken(store)
    assert last.message != first.message
    assert store.webhooks.close(last, "failed")
    assert store.webhooks.totals() == {"registered": 0, "waiting": 0, "delivered": 1, "failed": 1}
    assert not store.redis.exists(keys.webhook("a"), keys.webhooks_due(HERE))
    assert not store.redis.hexists(keys.SIZES, keys.webhook("a"))


def test_an_event_is_left_to_one_process(store: Store) -> None:
    """During its lease an event belongs to one process; after that, reports of that process are ignored."""
    answered(store, "a", webhook())
    before = store.now()
    first = taken(store)
    after = store.now()
    assert store.webhooks.take(60) is None
    assert before + 60 <= store.redis.zscore(keys.webhooks_due(HERE), "a") <= after + 60
    let_pass(store, HERE, "a")
    second = taken(store)
    assert second.message == first.message
    assert not store.webhooks.postpone(first, 0)
    assert not store.webhooks.close(first, "delivered")
    assert store.webhooks.close(second, "delivered")
    assert store.webhooks.totals()["delivered"] == 1


def test_a_later_attempt(store: Store) -> None:
    """A postponed event is taken again after the pause, and only failed attempts are counted."""
    answered(store, "a", webhook())
    delivery, before = taken(store), store.now()
    assert store.webhooks.postpone(delivery, HANG_SECONDS)
    after = store.now()
    assert store.webhooks.take(60) is None
    assert before + HANG_SECONDS <= store.redis.zscore(keys.webhooks_due(HERE), "a") <= after + HANG_SECONDS
    let_pass(store, HERE, "a")
    again = taken(store)
    assert again.tries == 1
    assert store.webhooks.postpone(again, 0, failed=False)
    assert taken(store).tries == 1
    assert store.webhooks.totals()["retries"] == 1


def test_the_event_that_has_waited_longest_comes_first(store: Store) -> None:
    """Hosts take turns by their oldest event; events of a host come in order; busy hosts are skipped."""
    for number, origin in enumerate((HERE, HERE, THERE, HERE)):
        answered(store, f"{number}", webhook(origin))
    assert taken(store, HERE).job_id == "2"
    assert store.webhooks.take(60, [HERE, THERE]) is None
    assert [taken(store).job_id for _ in range(3)] == ["0", "1", "3"]
    assert store.webhooks.take(60) is None


def test_many_hosts(store: Store) -> None:
    """An event is found within a few calls, however many hosts are busy or have nothing due."""
    hosts = [f"https://{number}.example:443" for number in range(MAX_ORIGINS + 50)]
    for number, origin in enumerate(hosts):
        store.redis.zadd(keys.WEBHOOK_ORIGINS, {origin: number})
        store.redis.zadd(keys.webhooks_due(origin), {f"job-{number}": number})
    answered(store, "a", webhook())
    assert taken(store, *hosts).job_id == "a"
    store.redis.delete(*map(keys.webhooks_due, hosts))
    answered(store, "b", webhook())
    found = [store.webhooks.take(60) for _ in range(3)]
    assert [each.job_id for each in found if each] == ["b"]


def test_a_request_that_is_repeated_keeps_its_webhook(store: Store) -> None:
    """A job that joins its search twice has one webhook, and one message id."""
    search_id = join(store, "a", webhook())
    before = store.redis.hget(keys.webhook("a"), "message")
    join(store, "a", webhook())
    assert store.redis.hget(keys.webhook("a"), "message") == before
    assert store.webhooks.registered() == 1
    store.runs.finish(search_id, None, "solved", {})
    assert (taken(store).job_id, store.webhooks.take(60)) == ("a", None)


def test_webhooks_are_counted_and_not_dropped(server_url: str, store: Store) -> None:
    """Webhooks count as open work, which no sweep drops."""
    small = connect(server_url, store_bytes=100_000)
    number = 0
    while not small.memory.usage().full:
        add_ended(small, f"{number}", b"{}", "", webhook=webhook(), status="solved")
        number += 1
    assert number < 100_000 / 400
    with pytest.raises(StoreFull):
        add_ended(small, "late", b"{}", "", webhook=webhook(), status="solved")
    assert add_ended(small, "late", b"{}", "") == ("late", b"{}")
    small.sweep()
    assert small.webhooks.registered() == small.webhooks.totals()["waiting"] == number
    while delivery := small.webhooks.take(60):
        assert small.webhooks.close(delivery, "delivered")
    assert small.webhooks.totals() == {"registered": 0, "waiting": 0, "delivered": number}
    assert not [name for name in store.redis.hkeys(keys.SIZES) if b"webhook" in name]


def test_events_find_room_in_a_server_that_is_full(store: Store) -> None:
    """Events are stored, taken and closed although the server refuses writes."""
    search_id = join(store, "a", webhook())
    with refusing_writes(store):
        with pytest.raises(StoreFull):
            store.redis.set("other", "x")
        store.runs.finish(search_id, None, "solved", {})
        assert store.webhooks.postpone(taken(store), 0)
        assert store.webhooks.close(taken(store), "delivered")


def test_secrets(store: Store) -> None:
    """A new secret signs beside the one before for a day; a revoked key has none."""
    client, _ = store.clients.add("one")
    assert (store.webhooks.has_secret(client.id), store.webhooks.secrets_of(client.id)) == (False, [])
    first = store.webhooks.renew_secret(client.id)
    assert first.startswith("whsec_")
    assert len(base64.b64decode(first.removeprefix("whsec_"))) == SECRET_BYTES == 32
    assert store.webhooks.secrets_of(client.id) == [first]
    second = store.webhooks.renew_secret(client.id)
    assert second != first
    assert store.webhooks.secrets_of(client.id) == [second, first]
    assert store.webhooks.secrets_of("") == []
    kept = json.loads(store.redis.hget(keys.WEBHOOK_SECRETS, client.id))
    assert abs(kept["until"] - store.now() - OLD_SECRET_SECONDS) < 60
    store.redis.hset(keys.WEBHOOK_SECRETS, client.id, json.dumps(kept | {"until": store.now() - 1}))
    assert store.webhooks.secrets_of(client.id) == [second]
    store.clients.revoke(client.id)
    assert not store.webhooks.has_secret(client.id)


def test_a_host_is_due_when_its_first_event_is(store: Store) -> None:
    """A postponed event neither delays the other events of its host nor is forgotten."""

    def host_is_due() -> float:
        return float(store.redis.zscore(keys.WEBHOOK_ORIGINS, HERE))

    answered(store, "a", webhook())
    first = taken(store)
    answered(store, "b", webhook())
    assert store.webhooks.postpone(first, 1000)
    second = taken(store)
    assert second.job_id == "b"
    assert store.webhooks.close(second, "delivered")
    assert store.webhooks.take(60) is None
    assert host_is_due() <= store.redis.zscore(keys.webhooks_due(HERE), "a")
    answered(store, "c", webhook())
    assert host_is_due() <= store.now()
    answered(store, "d", webhook())
    store.webhooks.postpone(taken(store), 2000)
    assert host_is_due() <= store.now()
    assert taken(store).job_id == "d"
    let_pass(store, HERE, "a")
    assert taken(store).job_id == "a"


def test_every_event_has_attempts_of_its_own(store: Store) -> None:
    """An event that replaces another starts with no failed attempts."""
    search_id = join(store, "a", webhook(events=["running", "solved"]))
    start_run(store, search_id)
    for tries in range(3):
        delivery = taken(store)
        assert (delivery.status, delivery.tries) == ("running", tries)
        assert store.webhooks.postpone(delivery, 0)
    store.runs.finish(search_id, None, "solved", {})
    last = taken(store)
    assert (last.status, last.tries) == ("solved", 0)
