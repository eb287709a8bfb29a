"""Jobs: ask, look, wait, follow, cancel."""

from __future__ import annotations

import hashlib

from flask import Blueprint, Response, g, request

from service.desk import Asker, Desk, Told
from service.problems import Problem
from service.requests import parse_json, read_body, wait_seconds
from service.streams import Streams

RETRY_SECONDS = "1"


def routes(desk: Desk) -> Blueprint:
    """The routes of jobs."""
    blueprint = Blueprint("jobs", __name__, url_prefix="/v1/jobs")
    streams = Streams(desk)

    @blueprint.post("")
    def submit() -> Response:
        body = read_body(request, desk.settings.body_bytes)
        asker = Asker(g.request_id, g.owner, hashlib.sha256(g.owner.encode() + b"\0" + body).hexdigest())
        told = desk.again(asker)
        if told is None:
            desk.rates.work()
            told = desk.submit(parse_json(body), asker)
        g.answered = told.cache
        told, headers = patiently(told)
        if told.ended:
            return answer(told, 200, headers)
        location = {"Location": f"{desk.settings.public_url}/v1/jobs/{told.job_id}", "Retry-After": RETRY_SECONDS}
        return answer(told, 202, location | headers)

    @blueprint.get("/<job_id>")
    def look(job_id: str) -> Response:
        told, headers = patiently(known(desk.look(job_id), job_id))
        return answer(told, 200, headers)

    @blueprint.delete("/<job_id>")
    def cancel(job_id: str) -> Response:
        known(desk.look(job_id), job_id)
        return answer(known(desk.cancel(job_id), job_id), 200, {})

    @blueprint.get("/<job_id>/events")
    def events(job_id: str) -> Response:
        return streams.open(known(desk.look(job_id), job_id), request.headers.get("Last-Event-ID", ""))

    def patiently(told: Told) -> tuple[Told, dict[str, str]]:
        """Wait as long as the client prefers and there is room for."""
        seconds = wait_seconds(request, desk.settings.wait_seconds)
        if not seconds:
            return told, {}
        told, waited = desk.wait(told, seconds)
        return told, {"Preference-Applied": f"wait={seconds}"} if waited else {}

    return blueprint


def known(told: Told | None, job_id: str) -> Told:
    """The job, or a problem if there is none, or if it is another client's."""
    if told is None or told.owner != g.owner:
        raise Problem("not-found", f"There is no job {job_id[:64]!r}, or it is so old that it was dropped.")
    return told


def answer(told: Told, status: int, headers: dict[str, str]) -> Response:
    """A job's document as an answer."""
    response = Response(told.document, status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    response.headers.update(headers)
    return response
