"""Sheets of puzzles, and class sets: made, shown, and opened puzzle by puzzle."""

from __future__ import annotations

import re
from typing import Any

import pytest
import segno
from flask.testing import FlaskClient

from fewest.boards.atlas import atlas
from fewest.boards.lessons import lessons
from fewest.notation.puzzle import load_puzzle
from fewest.notation.result import load_result
from fewest.schemas.sets import MAX_AIM, MAX_SET, MAX_TITLE
from fewest.service.limits import MAX_PRINTED, MAX_PRINTED_BYTES
from fewest.solver.model import Want
from fewest.solver.solve import solve
from fewest.solver.verify import verify
from fewest.store import Store
from fewest.studio.routes.pages import POLICY
from fewest.studio.sets import code_of
from tests.unit.service.worker import client_of
from tests.unit.studio.drawing.test_svg import LINE_PUZZLE

SET = {"title": "Monday", "puzzles": [{"id": "hoppers/0-4"}, {"id": "triangle-45/0-0", "aim": " <b>Try</b> "}]}


QUIET_ZONE = 4
"""Light modules around a QR code (ISO/IEC 18004)."""


@pytest.fixture
def client(store: Store) -> FlaskClient:
    """A client of a service at a path of its own."""
    return client_of(store, public_url="https://host/a")


def test_a_sheet_of_puzzles(client: FlaskClient) -> None:
    """A sheet has every chosen problem once, in the order asked for, and then their solutions."""
    shared = client.post("/v1/shares", json={"puzzle": LINE_PUZZLE}).json["id"]
    names = ["15-puzzle/example-1", "english/16-16", "15-puzzle/example-1", "wiegleb/4-40", "triangle-45/0-0", shared]
    response = client.get("/sheet", query_string={"puzzle": names})
    assert "sheetLost" not in response.text
    assert response.headers["Content-Security-Policy"] == f"{POLICY}; frame-ancestors 'none'"
    puzzles, _, solutions = response.text.partition('<section class="solutions">')
    assert re.findall(r'data-board="([^"]+)"', puzzles) == ["15-puzzle", "english", "wiegleb", "triangle-45"]
    assert puzzles.count("<svg") == 6
    assert "Last peg in hole</span> 16" in puzzles
    assert "20–27</b> (<span" in puzzles
    assert re.findall(r'data-board="([^"]+)"', solutions) == ["15-puzzle", "english", "wiegleb", "triangle-45"]
    assert ", ".join(map(str, atlas().problems[names[0]]["result"]["pieces"])) in solutions
    assert solutions.count('data-t="noneKnown"') == 1
    assert re.findall(r'data-t="sheetHow(\w+)"', puzzles) == ["Jump", "Slide"]


@pytest.mark.parametrize(
    ("names", "status"),
    [([], 302), ([f"english/{number}" for number in range(MAX_PRINTED + 1)], 400), (["english/none"], 404)],
)
def test_sheets_that_there_are_not(client: FlaskClient, names: list[str], status: int) -> None:
    """A sheet with too many puzzles is refused; one without puzzles redirects to the page of sets."""
    assert client.get("/sheet", query_string={"puzzle": names}).status_code == status


def test_what_has_expired_is_left_out(client: FlaskClient) -> None:
    """A sheet leaves out expired puzzles and says so."""
    page = client.get("/sheet", query_string={"puzzle": ["english/16-16", "p_none"]})
    assert page.text.count('<li data-id="english/16-16">') == 2
    assert 'data-t="sheetLost"' in page.text


def test_a_set_keeps_its_problems(client: FlaskClient, store: Store) -> None:
    """A set has the puzzles and what is known of them; it stays when they are dropped, and equal sets are one."""
    shared = client.post("/v1/shares", json={"puzzle": LINE_PUZZLE}).json["id"]
    body = SET | {"puzzles": [*SET["puzzles"], {"id": shared}]}
    made = client.post("/v1/sets", json=body)
    document = made.json
    assert made.headers["Location"] == f"https://host/a/v1/sets/{document['id']}"
    assert client.post("/v1/sets", json=body).json["id"] == document["id"]
    assert client.post("/v1/sets", json=body | {"title": "Friday"}).json["id"] != document["id"]
    assert [each["aim"] for each in document["puzzles"]] == ["", "<b>Try</b>", ""]
    assert [each["board_title"] for each in document["puzzles"]] == ["", "Triangle of side 9, 45 holes", ""]
    assert document["puzzles"][2] | {"id": ""} == {
        "id": "",
        "aim": "",
        "board_title": "",
        "puzzle": LINE_PUZZLE,
        "result": None,
    }
    for each in document["puzzles"][:2]:
        problem = atlas().problems[each["id"]]
        assert each["result"] == problem["result"]
    response = client.get(f"/v1/sets/{document['id']}")
    assert (response.json, "immutable" in response.headers["Cache-Control"]) == (document, True)
    assert client.get("/v1/sets/c_none").status_code == 404
    assert client.get(f"/v1/shares/{document['id']}").status_code == 404
    assert client.get(f"/s/{document['id']}").status_code == 404
    assert client.get(f"/c/{shared}").status_code == 404


