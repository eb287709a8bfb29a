"""The catalogue of boards."""

from __future__ import annotations

from flask import Blueprint, Response

from boards import catalogue
from service.documents import encode
from service.problems import Problem


def routes() -> Blueprint:
    """The routes of boards."""
    blueprint = Blueprint("boards", __name__, url_prefix="/v1/boards")

    @blueprint.get("")
    def every() -> Response:
        entries = [
            {name: entry[name] for name in ("name", "kind", "title", "source")}
            | {"size": len(entry["layout"]), "links": {"self": f"/v1/boards/{entry['name']}"}}
            for entry in catalogue().values()
        ]
        return Response(encode({"boards": entries}), mimetype="application/json")

    @blueprint.get("/<name>")
    def look(name: str) -> Response:
        entry = catalogue().get(name)
        if entry is None:
            raise Problem("not-found", f"There is no board {name[:64]!r}; /v1/boards lists them.")
        return Response(encode(entry), mimetype="application/json")

    return blueprint
