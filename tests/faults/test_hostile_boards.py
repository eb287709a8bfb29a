"""Hostile boards: those on which BLISS does not end take a bounded time, and the others are served meanwhile."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import threading
import time
import tracemalloc
from contextlib import suppress
from itertools import permutations
from typing import Any

import pytest
from flask.testing import FlaskClient

from fewest.boards import catalogue
from fewest.config.settings import Settings
from fewest.notation.puzzle import load_puzzle
from fewest.service.jobs import canonical_forms
from fewest.service.jobs.canonical_forms import _size
from fewest.solver.canonical import canonical
from fewest.solver.errors import DeadlineError
from fewest.solver.graph_process import GraphProcess
from fewest.solver.graphs import ColouredGraph
from fewest.solver.interrupt import deadline
from fewest.solver.jump.board import WORD_HOLES, JumpBoard
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.symmetry import automorphisms
from fewest.solver.kinds import kind_of
from fewest.solver.solve import solve
from fewest.store import Store
from fewest.wsgi import create_app
from tests.hang import HANG_SECONDS, until
from tests.hostile_boards import HOSTILE, MEDIUM, latin_square
from tests.processes import alive
from tests.unit.service.worker import set_worker, work


def graph_of(puzzle: dict[str, Any]) -> ColouredGraph:
    """The graph whose canonical form is the puzzle's."""
    loaded = load_puzzle(puzzle).puzzle
    return kind_of(loaded).canonical_graph(loaded)


@pytest.fixture
def client(store: Store) -> FlaskClient:
    """A client of an application whose only worker is the test."""
    set_worker(store, alive=True)
    return create_app(Settings(), store).test_client()