OTHER_READS = 1
"""Reads of a request that loads no document: of its rate."""


def reads(store: Store) -> int:
    """How many documents have been read from the store."""
    return int(store.redis.info("commandstats").get("cmdstat_hmget", {"calls": 0})["calls"])


def test_a_problem_is_loaded_once(client: FlaskClient, store: Store) -> None:
    """However often a set names a problem, it is read from the store once."""
    shared = client.post("/v1/shares", json={"puzzle": LINE_PUZZLE}).json["id"]
    needed = set[int]()
    for times in (1, MAX_SET):
        before = reads(store)
        problems = [{"id": shared, "aim": str(number)} for number in range(times)]
        made = client.post("/v1/sets", json={"title": "Again", "puzzles": problems}).json
        needed.add(reads(store) - before)
        assert [each["aim"] for each in made["puzzles"]] == [each["aim"] for each in problems]
    assert len(needed) == 1


@pytest.mark.parametrize("number", [2, MAX_SET])
def test_large_problems_are_refused_unread(client: FlaskClient, store: Store, number: int) -> None:
    """Stored problems that are too large together, even by repetition, are refused without being loaded."""
    bytes_each = MAX_PRINTED_BYTES // number + 1
    names = [f"p_{each}" for each in range(number)]
    for name in names:
        store.results.store_share(name, b"x" * bytes_each)
    given = f"have {bytes_each * number} bytes"
    client.post("/v1/sets", json=SET)
    for chosen in (names, names[:1] * number):
        before = reads(store)
        refused = client.post("/v1/sets", json={"title": "Large", "puzzles": [{"id": name} for name in chosen]})
        assert (refused.status_code, refused.json["type"]) == (413, "/a/problems/body-too-large")
        assert given in refused.json["detail"]
        assert reads(store) - before <= OTHER_READS
    before = reads(store)
    refused = client.get("/sheet", query_string={"puzzle": names})
    assert (refused.status_code, refused.json["type"]) == (400, "/a/problems/invalid-parameter")
    assert given in refused.json["detail"]
    assert reads(store) - before <= OTHER_READS


def test_the_page_of_a_set(client: FlaskClient) -> None:
    """The page of a set has its title, escaped aims, a link to play each puzzle, and the solutions for print."""
    name = client.post("/v1/sets", json=SET | {"title": "<i>Monday</i>"}).json["id"]
    page = client.get(f"/c/{name}")
    assert page.headers["Content-Security-Policy"] == f"{POLICY}; frame-ancestors 'none'"
    assert "<h1>&lt;i&gt;Monday&lt;/i&gt;</h1>" in page.text
    assert '<p class="aim">&lt;b&gt;Try&lt;/b&gt;</p>' in page.text
    assert re.findall(r'href="/a/#([^"]+)"', page.text) == [f"c/{name}/1", f"c/{name}/2"]
    assert 'class="atlas printed taught"' in page.text
    assert page.text.count('data-t="unsolvable"') == 1


def test_what_has_no_solution(client: FlaskClient) -> None:
    """Whoever makes a set is told what has no solution. Its page asks of that, and of what is unknown, if it can be
    done.
    """
    shared = client.post("/v1/shares", json={"puzzle": LINE_PUZZLE}).json["id"]
    names = ["hoppers/0-4", "hoppers/6-6", shared]
    sheet = client.get("/sheet", query_string={"puzzle": names}).text
    name = client.post("/v1/sets", json={"title": "Monday", "puzzles": [{"id": each} for each in names]}).json["id"]
    made = client.get(f"/c/{name}").text
    for page, warnings in ((sheet, 1), (made, 0)):
        assert page.count('<p data-t="isItPossible">Can it be done?</p>') == 2
        assert page.count("saysCanItBeDone") == warnings


@pytest.mark.parametrize(("public_url", "address"), [("https://host/a", "https://host/a"), ("", "http://localhost")])
def test_the_address_of_a_set(store: Store, public_url: str, address: str) -> None:
    """The page of a set has its public address, else that of the request, also as a QR code with a light margin."""
    client = client_of(store, public_url=public_url)
    name = client.post("/v1/sets", json=SET).json["id"]
    page = client.get(f"/c/{name}").text
    whole = f"{address}/c/{name}"
    assert f'value="{whole}"' in page
    assert f'<p class="printed-only">{whole.partition("://")[2]}</p>' in page
    code = segno.make_qr(whole)
    wide = len(code.matrix) + 2 * QUIET_ZONE
    drawn = code_of(whole)
    assert f'aria-label="QR code of the address">{drawn}</figure>' in page
    assert f'<svg viewBox="0 0 {wide} {wide}"><path fill="#fff" d="M0 0h{wide}v{wide}h-{wide}z"/>' in drawn


