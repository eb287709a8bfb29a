"""Units: parts of a running search, each of which counts exactly once."""

from __future__ import annotations

import pytest

from fewest.schemas.lanes import Lane
from fewest.solver.model import INFINITE
from fewest.store import Store, keys
from fewest.store.recovery import requeue, requeue_lost
from fewest.store.units import (
    MAX_KEPT_BYTES,
    NONE_KEPT,
    ROUND_SECONDS,
    UNIT_BYTES,
    UNIT_SECONDS,
    Instruction,
    Kept,
    Owner,
    RoundState,
    is_unit,
    kept_of,
)
from tests.present import present
from tests.unit.store.request import start_run, started
from tests.unit.workers.searches import loaded

PART = {"routes": ["01", "04"]}


@pytest.fixture
def owner(store: Store) -> Owner:
    """A search that runs."""
    return Owner(*started(store))


def offered(store: Store, owner: Owner, step: int = 1, number: int = 1) -> list[str]:
    """Offer units in one step."""
    return present(store.units.offer(owner, step, [PART] * number))


def end(store: Store, owner: Owner, unit_id: str, run: int, *, left: int = 0, solution: str = "") -> list[str]:
    """End a unit that has found five solutions in seven nodes."""
    return store.units.end(owner, unit_id, run, nodes=7, count=5, next_limit=40, solution=solution, left=[PART] * left)


def polled(store: Store, owner: Owner, *, idle: bool = False) -> RoundState:
    """The state of a round that there is."""
    return present(store.units.poll(owner, idle=idle))


def test_units_are_recognised(store: Store, owner: Owner) -> None:
    """`is_unit` tells the ids of units from those of searches."""
    assert all(map(is_unit, offered(store, owner, number=2)))
    assert not is_unit(owner.search_id)
    assert not is_unit("unit-".ljust(len(owner.search_id), "-"))


def test_a_worker_takes_a_unit_with_the_memory_of_units(store: Store, owner: Owner) -> None:
    """A unit has a memory and time limit of its own, whatever those of its search."""
    (unit,) = offered(store, owner)
    claim = present(store.runs.claim(unit, 0))
    assert claim.bytes == UNIT_BYTES
    record = loaded(store, unit)
    assert record.limits["seconds"] == UNIT_SECONDS


def test_searches_have_units_of_their_own(store: Store, owner: Owner) -> None:
    """The units of one search are independent of those of another."""
    other = Owner(*started(store, "b", "other"))
    (mine,), (theirs,) = offered(store, owner), offered(store, other)
    assert [polled(store, each).open for each in (owner, other)] == [1, 1]
    assert store.units.end_round(owner) == [(mine, 0)]
    assert polled(store, other).open == 1
    assert store.units.start(other, theirs, 0) == 1


def test_results_are_added_up(store: Store, owner: Owner) -> None:
    """Results of ended units are added; their remaining work becomes new units."""
    (first,) = offered(store, owner)
    assert polled(store, owner) == RoundState(1, 0, 1, 0, 0, None, "", 0)
    run = store.units.start(owner, first, 0)
    assert (run, polled(store, owner).running) == (1, 1)
    left = end(store, owner, first, run, left=2)
    assert len({first, *left}) == 3
    assert polled(store, owner) == RoundState(2, 0, 1, 7, 5, 40, "", 1)
    for unit_id in left:
        assert end(store, owner, unit_id, store.units.start(owner, unit_id, 0), solution="0145") == []
    assert polled(store, owner) == RoundState(0, 0, 1, 21, 15, 40, "0145", 3)


