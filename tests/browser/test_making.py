"""Levels made on the page: as wished for, played, listed, printed and shared; and how hard a puzzle is."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.actions import PASTE, open_home, set_up, solve
from tests.browser.test_late import to_another_board
from tests.hang import until
from tests.integration.service import Service

LEVELS = "#make .levels li"
MADE = "**/v1/generations"
SHOWN = "history.state.puzzle"


def open_making(service: Service, page: Any, fragment: str = "hoppers") -> None:
    """Open a board with the panel that makes levels."""
    open_home(service, page, fragment)
    page.click("#make > summary")
    page.wait_for_selector("#make .new-level")


def slide_to(page: Any, name: str, least: float, most: float) -> None:
    """Move both sliders of a range."""
    sliders = page.locator(f'[data-of="{name}"] input')
    sliders.nth(1).fill(str(most))
    sliders.nth(0).fill(str(least))


def make(page: Any, button: str = ".new-level") -> dict[str, Any]:
    """Make a level, wait until it is shown, and return the body of its request."""
    with page.expect_request(MADE) as request:
        page.click(f"#make {button}")
    expect(page.locator("#make .said")).to_contain_text("Can you do it?")
    expect(page.locator("#make .level[aria-current]")).to_have_count(1)
    return dict(json.loads(request.value.post_data))


def test_a_level_is_played_at_once(service: Service, page: Any) -> None:
    """A new level has the requested length and is shown with its dare; a reload keeps it."""
    open_making(service, page)
    slide_to(page, "lengthName", 4, 5)
    assert make(page)["goal"] == page.evaluate(SHOWN)["goal"] == {"pegs": [6]}
    dare = page.inner_text("#dare")
    assert dare in ("4 moves are enough. Can you do it?", "5 moves are enough. Can you do it?")
    expect(page.locator("#title")).to_have_text("Hoppers")
    expect(page.locator(".playbar")).to_be_visible()
    shown = page.evaluate(SHOWN)
    page.reload()
    expect(page.locator("#dare")).to_have_text(dare)
    page.click("#make > summary")
    expect(page.locator(".level[aria-current]")).to_contain_text(f"{dare[0]} moves")
    assert page.evaluate(SHOWN) == shown
    assert solve(page) == f"{dare[0]} moves, proven optimal."
    expect(page.locator("#make")).to_be_hidden()
    page.go_back()
    expect(page.locator("#dare")).to_have_text(dare)
    page.go_back()
    expect(page.locator("#dare")).to_have_text("7 moves are enough. Can you do it?")


def test_wishes(service: Service, page: Any) -> None:
    """Each request has all chosen limits and a new seed; untouched ranges are not sent."""
    open_making(service, page, "8-puzzle")
    first = make(page)
    assert first["features"] == {}
    assert "solutions" not in first
    page.click("#make details summary")
    slide_to(page, "lengthName", 3, 6)
    least, most = page.locator('[data-of="lengthName"] input').all()
    least.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(most).to_have_value("7")  # sliders push each other
    expect(page.locator('[data-of="lengthName"] output')).to_have_text("7")
    most.fill("2")
    expect(least).to_have_value("2")
    slide_to(page, "lengthName", 15, 19)
    slide_to(page, "feature-detours", 2, 20)
    page.select_option("#make select", "1")
    body = make(page)
    assert (body["number"], body["length"], body["solutions"]) == (1, {"min": 15, "max": 19}, {"max": 1})
    assert body["features"] == {"detours": {"min": 2}}
    assert body["seed"] != first["seed"]
    expect(page.locator(LEVELS)).to_have_count(2)
    expect(page.locator(LEVELS).first).to_contain_text("1 solution · Detours")


def test_levels_of_a_board_of_ones_own(service: Service, page: Any) -> None:
    """Levels are made for the board and the goal at hand, whoever has drawn them."""
    open_home(service, page)
    set_up(page)
    page.evaluate(PASTE, "3 1 2\n4 0 5")
    expect(page.locator("#board .place")).to_have_count(6)
    page.click("text=new puzzles, with proof")
    page.wait_for_selector("#make .new-level")
    assert make(page)["goal"] == page.evaluate(SHOWN)["goal"] == [1, 2, 3, 4, 5, 0]
    expect(page.locator("#board .place")).to_have_count(6)
    expect(page.locator(LEVELS)).to_contain_text("Your board")


@pytest.mark.page_errors("422")
@pytest.mark.parametrize(
    ("board", "least", "said"),
    [
        ("hoppers", 11, "There is no such level: the longest has 8 moves."),
        ("8-puzzle", 33, "There is no such level: no position of this board is farther than 31 moves from the goal"),
    ],
)
def test_what_cannot_be(service: Service, page: Any, board: str, least: int, said: str) -> None:
    """If no position has the requested length, the page says so, and the game goes on."""
    open_making(service, page, board)
    before = page.evaluate(SHOWN)
    slide_to(page, "lengthName", least, least)
    page.click("#make .new-level")
    expect(page.locator("#make .said")).to_contain_text(said)
    expect(page.locator("#make .new-level")).to_have_text("New level")
    expect(page.locator(LEVELS)).to_have_count(0)
    assert page.evaluate(SHOWN) == before


def test_cancelling(service: Service, page: Any) -> None:
    """During a search for a level, its button cancels the task on the service."""
    open_making(service, page, "english")
    slide_to(page, "lengthName", 13, 14)
    page.click("#make details summary")
    page.select_option("#make select", "1")
    page.click("#make .new-level")
    expect(page.locator("#make .said")).to_contain_text(re.compile(r"Looking for a level … .*\d s"))
    with page.expect_response(lambda answer: answer.request.method == "DELETE") as cancelled:
        page.click("#make .new-level:text-is('Cancel')")
    assert cancelled.value.json()["status"] == "cancelled"
    expect(page.locator("#make .said")).to_have_text("Cancelled.")
    expect(page.locator("#make .new-level")).to_have_text("New level")


def test_a_level_that_comes_late(service: Service, page: Any) -> None:
    """If another board was opened meanwhile, a finished level is only listed."""
    open_making(service, page)
    held: list[Any] = []
    page.route(MADE, lambda route: held.append(route))
    with page.expect_request(MADE):
        page.click("#make .new-level")
    expect(page.locator("#make .new-level")).to_have_text("Cancel")
    page.click('.card[data-board="tritri"]')
    expect(page.locator("#title")).to_have_text("Tritri")
    held[0].continue_()
    expect(page.locator(LEVELS)).to_have_count(1)
    expect(page.locator("#make .said")).to_contain_text("first one in the list")
    expect(page.locator("#title")).to_have_text("Tritri")
    page.click("#make .level")
    expect(page.locator("#title")).to_have_text("Hoppers")


def test_the_list(service: Service, page: Any) -> None:
    """Levels are opened, shared, printed and removed from the list, and the list outlives a reload."""
    open_making(service, page)
    make(page)
    first = page.evaluate(SHOWN)
    slide_to(page, "lengthName", 3, 4)
    make(page)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.click("#make > summary")
    expect(page.locator(LEVELS)).to_have_count(2)
    page.locator(".level").last.click()
    expect(page.locator(LEVELS).last.locator("[aria-current]")).to_be_visible()
    assert page.evaluate(SHOWN) == first
    page.locator(LEVELS).first.get_by_text("Share").click()
    expect(page.locator("#share-link")).to_have_value(re.compile("/s/p_"))
    page.click("dialog >> text=Close")
    page.click("text=All on a puzzle sheet")
    page.wait_for_url("**/sheet?puzzle=p_*&puzzle=p_*")
    expect(page.locator(".puzzles > li")).to_have_count(2)
    page.go_back()
    page.wait_for_selector("body[data-ready]")
    page.click("#make > summary")
    for left in (1, 0):
        page.locator(LEVELS).first.get_by_text("Remove").click()
        expect(page.locator(LEVELS)).to_have_count(left)
        assert page.evaluate("document.activeElement !== document.body")
    expect(page.get_by_text("Your levels")).to_be_hidden()


def test_a_solved_level_is_marked(service: Service, page: Any) -> None:
    """The list says of a level in how many moves it was solved."""
    open_making(service, page)
    slide_to(page, "lengthName", 1, 1)
    make(page)
    moves = service.solve(page.evaluate(SHOWN))["result"]["moves"]
    for place in moves[0]:
        page.locator(".place").nth(place).click(force=True)
    expect(page.locator(f"{LEVELS} .solved")).to_have_text("★ in 1, the fewest")


def test_how_hard_it_is(service: Service, page: Any) -> None:
    """The features of the puzzle at hand are shown as sentences on request, and vanish with another puzzle."""
    open_home(service, page)
    page.click("text=How hard is it?")
    walk = page.locator(".features li", has_text="needs")
    walk.wait_for()
    expect(page.get_by_text("How hard is it?")).to_be_hidden()
    body = {"puzzle": page.evaluate(SHOWN), "limits": {"seconds": 30}}
    measured = service.end_of(service.client.post("/v1/features", json=body).json())["features"]
    expect(page.locator(".features li")).to_have_count(len(measured) - 1)
    expect(page.locator(".features li", has_text="traps")).to_contain_text(f"{round(100 * measured['traps'])}%")
    expect(walk).to_contain_text(f"needs about {measured['walk']:.0f} moves")
    page.click("#mode-setup")
    page.click("#mode-play")
    expect(walk).to_be_visible()
    to_another_board(page)
    expect(page.get_by_text("How hard is it?")).to_be_visible()
    expect(page.locator(".features")).to_have_count(0)
    open_home(service, page, "french")
    expect(page.get_by_text("How hard is it?")).to_be_hidden()  # it is impossible


def open_positions(service: Service, page: Any, board: str) -> None:
    open_making(service, page, board)
    page.get_by_text("All positions of this board").click()


def expect_said(page: Any, text: str) -> None:
    """It is said beside the buttons, once the work is done."""
    expect(page.locator(".positions .said")).to_contain_text(text)


@pytest.mark.page_errors("422")
def test_all_positions_of_a_board(service: Service, page: Any) -> None:
    """A board's positions are charted by distance, and the farthest can be played; of blocks, one of each component."""
    open_positions(service, page, "klotski")
    page.click("text=How far is each?")
    expect_said(page, "53,954 positions, up to 93 moves away.")
    expect_said(page, "This start is 81 moves away from the goal.")
    expect_said(page, "They are in 52 groups")
    expect(page.locator(".farthest button")).to_have_count(6)
    expect(page.locator(".farthest button").nth(1)).to_contain_text("72 moves · 25,955 positions")
    page.locator(".positions > button").click()
    expect(page.locator("dialog.larger img")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.larger")).to_have_count(0)
    page.locator(".farthest button").first.click()
    expect(page.locator("#dare")).to_have_text("93 moves are enough. Can you do it?")
    expect(page.locator(".positions .said")).to_be_empty()  # it was about another start
    page.go_back()
    expect(page.locator("#dare")).to_contain_text("81 moves")
    open_positions(service, page, "hoppers")
    page.click("text=How far is each?")
    expect_said(page, "2,344 positions, up to 11 jumps away.")
    expect_said(page, "None is farther from the goal than this start.")
    expect(page.locator(".farthest button")).to_have_count(2)
    open_positions(service, page, "15-puzzle")
    expect(page.locator(".positions").get_by_text("Solve every problem")).to_be_hidden()
    page.click("text=How far is each?")
    expect_said(page, "has at least 10461394944000 positions")


def test_all_problems_of_a_board(service: Service, page: Any) -> None:
    """All problems of a board are solved and drawn while the survey runs; its button cancels it."""
    open_positions(service, page, "hoppers")
    page.click("text=Solve every problem")
    expect_said(page, "30 of 30 problems decided.")
    # The picture is loaded after the survey has ended.
    until(lambda: page.locator(".positions img").evaluate("image => image.naturalWidth") > 0)
    open_positions(service, page, "rush-hour")
    page.click("text=Each block to each place")
    expect_said(page, "problems decided.")
    with page.expect_request(lambda request: request.method == "DELETE" and "/v1/surveys/" in request.url):
        running = {"status": "running", "progress": {"queued": 1}, "total": 1}
        links = {"self": "/v1/surveys/x", "picture": "/v1/surveys/x/picture.svg"}
        state = json.dumps(running | {"links": links})
        page.route("**/v1/surveys**", lambda route: route.fulfill(body=state, content_type="application/json"))
        page.click("text=Each block to each place")
        expect_said(page, "0 of 1 problem …")
        page.locator(".positions").get_by_text("Cancel").click()
    expect_said(page, "Cancelled.")
    expect(page.locator(".positions").get_by_text("How far is each?")).to_be_enabled()


def test_levels_of_blocks(service: Service, page: Any) -> None:
    """Levels of blocks have either random pieces or the same pieces elsewhere; both stay listed after a reload."""
    open_making(service, page, "rush-hour")
    slide_to(page, "lengthName", 5, 12)
    slide_to(page, "piecesNumber", 4, 8)
    placed = make(page)
    assert sorted(len(shape) for shape in placed["place"][0]["shapes"]) == [1, 1, 2, 3]
    assert 5 <= len({*"".join(page.evaluate(SHOWN)["start"]["picture"])} - {"."}) <= 9
    first, shown = page.inner_text("#dare"), [page.evaluate(SHOWN)]
    page.select_option("#make select:has(option[value=moved])", "moved")
    expect(page.locator('[data-of="piecesNumber"]')).to_be_hidden()
    slide_to(page, "lengthName", 1, 100)
    moved = make(page)
    assert "place" not in moved
    shown += [page.evaluate(SHOWN)] * (page.evaluate(SHOWN) not in shown)  # by chance, they may be the same
    assert sorted("".join(moved["start"]["picture"])) == sorted("".join(shown[-1]["start"]["picture"]))
    open_home(service, page, "hoppers")
    page.reload()
    page.click("#make > summary")
    expect(page.locator("#make .level")).to_have_count(len(shown))
    page.locator("#make .level").last.click()
    expect(page.locator("#dare")).to_have_text(first)
