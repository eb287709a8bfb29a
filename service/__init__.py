"""HTTP in, JSON out. Never solves, never loads the compiled kernels."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from pathlib import Path

from flask import Flask, Response, g, request
from werkzeug.middleware.proxy_fix import ProxyFix

from schemas.settings import Settings
from service import problems
from service.acceptance import Acceptance
from service.admission import Admission, Rates
from service.batches import Batches
from service.canonical_forms import CanonicalForms
from service.compression import Compression
from service.cors import Cors
from service.deprecation import DEPRECATED, Deprecation, announce
from service.hints import Hints
from service.identity import Identity
from service.job_views import JobReader
from service.jobs import JobService
from service.known_answers import KnownAnswers
from service.metrics import Metrics
from service.prefix import Prefix, prefix_of, put_before_links
from service.requests import assign_request_id
from service.response_cache import ResponseCache
from service.routes import atlas, batches, boards, hints, jobs, pages, puzzles, solutions, system
from service.streams import Streams
from service.waiting import Waiting
from store import Store

JSON = {"application/json", problems.MIMETYPE}

PROBES = {"/livez", "/readyz"}
"""Paths that depend on no key: they are answered whatever hangs."""

log = logging.getLogger("fewest.service")


def create_app(
    settings: Settings,
    store: Store,
    closed_mark: Path | None = None,
    deprecated: Mapping[str, Deprecation] = DEPRECATED,
) -> Flask:
    """Make the web application.

    Parameters
    ----------
    settings
        Limits and addresses.
    store
        Where jobs and results are kept.
    closed_mark
        File that remembers that API keys have existed, see :class:`service.identity.Identity`; None to remember it
        only as long as the application.
    """
    app = Flask("fewest", static_folder=None)
    app.url_map.strict_slashes = app.url_map.merge_slashes = False  # no redirects
    app.wsgi_app = Prefix(app.wsgi_app, settings.prefix)  # type: ignore[assignment, method-assign]
    if settings.proxies:
        number = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, number, number, x_prefix=number)  # type: ignore[method-assign]
    problems.install(app, store.explain)
    metrics = Metrics(settings, store)
    compression = Compression()
    _before_requests(app, Identity(store.clients, closed_mark), compression)
    rates = Rates(app, settings, store)
    _after_requests(app, Cors(settings), metrics, rates, compression, deprecated)
    _add_routes(app, settings, store, metrics, rates, deprecated)
    return app


def _add_routes(
    app: Flask,
    settings: Settings,
    store: Store,
    metrics: Metrics,
    rates: Rates,
    deprecated: Mapping[str, Deprecation],
) -> None:
    """Make the parts of the service and hand each to its routes."""
    age = settings.recent_seconds
    repeats: ResponseCache[bytes] = ResponseCache(settings.recent_bytes, age, len)
    recent: ResponseCache[bytes] = ResponseCache(settings.recent_bytes, age, len)
    admission = Admission(settings, store, rates)
    forms = CanonicalForms(metrics.count_own_numbering)
    known = KnownAnswers(store.results, store.jobs, repeats, forms)
    reader, acceptance = JobReader(store, known), Acceptance(settings, store, known, admission)
    service = JobService(store, reader, acceptance)
    waiting = Waiting(reader, store.searches, store.events, admission.waits)
    streams = Streams(waiting, admission.streams, settings.stream_seconds)
    for blueprint in (
        jobs.routes(settings, known, service, waiting, streams, rates),
        batches.routes(settings, Batches(settings, admission, acceptance, service, store.groups)),
        hints.routes(settings, Hints(settings, admission, acceptance, waiting, store.groups), rates),
        puzzles.routes(settings, known, forms, rates),
        solutions.routes(store.results, recent, rates),
        boards.routes(),
        system.routes(settings, store, metrics),
        pages.routes(settings, store.results, deprecated),
        atlas.routes(),
        pages.docs(),
    ):
        app.register_blueprint(blueprint)


def _before_requests(app: Flask, identity: Identity, compression: Compression) -> None:
    """Before anything else, give every request an id and the time it began, and find out its client."""

    @app.before_request
    def begin() -> None:
        g.began, g.began_at = time.monotonic(), time.time()
        assign_request_id(request)
        compression.read_tags(request)
        if request.path not in PROBES:
            identity.identify(request)


def _after_requests(
    app: Flask,
    cors: Cors,
    metrics: Metrics,
    rates: Rates,
    compression: Compression,
    deprecated: Mapping[str, Deprecation],
) -> None:
    """Complete the links of every response, compress it, complete its headers, count it, and log it."""

    @app.after_request
    def end(response: Response) -> Response:
        if (prefix := prefix_of(request)) and response.mimetype in JSON:
            response.set_data(put_before_links(prefix, response.get_data()))
        compression.compress(request, response)
        response.headers["X-Request-ID"] = g.request_id
        response.headers["X-Content-Type-Options"] = "nosniff"
        announce(request, response, deprecated)
        cors.allow(request, response)
        rates.write_headers(response)
        seconds = time.monotonic() - g.began
        route = request.url_rule.rule if request.url_rule is not None else "none"
        metrics.count_request(request.method, route, response.status_code, seconds)
        if "cache" in g:
            metrics.count_answer(g.cache)
        fields = {
            "request_id": g.request_id,
            "client": g.get("client", ""),
            "method": request.method,
            "path": request.path,
            "status": response.status_code,
            "milliseconds": round(seconds * 1000, 1),
        }
        log.info("request", extra=fields)
        return response