def test_a_unit_counts_once(store: Store, owner: Owner) -> None:
    """A second result of a unit, or one of a replaced run, is ignored."""
    (unit,) = offered(store, owner)
    lost = store.units.start(owner, unit, 0)
    assert store.units.start(owner, unit, 0) == 0
    assert requeue(store, unit, lost)
    assert store.units.start(owner, unit, 0) == 0  # its place in the queue is left over from before
    run = store.units.start(owner, unit, lost + 1)
    assert run == lost + 2
    assert store.units.heartbeat(owner, unit, lost) is Instruction.ABORT
    assert end(store, owner, unit, lost, left=2) == []
    assert polled(store, owner).count == 0
    assert len(end(store, owner, unit, run, left=1)) == 1
    assert end(store, owner, unit, run, left=1) == []
    assert (polled(store, owner).count, polled(store, owner).open) == (5, 1)


def test_a_repeated_step_is_not_done_again(store: Store, owner: Owner) -> None:
    """A repeated step gets the same answer; a step out of order is refused."""
    ids = offered(store, owner, 1, number=2)
    assert offered(store, owner, 1, number=2) == ids
    assert polled(store, owner).open == 2
    taken = present(store.units.take(owner, 2))
    assert taken[1:] == (0, PART)
    assert store.units.take(owner, 2) == taken
    assert polled(store, owner).open == 1
    assert store.units.take(owner, 4) is None
    assert store.units.offer(owner, 4, [PART]) is None
    assert polled(store, owner).steps == 2


def test_only_units_that_are_not_done_are_taken_back(store: Store, owner: Owner) -> None:
    """A search takes back only units that do not run, and these cannot start any more."""
    first, second = offered(store, owner, number=2)
    store.units.start(owner, first, 0)
    taken = present(store.units.take(owner, 2))
    assert taken[0] == second
    assert store.units.take(owner, 3) is None
    assert store.units.start(owner, second, 0) == 0


def test_a_unit_that_kills_its_workers_goes_back(store: Store, owner: Owner) -> None:
    """After three deaths, only the search itself gets a unit."""
    (unit,) = offered(store, owner)
    for expected in (True, True, False):
        search = loaded(store, unit)
        run = store.units.start(owner, unit, search.run)
        assert requeue(store, unit, run) is expected
    assert polled(store, owner).open == 1
    taken = present(store.units.take(owner, 2))
    assert (taken[0], taken[2]) == (unit, PART)
    assert polled(store, owner).open == 0


def test_lost_units_are_queued_again(store: Store, owner: Owner) -> None:
    """A unit without a heartbeat is put back into the long lane, like any search."""
    (unit,) = offered(store, owner)
    store.units.start(owner, unit, 0)
    store.redis.hset(keys.search(unit), "heartbeat", "1.0")
    store.runs.report(owner.search_id, owner.run, {})
    assert requeue_lost(store, 15.0) == 1
    assert (store.queue.depth(Lane.LONG), store.queue.depth(Lane.QUICK)) == (1, 0)
    store.redis.hset(keys.search(unit), "heartbeat", "1.0")
    assert requeue_lost(store, 15.0) == 0
    assert store.units.start(owner, unit, 2) == 3


def test_one_unit_is_asked_to_leave_its_rest(store: Store, owner: Owner) -> None:
    """While its search is idle and no unit waits, exactly one unit is told to split."""
    first, second = offered(store, owner, number=2)
    runs = {first: store.units.start(owner, first, 0)}
    polled(store, owner, idle=True)
    assert (
        store.units.heartbeat(owner, first, runs[first]) is Instruction.CONTINUE
    )  # the search can take the second one
    runs[second] = store.units.start(owner, second, 0)
    polled(store, owner, idle=True)
    assert store.units.heartbeat(owner, first, runs[first]) is Instruction.SPLIT
    assert store.units.heartbeat(owner, second, runs[second]) is Instruction.CONTINUE
    polled(store, owner, idle=True)
    polled(store, owner, idle=False)
    assert store.units.heartbeat(owner, second, runs[second]) is Instruction.CONTINUE


