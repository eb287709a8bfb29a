"""A real browser for the tests of the pages.

Uses Debian's chromium if it is installed, else playwright's own browser. Without either the tests are skipped, or fail
if FEWEST_BROWSER is "required", as in .ci/run.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
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


class Patient:
    """A browser whose pages wait as long as only a hang takes, not for half a minute."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser

    def new_page(self, **options: Any) -> Any:
        """Open a page in a context of its own."""
        return self._patient(self._browser.new_page(**options))

    def new_context(self, **options: Any) -> Any:
        """Open a context."""
        return self._patient(self._browser.new_context(**options))

    @staticmethod
    def _patient(opened: Any) -> Any:
        opened.set_default_timeout(1000 * HANG_SECONDS)
        return opened


@pytest.fixture(scope="package")
def browser(browsers: Any) -> Iterator[Patient]:
    """A headless browser."""
    if BROWSER is None and not REQUIRED:
        pytest.skip("no browser: `make test-browser` installs chromium and tests the pages")
    opened = browsers.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"], timeout=1000 * HANG_SECONDS)
    yield Patient(opened)
    opened.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A new page that collects its script errors in ``errors``."""
    opened, errors = browser.new_page(), []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    opened.errors = errors
    yield opened
    opened.close()


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