def test_puzzles_of_a_set(client: FlaskClient) -> None:
    """A puzzle opens to be played, with its number of moves if that is proven; never with its solution, or that it
    has none.
    """
    problems = [{"id": "hoppers/0-4"}, {"id": "triangle-45/0-0", "aim": "Try."}, {"id": "hoppers/6-6"}]
    name = client.post("/v1/sets", json={"title": "Monday", "puzzles": problems}).json["id"]
    opened = [client.get(f"/c/{name}/{number}.json").json for number in (1, 2, 3)]
    assert [each["level"] for each in opened] == [
        None,
        None,
        {"status": "solved", "length": 7, "count": 72},
    ]
    assert opened[1]["problem"] == [f"c/{name}/2", "Monday", "Try.", 3, True]
    assert [each["problem"][-1] for each in opened] == [False, True, True]
    assert opened[1]["atlas"] == ["triangle-45", "Triangle of side 9, 45 holes"]
    assert opened[2]["puzzle"]["board"] == {"name": "hoppers"}
    assert all("solution" not in each and each["mode"] == "play" for each in opened)
    for number in (0, 4):
        assert client.get(f"/c/{name}/{number}.json").status_code == 404


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({}, {"/title": '"title" is missing', "/puzzles": '"puzzles" is missing'}),
        (SET | {"title": " \n "}, {"/title": "must not be blank"}),
        (SET | {"title": "x" * (MAX_TITLE + 1)}, {"/title": "must have at most 100 characters"}),
        (SET | {"puzzles": []}, {"/puzzles": "must have 1 to 60 puzzles"}),
        (SET | {"puzzles": [{"id": "hoppers/6-6"}] * (MAX_SET + 1)}, {"/puzzles": "must have 1 to 60 puzzles"}),
        (SET | {"puzzles": [{"id": "hoppers/none"}]}, {"/puzzles/0/id": "there is no problem, solution or"}),
        (SET | {"puzzles": [{"id": "hoppers/6-6", "aim": "x" * (MAX_AIM + 1)}]}, {"/puzzles/0/aim": "must have at"}),
        (SET | {"puzzles": [{"id": 5}, "hoppers/6-6"]}, {"/puzzles/0/id": "must be a str", "/puzzles/1": "must be"}),
    ],
)
def test_errors(client: FlaskClient, body: Any, errors: dict[str, str]) -> None:
    """Errors of an invalid set name the field that caused them."""
    response = client.post("/v1/sets", json=body)
    assert response.status_code == 422
    found = {error["pointer"]: error["detail"] for error in response.json["errors"]}
    assert found.keys() == errors.keys()
    assert all(found[place].startswith(text) for place, text in errors.items())


def test_lessons(client: FlaskClient) -> None:
    """Each lesson is a set, is on the page of lessons, and has a page in the guide."""
    overview = client.get("/c").text
    for number, (name, lesson) in enumerate(lessons().items(), 1):
        assert f'href="/a/c/{name}"' in overview
        assert f'href="/a/docs/lessons/{number}-{name}/"' in overview
        assert f'href="/a/c/{name}"' in client.get(f"/docs/lessons/{number}-{name}/").text
        document = client.get(f"/v1/sets/{name}").json
        assert [each["aim"] for each in document["puzzles"]] == [each["aim"] for each in lesson["puzzles"]]
        page = client.get(f"/c/{name}").text
        assert page.count("data-lesson") == len(lesson["puzzles"]) + 1
        assert page.count('<li data-id="') == 2 * len(lesson["puzzles"])


@pytest.mark.parametrize(
    ("lesson", "problem"),
    [
        pytest.param(name, problem, id=f"{name}-{number}")
        for name, lesson in lessons().items()
        for number, problem in enumerate(lesson["puzzles"], 1)
        if "puzzle" in problem
    ],
)
def test_answers_of_lessons(lesson: str, problem: Any) -> None:
    """The stored answers of lessons equal those of the solver."""
    puzzle = load_puzzle(problem["puzzle"]).puzzle
    result = load_result(puzzle, problem["result"] | {"statistics": {"nodes": 0, "seconds": 0}})
    verify(puzzle, result)
    found = solve(puzzle, Want.COUNT)
    assert (found.status, found.count) == (result.status, result.count)
    assert len(found.solution or ()) == len(result.solution or ())
