"""What arrives late: modules, answers and pages of solutions change nothing of what was begun meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.actions import PASTE, address, click_place, hole, open_home, puzzle_in, set_up, solve
from tests.integration.service import Service


class Held:
    """Requests that the page waits for until they are let go."""

    def __init__(self, page: Any, pattern: str) -> None:
        """Hold the requests for addresses of a pattern."""
        self._page = page
        self._routes: list[Any] = []
        page.route(pattern, lambda route: self._routes.append(route))

    def wait(self) -> None:
        """Wait until one is held."""
        while not self._routes:
            self._page.wait_for_timeout(20)

    def let_go(self) -> None:
        """Let the first one go, and wait until the page has its answer and has had time to act on it."""
        route = self._routes.pop(0)
        with self._page.expect_response(lambda response: response.url == route.request.url):
            route.continue_()
        self._page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")


def to_another_board(page: Any) -> None:
    """Open another board than hoppers."""
    page.click('.card[data-board="tritri"]')
    expect(page.locator("#title")).to_have_text("Tritri")


def expect_to_play(page: Any) -> None:
    """The other board is shown, to be played."""
    expect(page.locator("#title")).to_have_text("Tritri")
    expect(page.locator("#mode-play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".playbar")).to_be_visible()


def open_text(page: Any) -> None:
    """Paste a puzzle."""
    page.evaluate(PASTE, "8 6 7 2 5 4 3 0 1")


def draw(page: Any) -> None:
    """Ask for a sheet to draw a board on."""
    page.click('.card[data-board=""]')


def set_up_here(page: Any) -> None:
    """Ask to set up the position of a game."""
    click_place(page, 2)
    click_place(page, 6)
    page.click("text=Use this position as the start")


@pytest.mark.parametrize("begin", [open_text, draw, set_up_here])
def test_another_board_while_the_editor_loads(service: Service, page: Any, begin: Any) -> None:
    """If another board is opened while the editor's module loads, the action that needed the editor is dropped."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_home(service, page)
    held = Held(page, "**/setupmode.js*")
    begin(page)
    held.wait()
    to_another_board(page)
    held.let_go()
    expect_to_play(page)
    assert not [url for url in asked if "drawing.js" in url or "owntext.js" in url]


def test_another_board_while_the_sheet_loads(service: Service, page: Any) -> None:
    """If another board is opened while the drawing module loads, the sheet is dropped and gets no history entry."""
    open_home(service, page)
    set_up(page)
    before = page.evaluate("history.length")
    held = Held(page, "**/drawing.js*")
    draw(page)
    held.wait()
    to_another_board(page)
    held.let_go()
    expect_to_play(page)
    assert page.evaluate("history.length") == before + 1


def test_presses_before_the_editor_is_here(service: Service, page: Any) -> None:
    """While the editor loads, a press on the board neither plays nor edits; the field for texts, opened, is filled."""
    open_home(service, page)
    held = Held(page, "**/setupmode.js*")
    page.click("#mode-setup")
    held.wait()
    page.locator(".place").nth(0).focus()
    page.keyboard.press("Enter")
    page.click("#own summary")
    held.let_go()
    page.locator("#own-text").wait_for()
    assert hole(page, "hole 0: peg").count() == 1
    assert puzzle_in(page)["board"] == {"name": "hoppers"}


def test_keys_before_the_player_is_here(service: Service, page: Any) -> None:
    """While the module of the player is still on its way, a key is kept for it."""
    page.emulate_media(reduced_motion="reduce")
    open_home(service, page)
    held = Held(page, "**/watchmode.js*")
    page.click("#mode-watch")
    held.wait()
    expect(page.locator("#solve")).to_have_text("Solve")
    page.keyboard.press("End")
    held.let_go()
    expect(page.locator("#say")).to_contain_text("Move 7 of 7")


@pytest.mark.page_errors("422")
@pytest.mark.parametrize("text", ["8 6 7 2 5 4 3 0 1", "[[1, 9], [0]]"])
def test_an_edit_while_a_paste_is_read(service: Service, page: Any, text: str) -> None:
    """If the puzzle is edited while a text is being read, neither the text nor its error is shown."""
    open_home(service, page)
    set_up(page)
    page.locator("#check strong").wait_for()
    held = Held(page, "**/v1/readings")
    page.evaluate(PASTE, text)
    held.wait()
    page.click("#tools button:has-text('Swap pegs')")
    held.let_go()
    expect(page.locator("#title")).to_have_text("Hoppers")
    expect(page.locator(".errors li")).to_have_count(0)


def test_typing_while_a_text_is_read(service: Service, page: Any) -> None:
    """What is typed into the field while its former text is read stays there."""
    open_home(service, page)
    set_up(page)
    page.locator("#check strong").wait_for()
    page.click("#own summary")
    page.fill("#own-text", "8 6 7 2 5 4 3 0 1")
    held = Held(page, "**/v1/readings")
    page.click("#use-text")
    held.wait()
    page.fill("#own-text", "1 2")
    held.let_go()
    assert page.input_value("#own-text") == "1 2"
    expect(page.locator("#title")).to_have_text("Hoppers")


