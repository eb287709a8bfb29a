"""The pages in a real browser: solve, play back, embed, read from another origin.

Uses Debian's chromium if it is installed, else playwright's own browser; skipped if there is neither.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.integration.service import Service
from tests.unit.service.drawing.test_svg import contrast

HOPPERS = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A headless browser."""
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
    """A new page that collects its script errors in ``errors``."""
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
            """Suppress the log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Empty)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def open_home(service: Service, page: Any) -> None:
    """Open the home page and wait until a board is shown."""
    page.goto(str(service.client.base_url))
    page.wait_for_selector("#solve:not([disabled])")


def choose(page: Any, board: str, first: str) -> None:
    """Choose a board of the catalogue and wait until the hole or cell ``first`` is shown."""
    page.select_option("#board", board)
    page.locator(f'.pick[aria-label="{first}"]').wait_for()


def solve(page: Any) -> str:
    """Solve the current puzzle and return the message shown at the end."""
    page.click("#solve")
    page.wait_for_selector("#cancel[disabled]")
    page.wait_for_selector("#solve:not([disabled])", timeout=60_000)
    return str(page.inner_text("#message"))


def test_solve_watch_and_embed(service: Service, page: Any) -> None:
    """A board is solved, its solution played by mouse and keys, and the embed code shown and copied."""
    open_home(service, page)
    assert solve(page) == "7 moves, proven optimal."
    player = page.frame_locator("#player")
    player.locator("#forward").click()
    assert player.locator("#message").inner_text().startswith("Move 1 of 7")
    player.locator("#board").press("End")
    assert player.locator("#message").inner_text().startswith("Move 7 of 7")
    assert player.locator("#forward").is_disabled()
    player.locator("#at").fill("3")
    player.locator("#board").press("ArrowLeft")
    assert player.locator("#message").inner_text().startswith("Move 2 of 7")
    assert "/embed/p_" in page.input_value("#code")
    page.click("#copy")
    page.get_by_text("Copied.").wait_for()
    assert page.errors == []


def test_play_and_pause(service: Service, page: Any) -> None:
    """The player plays from start to end and can be paused."""
    job = service.solve(HOPPERS)
    page.goto(str(service.client.base_url).rstrip("/") + job["links"]["embed"])
    page.click("#play")
    page.get_by_text("Move 1 of 7").wait_for()
    page.keyboard.press("Space")
    assert page.inner_text("#play") == "Play"
    page.click("#play")
    page.get_by_text("Move 7 of 7").wait_for()
    assert page.inner_text("#play") == "Play"
    assert page.errors == []


def test_player_of_a_puzzle_without_solution(service: Service, page: Any) -> None:
    """The player of an unsolvable puzzle says so, shows the start and has no controls."""
    job = service.solve(HOPPERS | {"start": {"pegs": [0, 12]}})
    page.goto(str(service.client.base_url).rstrip("/") + job["links"]["embed"])
    page.wait_for_selector("#board circle")
    assert page.inner_text("#message") == page.title() == "No solution exists"
    assert not page.is_visible("#controls")
    assert page.errors == []


def test_draw_a_board(service: Service, page: Any) -> None:
    """A drawn board can be solved."""
    open_home(service, page)
    page.select_option("#board", "")
    page.fill("#rows", "x")
    page.click("#redraw")
    assert page.inner_text("#message") == "A board needs 1 to 64 dots; this one has 0."
    page.fill("#rows", "...\n...")
    page.select_option("#lines", "slide")
    page.click("#redraw")
    picked = page.locator("#picture .pick")
    assert picked.count() == 6
    assert not page.is_visible("#anywhere")
    picked.nth(4).click()
    picked.nth(5).click()
    assert solve(page) == "1 move, proven optimal."
    assert page.errors == []


@pytest.mark.parametrize(
    ("board", "first"), [("triangle-15", "hole 14: peg"), ("diamond", "hole 40: peg"), ("8-puzzle", "cell 8: piece 1")]
)
def test_every_board_is_shown(service: Service, page: Any, board: str, first: str) -> None:
    """Boards with several examples, with one, and of the other kind are shown; earlier messages are cleared."""
    open_home(service, page)
    solve(page)
    choose(page, board, first)
    assert page.inner_text("#message") == ""
    assert not page.is_visible("#solution")
    assert page.errors == []


def test_examples_of_a_board(service: Service, page: Any) -> None:
    """Openings are sent with the puzzle; the number of solutions, or the reason why there is none, is shown."""
    open_home(service, page)
    choose(page, "triangle-15", "hole 14: peg")
    page.select_option("#want", "count")
    page.select_option("#example", label="one peg left anywhere, after the opening 0 over 1 to 3")
    assert "Opening: 0 over 1 to 3." in page.inner_text("#how")
    expected = service.client.get("/v1/boards/triangle-15").json()["examples"][1]["expect"]
    assert solve(page).startswith(f"{expected['length']} moves, proven optimal. There are {expected['count']:,} ")
    page.select_option("#example", "2")
    assert solve(page).startswith("There is no solution: ")
    assert page.errors == []


def test_waiting_and_cancelling(service: Service, page: Any) -> None:
    """A running search shows its bounds and can be cancelled; editing the puzzle cancels it, too."""
    open_home(service, page)
    choose(page, "wiegleb", "hole 44: peg")
    for end in (lambda: page.click("#cancel"), lambda: page.locator(".pick").first.click()):
        page.click("#solve")
        page.get_by_text("At least").wait_for()
        end()
        page.get_by_text("Cancelled.").wait_for()
    assert page.errors == []


def test_board_by_keyboard(service: Service, page: Any) -> None:
    """Holes can be filled and emptied from the keyboard, and their labels state the content."""
    open_home(service, page)
    hole = page.locator(".pick").nth(3)
    hole.press("Enter")
    assert hole.get_attribute("aria-label") == "hole 3: empty"
    page.keyboard.press("Space")
    assert hole.get_attribute("aria-label") == "hole 3: peg"
    assert page.errors == []


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (0, "Cannot reach the service."),
        (401, "This service requires an API key."),
        (429, "Too many. Wait. Try again in 7 seconds."),
        (422, "Wrong. 1 error.\n/puzzle/goal: no"),
    ],
)
def test_error_messages(service: Service, page: Any, status: int, message: str) -> None:
    """Network errors and error responses are shown; if an API key is required, it can be entered."""
    open_home(service, page)
    title = {429: ("Too many.", "Wait."), 422: ("Wrong.", "1 error.")}.get(status, ("", ""))
    problem = {"title": title[0], "detail": title[1], "status": status}
    if status == 422:
        problem["errors"] = [{"pointer": "/puzzle/goal", "detail": "no"}]
    answer = {"status": status, "json": problem, "headers": {"Retry-After": "7"} if status == 429 else {}}
    page.route("**/v1/jobs", lambda route: route.fulfill(**answer) if status else route.abort())
    assert solve(page).startswith(message)
    assert page.is_visible("#key") == (status == 401)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(service: Service, browser: Any, scheme: str) -> None:
    """In light and dark mode, text has a contrast of 4.5 to 1; lines, pegs and pieces have 3 to 1."""
    page = browser.new_page(color_scheme=scheme)
    page.goto(str(service.client.base_url))
    names = ("ground", "soft", "ink", "line", "filled", "moved", "on")
    read = "names => names.map(n => getComputedStyle(document.documentElement).getPropertyValue('--' + n).trim())"
    ground, soft, ink, line, filled, moved, on = page.evaluate(read, names)
    page.close()
    for text, behind in ((ink, ground), (ink, soft), (line, ground), (filled, ground), (on, filled), (on, moved)):
        assert contrast(text, behind) >= 4.5
    assert contrast(moved, ground) >= 3


def test_fits_a_phone(service: Service, browser: Any) -> None:
    """The page fits the width of a phone."""
    page = browser.new_page(viewport={"width": 360, "height": 740})
    open_home(service, page)
    solve(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.frame_locator("#player").locator("body").evaluate("body => body.scrollHeight <= innerHeight")
    page.close()


def test_documentation_loads_nothing_from_elsewhere(service: Service, page: Any) -> None:
    """The API reference lists the operations and loads everything from this host."""
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.goto(f"{str(service.client.base_url).rstrip('/')}/docs/")
    page.wait_for_selector(".opblock", timeout=30_000)
    assert page.locator(".opblock").count() > 15
    assert all(url.startswith((str(service.client.base_url), "data:")) for url in urls), urls
    assert page.errors == []


def test_other_origins_may_only_read(service: Service, page: Any, elsewhere: str) -> None:
    """A page of another origin may read responses and headers; only listed origins may submit work."""
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
    """The JavaScript client submits, follows, batches and reports errors."""
    page.goto(str(service.client.base_url))
    outcome = page.evaluate(
        """async (puzzle) => {
          const { Fewest } = await import("/static/fewest.js");
          const fewest = new Fewest();
          const { length } = await fewest.solve(puzzle);
          const items = await fewest.batch([puzzle, null]);
          const problem = await fewest.submit({}).catch((error) => error);
          const job = await fewest.submit(puzzle, { want: "all", wait: 20 });
          const last = await new Promise((resolve) => fewest.follow(job, resolve));
          const refused = await new Promise((resolve) => fewest.follow({ id: "none" }, null, () => resolve("refused")));
          let listed = 0;
          for await (const { moves } of fewest.solutions(job.solution_id)) listed += moves.length === length;
          const { legal } = await fewest.replay(puzzle, [[0, 6]]);
          return [length, items.map((item) => item.status), problem.status, last.status, refused, listed, legal];
        }""",
        HOPPERS,
    )
    assert outcome == [7, ["solved", "invalid"], 422, "solved", "refused", 72, True]


def test_timeout_in_the_browser_cancels(service: Service, page: Any) -> None:
    """A job is cancelled when its signal times out."""
    page.goto(str(service.client.base_url))
    hard = {"kind": "slide", "board": {"rows": 5, "columns": 5}, "start": [*range(24, -1, -1)], "goal": [*range(25)]}
    outcome = page.evaluate(
        """async (puzzle) => {
          const { Fewest } = await import("/static/fewest.js");
          let job = null;
          const options = { signal: AbortSignal.timeout(1500), progress: (now) => (job = now) };
          const { name } = await new Fewest().solve(puzzle, options).catch((error) => error);
          return [name, (await new Fewest().job(job.id)).status];
        }""",
        hard,
    )
    assert outcome == ["TimeoutError", "cancelled"]


def test_abort_in_the_browser_cancels_a_batch(service: Service, page: Any) -> None:
    """A batch reacts to its signal between polls and is cancelled."""
    page.goto(str(service.client.base_url))
    hard = {"kind": "slide", "board": {"rows": 5, "columns": 5}, "start": [*range(24, -1, -1)], "goal": [*range(25)]}
    outcome = page.evaluate(
        """async (puzzle) => {
          const { Fewest } = await import("/static/fewest.js");
          const stop = new AbortController();
          let [id, at] = [null, 0];
          const progress = (now) => {
            id = now.id;
            setTimeout(() => { at = Date.now(); stop.abort(new Error("enough")); }, 0);
          };
          const fewest = new Fewest();
          const { message } = await fewest.batch([puzzle], { signal: stop.signal, progress }).catch((error) => error);
          const soon = Date.now() - at < 900;
          return [message, soon, (await (await fetch(`/v1/batches/${id}`)).json()).status];
        }""",
        hard,
    )
    assert outcome == ["enough", True, "cancelled"]
