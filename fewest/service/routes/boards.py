"""The catalogue of boards."""

from __future__ import annotations

from flask import Blueprint, Response

from fewest.boards import catalogue
from fewest.notation.boards import unknown_board
from fewest.schemas.documents.base import encode
from fewest.schemas.documents.service import catalogue_document
from fewest.service.http.problems import Problem
from fewest.service.http.responses import conditional_response
from fewest.service.openapi.operations import KEPT, UNCHANGED, ok, operation


def routes() -> Blueprint:
    """The routes of boards."""
    blueprint = Blueprint("boards", __name__, url_prefix="/v1/boards")

    @blueprint.get("")
    @operation("listBoards", ok("All boards.", "Catalogue", more=KEPT) | UNCHANGED)
    def list_boards() -> Response:
        """Boards with names.

        The name, kind and size of every board.
        """
        return conditional_response(encode(catalogue_document(catalogue())), "application/json")

    @blueprint.get("/<name>")
    @operation("getBoard", ok("The board.", "Board", more=KEPT) | UNCHANGED)
    def get(name: str) -> Response:
        """A board with examples.

        A board with its layout and with puzzles on it whose answers are known.
        """
        entry = catalogue().get(name)
        if entry is None:
            raise Problem("not-found", unknown_board(name))
        return conditional_response(encode(entry), "application/json")

    return blueprint
