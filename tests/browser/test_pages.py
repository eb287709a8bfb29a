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
from tests.unit.service.drawing.test_svg import contrast

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


def open_home(service: Service, page: Any) -> None:
    """Go to the page and wait until a board is there."""
    page.goto(str(service.client.base_url))
    page.wait_for_selector("#solve:not([disabled])")


def choose(page: Any, board: str, first: str) -> None:
    """Choose a board of the catalogue and wait until its first hole or cell is there."""
    page.select_option("#board", board)
    page.locator(f'.pick[aria-label="{first}"]').wait_for()


def solve(page: Any) -> str:
    """Solve what is shown; what the page says then."""
    page.click("#solve")
    page.wait_for_selector("#cancel[disabled]")
    page.wait_for_selector("#solve:not([disabled])", timeout=60_000)
    return str(page.inner_text("#told"))


def test_solve_watch_and_embed(service: Service, page: Any) -> None:
    """A board is solved, its solution watched with mouse and keys, and the code to embed it shown and copied."""
    open_home(service, page)
    assert solve(page) == "7 moves, and none has fewer."
    player = page.frame_locator("#player")
    player.locator("#forward").click()
    assert player.locator("#told").inner_text().startswith("Move 1 of 7")
    player.locator("#board").press("End")
    assert player.locator("#told").inner_text().startswith("Move 7 of 7")
    assert player.locator("#forward").is_disabled()
    player.locator("#at").fill("3")
    player.locator("#board").press("ArrowLeft")
    assert player.locator("#told").inner_text().startswith("Move 2 of 7")
    assert "/embed/p_" in page.input_value("#code")
    page.click("#copy")
    page.get_by_text("Copied.").wait_for()
    assert page.errors == []


def test_play_and_pause(service: Service, page: Any) -> None:
    """The player plays from the start to the end by itself, and can be held on the way."""
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
    """The player of a puzzle that cannot be solved says so, shows the start, and has nothing to press."""
    job = service.solve(HOPPERS | {"start": {"pegs": [0, 12]}})
    page.goto(str(service.client.base_url).rstrip("/") + job["links"]["embed"])
    page.wait_for_selector("#board circle")
    assert page.inner_text("#told") == page.title() == "No solution exists"
    assert not page.is_visible("#controls")
    assert page.errors == []


def test_draw_a_board(service: Service, page: Any) -> None:
    """A board that is drawn can be solved, too."""
    open_home(service, page)
    page.select_option("#board", "")
    page.fill("#rows", "x")
    page.click("#redraw")
    assert page.inner_text("#told") == "Between 1 and 64 dots are needed, not 0."
    page.fill("#rows", "...\n...")
    page.select_option("#lines", "slide")
    page.click("#redraw")
    picked = page.locator("#picture .pick")
    assert picked.count() == 6
    assert not page.is_visible("#anywhere")
    picked.nth(4).click()
    picked.nth(5).click()
    assert solve(page) == "1 move, and none has fewer."
    assert page.errors == []


@pytest.mark.parametrize(
    ("board", "first"), [("triangle-15", "hole 14: peg"), ("diamond", "hole 40: peg"), ("8-puzzle", "cell 8: piece 1")]
)
def test_every_board_is_shown(service: Service, page: Any, board: str, first: str) -> None:
    """Boards with several problems, with none, and of the other kind are shown; what was said before is gone."""
    open_home(service, page)
    solve(page)
    choose(page, board, first)
    assert page.inner_text("#told") == ""
    assert not page.is_visible("#solution")
    assert page.errors == []


def test_problems_of_a_board(service: Service, page: Any) -> None:
    """A problem with an opening is asked for with it, how many solutions there are is told, and why there is none."""
    open_home(service, page)
    choose(page, "triangle-15", "hole 14: peg")
    page.select_option("#want", "count")
    page.select_option("#example", label="one peg anywhere, after the opening 0 over 1 to 3")
    assert "Played first: 0 over 1 to 3." in page.inner_text("#how")
    expected = service.client.get("/v1/boards/triangle-15").json()["examples"][1]["expect"]
    assert solve(page).startswith(f"{expected['length']} moves, and none has fewer. There are {expected['count']:,} ")
    page.select_option("#example", "2")
    assert solve(page).startswith("There is no solution: ")
    assert page.errors == []


