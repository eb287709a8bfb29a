"""Jobs: reading does not write, and an ended job is settled once."""

from __future__ import annotations

from flask.testing import FlaskClient

from fewest.config.settings import Settings
from fewest.notation.puzzle import load_puzzle
from fewest.solver.model import Limits, Result, Status, Want
from fewest.solver.solve import solve
from fewest.store import Store, keys
from fewest.wsgi import create_app
from tests.unit.service.worker import OTHER, ROW, bearer, begin, client_of, finish, set_worker, work


def contents(store: Store) -> dict[bytes, bytes]:
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


def test_stopped_search_is_no_answer(store: Store, client: FlaskClient) -> None:
    """A search stopped by a limit stores no answer, even if it found a solution; the next request searches again."""
    place = client.post("/v1/jobs", json={"puzzle": ROW}).headers["Location"]
    search, run = begin(store)
    found = solve(load_puzzle(search.work).puzzle, Want.ONE, Limits()).solution
    finish(store, search, run, Result(Status.STOPPED, found, optimal=False, lower_bound=0, limit="nodes"))
    job = client.get(place).json
    assert (job["status"], job["result"]["moves"]) == ("stopped", [[0, 1]])
    assert "solution_id" not in job
    assert client.post("/v1/jobs", json={"puzzle": ROW}).status_code == 202


def test_cancelled_job_stays_cancelled(store: Store, client: FlaskClient) -> None:
    """A job cancelled before its search ends is not settled with the result; one that shares the search is.

    Cancelling the last job of a queued search removes it from the queue and ends it.
    """
    last = client.post("/v1/jobs", json={"puzzle": OTHER[0]}).headers["Location"]
    assert client.delete(last).json["status"] == "cancelled"
    assert (store.queue.depth(), store.searches.open_ids()) == (0, [])
    assert list(store.redis.scan_iter("rq:job:*")) == []
    first, second = (client.post("/v1/jobs", json={"puzzle": ROW}).headers["Location"] for _ in range(2))
    cancelled = client.delete(first)
    assert (cancelled.json["status"], store.queue.depth()) == ("cancelled", 1)
    work(store)
    assert [client.get(place).json["status"] for place in (first, second)] == ["cancelled", "solved"]
    assert client.get(first).json == client.delete(first).json == cancelled.json


def test_ended_jobs_are_private(store: Store) -> None:
    """Ended jobs and jobs answered at once are visible only to their client, and answer no other's requests."""
    mine, theirs = (bearer(store.clients.add(name)[1]) for name in ("one", "other"))
    client = client_of(store)

    def post(body: object, headers: dict[str, str]) -> str:
        return str(client.post("/v1/jobs", json=body, headers=headers).json["links"]["self"])

    places = [post({"puzzle": ROW}, mine)]
    work(store)
    assert client.get(places[0], headers=mine).json["status"] == "solved"
    body = {"puzzle": ROW, "want": "any"}
    places += [post(body, mine) for _ in range(2)]
    other = post(body, theirs)
    assert other not in places
    assert post(body, theirs) == other
    for place in places:
        assert [client.get(place, headers=each).status_code for each in (mine, theirs, {})] == [200, 404, 404]


def test_times_of_a_job(store: Store, client: FlaskClient) -> None:
    """``created``, ``started`` and ``ended`` are null until that has happened; a settled job has its search's times."""

    def times(document: dict[str, object]) -> list[bool]:
        return [document[name] is not None for name in ("created", "started", "ended")]

    job, cancelled = (client.post("/v1/jobs", json={"puzzle": each}).json for each in (ROW, OTHER[0]))
    assert times(client.delete(cancelled["links"]["self"]).json) == [True, False, True]
    place = job["links"]["self"]
    assert times(job) == [True, False, False]
    search, run = begin(store)
    assert times(client.get(place).json) == [True, True, False]
    finish(store, search, run)
    store.redis.hset(keys.search(search.id), mapping={"started": "1.0", "ended": "2.0"})
    settled = client.get(place).json
    assert (settled["started"], settled["ended"]) == ("1970-01-01T00:00:01Z", "1970-01-01T00:00:02Z")
    assert times(client.post("/v1/jobs", json={"puzzle": ROW}).json) == [True, True, True]


def test_layouts_have_solutions_of_their_own(store: Store, client: FlaskClient) -> None:
    """Jobs that share a search but differ in layout have different solutions, which later requests get as well."""
    drawn = [ROW | {"board": ROW["board"] | {"layout": [[x * step, 0] for x in range(4)]}} for step in (1, 2)]
    places = [client.post("/v1/jobs", json={"puzzle": puzzle}).headers["Location"] for puzzle in drawn]
    work(store)
    names = [client.get(place).json["solution_id"] for place in places]
    assert names[0] != names[1]
    assert [client.post("/v1/jobs", json={"puzzle": puzzle}).json["solution_id"] for puzzle in drawn] == names
    assert [client.get(f"/v1/solutions/{name}").json["puzzle"] for name in names] == drawn


def test_headers_of_a_job(store: Store) -> None:
    """No response with a job may be cached; that to a queued one has its address and when to ask again."""
    client = client_of(store, public_url="https://fewest.example")
    first, second = (client.post("/v1/jobs", json={"puzzle": puzzle}) for puzzle in (OTHER[0], ROW))
    assert [answer.json["queue_position"] for answer in (first, second)] == [0, 1]
    place = second.json["links"]["self"]
    assert second.headers["Location"] == "https://fewest.example" + place
    assert second.headers["Retry-After"] == "1"
    client.delete(first.json["links"]["self"])
    answers = [second, client.get(place)]
    work(store)
    answers += [client.get(place), *(client.post("/v1/jobs", json={"puzzle": ROW}) for _ in range(2))]
    answers += [client.delete(place)]
    assert [answer.status_code for answer in answers] == [202, 200, 200, 200, 200, 200]
    assert {answer.headers["Cache-Control"] for answer in answers} == {"no-store"}
    waited = client.get(place, headers={"Prefer": "wait=9"})
    assert waited.headers["Preference-Applied"] == "wait=9"


def test_clients_take_turns(store: Store, client: FlaskClient) -> None:
    """The batch of one client does not keep another's puzzle waiting, even if that is among those of the batch."""
    batch = [ROW | {"goal": goal} for goal in ([0, 0, 1, 2], [0, 1, 0, 2], [0, 1, 2, 0])]
    client.post("/v1/batches", json={"puzzles": batch})
    other = {"REMOTE_ADDR": "10.0.0.1"}
    again = client.post("/v1/jobs", json={"puzzle": batch[2]}, environ_base=other)
    new = client.post("/v1/jobs", json={"puzzle": ROW | {"start": [0, 1, 0, 2]}, "want": "count"}, environ_base=other)
    assert (again.json["queue_position"], new.json["queue_position"]) == (1, 3)
    assert (store.statistics.created(), store.queue.depth()) == (4, 4)