@pytest.mark.parametrize("why", ["solution", "cancelled", "replaced", "ended", "round", "emptied"])
def test_units_end_with_their_search(store: Store, owner: Owner, why: str) -> None:
    """When its search needs a unit no longer, the unit ends at its next heartbeat, and waiting ones do not start."""
    first, second, third = offered(store, owner, number=3)
    runs = [store.units.start(owner, unit, 0) for unit in (first, second)]
    match why:
        case "solution":
            end(store, owner, second, runs[1], solution="01")
        case "cancelled":
            assert store.searches.remove_job(owner.search_id, "a")
        case "replaced":
            assert requeue(store, owner.search_id)
        case "ended":
            store.runs.finish(owner.search_id, owner.run, "solved", {})
        case "round":
            store.units.end_round(owner)
        case "emptied":
            store.redis.flushall()
    assert store.units.heartbeat(owner, first, runs[0]) is Instruction.ABORT
    if why != "solution":
        assert end(store, owner, second, runs[1], left=1) == []
        assert store.units.start(owner, third, 0) == 0
        for unit in (first, second, third):
            assert not store.redis.exists(keys.search(unit))
            assert unit not in store.searches.open_ids()


def test_another_run_begins_with_nothing(store: Store, owner: Owner) -> None:
    """A new run of a search drops the units of the run before, whose reports have no effect."""
    (old,) = offered(store, owner)
    run = store.units.start(owner, old, 0)
    assert requeue(store, owner.search_id)
    new = Owner(owner.search_id, start_run(store, owner.search_id))
    assert store.units.poll(new, idle=False) is None
    (unit,) = offered(store, new)
    assert store.units.offer(owner, 2, [PART]) is None
    assert store.units.take(owner, 2) is None
    assert store.units.poll(owner, idle=False) is None
    assert store.units.end_round(owner) == []
    assert end(store, owner, old, run) == []
    assert polled(store, new) == RoundState(1, 0, 1, 0, 0, None, "", 0)
    assert store.units.end_round(new) == [(unit, 0)]
    assert store.units.poll(new, idle=False) is None


def test_a_round_that_the_server_brings_back(store: Store, owner: Owner) -> None:
    """Units of an earlier round that the server restores have no part in the current round."""
    first, second = offered(store, owner, number=2)
    run = store.units.start(owner, first, 0)
    new = owner._replace(round=owner.round + 1)
    assert store.units.poll(new, idle=False) is None
    (unit,) = offered(store, new)
    assert unit not in (first, second)
    assert end(store, owner, first, run) == []
    assert store.units.start(owner, second, 0) == 0
    assert polled(store, new) == RoundState(1, 0, 1, 0, 0, None, "", 0)


def test_nothing_remains(store: Store, owner: Owner) -> None:
    """An ended round leaves no key and no counted bytes."""
    before = store.redis.hgetall(keys.KEPT)
    first, second = offered(store, owner, number=2)
    assert store.redis.hgetall(keys.KEPT) != before
    end(store, owner, first, store.units.start(owner, first, 0), left=1)
    store.units.end_round(owner)
    assert store.redis.hgetall(keys.KEPT) == before
    assert store.searches.open_ids() == [owner.search_id]
    names = [name.decode() for name in store.redis.scan_iter("*unit*")]
    assert names == []
    assert not store.redis.exists(keys.round_of(owner.search_id), keys.search(second))


def test_the_least_limit_of_a_round_is_the_next_one(store: Store, owner: Owner) -> None:
    """The next limit of a round is the least of all its units."""
    limits = (50, 40, 60, 9)
    found = []
    for unit, limit in zip(offered(store, owner, number=len(limits)), limits, strict=True):
        run = store.units.start(owner, unit, 0)
        store.units.end(owner, unit, run, nodes=1, count=0, next_limit=limit, solution="", left=[])
        found.append(polled(store, owner).next_limit)
    assert found == [50, 40, 40, 9]


def test_a_round_lives_as_long_as_its_search_looks_at_it(store: Store, owner: Owner) -> None:
    """Offering and polling renew the lifetime of a round and its units."""
    names = [keys.round_of(owner.search_id), keys.units_of(owner.search_id)]

    def lifetimes() -> list[int]:
        return [store.redis.ttl(name) for name in names]

    offered(store, owner)
    assert all(ROUND_SECONDS - 60 < left <= ROUND_SECONDS for left in lifetimes())
    for act in (lambda: polled(store, owner), lambda: offered(store, owner, 2)):
        for name in names:
            store.redis.expire(name, 100)
        act()
        assert all(ROUND_SECONDS - 60 < left <= ROUND_SECONDS for left in lifetimes())


