"""The guide: the pages of docs/ as HTML, the pictures they show, and the reference of the API."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

from flask import Blueprint, Response, abort, render_template, request

from fewest.service.http.prefix import prefix_of
from fewest.service.http.responses import KEEP, conditional_response
from fewest.studio.guide_pages import (
    GUIDE,
    TYPES,
    Page,
    by_path,
    contents,
    named_by,
    pages_beside,
    served_files,
    target_of,
)
from fewest.studio.routes.pages import page

MAX_RENDERED = 256
"""Number of pages in the cache of a process. Each prefix has its own."""

FILE_HEADERS = KEEP | {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""Files are cached for some minutes. A drawing that is opened alone may use styles but no scripts."""


def routes() -> Blueprint:
    """The routes of the guide."""
    blueprint = Blueprint("guide", __name__, url_prefix="/docs", template_folder="../templates")

    @lru_cache(maxsize=MAX_RENDERED)
    def html_of(prefix: str, shown: Page) -> bytes:
        from fewest.studio.markdown import rendered  # here: a service starts without the renderer

        def target(link: str) -> str | None:
            to = target_of(shown, link)
            return f"{prefix}{to}" if to and to.startswith("/") else to

        made = rendered(shown.text(), target, lambda link: named_by(shown, link))
        order = pages_beside(shown)
        at = order.index(shown)
        return render_template(
            "guide.html",
            page=shown,
            body=made.body,
            sections=made.sections,
            listed=contents(),
            before=order[at - 1] if at else None,
            after=order[at + 1] if at + 1 < len(order) else None,
        ).encode()

    @cache
    def file(name: str) -> bytes:
        return (GUIDE / name).read_bytes()

    @blueprint.get("/", defaults={"name": ""})
    @blueprint.get("/<path:name>")
    def show(name: str) -> Response:
        if name in served_files():
            return conditional_response(file(name), TYPES[f".{name.rpartition('.')[2]}"], headers=FILE_HEADERS)
        shown = by_path().get(f"/docs/{name.rstrip('/')}/".replace("//", "/"))
        if shown is None:
            abort(404)
        return page(html_of(prefix_of(request), shown))

    return blueprint


def reference() -> Blueprint:
    """Swagger UI for the OpenAPI document, from files of its package."""
    folder = str(files("flask_swagger_ui") / "dist")
    blueprint = Blueprint("reference", __name__, url_prefix="/docs/api", static_folder=folder, static_url_path="")

    @blueprint.get("/")
    def overview() -> Response:
        return page(render_template("reference.html"))

    return blueprint