def solved(client: FlaskClient, store: Store, puzzle: dict[str, Any], want: str = "one") -> Any:
    """The job of a puzzle that no answer is known to, once it has ended."""
    job = client.post("/v1/jobs", json={"puzzle": puzzle, "want": want}).json
    assert job["status"] == "queued"
    work(store)
    job = client.get(job["links"]["self"]).json
    assert job["status"] == "solved"
    return job


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_board_is_answered_and_stops_nobody(
    name: str, client: FlaskClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board too hard for BLISS gets its right answer, which is cached, while other requests are served."""
    puzzle, served = HOSTILE[name], []
    asked, go_on, exchange = threading.Event(), threading.Event(), GraphProcess._exchange

    def held(process: GraphProcess, question: bytes, graph: ColouredGraph, _: float, seconds: float) -> bytes:
        asked.set()
        assert go_on.wait(HANG_SECONDS)
        return exchange(process, question, graph, time.monotonic() + seconds, seconds)

    monkeypatch.setattr(GraphProcess, "_exchange", held)
    request = threading.Thread(target=lambda: served.append(solved(client, store, puzzle, "all")))
    request.start()
    assert asked.wait(HANG_SECONDS)
    assert client.application.test_client().get("/livez").status_code == 200
    go_on.set()
    request.join()
    (job,) = served
    assert job["result"]["length"] == 1
    assert job["result"]["optimal"]
    assert job["result"]["statistics"]["canonical"] is False
    listed = client.get(f"{job['links']['solution']}/all?limit=1000").json
    assert len(listed["solutions"]) == listed["count"] == job["result"]["count"] > 1
    again = client.post("/v1/jobs", json={"want": "all", "puzzle": puzzle}).json
    assert again["result"]["statistics"]["cache"] == "hit"
    assert re.search(rb'fewest_uncanonical_puzzles_total{reason="\w+"} [1-9]', client.get("/metrics").data)


def test_solutions_are_listed_whatever_numbering_was_found(
    client: FlaskClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All solutions of a puzzle can be read, whether its canonical form was found in time for the search or not."""
    monkeypatch.setattr(canonical_forms, "HARD_SECONDS", 0.0)
    busy = solved(client, store, MEDIUM, "all")
    assert busy["result"]["statistics"]["canonical"] is False
    monkeypatch.setattr(canonical_forms, "HARD_SECONDS", HANG_SECONDS)
    spelled = MEDIUM | {"goal": {"any_of": [MEDIUM["goal"]]}}
    found = solved(client, store, spelled, "all")
    assert "canonical" not in found["result"]["statistics"]
    for job in (busy, found):
        listed = client.get(f"{job['links']['solution']}/all?limit=1000").json
        assert len(listed["solutions"]) == listed["count"] == found["result"]["count"]


def test_a_check_leaves_out_what_takes_too_long(client: FlaskClient) -> None:
    """The check of a hostile board ends, without the number of its symmetries."""
    check = client.post("/v1/puzzles/check", json={"puzzle": HOSTILE["steiner-triples-63"]}).json
    assert check["symmetries"] is None
    assert check["lower_bound"] == 1


def test_the_process_ends_with_its_parent() -> None:
    """A process whose parent is killed exits."""
    program = (
        "import time; from fewest.solver.graph_process import GraphProcess;"
        "from fewest.solver.graphs import ColouredGraph;"
        f"p = GraphProcess(); p.canonical_order(ColouredGraph([(0, 1)], [0, 0]), {HANG_SECONDS});"
        f"print(p._process.pid, flush=True); time.sleep({HANG_SECONDS})"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    until(lambda: not alive(child))


def test_the_solver_does_without_symmetries_that_take_too_long() -> None:
    """A search is right without the symmetries of a hostile board, in the main thread and in others."""
    puzzle, results = load_puzzle(HOSTILE["latin-square-20"]).puzzle, []
    assert automorphisms(puzzle.board) == [tuple(range(60))]
    thread = threading.Thread(target=lambda: results.append(solve(puzzle)))
    thread.start()
    thread.join()
    assert results[0].length == 1
    assert not canonical(puzzle).shared


def test_chained_squares_are_not_easy() -> None:
    """Small cells do not make a large board easy: chained Latin squares refine to cells of 8 and are hard."""
    triples = [
        (16 * link + row, 16 * link + column, 16 * link + symbol)
        for link in range(3)
        for row, column, symbol in latin_square(8, link)
    ]
    board = JumpBoard(56, tuple(sorted(triples)))
    puzzle = JumpPuzzle(board, 255, JumpGoal(counts=frozenset([1])))
    assert not kind_of(puzzle).canonical_graph(puzzle).is_easy()


@pytest.mark.parametrize("entry", catalogue().values(), ids=catalogue())
def test_catalogue_boards_are_easy(entry: dict[str, Any]) -> None:
    """Boards of the catalogue are labelled in the web process, except those of more than 64 holes."""
    easy = all(graph_of(example["puzzle"]).is_easy() for example in entry["examples"])
    assert easy == (len(entry["layout"]) <= WORD_HOLES)


def test_a_deadline_that_is_lost_comes_again() -> None:
    """If Python ignores the exception of a deadline, it is raised again."""
    lost = []

    class Watched:
        def __del__(self) -> None:
            with suppress(DeadlineError):
                time.sleep(HANG_SECONDS)
            lost.append(self)

    def body() -> None:
        Watched()
        time.sleep(HANG_SECONDS)

    with pytest.raises(DeadlineError), deadline(0.05):
        body()
    assert len(lost) == 1


def large_puzzles() -> list[dict[str, Any]]:
    """A puzzle with many jumps, one with many goals, one with many edges."""
    choice = random.Random(1)
    goals = [{"pegs": choice.sample(range(64), 32)} for _ in range(1000)]
    jumps = sorted(map(list, choice.sample(list(permutations(range(64), 3)), 4000)))
    everywhere = [[other for other in range(64) if other != cell] for cell in range(64)]
    start = {"empty": [0]}
    return [
        {"kind": "jump", "board": {"holes": 64, "jumps": jumps}, "start": start, "goal": {"count": 1}},
        {"kind": "jump", "board": {"holes": 64, "jumps": jumps[:50]}, "start": start, "goal": {"any_of": goals}},
        {"kind": "slide", "board": {"adjacency": everywhere}, "start": list(range(64)), "goal": list(range(64))},
    ]


@pytest.mark.parametrize("written", large_puzzles())
def test_forms_are_bounded_by_their_bytes(written: dict[str, Any]) -> None:
    """The cache counts at least half the bytes that a canonical form takes in memory."""
    puzzle = load_puzzle(written).puzzle
    canonical(puzzle)
    tracemalloc.start()
    try:
        form = canonical(puzzle)
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken / 2 < _size(form)