def test_the_first_solution_of_a_round_stands(store: Store, owner: Owner) -> None:
    """A round keeps the first solution of its units."""
    first, second = offered(store, owner, number=2)
    runs = [store.units.start(owner, unit, 0) for unit in (first, second)]
    end(store, owner, first, runs[0], solution="01")
    end(store, owner, second, runs[1], solution="02")
    assert polled(store, owner).solution == "01"


def kept(store: Store, owner: Owner) -> Kept:
    """What is kept of the search."""
    search = loaded(store, owner.search_id)
    return kept_of(search)


def test_an_iteration_is_kept_with_its_units(store: Store, owner: Owner) -> None:
    """The stored iteration has the search's own record, its open units, and the sums of the ended ones."""
    assert kept(store, owner) == NONE_KEPT
    store.units.keep(owner, 0, {"left": [1]})
    assert kept(store, owner) == Kept({"left": [1]}, INFINITE, 0, [])
    first, second = offered(store, owner, number=2)
    end(store, owner, first, store.units.start(owner, first, 0), left=2)
    store.units.start(owner, second, 0)
    store.units.keep(owner, 1, {"left": []})
    assert kept(store, owner) == Kept({"left": []}, 40, 5, [PART] * 3)
    later = owner._replace(round=owner.round + 1)
    store.units.keep(later, 0, {"left": [2]})
    assert kept(store, owner) == Kept({"left": [2]}, INFINITE, 0, [])


@pytest.mark.parametrize("loss", ["step", "round", "solution"])
def test_an_iteration_that_lacks_parts_is_not_kept(store: Store, owner: Owner, loss: str) -> None:
    """If steps or the round are lost, or a solution is found, the stored iteration does not change."""
    store.units.keep(owner, 0, {"left": [1]})
    (unit,) = offered(store, owner)
    match loss:
        case "round":
            store.redis.delete(keys.round_of(owner.search_id))
        case "solution":
            end(store, owner, unit, store.units.start(owner, unit, 0), solution="01")
    store.units.keep(owner, 1 + (loss == "step"), {"left": []})
    assert kept(store, owner) == Kept({"left": [1]}, INFINITE, 0, [])


def test_what_is_kept_outlives_the_run(store: Store, owner: Owner) -> None:
    """The stored iteration outlives its run, and a replaced run cannot change it."""
    store.units.keep(owner, 0, {"left": [1]})
    assert requeue(store, owner.search_id)
    store.units.keep(owner, 0, {"left": [2]})
    assert kept(store, owner).own == {"left": [1]}
    start_run(store, owner.search_id)
    store.units.keep(owner, 0, {"left": [2]})
    assert kept(store, owner).own == {"left": [1]}


def test_what_is_too_long_is_not_kept(store: Store, owner: Owner) -> None:
    """An iteration that is too large is not stored; a stored one counts as memory of its search."""
    before = store.memory.usage().bytes
    store.units.keep(owner, 0, {"left": ["x" * 100_000]})
    assert store.memory.usage().bytes > before + 100_000
    store.units.keep(owner, 0, {"left": ["x" * MAX_KEPT_BYTES]})
    assert len(kept(store, owner).own["left"][0]) == 100_000


@pytest.mark.parametrize("damaged", ['{"own": "{", "units": {}}', '{"own": "{}", "units": ["{}"]}', '{"units": 7}'])
def test_damaged_iterations_count_for_nothing(store: Store, owner: Owner, damaged: str) -> None:
    """A damaged iteration counts as none."""
    store.redis.hset(keys.search(owner.search_id), "left", damaged)
    assert kept(store, owner) == NONE_KEPT
