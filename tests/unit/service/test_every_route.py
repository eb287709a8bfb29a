"""Every route: its most expensive requests known take little processor time, and leave no memory behind.

A new route must be added here: an address of the largest thing that it shows, or bodies of a kilobyte, of 100 kB, and
of the most that is allowed. Processor time is that of the web process; what is drawn or labelled by another one is
bounded there.
"""

from __future__ import annotations

import ctypes
import gc
import json
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from fewest.schemas.documents.solutions import solution
from fewest.service import IMPLIED
from fewest.service.http.computing import Computing
from fewest.service.limits import MAX_PRINTED_BYTES
from fewest.store import Store
from fewest.store.results import NewSolution, SolutionNumbering
from tests.hostile_boards import HOSTILE
from tests.unit.service.jobs.test_own_ids import BODIES, CHOOSING, CHOSEN
from tests.unit.service.worker import client_of, work

BASE_SECONDS = 3.0
"""Processor seconds that a request may take: several times what any of them takes."""

COUNTED_SECONDS = 0.05
"""The same for each request that it counts as: batches and surveys count as their puzzles, a set as ten."""

OUTSIDE_SECONDS = 0.6
"""Processor seconds without a computing slot: to decode a body, to encode an answer, to read what is stored."""

TURN_SECONDS = 1.5
"""Processor seconds in a slot before a request gives way: fifteen times as long as it shall."""

KEPT_BYTES = 200_000_000
"""Memory that all requests together may leave, caches included."""

RATE = 1_000_000

PLAIN = ("/v1", "/version", "/livez", "/readyz", "/metrics", "/v1/limits", "/v1/boards", "/v1/formats", "/", "/c")
PLAIN += ("/fewest-puzzle.js", "/offline.js", "/openapi.json", "/atlas", "/atlas/file.jsonl", "/docs/", "/docs/api/")
PLAIN += ("/atlas/collections",)
"""Addresses without parts that vary."""


class Sent(NamedTuple):
    """A request."""

    method: str
    path: str
    body: bytes = b""
    media: str = "application/json"


def encoded(body: object) -> bytes:
    return json.dumps(body, separators=(",", ":")).encode()


