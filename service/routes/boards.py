"""The catalogue of boards."""

from __future__ import annotations

from flask import Blueprint, Response

from boards import catalogue
from service.documents import catalogue_document, encode
from service.problems import Problem
from service.responses import conditional_response


def routes() -> Blueprint:
    """The routes of boards."""
    blueprint = Blueprint("boards", __name__, url_prefix="/v1/boards")

    @blueprint.get("")
    def list_boards() -> Response:
        return conditional_response(encode(catalogue_document(catalogue())), "application/json")

    @blueprint.get("/<name>")
    def get(name: str) -> Response:
        entry = catalogue().get(name)
        if entry is None:
            raise Problem("not-found", f"There is no board {name[:64]!r}; see /v1/boards.")
        return conditional_response(encode(entry), "application/json")

    return blueprint
