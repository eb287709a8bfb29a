"""Jobs: reading does not write, and an ended job is settled once."""

from __future__ import annotations

from flask import Flask, g

from schemas.settings import Settings
from service import create_app
from service.admission import Admission, Rates
from service.canonical_forms import CanonicalForms
from service.jobs import Caller, JobService
from service.known_answers import KnownAnswers
from service.response_cache import ResponseCache
from store import Store
from store.jobs import Job
from tests.unit.service.worker import begin, finish, set_worker, work

ROW = {"kind": "slide", "board": {"rows": 1, "columns": 4}, "start": [1, 0, 0, 2], "goal": [0, 1, 0, 2]}


def job_service(store: Store) -> JobService:
    """A job service with default settings, and a worker that seems alive."""
    set_worker(store, alive=True)
    settings = Settings()
    known = KnownAnswers(store.results, store.jobs, ResponseCache(1000, 1.0, len), CanonicalForms(str))
    return JobService(settings, store, known, Admission(settings, store, Rates(Flask("test"), settings, store)))


def submitted(store: Store) -> tuple[JobService, str]:
    """A job service and the id of a queued job."""
    service = job_service(store)
    with Flask("test").test_request_context():
        g.client, g.began_at = "test", 0.0
        return service, service.submit({"puzzle": ROW}, Caller("request")).job_id


def contents(store: Store) -> dict[bytes, bytes]:
    """Everything in the store."""
    return {key: store.redis.dump(key) for key in store.redis.scan_iter()}


def test_reading_does_not_write(store: Store) -> None:
    """GET changes nothing in the store, but for the first of an ended job, which settles it."""
    set_worker(store, alive=True)
    client = create_app(Settings(), store).test_client()
    job = client.post("/v1/jobs", json={"puzzle": ROW}).json["links"]["self"]
    group = client.post("/v1/batches", json={"puzzles": [ROW]}).json["links"]["self"]
    places = [job, group, "/v1/limits", "/v1/boards", "/readyz", "/metrics"]

    def read() -> None:
        before = contents(store)
        for place in places:
            assert client.get(place).status_code == 200
        assert contents(store) == before

    read()
    search, run = begin(store)
    read()
    finish(store, search, run)
    places += [client.get(job).json["links"]["solution"], job + "/events"]
    read()


def test_settling_twice_changes_nothing(store: Store) -> None:
    """The document a job was settled with stands, whoever settles it again."""
    service, job_id = submitted(store)
    job = store.jobs.load(job_id)
    assert isinstance(job, Job)
    work(store)
    search = store.searches.load(job.search_id)
    assert search is not None
    first = service.get(job_id)
    before = contents(store)
    assert service.settle(job, search) == first
    assert contents(store).keys() == before.keys()


def test_cancelled_job_stays_cancelled(store: Store) -> None:
    """A job cancelled before its search ends is not settled with the result."""
    service, job_id = submitted(store)
    job = store.jobs.load(job_id)
    assert isinstance(job, Job)
    search, _ = begin(store)
    cancelled = service.cancel(job_id)
    assert cancelled is not None
    assert b'"status":"cancelled"' in cancelled.document
    store.searches.finish(search.id, None, "failed", {"error": "late"})
    ended = store.searches.load(search.id)
    assert ended is not None
    assert service.settle(job, ended) == service.get(job_id) == cancelled