def padded(body: dict[str, Any], size: int) -> bytes:
    """A body with very many fields that do not exist."""
    fields = {str(number): 0 for number in range(size // 10)}
    return encoded(body | fields)[:size].rpartition(b",")[0] + b"}"


@cache
def jumps(goals: int, *, shallow: bool = False) -> dict[str, Any]:
    """As many holes and jumps as there can be, no two alike, and some goals, the first of which is one jump away.

    If it is ``shallow``, 250 moves are possible, each of one jump.
    """
    choice = Random(goals)
    found = set[tuple[int, int, int]]()
    while len(found) < 4096:
        parts = (choice.randrange(64), choice.randrange(64, 96), choice.randrange(96, 128))
        found.add(parts if shallow else tuple(choice.sample(range(128), 3)))  # type: ignore[arg-type]
    start, over, to = min(found)
    pegs = {*range(64), over, over + 1} if shallow else set(range(128)) - {to}
    while shallow and sum(a in pegs and b in pegs for a, b, _ in found) > 250:
        pegs.remove(min(pegs - {start}))
    wanted = [sorted(pegs - {start, over} | {to})]
    wanted += [sorted(choice.sample(range(128), len(wanted[0]))) for _ in range(goals - 1)]
    board = {"holes": 128, "jumps": sorted(found), "layout": [[choice.random(), choice.random()] for _ in range(128)]}
    goal = {"any_of": [{"pegs": each} for each in wanted]}
    return {"kind": "jump", "board": board, "start": {"pegs": sorted(pegs)}, "goal": goal}


GRID = {"kind": "jump", "board": {"grid": ["." * 16] * 8, "lines": "diagonal"}, "start": {"empty": [0]}}
GRID |= {"goal": {"pegs": [1]}}
PIECES = [*range(1, 64), 0]
SQUARE = {"kind": "slide", "board": {"rows": 8, "columns": 8}, "start": PIECES, "goal": [2, 1, *PIECES[2:]]}
COMPLETE = SQUARE | {"board": {"adjacency": [[other for other in range(64) if other != cell] for cell in range(64)]}}
LARGEST = {"kind": "slide", "start": [*range(1, 144), 0], "goal": [2, 1, *range(3, 144), 0]}
LARGEST |= {"board": {"adjacency": [[other for other in range(144) if other != cell] for cell in range(144)]}}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
BLOCKS = {"kind": "block", "metric": "step", "goal": {"at": {"A": [15, 19]}}}
BLOCKS |= {"start": {"picture": [LETTERS[at : at + 20].ljust(20, ".") for at in range(0, 320, 20)]}}

ROOM = {"kind": "block", "metric": "path", "goal": {"at": {"A": [15, 19]}}}
ROOM |= {"start": {"picture": ["A".ljust(20, ".")] + ["." * 20] * 15}}
"""A piece that may go anywhere."""

CROWD = {"kind": "block", "metric": "line", "start": {"pieces": [*range(1, 205), *[0] * 116]}}
CROWD |= {"board": {"rows": 16, "columns": 20, "layout": [[cell % 20, cell // 20] for cell in range(320)]}}
CROWD |= {"goal": {"cells": {str(piece): [205 - piece] for piece in range(1, 205)}}}
"""As many pieces with goals as may go anywhere."""

SMALL, LARGE = (GRID, SQUARE, BLOCKS), (LARGEST, CROWD, HOSTILE["latin-square-21"], jumps(1), jumps(1000))
"""Puzzles of at most a kilobyte, and of at least five."""

MANY = 50
"""Puzzles of a batch: each costs as much as the next."""

SURVEY = {"kind": "slide", "board": COMPLETE["board"], "starts": [], "goals": []}
SURVEY |= {name: [Random(number).sample(PIECES, 64) for number in range(10)] for name in ("starts", "goals")}
SLIDES, JUMPS = ({name: each[name] for name in ("kind", "board")} for each in (COMPLETE, HOSTILE["latin-square-21"]))
TASKS = {
    "spaces": [SLIDES | {"goal": [1] * 3 + [0] * 61}, JUMPS | {"start": {"empty": [0]}}],
    "generations": [each | {"length": {"min": 5}, "seed": 1} for each in (SLIDES, JUMPS)],
}
TEXTS = [b"o o o . o\n" * 100, b"8 6 7\n2 5 4\n3 . 1\n" * 5_000, b"[[1,2,3]," * 11_000, b"1 " * 499_000]
TEXTS += [b'"' + b'\\"' * 499_000, (b"|" * 512 + b"\n") * 256, b"1" * 999_000]


def bodies(noun: str, most: int) -> list[bytes]:
    """Bodies for a noun."""
    puzzles = [*SMALL, *LARGE]
    given: dict[str, list[Any]] = {
        "batches": [{"puzzles": [each] * MANY} for each in (*SMALL, COMPLETE)] + [{"puzzles": [LARGEST] * 20}],
        "surveys": [SURVEY, {"kind": "jump", "board": {"name": "wiegleb"}}],
        "hints": [{"puzzle": each} for each in (*SMALL, *LARGE, jumps(1000, shallow=True))],
        "replays": [{"puzzle": each, "moves": [[0, 1]] * 6_000} for each in puzzles],
        "conversions": [*({"puzzle": each} for each in puzzles), {"puzzle": ROOM, "moves": [[0, 63], [63, 0]] * 1_600}],
        "sets": [{"title": "Sixty", "puzzles": [{"id": name}] * 60} for name in ("p_large", "p_0", "wiegleb/4-40")],
    }
    found = given.get(noun, TASKS.get(noun, [{"puzzle": each} for each in puzzles]))
    return [*map(encoded, found), padded(found[0], most), b"[" * most]


def stored(store: Store, name: str, puzzle: dict[str, Any]) -> str:
    """Store a solution of one jump."""
    start, over, to = puzzle["board"]["jumps"][0]
    result = {"status": "solved", "length": 1, "lower_bound": 1, "optimal": True, "moves": [[start, to]]}
    _, document = solution(puzzle, result | {"removed": [[over]]}, "one")
    document = encoded(json.loads(document) | {"id": name})
    store.results.store_solution(NewSolution(name, document, SolutionNumbering("k", (0,))))
    return name


def requests(client: FlaskClient, store: Store) -> dict[tuple[str, str], list[Sent]]:
    """The requests of every route, by method and rule."""
    large = stored(store, "p_large", jumps(1000))
    number = MAX_PRINTED_BYTES // len(encoded(jumps(1))) - 1
    many = [stored(store, f"p_{each}", jumps(1)) for each in range(number)]
    triangle = {"kind": "jump", "board": {"name": "triangle-15"}, "start": {"empty": [0]}, "goal": {"pegs": [0]}}
    job = client.post("/v1/jobs", json={"puzzle": triangle, "want": "all"}).json["links"]["self"]
    work(store)
    listed = client.get(job).json["solution_id"]
    made = {noun: client.post(f"/v1/{noun}", json=body).json["id"] for noun, body in BODIES.items()}
    for noun, body in (("batches", {"puzzles": [SQUARE] * 300}), ("hints", {"puzzle": jumps(1000, shallow=True)})):
        made[noun] = client.post(f"/v1/{noun}", json=body).json["id"]
    made["surveys"] = client.post("/v1/surveys", json={"kind": "jump", "board": {"name": "english"}}).json["id"]
    share = client.post("/v1/shares", json={"puzzle": jumps(1)}).json["id"]
    chosen = client.post("/v1/sets", json={"title": "One", "puzzles": [{"id": share}]}).json["id"]
    found: dict[tuple[str, str], list[Sent]] = {}
    for noun in ("jobs", "spaces", "generations", "features"):
        for part in ("", "/events", *(("/picture.svg",) if noun == "spaces" else ())):
            found["GET", f"/v1/{noun}/<job_id>{part}"] = [Sent("GET", f"/v1/{noun}/{made[noun]}{part}")]
        found["DELETE", f"/v1/{noun}/<job_id>"] = [Sent("DELETE", f"/v1/{noun}/{made[noun]}")]
    for noun, name in (("batches", "batch_id"), ("surveys", "survey_id"), ("hints", "hint_id")):
        parts = {"batches": ("", "/sheet"), "surveys": ("", "/picture.svg", "/sheet"), "hints": ("",)}[noun]
        for part in parts:
            found["GET", f"/v1/{noun}/<{name}>{part}"] = [Sent("GET", f"/v1/{noun}/{made[noun]}{part}")] * 2
        if noun != "hints":
            found["DELETE", f"/v1/{noun}/<{name}>"] = [Sent("DELETE", f"/v1/{noun}/{made[noun]}")]
    for noun in (*BODIES, "puzzles/check", "lookups", "replays", "shares", "sets"):
        most = 2_000_000 if noun in ("batches", "surveys") else 1_000_000
        found["POST", f"/v1/{noun}"] = [Sent("POST", f"/v1/{noun}", body) for body in bodies(noun, most)]
    for to in ("pddl", "drawing", "sgt-pegs", "sgt-fifteen", "gnome-klotski", "rush-hour-line"):
        sent = [Sent("POST", f"/v1/conversions?to={to}", body) for body in bodies("conversions", 1_000_000)]
        found.setdefault(("POST", "/v1/conversions"), []).extend(sent)
    for noun in CHOOSING:
        rule = f"/v1/{noun}/<{'survey_id' if noun == 'surveys' else 'job_id'}>"
        found["PUT", rule] = [Sent("PUT", f"/v1/{noun}/{CHOSEN}-{noun}", bodies(noun, 1_000_000)[0])]
    for noun, number in (("readings", 1000), ("jobs", 1000), ("conversions", 1000), ("batches", MANY)):
        texts = [*TEXTS, b"8 6 7\n2 5 4\n3 . 1\n\n" * number]
        sent = [Sent("POST", f"/v1/{noun}", text, "text/plain") for text in texts]
        found.setdefault(("POST", f"/v1/{noun}"), []).extend(sent)
    addresses = {
        "/v1/jobs": ["/v1/jobs"],
        "/v1/solutions/<solution_id>": [f"/v1/solutions/{large}"],
        "/v1/solutions/<solution_id>/picture.svg": [f"/v1/solutions/{large}/picture.svg?animate={n}" for n in (0, 1)],
        "/v1/solutions/<solution_id>/film.gif": [f"/v1/solutions/{listed}/film.gif"],
        "/v1/solutions/<solution_id>/all": [f"/v1/solutions/{listed}/all?limit=1000"],
        "/v1/shares/<share_id>": [f"/v1/shares/{share}"],
        "/s/<share_id>": [f"/s/{large}", f"/s/{share}"],
        "/s/<share_id>/card.png": [f"/s/{large}/card.png"],
        "/oembed": [f"/oembed?url=http://localhost/s/{large}"],
        "/embed/<solution_id>": [f"/embed/{large}"],
        "/sheet": [f"/sheet?puzzle={large}", "/sheet?" + "&".join(f"puzzle={name}" for name in many)],
        "/v1/sets/<set_id>": [f"/v1/sets/{chosen}"],
        "/c/<set_id>": [f"/c/{chosen}"],
        "/c/<set_id>/<int:number>.json": [f"/c/{chosen}/1.json"],
        "/v1/boards/<name>": ["/v1/boards/wiegleb"],
        "/problems/<code>": ["/problems/busy"],
        "/static/<path:filename>": ["/static/fewest.js"],
        "/atlas/collections.<form>": ["/atlas/collections.csv", "/atlas/collections.json"],
        "/atlas/<board>/pictures-<int:number>.svg": ["/atlas/wiegleb/pictures-1.svg"],
        "/atlas/<board>": ["/atlas/wiegleb"],
        "/atlas/<board>/<name>": ["/atlas/wiegleb/4-40"],
        "/atlas/<board>/<name>/card.png": ["/atlas/wiegleb/4-40/card.png"],
        "/atlas/<board>/<name>.json": ["/atlas/wiegleb/4-40.json"],
        "/day/<name>.json": ["/day/2026-11-27-hard.json"],
        "/docs/<path:name>": ["/docs/http-api/", "/docs/pictures/house.svg"],
        "/docs/api/<path:filename>": ["/docs/api/swagger-ui-bundle.js"],
    }
    for rule, paths in (addresses | {rule: [rule] for rule in PLAIN}).items():
        found["GET", rule] = [Sent("GET", path) for path in paths]
    return found


class Meter:
    """The processor time of a request: all of it, without a slot, and the longest turn in a slot."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        enter, leave = Computing._enter, Computing._leave
        self._entered: dict[Computing, float] = {}

        def entering(computing: Computing, client: str, **options: bool) -> None:
            enter(computing, client, **options)
            self._entered[computing] = time.thread_time()

        def leaving(computing: Computing, client: str) -> None:
            self._end_turn(computing)
            leave(computing, client)

        patch.setattr(Computing, "_enter", entering)
        patch.setattr(Computing, "_leave", leaving)

    def _end_turn(self, computing: Computing) -> None:
        if computing in self._entered:
            turn = max(0.0, time.thread_time() - self._entered.pop(computing))
            self.inside += turn
            self.turn = max(self.turn, turn)

    def measure(self, client: FlaskClient, sent: Sent) -> Any:
        """Send a request, and measure it."""
        self.inside = self.turn = 0.0
        began, in_thread = time.process_time(), time.thread_time()
        answer = client.open(sent.path, method=sent.method, data=sent.body, content_type=sent.media)
        answer.get_data()
        self.all, self.outside = time.process_time() - began, time.thread_time() - in_thread - self.inside
        return answer


def resident() -> int:
    """Memory of this process, after what is free has been given back."""
    gc.collect()
    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096


def counted(answer: Any) -> int:
    """As how many requests it counts."""
    left = answer.headers.get("RateLimit", "").partition('"requests";r=')[2].partition(";")[0]
    return RATE - int(left) if left else 0


def test_no_request_holds_up_the_others(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processor time is bounded by the cost for the rate limit; nearly all of it is in slots, which requests yield."""
    settings = {"rate_requests": RATE, "rate_searches": RATE, "max_queue": RATE, "wait_seconds": 0}
    client = client_of(store, **settings, hint_seconds=0.01, stream_seconds=0)
    every = requests(client, store)
    rules = client.application.url_map.iter_rules()
    assert every.keys() == {(method, rule.rule) for rule in rules for method in (rule.methods or set()) - IMPLIED}
    for rule in PLAIN:
        client.get(rule)  # what a process makes once, such as the modules of a page
    meter, before, slow = Meter(monkeypatch), resident(), []
    for sent in (each for several in every.values() for each in several):
        store.redis.delete(*store.redis.keys("*rate:*"), "none")
        answer = meter.measure(client, sent)
        what = f"{sent.method} {sent.path[:60]} {sent.body[:60]!r} of {len(sent.body)} bytes"
        assert answer.status_code != 500, f"{what}: {answer.text[:200]}"  # 503: a picture may be drawn for long
        most = BASE_SECONDS + COUNTED_SECONDS * counted(answer)
        if meter.all > most or meter.outside > OUTSIDE_SECONDS or meter.turn > TURN_SECONDS:
            slow.append(f"{what}: {meter.all:.2f}, outside {meter.outside:.2f}, turn {meter.turn:.2f}")
    assert slow == []
    assert resident() - before < KEPT_BYTES
