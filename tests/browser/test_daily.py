"""The puzzles of the day: one on the first screen, stars, a streak, a calendar, and what comes next."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from fewest.boards.daily import daily_level
from tests.browser.actions import address, open_home
from tests.browser.test_visitors import play_out
from tests.hang import until
from tests.integration.service import Service

SUNDAY = date(2026, 11, 29)


def level(day: date = SUNDAY, difficulty: str = "easy") -> Any:
    """The puzzle of a day, which is a Sunday, so that it is one of pegs."""
    return daily_level(day, difficulty)["puzzle"]


def on(page: Any, day: date) -> None:
    """It is this day, in the afternoon."""
    page.clock.set_fixed_time(f"{day}T15:00:00")


def open_today(service: Service, page: Any) -> None:
    """Open the page, and from its first screen the puzzle of the day."""
    page.goto("about:blank")
    page.goto(address(service))
    expect(page.locator("#today svg")).to_be_visible()
    page.click("#today")
    expect(page.locator(".days")).to_be_visible()


def expect_stars(page: Any, *stars: str) -> None:
    """The difficulties of the day have these stars."""
    expect(page.locator(".days .stars")).to_have_text(list(stars))


def test_a_day_of_blocks(service: Service, page: Any) -> None:
    """The button of a day of blocks shows a sketch of its cars and opens the puzzle, which a reload keeps."""
    day = date(2026, 12, 2)
    on(page, day)
    open_today(service, page)
    cars = {char for row in level(day)["start"]["picture"] for char in row if char != "."}
    for _ in range(2):
        expect(page.locator("#title")).to_have_text("Rush Hour · December 2, Easy")
        expect(page.locator(".tokens .token")).to_have_count(len(cars))
        page.reload()


def test_today_is_solved_and_goes_on(service: Service, page: Any) -> None:
    """Three stars are for the fewest moves of a day's puzzle, and make the next one harder; a reload keeps both."""
    on(page, SUNDAY)
    open_today(service, page)
    expect(page).to_have_url(re.compile("#day/2026-11-29-easy$"))
    expect(page.locator("#title")).to_have_text("English board · November 29, Easy")
    expect(page.locator("#today")).to_be_hidden()
    expect(page.locator(".days")).to_contain_text("★ solved · in the fewest moves · without hints")
    play_out(service, page, level())
    expect_stars(page, "★★★", "☆☆☆", "☆☆☆")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("#title")).to_have_text("English board · November 29, Normal")
    expect(page.get_by_role("button", name="Next puzzle")).to_be_hidden()
    # The address follows the title a moment later.
    expect(page).to_have_url(re.compile("#day/2026-11-29-normal$"))
    page.reload()
    expect(page.locator("#title")).to_have_text("English board · November 29, Normal")
    expect_stars(page, "★★★", "☆☆☆", "☆☆☆")
    page.get_by_role("button", name="Easy, solved, in the fewest moves, without hints").click()
    expect(page.locator(".best-game")).to_contain_text("the fewest possible")


@pytest.mark.parametrize("help_of", ["hints", "the solution"])
def test_help_costs_a_star(service: Service, page: Any, help_of: str) -> None:
    """Hints, or a look at the solution, cost one star; a later game without help earns it."""
    on(page, SUNDAY)
    open_today(service, page)
    if help_of == "hints":
        page.keyboard.press("h")
        expect(page.locator("#board .hint").first).to_be_visible()
        page.keyboard.press("h")
        page.reload()
        expect(page.locator(".days")).to_be_visible()
    else:
        page.click("#mode-watch")
        expect(page.locator("#message")).to_contain_text("proven optimal")
        page.click("#mode-play")
    play_out(service, page, level())
    expect_stars(page, "★★☆", "☆☆☆", "☆☆☆")
    if help_of == "hints":
        page.click(".restart")
    else:
        open_today(service, page)
        page.locator(".days button").first.click()
        expect(page.locator("#title")).to_contain_text("Easy")
    play_out(service, page, level())
    expect_stars(page, "★★★", "☆☆☆", "☆☆☆")


def test_a_streak(service: Service, page: Any) -> None:
    """A streak counts days solved on their own day; older days, opened from the calendar, do not count."""
    week = timedelta(7)
    on(page, SUNDAY)
    open_today(service, page)
    page.click(".days summary")
    expect(page.locator(".days details .note")).to_have_text("October – November 2026")
    page.locator(".calendar").get_by_role("button", name="November 22", exact=True).click()
    expect(page.locator("#title")).to_contain_text("November 22")
    expect(page.locator("#today")).to_be_visible()
    play_out(service, page, level(SUNDAY - week, "easy"))
    expect(page.get_by_role("button", name="November 22, ✓ 1 of 3 solved")).to_be_visible()
    page.evaluate("""() => localStorage.setItem("fewest-days", JSON.stringify({version: 1, days: {
        ...JSON.parse(localStorage.getItem("fewest-days")).days,
        "2026-11-27": {hard: 9}, "2026-11-28": {easy: 9} }}))""")
    open_today(service, page)
    expect(page.locator(".days .streak")).to_have_text("2 days in a row")
    play_out(service, page, level())
    expect(page.locator(".days .streak")).to_have_text("3 days in a row")
    open_home(service, page, "hoppers")
    expect(page.locator("#today")).to_contain_text("3 days in a row")


def test_what_comes_after_a_board(service: Service, page: Any) -> None:
    """After a win the next problem of the board is one click away, then the next board; a friend can be challenged."""
    open_home(service, page, "hoppers")
    play_out(service, page)
    page.get_by_role("button", name="Challenge a friend").click()
    expect(page.locator("#sharing #share-challenge")).to_have_value(re.compile("/s/p_"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("#title")).to_have_text("Triangle of side 5")
    expect(page.get_by_role("button", name="Challenge a friend")).to_be_hidden()


def test_a_shared_day_is_known(service: Service, page: Any) -> None:
    """A link to the puzzle of a day says how many moves are enough."""
    day = date(2026, 11, 22)
    open_home(service, page, f"day/{day}-easy")
    page.click("#share")
    expect(page.locator("#share-link")).to_have_value(re.compile("/s/p_"))
    link = page.input_value("#share-link")
    until(lambda: service.client.post("/v1/lookups", json={"puzzle": level(day)}).status_code == 200)
    page.goto(link)
    expect(page.locator("#dare")).to_contain_text("moves are enough")
