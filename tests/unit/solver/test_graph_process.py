"""The process that answers questions about graphs: it agrees with the graph, heals, and keeps to its limits."""

from __future__ import annotations

import os
import re
import resource
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from fewest.notation.puzzle import load_puzzle
from fewest.solver.errors import DeadlineError
from fewest.solver.graph_process import ENOUGH, MEMORY_BYTES, NICENESS, BusyError, GraphProcess
from fewest.solver.graphs import DEADLINE_SECONDS, ColouredGraph
from fewest.solver.kinds import kind_of
from tests.hang import HANG_SECONDS, until
from tests.hostile_boards import hostile_puzzle, latin_square

HOUSE = ColouredGraph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4)], [0, 0, 1, 1, 0], 5)


@pytest.fixture(scope="module")
def process() -> Iterator[GraphProcess]:
    """A process that has been started."""
    process = GraphProcess()
    process.canonical_order(HOUSE, HANG_SECONDS)
    yield process
    process.close()


def pid(process: GraphProcess) -> int:
    """The id of the child."""
    assert process._process is not None
    return process._process.pid


def test_it_agrees_with_the_graph(process: GraphProcess) -> None:
    """The process gives the same order and number of automorphisms as a call in this process."""
    cube = [(a, a ^ 1 << bit) for a in range(8) for bit in range(3) if a < a ^ 1 << bit]
    for colours, count in ([0] * 8, 48), ([5] + [70_000] * 7, 6), (list(range(8)), 1):
        graph = ColouredGraph(cube, colours)
        assert process.canonical_order(graph, HANG_SECONDS) == graph.ask_order()
        assert process.automorphism_count(graph, HANG_SECONDS) == graph.ask_count() == count
    assert process.automorphism_count(ColouredGraph([], [0] * 12), HANG_SECONDS) == 479_001_600


def test_long_questions_and_answers_come_whole(process: GraphProcess) -> None:
    """A graph that needs many packets is answered."""
    size = 100_000
    graph = ColouredGraph([(0, 1)], list(range(size)))
    assert sorted(process.canonical_order(graph, HANG_SECONDS)) == list(range(size))


def test_a_process_that_dies_is_replaced(process: GraphProcess) -> None:
    """If the child dies, its question is refused as busy, and the next one is answered by another child."""
    hard, before = hard_graph(), pid(process)
    idle = processor_time(before)

    def kill() -> None:
        until(lambda: processor_time(before) > idle)
        os.kill(before, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(BusyError, match="killed"):
        process.canonical_order(hard, HANG_SECONDS)
    killer.join()
    assert process.automorphism_count(HOUSE, HANG_SECONDS) == HOUSE.ask_count()
    assert pid(process) != before


def processor_time(process: int) -> int:
    """Processor time of a process, in ticks: it is at work when it grows."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def hard_graph() -> ColouredGraph:
    """A graph on which BLISS does not end."""
    puzzle = load_puzzle(hostile_puzzle(latin_square(20, 1), 20)).puzzle
    return kind_of(puzzle).canonical_graph(puzzle)


def refusal(process: GraphProcess, seconds: float) -> tuple[DeadlineError, float]:
    """What the process says of a hard graph, and the seconds it had; asked again if it was late and was killed."""
    while True:
        with pytest.raises(DeadlineError) as caught:
            process.canonical_order(hard_graph(), seconds)
        had = re.match(r"not done (?:in the|after) ([\d.]+) s", str(caught.value))
        if had is not None:
            return caught.value, float(had[1])


def test_only_who_had_the_time_learns_that_a_graph_is_too_hard(process: GraphProcess) -> None:
    """A graph is called too hard only after the full time; after less, the process is called busy."""
    assert isinstance(refusal(process, DEADLINE_SECONDS / 5)[0], BusyError)
    enough = ENOUGH * DEADLINE_SECONDS
    while (last := refusal(process, DEADLINE_SECONDS * 1.2))[1] <= enough:  # a busy machine took the rest
        assert isinstance(last[0], BusyError) or last[1] == pytest.approx(enough, abs=0.001)
    assert not isinstance(last[0], BusyError)


def test_without_time_nothing_is_started() -> None:
    """A question without time left is refused and starts no process."""
    process = GraphProcess()
    for seconds in (0, -1):
        with pytest.raises(BusyError, match="waiting"):
            process.canonical_order(HOUSE, seconds)
    assert process._process is None
    process.close()


def test_a_process_that_is_starting_is_busy() -> None:
    """A question with less time than a start takes is refused as busy; the same child answers later."""
    process = GraphProcess()
    with pytest.raises(BusyError, match="starting"):
        process.canonical_order(HOUSE, 0.002)
    before = pid(process)
    assert process.canonical_order(HOUSE, HANG_SECONDS) == HOUSE.ask_order()
    assert pid(process) == before
    child = process._process
    for _ in range(2):
        process.close()
    assert child is not None
    assert child.poll() is not None


def test_two_questions_at_a_time_are_enough(process: GraphProcess) -> None:
    """While one question is answered and one waits, a third is refused at once."""
    hard, before, answers, errors = hard_graph(), pid(process), list[list[int]](), list[str]()

    def ask(graph: ColouredGraph) -> None:
        try:
            answers.append(process.canonical_order(graph, HANG_SECONDS))
        except DeadlineError as error:
            errors.append(str(error))

    first, second = threading.Thread(target=ask, args=[hard]), threading.Thread(target=ask, args=[HOUSE])
    first.start()
    until(process._lock.locked)
    with pytest.raises(BusyError, match="another question"):
        process.canonical_order(HOUSE, 0.05)
    second.start()
    until(lambda: process._places._value == 0)
    with pytest.raises(BusyError, match="too many"):
        process.canonical_order(HOUSE, HANG_SECONDS)
    os.kill(before, signal.SIGKILL)
    first.join()
    second.join()
    assert (errors, answers) == (["the process did not answer and was killed"], [HOUSE.ask_order()])


def test_an_interrupt_of_the_group_leaves_it_alone(process: GraphProcess) -> None:
    """Ctrl-C does not end the child."""
    before = pid(process)
    os.kill(before, signal.SIGINT)
    assert process.canonical_order(HOUSE, HANG_SECONDS) == HOUSE.ask_order()
    assert pid(process) == before


def address_space(process: int) -> list[str]:
    """Soft and hard limit of the address space of a process in bytes."""
    lines = Path(f"/proc/{process}/limits").read_text(encoding="ascii").splitlines()
    return next(line.split()[3:5] for line in lines if line.startswith("Max address space"))


def test_it_is_bounded_and_polite(process: GraphProcess) -> None:
    """The child may take half a gigabyte beyond its imports, and has a lower priority than its parent."""
    soft, hard = address_space(pid(process))
    assert hard == address_space(os.getpid())[1]
    pages = int(Path(f"/proc/{pid(process)}/statm").read_text(encoding="ascii").split()[0])
    assert 0.8 * MEMORY_BYTES < int(soft) - pages * resource.getpagesize() <= MEMORY_BYTES
    polite = os.getpriority(os.PRIO_PROCESS, pid(process))
    assert polite == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


def test_a_graph_that_needs_too_much_memory_is_refused(process: GraphProcess) -> None:
    """A graph that needs more than the child's memory is refused, and the child goes on."""
    size = 3_000_000
    with pytest.raises(DeadlineError, match="bytes of memory"):
        process.canonical_order(ColouredGraph([(n, n + 1) for n in range(size)], [0] * (size + 1)), HANG_SECONDS)
    assert process.automorphism_count(HOUSE, HANG_SECONDS) == HOUSE.ask_count()
