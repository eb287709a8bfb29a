"""The pages in a real browser: solve, watch, embed; read from another origin.

Skipped where playwright or a browser is missing.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.integration.service import Service

HOPPERS = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser without a window."""
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        try:
            path = shutil.which("chromium") or shutil.which("google-chrome")
            opened = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        except playwright.Error as error:
            pytest.skip(f"no browser: {error.message.splitlines()[0]}")
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A fresh page, which must not report any error."""
    opened, errors = browser.new_page(), []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    opened.errors = errors
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[str]:
    """An empty page of another origin."""

    class Empty(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>elsewhere</title>")

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Empty)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def test_solve_watch_and_embed(service: Service, page: Any) -> None:
    """A board is solved, its solution watched with mouse and keys, and the code to embed it shown."""
    page.goto(str(service.client.base_url))
    page.wait_for_selector("#picture .pick")
    page.click("#solve")
    page.wait_for_selector("#solution:not([hidden])", timeout=30_000)
    assert page.inner_text("#told") == "7 moves, and none has fewer."
    player = page.frame_locator("#player")
    player.locator("#forward").click()
    assert player.locator("#told").inner_text().startswith("Move 1 of 7")
    player.locator("#board").press("End")
    assert player.locator("#told").inner_text().startswith("Move 7 of 7")
    assert "/embed/p_" in page.input_value("#code")
    assert page.errors == []


def test_draw_a_board(service: Service, page: Any) -> None:
    """A board that is drawn can be solved, too."""
    page.goto(str(service.client.base_url))
    page.wait_for_selector("#picture .pick")
    page.select_option("#board", "")
    page.fill("#rows", "...\n...")
    page.select_option("#lines", "slide")
    page.click("#redraw")
    picked = page.locator("#picture .pick")
    assert picked.count() == 6
    picked.nth(4).click()
    picked.nth(5).click()
    page.click("#solve")
    page.get_by_text("1 move, and none has fewer.").wait_for()
    assert page.errors == []


def test_documentation_loads_nothing_from_elsewhere(service: Service, page: Any) -> None:
    """The page of the documentation shows the operations, all from this host."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{str(service.client.base_url).rstrip('/')}/docs/")
    page.wait_for_selector(".opblock", timeout=30_000)
    assert page.locator(".opblock").count() > 15
    assert all(url.startswith((str(service.client.base_url), "data:")) for url in asked), asked
    assert page.errors == []


def test_other_origins_read_but_do_not_ask(service: Service, page: Any, elsewhere: str) -> None:
    """A page of another origin reads answers with their headers; asking for work is for origins that are named."""
    job = service.solve(HOPPERS)
    address = str(service.client.base_url).rstrip("/")
    page.goto(elsewhere)
    tag = page.evaluate(
        "url => fetch(url).then(answer => answer.headers.get('ETag'))", address + job["links"]["solution"]
    )
    assert tag
    ask = "url => fetch(url, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'})"
    outcome = page.evaluate(f"url => ({ask})(url).then(() => 'asked', () => 'refused')", f"{address}/v1/jobs")
    assert outcome == "refused"
    framed = "url => { const f = document.createElement('iframe'); f.src = url; f.id = 'f'; document.body.append(f); }"
    page.evaluate(framed, address + job["links"]["embed"])
    page.frame_locator("#f").get_by_text("Move 0 of 7").wait_for()


def test_client_for_browsers(service: Service, page: Any) -> None:
    """The JavaScript client submits, follows, batches, and tells problems."""
    page.goto(str(service.client.base_url))
    told = page.evaluate(
        """async (puzzle) => {
          const { Fewest } = await import("/static/fewest.js");
          const fewest = new Fewest();
          const { length } = await fewest.solve(puzzle);
          const items = await fewest.batch([puzzle, null]);
          const problem = await fewest.submit({}).catch((error) => error);
          const job = await fewest.submit(puzzle);
          const last = await new Promise((resolve) => fewest.follow(job, resolve));
          return [length, items.map((item) => item.status), problem.status, last.status];
        }""",
        HOPPERS,
    )
    assert told == [7, ["solved", "invalid"], 422, "solved"]