def test_waiting_and_cancelling(service: Service, page: Any) -> None:
    """While a search runs its bounds are told; it can be cancelled, and a change of the puzzle cancels it."""
    open_home(service, page)
    choose(page, "wiegleb", "hole 44: peg")
    for end in (lambda: page.click("#cancel"), lambda: page.locator(".pick").first.click()):
        page.click("#solve")
        page.get_by_text("At least").wait_for()
        end()
        page.get_by_text("Cancelled.").wait_for()
    assert page.errors == []


def test_board_by_keyboard(service: Service, page: Any) -> None:
    """Holes can be filled and emptied by keys, and say what is in them."""
    open_home(service, page)
    hole = page.locator(".pick").nth(3)
    hole.press("Enter")
    assert hole.get_attribute("aria-label") == "hole 3: empty"
    page.keyboard.press("Space")
    assert hole.get_attribute("aria-label") == "hole 3: peg"
    assert page.errors == []


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (0, "The service does not answer."),
        (401, "This service asks for a key"),
        (429, "Too many. Wait. Try again in 7 seconds."),
        (422, "Wrong. 1 fault.\n/puzzle/goal: no"),
    ],
)
def test_what_goes_wrong_is_told(service: Service, page: Any, status: int, told: str) -> None:
    """A service that is away or refuses is told of in words; where it asks for a key, one can be entered."""
    open_home(service, page)
    title = {429: ("Too many.", "Wait."), 422: ("Wrong.", "1 fault.")}.get(status, ("", ""))
    problem = {"title": title[0], "detail": title[1], "status": status}
    if status == 422:
        problem["errors"] = [{"pointer": "/puzzle/goal", "detail": "no"}]
    answer = {"status": status, "json": problem, "headers": {"Retry-After": "7"} if status == 429 else {}}
    page.route("**/v1/jobs", lambda route: route.fulfill(**answer) if status else route.abort())
    assert solve(page).startswith(told)
    assert page.is_visible("#key") == (status == 401)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(service: Service, browser: Any, scheme: str) -> None:
    """In light and in dark, text has 4.5 to 1 on its ground; lines, pegs and pieces have 3 to 1."""
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
    """Nothing is wider than a phone."""
    page = browser.new_page(viewport={"width": 360, "height": 740})
    open_home(service, page)
    solve(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.frame_locator("#player").locator("body").evaluate("body => body.scrollHeight <= innerHeight")
    page.close()


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
          const job = await fewest.submit(puzzle, { want: "all", wait: 20 });
          const last = await new Promise((resolve) => fewest.follow(job, resolve));
          const lost = await new Promise((resolve) => fewest.follow({ id: "none" }, null, () => resolve("lost")));
          let listed = 0;
          for await (const { moves } of fewest.solutions(job.solution_id)) listed += moves.length === length;
          const { legal } = await fewest.replay(puzzle, [[0, 6]]);
          return [length, items.map((item) => item.status), problem.status, last.status, lost, listed, legal];
        }""",
        HOPPERS,
    )
    assert told == [7, ["solved", "invalid"], 422, "solved", "lost", 72, True]


def test_client_for_browsers_gives_up(service: Service, page: Any) -> None:
    """A search that is given up is cancelled."""
    page.goto(str(service.client.base_url))
    hard = {"kind": "slide", "board": {"rows": 5, "columns": 5}, "start": [*range(24, -1, -1)], "goal": [*range(25)]}
    told = page.evaluate(
        """async (puzzle) => {
          const { Fewest } = await import("/static/fewest.js");
          let job = null;
          const options = { signal: AbortSignal.timeout(1500), progress: (now) => (job = now) };
          const { name } = await new Fewest().solve(puzzle, options).catch((error) => error);
          return [name, (await new Fewest().job(job.id)).status];
        }""",
        hard,
    )
    assert told == ["TimeoutError", "cancelled"]


def test_batch_for_browsers_gives_up_at_once(service: Service, page: Any) -> None:
    """A batch notices its signal while it pauses, and is cancelled."""
    page.goto(str(service.client.base_url))
    hard = {"kind": "slide", "board": {"rows": 5, "columns": 5}, "start": [*range(24, -1, -1)], "goal": [*range(25)]}
    told = page.evaluate(
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
    assert told == ["enough", True, "cancelled"]
