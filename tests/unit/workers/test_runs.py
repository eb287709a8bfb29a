"""The task of a worker: what it stores, and what bounds it."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fewest.boards import catalogue
from fewest.config.settings import Settings
from fewest.notation.findings import load_findings
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.schemas.lanes import Lane
from fewest.solver import kinds
from fewest.solver.address_space import STATM
from fewest.solver.canonical import canonical
from fewest.solver.jump.dual import dual_of
from fewest.solver.jump.kind import JumpKind
from fewest.solver.kernels import KernelMissing
from fewest.solver.listing import Listing, ListingLevel
from fewest.solver.model import NOTHING, Findings, Limits, Progress, Result, Search, Solved, Status, Stopped, Want
from fewest.store import Store, keys
from fewest.store.damage import StorePipeline
from fewest.workers import reports, runs
from fewest.workers.horse import Horse
from fewest.workers.solving import SearchReporter, ended_with
from tests.hang import HANG_SECONDS
from tests.present import present
from tests.unit.service.clock import Clock
from tests.unit.store.request import start_run
from tests.unit.workers.searches import ROW, created, loaded

FIRST = ((0, 1, 2),)
"""The only move of the row."""


class ScriptedKind(JumpKind):
    """Jump puzzles whose search takes given steps, and notes its arguments."""

    def __init__(self, *steps: Any) -> None:
        self.steps = steps
        self.called: tuple[Any, ...] = ()

    def search(self, *arguments: Any) -> Search:
        """Report the steps, or raise those that are exceptions; the last one is the outcome."""
        self.called = arguments
        for step in self.steps[:-1]:
            if isinstance(step, BaseException):
                raise step
            yield step
        return self.steps[-1]


class HungryKind(JumpKind):
    """Jump puzzles whose search wants more memory than it may have."""

    def search(self, puzzle: Any, want: Want, limits: Limits, *_: Any) -> Search:
        """Prove a bound, then ask for memory beyond all that is allowed."""
        yield Progress(1, 1)
        bytearray(limits.bytes + runs.SPARE_BYTES + 10**9)
        return Solved((FIRST,))


def run(store: Store, search_id: str, **settings: Any) -> bool:
    """Run a search in this process, without a limit on the memory of all tests; whether it may run another one."""
    return runs.run_search(Settings(**settings), store, search_id)


def store_result(settings: Settings, store: Store, search_id: str, result: Result) -> None:
    """Store the result of the current run of a search for the row."""
    ended = ended_with(settings, load_puzzle(ROW).puzzle, result, {})
    runs.store_result(store, loaded(store, search_id), ended)


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The limits on memory that would have been set; this process gets none."""
    asked: list[int] = []
    monkeypatch.setattr(runs, "limit_memory", asked.append)
    return asked


