"""Lists as JSON, as JSON Lines or as CSV, by the ``Accept`` header of the request."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence

from flask import Request, Response

from fewest.notation import JsonObject
from fewest.schemas.documents.base import encode
from fewest.service.http.computing import Computing

JSON = "application/json"
LINES = "application/jsonl"
CSV = "text/csv"


def accepted_form(request: Request) -> str:
    """The form, of these three, that a request prefers; JSON by default."""
    return str(request.accept_mimetypes.best_match((JSON, LINES, CSV), JSON))


def table_response(
    response: Response, request: Request, rows: Sequence[JsonObject], columns: Sequence[str], computing: Computing
) -> Response:
    """A response with a document as JSON or, if the request prefers that, only its rows, made in a computing slot.

    Parameters
    ----------
    rows
        The objects of a list that the document has.
    columns
        The fields in CSV, in this order, whether or not a row has them.
    """
    wanted = accepted_form(request)
    if wanted != JSON:
        with computing.slot():
            response.set_data(write_table(wanted, rows, columns))
    response.mimetype = wanted
    response.vary.add("Accept")
    return response


def write_table(form: str, rows: Sequence[JsonObject], columns: Sequence[str]) -> bytes:
    """Rows as JSON Lines or as CSV."""
    if form == LINES:
        return b"".join(encode(row) + b"\n" for row in rows)
    return write_csv(rows, columns).encode("utf-8", "backslashreplace")


def write_csv(rows: Iterable[Mapping[str, object]], columns: Sequence[str]) -> str:
    """Rows as CSV with a line of names (RFC 4180)."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(columns)
    writer.writerows([_cell(row.get(column)) for column in columns] for row in rows)
    return file.getvalue()


def _cell(value: object) -> str:
    """A value in one cell: ``{"empty": [3, 4]}`` as ``empty 3 4``, ``[1, null, 0]`` as ``1 ? 0``, others as JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, list) and all(isinstance(item, (int, str)) or item is None for item in value):
        return " ".join("?" if item is None else str(item) for item in value)
    if isinstance(value, dict) and len(value) == 1:
        ((name, content),) = value.items()
        if isinstance(content, int) or (isinstance(content, list) and all(type(item) is int for item in content)):
            return f"{name} {_cell(content)}".strip()
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