@pytest.mark.parametrize("pasted", [False, True])
def test_a_text_while_a_start_is_looked_for(service: Service, page: Any, *, pasted: bool) -> None:
    """Text typed or pasted while the page looks for a start stays and is used; the drawn board keeps its first start,
    which is checked.
    """
    open_home(service, page)
    held = Held(page, "**/v1/jobs*")
    draw(page)
    page.click("#own summary")
    page.locator("#own-text").wait_for()
    held.wait()
    page.fill("#own-text", "8 6 7 2 5 4 3 0 1")
    if pasted:
        page.locator("#mode-setup").focus()
        reading = Held(page, "**/v1/readings")
        page.evaluate(PASTE, "1 2\n3 .")
        reading.wait()
    held.let_go()
    expect(page.locator("#check strong")).to_be_visible()
    assert page.input_value("#own-text") == ("1 2\n3 ." if pasted else "8 6 7 2 5 4 3 0 1")
    if pasted:
        reading.let_go()
    else:
        page.click("#use-text")
    expect(page.locator("#board .place")).to_have_count(4 if pasted else 9)


@pytest.mark.parametrize("left", ["#mode-watch", "#mode-setup"])
def test_hints_after_leaving_play(service: Service, page: Any, left: str) -> None:
    """Hints that arrive in another mode are not drawn there; Play shows them again."""
    page.emulate_media(reduced_motion="reduce")
    open_home(service, page)
    solve(page)
    set_up(page)
    page.click("#mode-play")
    held = Held(page, "**/v1/hints*")
    page.click(".playbar .hint")
    held.wait()
    page.click(left)
    page.wait_for_selector(".watchbar" if left == "#mode-watch" else "#bar .undo[title*=Ctrl]")
    held.let_go()
    assert page.locator("#board .tag").count() == 0
    page.unroute("**/v1/hints*")
    page.click("#mode-play")
    page.locator("#board .tag.best").first.wait_for()


def test_all_solutions_of_another_puzzle(service: Service, page: Any) -> None:
    """A list of all solutions that arrives after another puzzle was solved is not shown."""
    page.emulate_media(reduced_motion="reduce")
    open_home(service, page)
    solve(page)
    held = Held(page, "**/leaf.js*")
    solve(page, "#all")
    held.wait()
    to_another_board(page)
    solve(page)
    held.let_go()
    page.click("#mode-play")
    page.click("#mode-watch")
    page.wait_for_selector(".watchbar")
    expect(page.locator(".leaf")).to_have_count(0)


def test_a_page_of_solutions_that_comes_to_nothing(service: Service, page: Any) -> None:
    """Only the solution requested last is shown, and only its error is reported."""
    page.goto(f"{address(service)}/")
    said = page.evaluate(
        """async () => {
          const { Leaf } = await import("/static/solve/leaf.js");
          const [said, waiting] = [[], {}];
          const leaf = new Leaf({
            id: "p_none",
            count: 400,
            shown: { moves: [] },
            puzzle: { model: { kind: "jump" } },
            page: (_, offset) => new Promise((resolve, reject) => (waiting[offset] = { resolve, reject })),
            show: (solution) => said.push(solution.number),
            fail: (error) => said.push(error.message),
          });
          const solutions = Array.from({ length: 200 }, (_, number) => ({ number: 200 + number }));
          const answered = leaf.go(250);
          waiting[200].resolve({ solutions });
          await answered;
          waiting[0].reject(new Error("late"));
          await new Promise((resolve) => setTimeout(resolve));
          return said;
        }"""
    )
    assert said == [250]


@pytest.mark.page_errors("ERR_FAILED")
def test_the_filters_are_offered_again(service: Service, page: Any) -> None:
    """If the solutions cannot be loaded for the filters, the page says so, and opening the filters again retries."""
    page.emulate_media(reduced_motion="reduce")
    open_home(service, page)
    solve(page)
    page.route("**/v1/solutions/*/all*", lambda route: route.abort())
    solve(page, "#all")
    expect(page.locator("#message")).to_contain_text("Cannot reach the service.")
    with page.expect_event("requestfailed"):
        page.click(".filters summary")
    page.unroute("**/v1/solutions/*/all*")
    page.click(".filters summary")
    page.click(".filters summary")
    page.wait_for_selector("#firstMove")
    assert hole(page, "hole 0: peg").count() == 1


@pytest.mark.parametrize("button", ["#mode-watch", "#mode-setup", "#solve"])
def test_a_mode_is_chosen_while_a_puzzle_is_opening(service: Service, page: Any, button: str) -> None:
    """Whatever is pressed before the puzzle is there, the puzzle is opened, and can be solved then."""
    held = Held(page, "**/board/blocks.js")
    page.goto(f"{address(service)}/#rush-hour", wait_until="commit")
    held.wait()
    page.click(button)
    held.let_go()
    expect(page.locator("#title")).to_have_text("Rush Hour")
    assert "moves" in solve(page)
