"""What a printer gets: the puzzle, its moves if they are known, and nothing of the page around it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.actions import open_home, solve
from tests.integration.service import Service


def test_a_solved_puzzle(service: Service, page: Any) -> None:
    """The title, the board with the numbers that are switched on, and each of the fewest moves; nothing around them."""
    open_home(service, page)
    solve(page)
    page.wait_for_selector(".watchbar")
    page.keyboard.press("n")
    page.emulate_media(media="print")
    expect(page.locator("#title")).to_have_text("Hoppers")
    expect(page.locator("#board svg").first).to_be_visible()
    assert page.locator("#controls li").filter(visible=True).count() == 7
    for hidden in ("header", "#gallery", "#bar", "#modes", "#solve"):
        expect(page.locator(hidden)).to_be_hidden()
    assert len(page.pdf()) > 0
