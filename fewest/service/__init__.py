"""HTTP in, JSON out. Never solves, never loads the compiled kernels, and makes no pages: it is given them.

Start with ``routes/``, one file for each noun. Whoever works on searches may leave this room unread.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from flask import Blueprint, Flask, Response, g, request
from werkzeug.middleware.proxy_fix import ProxyFix

from fewest.config.settings import Settings
from fewest.service.http import problems
from fewest.service.http.compression import Compression
from fewest.service.http.computing import Computing
from fewest.service.http.conditions import Conditions
from fewest.service.http.cors import Cors
from fewest.service.http.hosts import Hosts, forget_host
from fewest.service.http.identity import Identity
from fewest.service.http.prefix import Prefix, prefix_of, put_before_links
from fewest.service.http.requests import assign_request_id, refuse_wait_parameter
from fewest.service.http.response_cache import ResponseCache
from fewest.service.jobs.admission import Admission, ClientRates
from fewest.service.jobs.batches import Batches
from fewest.service.jobs.canonical_forms import CanonicalForms
from fewest.service.jobs.groups import GroupService, ServedGroup
from fewest.service.jobs.hints import Hints
from fewest.service.jobs.intake import Intake
from fewest.service.jobs.repeats import Repeats
from fewest.service.jobs.service import JobService
from fewest.service.jobs.solving import Solving
from fewest.service.jobs.streams import Streams
from fewest.service.jobs.surveys import Surveys
from fewest.service.jobs.tasks import served_tasks
from fewest.service.jobs.views import JobReader
from fewest.service.jobs.waiting import JobFollower
from fewest.service.monitoring.metrics import Metrics
from fewest.service.routes import batches, boards, hints, jobs, puzzles, solutions, surveys, system, tasks
from fewest.service.routes.pictures import Pictures
from fewest.store import Store
from fewest.store.jobs import EndedJob

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

JSON = {"application/json", "application/jsonl", problems.MIMETYPE}

PROBES = {"/livez", "/readyz"}
"""Paths that need no key. They respond even if the store does not."""

WATCHED = PROBES | {"/metrics"}
"""Paths that probes request every few seconds: logged at DEBUG."""

IMPLIED = {"HEAD", "OPTIONS"}
"""Methods that Flask gives every route."""

T = TypeVar("T")

log = logging.getLogger("fewest.service")


class Parts(NamedTuple):
    """What the pages use of the service."""

    settings: Settings
    store: Store
    metrics: Metrics
    rates: ClientRates
    computing: Computing
    admission: Admission


class Studio(NamedTuple):
    """What people look at: the pictures that the routes of the API return, and the routes of the pages."""

    pictures: Pictures
    pages: Sequence[Blueprint]


class Application(Flask):
    """The application. It prepares the headers of a request before Flask reads them."""

    def __init__(self, settings: Settings) -> None:
        super().__init__("fewest", static_folder=None)
        application: WSGIApplication = Prefix(super().wsgi_app, settings.prefix, proxied=settings.proxies > 0)
        if settings.proxies:
            number = settings.proxies
            application = ProxyFix(application, number, number, x_prefix=number)
        self._application = Conditions(application)

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        """Answer a request."""
        return self._application(environ, start_response)


def create_app(
    settings: Settings,
    store: Store,
    closed_mark: Path | None,
    open_studio: Callable[[Parts], Studio],
    *,
    local: bool = False,
) -> Flask:
    """Make the web application; :mod:`fewest.wsgi` calls this with the studio of this project.

    Parameters
    ----------
    settings
        Limits and addresses.
    store
        The store of jobs and results.
    closed_mark
        File that records that API keys have existed, see :class:`fewest.service.http.identity.Identity`; None to record
        it only in this process.
    open_studio
        Makes pictures and pages of the parts of the service.
    local
        Whether the service listens on loopback only.
    """
    app = Application(settings)
    app.url_map.strict_slashes = app.url_map.merge_slashes = False  # no redirects
    problems.install(app, store.explain)
    metrics = Metrics(settings, store)
    compression = Compression()
    _before_requests(app, Hosts(settings), Identity(store.clients, closed_mark, local=local), compression)
    rates = ClientRates(settings, store)
    _after_requests(app, Cors(settings), metrics, rates, compression)
    computing = Computing(settings.max_computations, metrics.count_refused_computation)
    parts = Parts(settings, store, metrics, rates, computing, Admission(settings, store, rates, computing))
    studio = open_studio(parts)
    _add_routes(app, parts, studio.pictures)
    for blueprint in studio.pages:
        app.register_blueprint(blueprint)
    metrics.expect_failures(
        (method, rule.rule) for rule in app.url_map.iter_rules() for method in (rule.methods or set()) - IMPLIED
    )
    return app


def _add_routes(app: Flask, parts: Parts, pictures: Pictures) -> None:
    """Construct the other parts of the service and pass them to the routes that use them."""
    settings, store, metrics, rates, computing, admission = parts
    age = settings.response_cache_seconds
    repeats = Repeats(settings, rates)
    recent: ResponseCache[bytes] = ResponseCache(settings.response_cache_bytes, age, len)
    forms = CanonicalForms(metrics.count_uncanonical)
    solving = Solving(store, forms)
    ended: ResponseCache[EndedJob] = ResponseCache(settings.response_cache_bytes, age, lambda job: len(job.document))
    served = served_tasks(solving)
    reader = JobReader(store, served, ended)
    intakes = {name: Intake(task, settings, store, admission) for name, task in served.items()}
    services = {name: JobService(store, reader, intake) for name, intake in intakes.items()}
    intake, service = intakes["solve"], services["solve"]
    follower = JobFollower(reader, store.searches, store.events, admission.waits)
    streams = Streams(follower, admission.streams, settings.stream_seconds)
    for each in services.values():
        blueprint = tasks.routes(settings, repeats, each, follower, streams, admission, pictures)
        if each is service:
            jobs.add_list(blueprint, service)
        app.register_blueprint(blueprint)

    def groups(served: ServedGroup) -> GroupService:
        return GroupService(served, store, admission, intake, service, follower)

    for blueprint in (
        batches.routes(settings, groups(Batches(settings)), pictures, admission),
        surveys.routes(settings, groups(Surveys(settings, computing.give_way)), pictures, admission),
        hints.routes(settings, groups(Hints(settings)), admission),
        puzzles.routes(settings, solving, forms, admission),
        solutions.routes(store.results, recent, rates, computing, pictures),
        boards.routes(),
        system.routes(settings, store, metrics),
    ):
        app.register_blueprint(blueprint)


def _before_requests(app: Flask, hosts: Hosts, identity: Identity, compression: Compression) -> None:
    """Give every request an id and the time it began, check its host, and identify its client."""

    @app.before_request
    def begin() -> None:
        given = itself(request)
        g.began = time.monotonic()
        g.began_at = time.time()
        assign_request_id(given)
        compression.read_tags(given)
        hosts.check(given)
        if given.path not in PROBES:
            identity.identify(given)
        refuse_wait_parameter(given)


def _after_requests(app: Flask, cors: Cors, metrics: Metrics, rates: ClientRates, compression: Compression) -> None:
    """Complete the links and headers of every response, compress it, count it, and log it."""

    @app.after_request
    def end(response: Response) -> Response:
        given, noted = itself(request), itself(g)
        # Before it is compressed, and before its length is known: links are looked for in the text.
        if (prefix := prefix_of(given)) and response.mimetype in JSON:
            response.set_data(put_before_links(prefix, response.get_data()))
        compression.compress(given, response)
        response.headers["X-Request-ID"] = noted.request_id
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        forget_host(response)
        cors.allow(given, response)
        rates.write_headers(response)
        seconds = time.monotonic() - noted.began
        route = given.url_rule.rule if given.url_rule is not None else "none"
        metrics.count_request(given.method, route, response.status_code, seconds)
        if "cache" in noted:
            metrics.count_answer(noted.cache)
        fields = {
            "request_id": noted.request_id,
            "client": noted.get("client", ""),
            "method": given.method,
            "path": given.path,
            "status": response.status_code,
            "milliseconds": round(seconds * 1000, 1),
        }
        log.log(logging.DEBUG if given.path in WATCHED else logging.INFO, "request", extra=fields)
        return response


def itself(proxy: T) -> T:
    """What a proxy of Flask stands for now: each use of a proxy looks for it again, which takes ten times as long."""
    found: T = proxy._get_current_object()  # type: ignore[attr-defined]
    return found
