"""Links, the history of the browser, reloads and lost connections."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.actions import HOPPERS, LONG, address, click_place, hole, open_home, set_up, solve
from tests.hang import until
from tests.integration.service import Service


@pytest.mark.page_errors("404")
@pytest.mark.parametrize(
    ("fragment", "title", "message"),
    [
        ("p=q1bKTc1NUrIyMdVR", "Hoppers", "This link is broken or incomplete"),
        ("p=", "Hoppers", "This link is broken or incomplete"),
        ("nosuch", "Hoppers", "There is no board “nosuch”"),
        ("board/hoppers", "Hoppers", "There is no board “board/hoppers”"),
        ("tritri/99", "Tritri", "Tritri has no problem 99"),
        ("hoppers/0-99", "Hoppers", "Hoppers has no problem 0-99"),
        ("hoppers/x/y", "Hoppers", "This link is broken or incomplete"),
        ("day/2026-02-30-easy", "Hoppers", "There is no puzzle of this day"),
        ("c/c_0123/1", "Hoppers", "There is no such puzzle in a class set"),
        ("hoppers", "Hoppers", ""),
    ],
)
def test_broken_links_are_called_broken(service: Service, page: Any, fragment: str, title: str, message: str) -> None:
    """A link that cannot be followed is reported, and another board is shown."""
    open_home(service, page, fragment)
    expect(page.locator("#title")).to_have_text(title)
    expect(page.locator("#message")).to_contain_text(message)
    assert bool(message) == bool(page.inner_text("#message"))


def test_a_link_that_does_not_fit_together(service: Service, page: Any) -> None:
    """A link with a solution that does not lead to the goal, or a start of another size, is reported."""
    open_home(service, page)
    pack = """async (document) => (await import("/static/rules/puzzle.js")).encode(document)"""
    solved = {"status": "solved", "moves": [[0, 6]], "removed": [[2]], "length": 1, "optimal": True}
    slide = {"kind": "slide", "board": {"rows": 2, "columns": 2}, "start": [1, 2, 0], "goal": [1, 2, 3, 0]}
    for document in ({"puzzle": HOPPERS, "solution": solved}, {"puzzle": slide}, {"puzzle": {"kind": "jump"}}):
        open_home(service, page, page.evaluate(pack, document))
        expect(page.locator("#message")).to_have_text("This puzzle could not be loaded.")
        expect(page.locator("#title")).to_have_text("Hoppers")


def test_back_and_forward_go_through_boards(service: Service, page: Any) -> None:
    """Every board opened is an entry of the history, with what was done to it, and so is every mode; edits are none."""
    open_home(service, page)
    before = page.evaluate("history.length")
    page.click('.card[data-board="tritri"]')
    expect(page).to_have_url(re.compile("#tritri$"))
    set_up(page)
    click_place(page, 3)
    click_place(page, 4)
    page.click('.card[data-board="8-puzzle"]')
    expect(page.locator("#title")).to_contain_text("8-puzzle")
    assert page.evaluate("history.length") == before + 3
    page.go_back()
    expect(page.locator("#title")).to_have_text("Tritri")
    for place in (3, 4):
        expect(hole(page, f"hole {place}: empty")).to_have_count(1)
    page.go_back()
    expect(hole(page, "hole 3: peg")).to_have_count(1)  # as it was before it was set up
    page.go_back()
    expect(page.locator("#title")).to_have_text("Hoppers")
    for _ in range(3):
        page.go_forward()
    expect(page.locator("#title")).to_contain_text("8-puzzle")
    expect(page).to_have_url(re.compile("#8-puzzle$"))
    page.evaluate("location.hash = '#wiegleb'")
    expect(page.locator("#title")).to_have_text("Wiegleb's board")
    page.go_back()
    expect(page.locator("#title")).to_contain_text("8-puzzle")


def mode(page: Any, name: str) -> None:
    """Expect a mode to be shown."""
    expect(page.locator("body")).to_have_attribute("data-mode", name)


def test_back_goes_through_modes(service: Service, page: Any) -> None:
    """Back from a solution leads to where it was asked for: to the edits, which can be undone, then to the game."""
    open_home(service, page)
    for place in (2, 6):
        click_place(page, place)
    set_up(page)
    click_place(page, 2)
    before = page.evaluate("history.length")
    solve(page)
    mode(page, "watch")
    assert page.evaluate("history.length") == before + 1
    page.go_back()
    mode(page, "setup")
    expect(hole(page, "hole 2: empty")).to_have_count(1)
    page.go_forward()
    mode(page, "watch")
    expect(page.locator("#say")).to_contain_text(" of 6")
    page.go_back()
    page.click("#bar .undo")
    expect(hole(page, "hole 2: peg")).to_have_count(1)
    page.go_back()
    mode(page, "play")
    expect(page.locator("#say")).to_contain_text("1 move made")


def test_a_reload_goes_on_with_a_search(service: Service, page: Any) -> None:
    """A search goes on after a reload: the page waits for the job that was there, and can cancel it."""
    open_home(service, page, LONG)
    with page.expect_response(lambda answer: answer.url.endswith("/v1/jobs")) as submitted:
        page.click("#solve")
    job = submitted.value.json()["id"]
    page.locator("#progress:not([hidden])").wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/v1/jobs" in request.url else None)
    page.reload()
    page.reload()  # at once
    page.locator("#progress:not([hidden])").wait_for()
    assert all(job in url for url in asked if url.split("/v1/")[1].startswith("jobs/"))
    assert not any(url.endswith("/v1/jobs") for url in asked)
    page.click("#solve:text-is('Cancel')")
    until(lambda: service.client.get(f"/v1/jobs/{job}").json()["status"] == "cancelled")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#solve")).to_have_text("Solve")


def test_back_to_a_search_that_was_left(service: Service, page: Any) -> None:
    """A search ends when another board is opened; Back shows its puzzle, and says nothing of the search."""
    open_home(service, page, LONG)
    page.click("#solve")
    page.locator("#progress:not([hidden])").wait_for()
    title = page.inner_text("#title")
    page.click('.card[data-board="tritri"]')
    expect(page.locator("#title")).to_have_text("Tritri")
    page.go_back()
    expect(page.locator("#title")).to_have_text(title)
    expect(page.locator("#solve")).to_have_text("Solve")
    expect(page.locator("#message")).to_be_empty()


@pytest.mark.page_errors("404")
def test_a_search_that_is_gone(service: Service, page: Any) -> None:
    """A reload in a search whose job is no longer known shows the puzzle, and no error."""
    open_home(service, page, LONG)
    page.click("#solve")
    page.locator("#progress:not([hidden])").wait_for()
    page.route("**/v1/jobs/*", lambda route: route.fulfill(status=404, json={"type": "/not-found", "title": "Gone"}))
    with page.expect_response("**/v1/jobs/*"):
        page.reload()
    expect(page.locator("#solve")).to_have_text("Solve")
    expect(page.locator("#message")).to_be_empty()


def test_what_is_shared_is_what_is_shown(service: Service, page: Any) -> None:
    """Back shows another puzzle, and closes the dialog that shares the one before."""
    open_home(service, page, "hoppers")
    page.click('.card[data-board="english"]')
    page.click("#share")
    page.wait_for_selector("#share-link")
    page.go_back()
    expect(page.locator("#title")).to_have_text("Hoppers")
    expect(page.locator("#sharing")).to_be_hidden()


def test_examples_are_entries(service: Service, page: Any) -> None:
    """Another problem of a board is an entry of the history, too."""
    open_home(service, page, "triangle-15")
    page.select_option("#example", "1")
    expect(page).to_have_url(re.compile("#triangle-15/1$"))
    page.go_back()
    expect(page.locator("#example")).to_have_value("0")
    page.go_forward()
    expect(page.locator("#example")).to_have_value("1")


def play_two(page: Any) -> None:
    """Begin a game and make two moves, one of which is undone."""
    page.click("#mode-play")
    page.wait_for_selector(".playbar")
    for number, (start, to) in enumerate(((2, 6), (8, 4)), 1):
        click_place(page, start)
        click_place(page, to)
        expect(page.locator("#say")).to_contain_text(f"{number} move")
    page.click(".playbar .undo")


def test_a_game_goes_on(service: Service, page: Any) -> None:
    """A game goes on, with what can be undone, after watching, setting up, a reload at once after a move, and Back."""
    open_home(service, page)
    solve(page)
    play_two(page)
    for other in ("#mode-watch", "#mode-setup"):
        page.click(other)
        page.click("#mode-play")
        expect(page.locator("#say")).to_contain_text("1 move made")
        expect(hole(page, "hole 2: empty")).to_have_count(1)
        assert page.locator(".playbar .redo").is_enabled()
    page.click(".playbar .redo")
    page.click(".playbar .undo")
    page.reload()
    page.wait_for_selector("body[data-ready][data-mode=play]")
    expect(page.locator("#say")).to_contain_text("1 move made")
    page.click(".playbar .redo")
    expect(page.locator("#say")).to_contain_text("2 moves made")
    page.click('.card[data-board="tritri"]')
    expect(page.locator("#title")).to_have_text("Tritri")
    page.go_back()
    expect(page.locator("#say")).to_contain_text("2 moves made")
    page.click(".playbar .undo")
    page.click(".playbar .undo")
    expect(hole(page, "hole 2: peg")).to_have_count(1)


@pytest.mark.parametrize("away", ["connection", "service"])
@pytest.mark.page_errors("Failed to", "ERR_INTERNET", "ERR_FAILED")
def test_away_at_the_first_edit(service: Service, page: Any, away: str) -> None:
    """Without a connection or the service, actions whose modules are missing show a message, and play goes on.

    Once they are back, the same button works.
    """
    open_home(service, page)
    if away == "connection":
        page.context.set_offline(True)
    else:
        page.route("**/*.js", lambda route: route.abort())
    for button in ("#mode-setup", "#solve", "#share"):
        page.click(button)
        expect(page.locator("#message")).to_contain_text("Cannot reach the service.")
    expect(page.locator("#mode-play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".playbar")).to_be_visible()
    page.context.set_offline(False)
    page.unroute_all()
    set_up(page)
    expect(page.locator("#sides")).to_have_css("display", "grid")


@pytest.mark.page_errors("ERR_FAILED")
def test_reconnecting(service: Service, page: Any) -> None:
    """If the event stream breaks, the page says that it reconnects, and then goes on."""
    running = {"status": "running", "progress": {"lower_bound": 5, "nodes": 10, "seconds": 1.0, "length": 9}}
    requests: list[str] = []
    gate: list[Any] = []

    def stream(route: Any) -> None:
        requests.append(route.request.url)
        if len(requests) == 1:
            body = f"retry: 50\n\nid: 1\nevent: running\ndata: {json.dumps(job | running)}\n\n"
            return route.fulfill(body=body, content_type="text/event-stream")
        if len(requests) == 2:
            return route.abort()
        return gate.append(route)

    job = service.solve(HOPPERS)
    open_home(service, page)
    queued = job | {"status": "queued", "queue_position": 0, "result": None}
    page.route("**/v1/jobs", lambda route: route.fulfill(json=queued, status=202))
    page.route("**/v1/jobs/*/events", stream)
    page.click("#solve")
    page.locator("#progress").get_by_text("Reconnecting …").wait_for()
    while not gate:
        page.wait_for_timeout(20)
    data = f"id: end\nevent: solved\ndata: {json.dumps(job)}\n\n"
    gate[0].fulfill(body=data, content_type="text/event-stream")
    expect(page.locator("#message")).to_have_text("7 moves, proven optimal.")


@pytest.mark.page_errors("404")
@pytest.mark.parametrize("path", ["/nothing/here", "/embed/p_none"])
def test_what_is_missing(service: Service, page: Any, path: str) -> None:
    """The page of something that is missing says what it is, and leads to the boards."""
    detail = service.client.get(path).json()["detail"]
    assert page.goto(address(service) + path).status == 404
    expect(page.locator("h1")).to_have_text("Page not found")
    expect(page.locator("main")).to_contain_text(detail)
    page.click("main a >> nth=0")
    page.wait_for_selector("body[data-ready]")


@pytest.mark.page_errors("404")
@pytest.mark.parametrize("path", ["/", "/atlas", "/nothing"])
def test_the_language_without_storage(service: Service, page: Any, path: str) -> None:
    """Without storage, as in a sandboxed frame, the language button raises no error."""
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('none', 'SecurityError'); } })"
    )
    page.goto(address(service) + path)
    expect(page.locator("#language")).to_have_text("日本語")
    page.click("#language")


def test_the_name_of_an_atlas_problem(service: Service, page: Any) -> None:
    """A problem opened from the atlas is called by its board and its name, also after a reload, and keeps its address.

    After an edit it is another puzzle on the board.
    """
    for board, title in (("hoppers", "Hoppers"), ("triangle-36", "Triangle of side 8")):
        page.goto(f"{address(service)}/atlas#{board}")
        page.locator(f"#{board} a").first.click()
        page.get_by_text("Play or watch").click()
        page.wait_for_selector("body[data-ready]")
        for _ in ("opened", "reloaded"):
            expect(page.locator("#title")).to_have_text(f"{title} · 0 → 0")
            expect(page).to_have_title(f"{title} · 0 → 0 · Watch · Fewest")
            page.click("#mode-play")
            expect(page).to_have_title(f"{title} · 0 → 0 · Play · Fewest")
            page.click("#mode-watch")
            expect(page).to_have_url(re.compile(f"/#{board}/0-0$"))
            page.reload()
            page.wait_for_selector("body[data-ready]")
        set_up(page)
        click_place(page, 0)
        expect(page.locator("#title")).to_have_text(title)
