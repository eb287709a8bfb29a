"""The page in Firefox and WebKit, where playwright has them: solve, watch, play, and the atlas."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.actions import address, click_place, hole, open_home, solve
from tests.browser.conftest import watched
from tests.integration.service import Service


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def other_browser(browsers: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Another browser than chromium; one that is installed and does not start is a failure."""
    kind = getattr(browsers, request.param)
    if not Path(kind.executable_path).exists():
        pytest.skip(
            f"no {request.param}: `playwright install {request.param}` gets playwright's own; "
            "Debian's firefox-esr lacks commands that playwright sends, and Debian has no WebKit that it can drive"
        )
    opened = kind.launch()
    yield opened
    opened.close()


@pytest.fixture
def other_page(other_browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page in another browser, without motion."""
    with watched(other_browser, request) as opened:
        yield opened.new_page(reduced_motion="reduce")


def test_solve_and_play(service: Service, other_page: Any) -> None:
    """A board is solved and its solution watched; a game is played by clicks."""
    page = other_page
    open_home(service, page)
    assert solve(page) == "7 moves, proven optimal."
    page.wait_for_selector(".watchbar")
    page.click(".forward")
    expect(page.locator("#say")).to_contain_text("Move 1 of 7")
    page.click("#mode-play")
    page.wait_for_selector(".playbar")
    click_place(page, 0)
    click_place(page, 6)
    expect(page.locator("#say")).to_contain_text("1 move made")
    expect(hole(page, "hole 0: empty")).to_have_count(1)


def test_the_atlas(service: Service, other_page: Any) -> None:
    """A problem of the atlas is found, and opens with its solution."""
    page = other_page
    page.goto(f"{address(service)}/atlas?q=english+central")
    page.click("#problems tr:visible a")
    page.get_by_text("Play or watch").click()
    page.wait_for_selector("body[data-ready][data-mode=watch]")
    expect(page.locator("#message")).to_contain_text("18 moves")
