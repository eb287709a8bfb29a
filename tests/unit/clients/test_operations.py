"""Every operation of the service is a method of every client, with the same name and the same request."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import jsonschema_rs
import pytest

from clients.python import fewest_client
from fewest.config.settings import Settings
from fewest.service.openapi.operations import HOPPERS
from fewest.service.routes.tasks import LEVELS
from fewest.wsgi import describe_api
from tests.unit.clients.recording import Sent, blocking, on_a_loop, recording

ROOT = Path(__file__).parents[3]
NODE = shutil.which("node")
DOCUMENT = describe_api(Settings(webhook_hosts="example.com"))
OPERATIONS = {
    operation["operationId"]: (method, path, operation, item.get("parameters", []))
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
    if method != "parameters"
}
RECEIVED = {each["post"]["operationId"] for each in DOCUMENT["webhooks"].values()}
OWN = "0199a3c4-7f4e-7d21-9f62-3c1d5a7b8e90"
LISTS: dict[str, Any] = {
    "boards": [],
    "formats": [],
    "limits": [],
    "jobs": [],
    "readings": [],
    "solutions": [],
    "next": None,
}
"""What has to be in a response for one method or another."""

SEARCH = {"want": "count", "limits": {"seconds": 9}}
WEBHOOK = {"webhook": {"url": "https://example.com/hook", "events": ["solved"]}}
SQUARE = {"rows": 2, "columns": 2}
PAIR = {"starts": [[1, 2, 0, 3]], "goals": [[1, 2, 3, 0]]}

ORDER = {"limits": {"seconds": 9}, **WEBHOOK, "wait": 5}
SPACE = {"kind": "jump", "board": HOPPERS["board"], "start": HOPPERS["start"]}
FEATURES = {"puzzle": HOPPERS}


class Method(NamedTuple):
    """A method, in Python, and a call of it: JavaScript has the options in an object, Python as keywords."""

    name: str
    arguments: tuple[Any, ...] = ()
    options: dict[str, Any] = {}

    def call(self, client: Any) -> Any:
        """Call it in Python."""
        keywords = {name: value for name, value in self.options.items() if name != "limits"}
        return getattr(client, self.name)(*self.arguments, **keywords, **self.options.get("limits", {}))

    def with_first(self, given: Any) -> Method:
        """The same call with another first argument."""
        return self._replace(arguments=(given, *self.arguments[1:]))

    def in_javascript(self) -> list[Any]:
        """Its name there, and its arguments."""
        name = re.sub("_([a-z])", lambda letter: letter[1].upper(), self.name)
        return [name, [*self.arguments, *([self.options] if self.options else [])]]


METHODS = {
    "submitJob": Method("submit", (HOPPERS,), {**SEARCH, **WEBHOOK, "wait": 5}),
    "putJob": Method("put", (OWN, HOPPERS), {**SEARCH, **WEBHOOK, "wait": 5}),
    "listJobs": Method("jobs", (), {"status": "solved"}),
    "getJob": Method("job", ("one",), {"wait": 5}),
    "cancelJob": Method("cancel", ({"id": "one"},)),
    "followJob": Method("events", ({"id": "one"},)),
    "submitBatch": Method("submit_batch", ([HOPPERS],), {**SEARCH, **WEBHOOK, "wait": 5}),
    "getBatch": Method("get_batch", ("one",), {"wait": 5}),
    "cancelBatch": Method("cancel_batch", ({"id": "one"},)),
    "submitSpace": Method("submit_space", (SPACE,), ORDER),
    "putSpace": Method("put_space", (OWN, SPACE), ORDER),
    "getSpace": Method("space", ("one",), {"wait": 5}),
    "cancelSpace": Method("cancel_space", ({"id": "one"},)),
    "followSpace": Method("space_events", ({"id": "one"},)),
    "getSpacePicture": Method("space_picture", ("one",)),
    "submitGeneration": Method("submit_generation", (LEVELS,), ORDER),
    "putGeneration": Method("put_generation", (OWN, LEVELS), ORDER),
    "getGeneration": Method("generation", ("one",), {"wait": 5}),
    "cancelGeneration": Method("cancel_generation", ({"id": "one"},)),
    "followGeneration": Method("generation_events", ({"id": "one"},)),
    "submitFeatures": Method("submit_features", (FEATURES,), ORDER),
    "putFeatures": Method("put_features", (OWN, FEATURES), ORDER),
    "getFeatures": Method("features", ("one",), {"wait": 5}),
    "cancelFeatures": Method("cancel_features", ({"id": "one"},)),
    "followFeatures": Method("features_events", ({"id": "one"},)),
    "getBatchSheet": Method("batch_sheet", ("one", 60)),
    "submitSurvey": Method("submit_survey", ("slide", SQUARE), {**SEARCH, **WEBHOOK, **PAIR, "wait": 5}),
    "putSurvey": Method("put_survey", (OWN, "jump", {"name": "hoppers"}), {**SEARCH, **WEBHOOK, "wait": 5}),
    "getSurvey": Method("get_survey", ("one",), {"wait": 5}),
    "cancelSurvey": Method("cancel_survey", ({"id": "one"},)),
    "getSurveyPicture": Method("survey_picture", ("one",)),
    "getSurveySheet": Method("survey_sheet", ("one", 60)),
    "hint": Method("hint", (HOPPERS,), {"wait": 5}),
    "getHint": Method("hint_again", ("one",), {"wait": 5}),
    "checkPuzzle": Method("check", (HOPPERS,)),
    "readText": Method("read", ("● ● ○",)),
    "convert": Method("convert", (HOPPERS, "pddl"), {"moves": [[7, 5]]}),
    "lookUp": Method("look_up", (HOPPERS,), SEARCH),
    "replay": Method("replay", (HOPPERS, [[7, 5]])),
    "getSolution": Method("solution", ("p_1",)),
    "getPicture": Method("picture", ("p_1",), {"move": 3}),
    "listSolutions": Method("page", ("p_1", 20, 10)),
    "getPlayer": Method("player", ("p_1",)),
    "getFilm": Method("film", ("p_1",)),
    "sharePuzzle": Method("share", (HOPPERS,)),
    "getShare": Method("shared", ("p_1",)),
    "makeSet": Method("make_set", ("Monday", [{"id": "hoppers/6-6"}])),
    "getSet": Method("class_set", ("c_1",)),
    "openShare": Method("shared_page", ("p_1",)),
    "getCard": Method("card", ("p_1",)),
    "listFormats": Method("formats"),
    "listBoards": Method("boards"),
    "getBoard": Method("board", ("hoppers",)),
    "listLimits": Method("limits"),
    "getProblem": Method("problem", ("not-found",)),
    "getOverview": Method("overview"),
    "getVersion": Method("version"),
    "isAlive": Method("alive"),
    "isReady": Method("ready"),
    "getMetrics": Method("metrics"),
}
GIVEN = ("one", {"id": "one"})
OF_WORK = [name for name, method in METHODS.items() if method.arguments[:1] in [(given,) for given in GIVEN]]
"""The operations on what was submitted before."""

VERIFIERS = {"receiveEvent": ("verify_event", "verifyEvent")}
"""Functions, rather than methods: what the receivers of webhooks use."""


TEXTS = {
    "submitJob": Method("submit", ("1 2 3\n. 4 5",), {"want": "count", "limits": {"seconds": 9}, "reading": 2}),
    "submitBatch": Method("submit_batch", ("1 .\n2 3\n\n1 2\n. 3\n\n1 .\n3 2",), {"limits": {"seconds": 9}}),
}
"""Calls with a text as people write it."""


def sent_by(call: Callable[..., Any], method: Method) -> Sent:
    with recording(lambda _, request: (204 if request.path.endswith("/events") else 200, {}, LISTS)) as (address, sent):
        call(address, method.call)
    (request,) = sent
    return request


def sent_by_javascript(methods: Iterable[Method]) -> list[Sent]:
    """The requests that calls of the JavaScript client send."""
    if NODE is None and os.environ.get("FEWEST_WEB") != "required":
        pytest.skip("the JavaScript client is not tested: node is not installed")
    calls = json.dumps([method.in_javascript() for method in methods])
    done = subprocess.run(
        [NODE or "node", "tests/web/operations.js", calls], cwd=ROOT, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return [Sent(**found) for found in json.loads(done.stdout)]


def check(request: Sent, name: str) -> None:
    method, path, operation, of_path = OPERATIONS[name]
    url = urlsplit(request.path)
    assert request.method == method.upper()
    assert re.fullmatch(re.sub(r"{\w+}", "[^/]+", path), url.path), (request.path, path)
    parameters = {(each["in"], each["name"]): each["schema"] for each in [*of_path, *operation.get("parameters", [])]}
    query = {place: values[0] for place, values in parse_qs(url.query).items()}
    assert {("query", each) for each in query} <= parameters.keys()
    for header in {"Prefer", "Idempotency-Key", "Last-Event-ID"} & request.headers.keys():
        assert re.search(parameters["header", header].get("pattern", ""), request.headers[header])
    if "requestBody" not in operation:
        assert request.body is None
        return
    media = request.headers["Content-Type"].partition(";")[0]
    schema = operation["requestBody"]["content"][media]["schema"]
    validator = jsonschema_rs.Draft202012Validator(schema | {"components": DOCUMENT["components"]})
    validator.validate(request.body)


def test_every_operation_has_a_method() -> None:
    """The clients have a method for each operation of the OpenAPI document, and a function for each event."""
    assert METHODS.keys() == OPERATIONS.keys()
    assert VERIFIERS.keys() == RECEIVED
    assert all(hasattr(fewest_client, name) for name, _ in VERIFIERS.values())


@pytest.mark.parametrize("name", METHODS)
def test_python(name: str) -> None:
    """Each method sends the request of its operation, in both Python clients."""
    first, second = (sent_by(call, METHODS[name]) for call in (blocking, on_a_loop))
    check(first, name)
    check(second, name)
    assert (first.path, first.body) == (second.path, second.body)


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_sent_as_it_stands(name: str) -> None:
    """The query has what is wanted, the seconds and the reading; other limits and webhooks are refused, not dropped."""
    request = sent_by(blocking, TEXTS[name])
    check(request, name)
    assert (request.body, "seconds=9" in request.path) == (TEXTS[name].arguments[0], True)
    for more in ({"nodes": 5}, WEBHOOK):
        with pytest.raises(ValueError, match="a text takes want, seconds and reading"):
            sent_by(blocking, TEXTS[name]._replace(options=more))


def test_the_result_of_a_text_has_its_reading() -> None:
    """What was assumed is beside the status, so that no solution is not all that is said."""
    job = {"id": "one", "status": "unsolvable", "reading": {"clear": False}, "result": {"status": "unsolvable"}}
    with recording(lambda *_: (200, {}, job)) as (address, _):
        assert blocking(address, lambda client: client.solve("2 1 3\n. 4 5")) == job["result"] | {
            "reading": job["reading"]
        }


@pytest.mark.full
def test_javascript() -> None:
    """The methods of the JavaScript client have the same names, and send the same requests."""
    methods = [*METHODS.items(), *TEXTS.items()]
    for (name, method), request in zip(methods, sent_by_javascript(each for _, each in methods), strict=True):
        check(request, name)
        same = sent_by(blocking, method)
        assert (request.path, request.body) == (same.path, same.body)
        assert request.headers.get("Prefer") == same.headers.get("Prefer")
        assert ("Idempotency-Key" in request.headers) == ("Idempotency-Key" in same.headers)


@pytest.mark.parametrize("name", OF_WORK)
def test_python_takes_ids_and_documents(name: str) -> None:
    """A method about submitted work takes its id or its document."""
    first, second = (sent_by(blocking, METHODS[name].with_first(given)) for given in GIVEN)
    assert first.path == second.path
    check(first, name)


@pytest.mark.full
def test_javascript_takes_ids_and_documents() -> None:
    """A JavaScript method about submitted work takes its id or its document, too."""
    first, second = (sent_by_javascript([METHODS[name].with_first(given) for name in OF_WORK]) for given in GIVEN)
    assert [request.path for request in first] == [request.path for request in second]


@pytest.mark.parametrize("using", [blocking, on_a_loop])
@pytest.mark.parametrize("given", ["one", {"id": "one", "status": "running"}])
def test_a_job_is_waited_for_by_its_id(using: Callable[..., Any], given: Any) -> None:
    """`wait` takes a job or its id, and reports every state."""
    states = [{"id": "one", "status": "running"}, {"id": "one", "status": "solved", "result": {}}]
    seen: list[Any] = []

    def respond(number: int, _: Sent) -> tuple[int, dict[str, str], object]:
        return 200, {}, states[number if isinstance(given, str) else -1]

    with recording(respond) as (address, sent):
        assert using(address, lambda client: client.wait(given, progress=seen.append)) == states[-1]
    assert seen == states
    assert {request.path for request in sent} == {"/v1/jobs/one"}


@pytest.mark.parametrize("method", [METHODS["submitJob"], METHODS["submitSpace"]])
def test_limits_in_one_dictionary(method: Method) -> None:
    """Limits are keywords, or `limits`, or both; a keyword takes precedence."""
    with recording(lambda *_: (200, {}, {})) as (address, sent):
        for limits in ({"limits": {"seconds": 9, "nodes": 5}}, {"seconds": 9, "nodes": 5}):
            blocking(address, lambda client, limits=limits: getattr(client, method.name)(*method.arguments, **limits))
        both = {"limits": {"seconds": 8, "nodes": 5}, "seconds": 9}
        blocking(address, lambda client: getattr(client, method.name)(*method.arguments, **both))
    assert [request.body["limits"] for request in sent] == [{"seconds": 9, "nodes": 5}] * 3


def test_table_of_methods() -> None:
    """clients/README.md lists every operation with its methods."""
    text = (ROOT / "clients" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| `(\w+)` \|", text, re.MULTILINE)
    methods = {name: (method.name, method.in_javascript()[0]) for name, method in METHODS.items()} | VERIFIERS
    assert {name: (python, javascript) for name, python, javascript in rows} == methods
    assert len(rows) == len(methods)


@pytest.mark.parametrize("using", [blocking, on_a_loop])
def test_all_pages_are_read(using: Callable[..., Any]) -> None:
    """An iterator reads all pages, also of a service with a prefix."""
    pages = {"/given/v1/jobs": ([1, 2], "/given/v1/jobs?cursor=2"), "/given/v1/jobs?cursor=2": ([3], None)}

    def respond(_: int, request: Sent) -> tuple[int, dict[str, str], object]:
        jobs, following = pages[request.path]
        return 200, {}, {"jobs": jobs, "next": following}

    with recording(respond) as (address, sent):
        assert using(f"{address}/given/", lambda client: client.jobs()) == [1, 2, 3]
    assert [request.path for request in sent] == [*pages]
