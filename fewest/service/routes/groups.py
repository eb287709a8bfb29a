"""The common part of the routes of batches, surveys and hints: submit, wait, get, cancel."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response, request

from fewest.config.settings import Settings
from fewest.notation import JsonObject
from fewest.service.http.requests import JSON, wait_seconds
from fewest.service.http.responses import NO_STORE, json_response, location
from fewest.service.http.tables import table_response
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.groups import GroupService
from fewest.service.routes.resource import applied, caller, idempotency_key


class GroupResource:
    """The requests to the addresses of one kind of group.

    Parameters
    ----------
    max_bytes
        The longest body.
    retry_seconds
        Seconds after which to ask again for a running group.
    rows, columns
        The list in the document that is its table, and the fields in CSV; empty if it has no table.
    media
        The media types of bodies.
    """

    def __init__(
        self,
        settings: Settings,
        groups: GroupService,
        admission: Admission,
        max_bytes: int,
        retry_seconds: str = "2",
        rows: str = "",
        columns: Sequence[str] = (),
        media: Sequence[str] = (JSON,),
    ) -> None:
        self._settings = settings
        self._groups = groups
        self._admission = admission
        self._max_bytes = max_bytes
        self._retry_seconds = retry_seconds
        self._rows = rows
        self._columns = columns
        self._media = media

    def submit(self, chosen: str = "", *, listed: bool = False) -> Response:
        """Answer a POST, or a PUT under an id that the client chose, with the table if the client prefers it."""
        chosen = chosen or idempotency_key()
        body = self._admission.bodies.receive(request, self._max_bytes, media=self._media)
        document = self._groups.submit(body, caller(job_id=chosen))
        waited = self._wait(document["id"]) if document["status"] == "running" else {}
        if waited:
            document = self._groups.get(document["id"], caller())
        running = document["status"] == "running"
        headers = NO_STORE | waited
        if running:
            headers["Location"] = location(self._settings.public_url, document["links"]["self"])
            headers["Retry-After"] = self._retry_seconds
        response = json_response(document, 202 if running else 200, headers)
        return self._listed(response, document) if listed else response

    def get(self, group_id: str) -> Response:
        """Answer a GET, after waiting as the client prefers, with the table if the client prefers it."""
        waited = self._wait(group_id)
        document = self._groups.get(group_id, caller())
        response = json_response(document, headers=NO_STORE | waited)
        return self._listed(response, document) if self._rows else response

    def cancel(self, group_id: str) -> Response:
        """Answer a DELETE."""
        return json_response(self._groups.cancel(group_id, caller()), headers=NO_STORE)

    def _wait(self, group_id: str) -> dict[str, str]:
        """Wait as long as the client prefers, if a place is free. Returns the header that confirms it, if it waited."""
        seconds = wait_seconds(request, self._settings.wait_seconds)
        return applied(seconds) if seconds and self._groups.wait(group_id, caller(), seconds) else {}

    def _listed(self, response: Response, document: JsonObject) -> Response:
        return table_response(response, request, document[self._rows], self._columns, self._admission.computing)
