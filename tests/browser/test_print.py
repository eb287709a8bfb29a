"""What a printer gets: the puzzle with its numbers, its goal and its moves, and nothing of the page around it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.actions import open_home, solve
from tests.hang import until
from tests.integration.service import Service


def printed(page: Any) -> str:
    """Print the page; what is then to be read on it."""
    page.mouse.move(1, 1)
    page.wait_for_selector("#print", state="attached")
    page.pdf()
    page.emulate_media(media="print")
    return str(page.inner_text("body"))


def test_a_solved_puzzle(service: Service, page: Any) -> None:
    """Start and goal have the numbers of all holes, and each of the fewest moves is written by its holes."""
    open_home(service, page)
    solve(page)
    page.wait_for_selector(".watchbar")
    text = printed(page)
    assert page.locator("#print figure").count() == 2
    for picture in page.locator("#print svg").all():
        assert picture.locator("text").all_text_contents() == [str(hole) for hole in range(13)]
    assert page.locator("#print circle.goal").count() == 1
    assert not page.locator("#board").is_visible()
    assert text.startswith("Hoppers")
    assert "7 moves" in text
    assert len(re.findall(r"\d+(?:–\d+)+", text)) == 7


@pytest.mark.page_errors("Failed to load resource")
def test_the_first_key_prints(service: Service, page: Any) -> None:
    """Ctrl+P, pressed before anything else, prints the sheet; if its module cannot be had, the next one does."""
    page.add_init_script("window.print = () => (window.printed = document.querySelector('#print') !== null)")
    page.route("**/static/print.js*", lambda route: route.abort())
    open_home(service, page)
    page.keyboard.down("Control")  # held, since this key alone has the module loaded, too
    page.keyboard.press("p")
    expect(page.locator("#message")).to_contain_text("Cannot reach the service.")
    assert page.evaluate("window.printed") is None
    page.unroute("**/static/print.js*")
    page.keyboard.press("p")
    until(lambda: page.evaluate("window.printed"))


@pytest.mark.parametrize(
    ("board", "said", "pictures"),
    [("french", "Goal: 1 peg left, anywhere", 1), ("tritri/1", "First jump: 2–11", 2), ("8-puzzle", "Goal", 2)],
)
def test_an_unsolved_puzzle(service: Service, page: Any, board: str, said: str, pictures: int) -> None:
    """A goal that is no position, and an opening, are said in words; no moves are given away."""
    open_home(service, page, board)
    text = printed(page)
    assert said in text
    assert page.locator("#print svg").count() == pictures
    assert page.locator("#print h2").count() == 0
