"""What a printer gets: the puzzle, its moves if they are known, and nothing of the page around it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.actions import address, open_home, solve
from tests.integration.service import Service

MIXED = (
    "english/16-16",
    "8-puzzle/example-1",
    "rush-hour/forty1-line",
    "huarong/29-path",
    "hoppers/0-4",
    "rush-hour/facing-cars-line",
)


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


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_pages_are_filled(service: Service, page: Any, paper: str) -> None:
    """Six puzzles of all kinds are on a page, with aims and what they need to be told, and the solutions on another."""
    for path in ("sheet?" + "&".join(f"puzzle={name}" for name in MIXED), "c/peg-solitaire", "c/blocks"):
        page.goto(f"{address(service)}/{path}")
        page.locator("#print").wait_for()
        puzzles = page.locator(".puzzles > li").count()
        pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)))
        assert pages == -(-puzzles // 6) + 1
