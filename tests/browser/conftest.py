"""A real browser for the tests of the pages.

Uses Debian's chromium if it is installed, else playwright's own browser. Without either the tests are skipped, or fail
if FEWEST_BROWSER is "required", as in .ci/run.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

import pytest
from playwright import sync_api as playwright

from tests.hang import HANG_SECONDS

REQUIRED = os.environ.get("FEWEST_BROWSER") == "required"
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")

playwright.expect.set_options(timeout=1000 * HANG_SECONDS)


@pytest.fixture(scope="package")
def browsers() -> Iterator[Any]:
    """What starts browsers; a process has only one at a time."""
    with playwright.sync_playwright() as running:
        yield running


class Watched:
    """A browser whose pages wait as long as only a hang takes, not for half a minute; collects their script errors."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._contexts: list[Any] = []
        self.errors: list[str] = []

    def new_context(self, **options: Any) -> Any:
        """Open a context. Its pages have no service worker, which would come between them and what a test routes."""
        context = self._browser.new_context(**{"service_workers": "block"} | options)
        context.set_default_timeout(1000 * HANG_SECONDS)
        context.on("weberror", lambda failed: self.errors.append(str(failed.error)))
        context.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        self._contexts.append(context)
        return context

    def new_page(self, **options: Any) -> Any:
        """Open a page in a context of its own."""
        return self.new_context(**options).new_page()

    def close(self) -> None:
        """Close all pages."""
        for context in self._contexts:
            context.close()


@contextmanager
def watched(browser: Any, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """Pages for one test: none may have a script error but those that the test's marker ``page_errors`` names."""
    opened = Watched(browser)
    yield opened
    opened.close()
    named = request.node.get_closest_marker("page_errors")
    assert [error for error in opened.errors if not named or not any(part in error for part in named.args)] == []


@pytest.fixture(scope="package")
def chromium(browsers: Any) -> Iterator[Any]:
    """A headless browser."""
    if BROWSER is None and not REQUIRED:
        pytest.skip("no browser: `make test-browser` installs chromium and tests the pages")
    opened = browsers.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"], timeout=1000 * HANG_SECONDS)
    yield opened
    opened.close()


@pytest.fixture
def browser(chromium: Any, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """The browser, for one test."""
    with watched(chromium, request) as opened:
        yield opened


@pytest.fixture
def page(browser: Watched) -> Any:
    """A new page."""
    return browser.new_page()


@pytest.fixture(scope="package")
def elsewhere() -> Iterator[str]:
    """A page of another origin; what follows its "?" is its body."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            body = unquote(self.path.partition("?")[2])
            self.wfile.write(f'<!doctype html><title>elsewhere</title><link rel="icon" href="data:,">{body}'.encode())

        def log_message(self, *_: Any) -> None:
            """Suppress the log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
