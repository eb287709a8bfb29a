"""The page without the service: it plays on with what it has kept, and says what it lacks."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.actions import HOPPERS, address, click_place, hole, open_home
from tests.hang import until
from tests.integration.service import Service

pytestmark = pytest.mark.page_errors("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch")


def test_what_was_played_is_played_offline(service: Service, browser: Any) -> None:
    """The page opens without the service once a person has played: with the game, and hints along a known solution."""
    service.solve(HOPPERS)
    known = service.client.post("/v1/lookups", json={"puzzle": HOPPERS}).json()  # the solution that the page keeps
    first, *_ = known["result"]["moves"]
    context = browser.new_context(service_workers="allow", reduced_motion="reduce")
    page = context.new_page()
    open_home(service, page)
    for place in first:
        click_place(page, place)
    until(lambda: 'answer":{' in page.evaluate("localStorage.getItem('fewest-games') ?? ''"))
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    context.set_offline(True)
    page = context.new_page()
    open_home(service, page)
    expect(page.locator("#say")).to_contain_text("1 move made")
    page.keyboard.press("h")
    expect(page.locator("#say")).to_contain_text("6 moves to go, 7 in all")
    expect(page.locator(".over .hint")).to_have_count(1)
    page.click("#share")
    link = page.locator("#share-link")
    page.get_by_text("No short link is available now.").wait_for()
    assert f"{address(service)}/#hoppers" in link.input_value()
    page.click("dialog >> text=Close")
    page.click("#mode-setup")
    hole(page, "hole 6: empty").wait_for()


def test_what_is_not_kept_says_so(service: Service, browser: Any) -> None:
    """A board that was never opened cannot be opened offline: the page says which, and what was shown stays.

    If its address is opened, another board is shown, and the address stays for a reload.
    """
    context = browser.new_context(service_workers="allow")
    page = context.new_page()
    open_home(service, page, "triangle-15")
    click_place(page, 0)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    context.set_offline(True)
    page.click('.card[data-board="klotski"]')
    expect(page.locator("#message")).to_have_text("Klotski could not be loaded. Check your connection and try again.")
    expect(page.locator("#title")).to_have_text("Triangle of side 5")
    other = context.new_page()
    open_home(service, other, "klotski")
    expect(other.locator("#message")).to_contain_text("Cannot reach the service.")
    expect(other.locator("#title")).to_have_text("Hoppers")
    assert other.url.endswith("/#klotski")
    context.set_offline(False)
    other.reload()
    expect(other.locator("#title")).to_have_text("Klotski")


def test_the_page_says_that_it_is_offline(service: Service, browser: Any) -> None:
    """The page says once that it works offline; without a connection it says so, and so do hints and the day."""
    context = browser.new_context(service_workers="allow", reduced_motion="reduce")
    page = context.new_page()
    open_home(service, page)
    claim = page.inner_text("#claim")
    click_place(page, 2)
    expect(page.locator("#claim")).to_have_text("This page works offline, too: what you have opened can be played.")
    context.set_offline(True)
    expect(page.locator("#claim")).to_have_text("You are offline. What you have opened can be played.")
    page.keyboard.press("h")
    expect(page.locator("#say")).to_contain_text("You are offline. Hints for this position need a connection.")
    expect(page.locator("#today svg")).to_be_visible()  # kept with the page
    context.set_offline(False)
    expect(page.locator("#claim")).to_have_text(claim)


def test_the_day_without_a_connection(service: Service, page: Any) -> None:
    """The button of the day says that it is offline if its puzzle is not kept, and comes back with the connection."""
    open_home(service, page)
    page.route("**/day/*", lambda route: route.abort())
    page.context.set_offline(True)
    expect(page.locator("#today:disabled")).to_contain_text("offline")
    page.unroute_all()
    page.context.set_offline(False)
    expect(page.locator("#today svg")).to_be_visible()
    expect(page.locator("#today")).not_to_contain_text("offline")
    page.click("#today")
    expect(page.locator(".days")).to_be_visible()