def test_memory_limit_is_size_limit_and_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of the address space is the present size, the search's limit, and a reserve."""
    set_to: list[tuple[int, tuple[int, int]]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: set_to.append((kind, limits)))
    for hard in (resource.RLIM_INFINITY, 10**15, 10**9):
        monkeypatch.setattr(resource, "getrlimit", lambda _, hard=hard: (0, hard))
        runs.limit_memory(7 * 10**9)
        size = int(STATM.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        ((kind, (soft, still)),) = set_to
        set_to.clear()
        expected = size + 7 * 10**9 + runs.SPARE_BYTES
        if hard != resource.RLIM_INFINITY:
            expected = min(expected, hard)
        assert (kind, still) == (resource.RLIMIT_AS, hard)
        assert soft == pytest.approx(expected, abs=10**8)  # the process may grow or shrink in between


def test_a_search_that_needs_more_kernels_is_queued_again(
    store: Store, unlimited: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search larger than it seemed goes back behind the others while kernels are missing; it has not died."""
    monkeypatch.setattr(runs, "KERNELS_SECONDS", 0)
    monkeypatch.setitem(kinds.KINDS, "jump", ScriptedKind(KernelMissing("expand"), Stopped("nodes")))
    search_id = created(store)
    assert not run(store, search_id)
    search = loaded(store, search_id)
    assert (search.status, search.deaths, store.queue.depth(Lane.QUICK)) == ("queued", 0, 1)


def test_search_that_takes_too_much_memory_is_stopped(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search whose process exceeds its memory limit ends as stopped by bytes, with what it has proven; the process
    runs no other.
    """
    monkeypatch.setitem(kinds.KINDS, "jump", HungryKind())
    search_id = created(store, bytes=2_000_000)
    child = Horse([], lambda _: run(store, search_id))
    assert child.send(b"run")
    assert (child.wait(HANG_SECONDS), child.stays) == (0, False)
    ended = loaded(store, search_id)
    assert (ended.status, ended.result.get("limit"), ended.result.get("lower_bound")) == ("stopped", "bytes", 1)


def test_a_search_gets_its_limits(
    store: Store, unlimited: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The solver gets the puzzle, want and limits of the request, and tables and threads of the settings."""
    kind = ScriptedKind(Solved((FIRST,), count=1))
    monkeypatch.setitem(kinds.KINDS, "jump", kind)
    search_id = created(store, want="count", seconds=5.0, nodes=7, bytes=1_000_001)
    run(store, search_id, data=tmp_path, cores=3)
    limits = Limits(5.0, 7, 1_000_001)
    assert kind.called == (load_puzzle(ROW).puzzle, Want.COUNT, limits, tmp_path / "tables", 3, NOTHING)
    assert unlimited == [1_000_001]
    assert loaded(store, search_id).status == "solved"


def test_searches_of_one_process_do_not_affect_each_other(store: Store, tmp_path: Path) -> None:
    """A search has the same result, down to its nodes, in a new process and in one that has run others."""
    settings = Settings(data=tmp_path)
    puzzles = [catalogue()[name]["examples"][0]["puzzle"] for name in ("hoppers", "8-puzzle", "triangle-15")]
    plainest = [dump_puzzle(load_puzzle(puzzle).puzzle) for puzzle in puzzles]

    def results(numbers: Sequence[int], horse: Horse) -> list[Any]:
        found = []
        for number in numbers:
            store.redis.delete(keys.answer("k"))
            search_id = created(store, plainest[number], want="count")
            assert horse.send(search_id.encode())
            assert horse.wait(HANG_SECONDS) == 0
            result = loaded(store, search_id).result
            del result["statistics"]["seconds"]
            found.append(result)
        horse.close()
        return found

    def perform(message: bytes) -> bool:
        return runs.run_search(settings, store, message.decode())

    alone = [results([number], Horse([], perform))[0] for number in range(3)]
    assert results([0, 1, 2, 0, 1, 2], Horse([], perform)) == 2 * alone
    assert results([2, 1, 0], Horse([], perform)) == alone[::-1]


@pytest.mark.parametrize(("spare", "kept"), [(0, True), (-1, False)])
def test_long_listings_are_not_kept(store: Store, spare: int, kept: bool) -> None:
    """A listing longer than the setting allows is not stored; the answer and its count are."""
    search_id = created(store, want="all")
    start_run(store, search_id)
    listing = Listing(tuple(ListingLevel.from_counts({key: 1}) for key in (b"start", b"final")))
    result = Result(Status.SOLVED, (FIRST,), True, 1, count=1, listing=listing)
    settings = Settings(listing_bytes=listing.size + spare)
    store_result(settings, store, search_id, result)
    stored = store.results.listing("k")
    assert (stored is not None and stored.dumps() == listing.dumps()) is kept
    assert (stored is None) is not kept
    answer = present(store.results.find("k", "count"))
    assert answer.result["count"] == 1


def test_answers_are_there_before_the_search_has_ended(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sees that a search has ended finds its answer."""
    search_id = created(store)
    start_run(store, search_id)
    sent: list[str] = []
    run_script = StorePipeline.run_script

    def noted(pipe: StorePipeline, name: str, /, **values: Any) -> Any:
        sent.append(name)
        return run_script(pipe, name, **values)

    monkeypatch.setattr(StorePipeline, "run_script", noted)
    store_result(Settings(), store, search_id, Result(Status.SOLVED, (FIRST,), True, 1))
    # The server runs the commands of a connection in order.
    assert sent == ["store_answer", "finish_search"]
    assert loaded(store, search_id).status == "solved"


def test_what_a_stopped_search_has_found_is_no_answer(store: Store) -> None:
    """The best solution of a stopped search is its result, but does not answer later requests."""
    search_id = created(store)
    start_run(store, search_id)
    result = Result(Status.STOPPED, (FIRST,), False, 0, limit="nodes")
    store_result(Settings(), store, search_id, result)
    assert loaded(store, search_id).result["moves"] == [[0, 2]]
    assert store.results.find("k", "any") is None


@pytest.mark.usefixtures("unlimited")
def test_a_cancelled_search_is_not_run(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that was cancelled before it started ends cancelled, without a call of the solver."""
    kind = ScriptedKind(Solved((FIRST,)))
    monkeypatch.setitem(kinds.KINDS, "jump", kind)
    search_id = created(store)
    store.searches.remove_job(search_id, "a")
    run(store, search_id)
    assert (loaded(store, search_id).status, kind.called) == ("cancelled", ())


@pytest.mark.usefixtures("unlimited")
def test_a_running_search_can_be_cancelled(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is cancelled while it runs ends cancelled at its next report."""
    search_id = created(store)

    class Cancelled(JumpKind):
        """Is cancelled after its first report."""

        def search(self, *_: Any) -> Search:
            yield Progress(0, 1)
            store.searches.remove_job(search_id, "a")
            yield Progress(0, 2)
            raise AssertionError("the search went on")

    monkeypatch.setitem(kinds.KINDS, "jump", Cancelled())
    monkeypatch.setattr(reports, "REPORT_SECONDS", 0.0)
    run(store, search_id)
    assert (loaded(store, search_id).status, loaded(store, search_id).progress["nodes"]) == ("cancelled", 1)


@pytest.mark.usefixtures("unlimited")
def test_a_search_that_fails_has_ended(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the solver ends the search as failed, without its text."""
    monkeypatch.setitem(kinds.KINDS, "jump", ScriptedKind(ArithmeticError("secret"), Stopped("nodes")))
    search_id = created(store)
    with pytest.raises(ArithmeticError):
        run(store, search_id)
    ended = loaded(store, search_id)
    assert ended.status == "failed"
    assert ended.result == {"error": "The solver failed. The error is in the worker's log."}


def test_a_search_runs_once(store: Store, unlimited: list[int]) -> None:
    """A search that is running, has ended or does not exist is not run."""
    search_id = created(store)
    start_run(store, search_id)
    for each in (search_id, "unknown"):
        run(store, each)
    assert unlimited == []


def test_progress_goes_on_where_the_lost_run_was(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run adds to nodes and seconds of the first, and stores its findings when they change."""
    clock = Clock(time.monotonic())
    monkeypatch.setattr(reports, "time", clock)
    search_id = created(store)
    start_run(store, search_id)
    puzzle = load_puzzle(ROW).puzzle
    findings = Findings(1)
    search = replace(loaded(store, search_id), progress={"lower_bound": 1, "nodes": 100, "seconds": 2.5})
    observe = SearchReporter(store, search, 60.0, puzzle, findings)
    reported = []
    for progress in (Progress(1, 10), Progress(1, 20, 0, (FIRST,)), Progress(1, 30, 0, (FIRST,))):
        clock.now += reports.REPORT_SECONDS
        observe(progress, progress.nodes / 10)
        search = loaded(store, search_id)
        reported.append((search.progress, load_findings(puzzle, search.findings, 7)))
    assert reported == [
        ({"lower_bound": 1, "nodes": 110, "seconds": 3.5}, NOTHING),
        ({"lower_bound": 1, "nodes": 120, "seconds": 4.5, "length": 1}, Findings(1, (FIRST,), 7)),
        ({"lower_bound": 1, "nodes": 130, "seconds": 5.5, "length": 1}, Findings(1, (FIRST,), 7)),
    ]


@pytest.mark.usefixtures("unlimited")
def test_a_run_goes_on_from_the_findings_of_the_last(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run continues from what the runs before have reported, and the bound never falls."""
    monkeypatch.setattr(reports, "REPORT_SECONDS", 0.0)
    puzzle = load_puzzle(ROW).puzzle
    first = ScriptedKind(Progress(1, 10, notes={"a": [1]}), KeyboardInterrupt(), Stopped("nodes"))
    search_id = created(store)
    monkeypatch.setitem(kinds.KINDS, "jump", first)
    with pytest.raises(KeyboardInterrupt):
        run(store, search_id)
    store.runs.requeue(search_id)
    second = ScriptedKind(Progress(0, 5, notes={"a": [1]}), Stopped("nodes"))
    monkeypatch.setitem(kinds.KINDS, "jump", second)
    run(store, search_id)
    assert (first.called[5], second.called[5]) == (NOTHING, Findings(1, None, 10, {"a": [1]}))
    ended = loaded(store, search_id)
    assert (ended.progress["lower_bound"], ended.progress["nodes"]) == (1, 15)
    assert (ended.status, ended.result["lower_bound"]) == ("stopped", 1)
    assert load_findings(puzzle, ended.findings, 10) == second.called[5]


@pytest.mark.usefixtures("unlimited")
@pytest.mark.parametrize(
    ("spent", "left", "limit"),
    [
        ({"nodes": 900, "seconds": 1.5}, Limits(3.5, 100, 10**9), "nodes"),
        ({"nodes": 2, "seconds": 7.0}, Limits(0.0, 998, 10**9), "seconds"),
        ({"nodes": 1200, "seconds": 2.0}, Limits(3.0, 0, 10**9), "nodes"),
    ],
)
def test_limits_are_those_of_all_runs(
    store: Store, monkeypatch: pytest.MonkeyPatch, spent: dict[str, float], left: Limits, limit: str
) -> None:
    """A run may spend what earlier runs have left; with nothing left, it ends after a slice."""
    search_id = created(store, seconds=5.0, nodes=1000)
    store.runs.report(search_id, start_run(store, search_id), {"lower_bound": 1} | spent)
    run_number = store.runs.requeue(search_id)
    claim = present(store.runs.claim(search_id, run_number))
    assert claim.seconds == left.seconds
    kind = ScriptedKind(Progress(1, 100), AssertionError("it went on"), Stopped("nodes"))
    monkeypatch.setitem(kinds.KINDS, "jump", kind)
    run(store, search_id)
    assert kind.called[2] == left
    result = loaded(store, search_id).result
    assert (result["status"], result["limit"], result["lower_bound"]) == ("stopped", limit, 1)
    assert result["statistics"]["nodes"] == 100 + spent["nodes"]


@pytest.mark.usefixtures("unlimited")
def test_a_later_request_goes_on_from_the_findings_of_an_earlier_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later search continues from the findings of one without an answer; damaged findings count as none."""
    monkeypatch.setattr(reports, "REPORT_SECONDS", 0.0)
    monkeypatch.setitem(kinds.KINDS, "jump", ScriptedKind(Progress(1, 60, notes={"a": [1]}), Stopped("nodes")))
    run(store, created(store, nodes=50))
    second = ScriptedKind(Progress(0, 5, notes={"a": [1]}), Stopped("nodes"))
    monkeypatch.setitem(kinds.KINDS, "jump", second)
    search_id = created(store, want="count", nodes=70)
    run(store, search_id)
    assert second.called[5] == Findings(1, None, 0, {"a": [1]})
    assert second.called[2].nodes == 70
    ended = loaded(store, search_id)
    assert (ended.progress["lower_bound"], ended.progress["nodes"], ended.result["lower_bound"]) == (1, 5, 1)
    assert ended.findings
    for damage in (b"{", b"[1]", b'{"answers": 0}', b"\xff"):
        store.redis.hset(keys.answer("k"), "findings", damage)
        third = ScriptedKind(Solved((FIRST,)))
        monkeypatch.setitem(kinds.KINDS, "jump", third)
        run(store, created(store, want="any"))
        assert third.called[5] == NOTHING
        store.redis.delete(keys.answer("k"))


@pytest.mark.parametrize(("status", "kept"), [("stopped", True), ("cancelled", True), ("failed", False)])
def test_findings_of_a_failed_search_are_not_trusted(store: Store, status: str, kept: bool) -> None:
    """Findings of stopped and cancelled searches are used later, those of failed ones are not."""
    search_id = created(store)
    store.runs.report(search_id, start_run(store, search_id), {}, {"answers": 1})
    store.runs.finish(search_id, None, status, {})
    assert store.redis.hexists(keys.answer("k"), "findings") is kept


def test_no_findings_beside_an_answer(store: Store) -> None:
    """An answer replaces findings, and a full store stores none."""
    for full in (False, True):
        search_id = created(store, name="k")
        store.runs.report(search_id, start_run(store, search_id), {}, {"answers": 1})
        store.memory.most = 1 if full else store.memory.most
        store.runs.finish(search_id, None, "stopped", {})
        assert store.redis.hexists(keys.answer("k"), "findings") is not full
        store.results.store("k", "one", {"status": "solved", "optimal": True}, "n", None)
        assert not store.redis.hexists(keys.answer("k"), "findings")


def test_progress_is_reported_a_few_times_a_second(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """However short the slices are, progress is recorded every 0.2 seconds only."""
    clock = Clock(time.monotonic())
    monkeypatch.setattr(reports, "time", clock)
    search_id = created(store)
    start_run(store, search_id)
    observe = SearchReporter(store, loaded(store, search_id), 60.0, load_puzzle(ROW).puzzle, NOTHING)
    for number in range(1, 101):
        clock.now += 0.01
        observe(Progress(0, number), number / 100)
    assert 4 <= store.redis.xinfo_stream(keys.events(search_id))["entries-added"] <= 5


def slow_kind(monkeypatch: pytest.MonkeyPatch, *steps: Any) -> None:
    """Have jump puzzles take these steps, with a report after each."""
    monkeypatch.setattr(reports, "REPORT_SECONDS", 0.0)
    monkeypatch.setitem(kinds.KINDS, "jump", ScriptedKind(*steps))


@pytest.mark.parametrize(
    ("quick_seconds", "others", "workers", "goes_over"),
    [(0.0, 1, 1, True), (60.0, 1, 1, False), (0.0, 0, 1, False), (0.0, 1, 0, False)],
    ids=["slow", "still quick", "none waits", "no worker"],
)
def test_slow_search_makes_room(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    unlimited: list[int],
    quick_seconds: float,
    others: int,
    workers: int,
    goes_over: bool,
) -> None:
    """A slow search moves to the long lane if others wait and that lane has a worker, and keeps its bound."""
    slow_kind(monkeypatch, Progress(1, 10), Solved((FIRST,)))
    search_id = created(store)
    for number in range(others):
        store.queue.put(f"other{number}", 0, 60)
    for number in range(workers):
        store.redis.sadd("rq:workers:fewest-long", f"rq:worker:{number}")
        store.redis.set(f"rq:worker:{number}", 1)
    run(store, search_id, quick_seconds=quick_seconds)
    search = loaded(store, search_id)
    if not goes_over:
        assert (search.status, search.lane) == ("solved", "quick")
        return
    assert (search.status, search.lane, search.deaths) == ("queued", "long", 0)
    assert (search.progress["lower_bound"], store.queue.position(search_id, search.run, Lane.LONG)) == (1, 0)
    run(store, search_id, quick_seconds=quick_seconds)
    search = loaded(store, search_id)
    assert (search.status, search.lane) == ("solved", "long")


@pytest.mark.usefixtures("unlimited")
def test_a_search_answers_its_dual(store: Store) -> None:
    """The end of a search also stores what its result says of the dual puzzle."""
    stuck = ROW | {"start": {"pegs": [0, 2]}, "goal": {"pegs": [1]}}
    run(store, created(store, stuck))
    puzzle = load_puzzle(stuck).puzzle
    dual = present(dual_of(puzzle))
    answer = present(store.results.find(canonical(dual).key, "all"))
    assert answer.result["status"] == "unsolvable"
