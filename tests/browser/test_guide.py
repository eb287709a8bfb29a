"""The guide in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from fewest.studio.guide_pages import contents
from tests.browser.actions import address
from tests.integration.service import Service

PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
MISSING = "[...document.images].filter((each) => each.complete && !each.naturalWidth).map((each) => each.src)"


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_every_page_fits(service: Service, browser: Any, size: dict[str, int]) -> None:
    """No page of the guide is wider than the window, every picture is there, and nothing breaks the page's policy."""
    page = browser.new_page(viewport=size)
    for each in contents():
        page.goto(f"{address(service)}{each.path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], each.path
        assert page.evaluate(MISSING) == [], each.path


def test_contents(service: Service, browser: Any) -> None:
    """The contents stand beside the page, on a phone above it, and lead to its sections and to the next page."""
    page = browser.new_page(viewport=DESKTOP)
    page.goto(f"{address(service)}/docs/08-operating/")
    section = page.locator(".contents ul ul a").last
    section.click()
    assert page.url.endswith(section.get_attribute("href"))
    page.locator(".turn a[rel=next]").click()
    assert page.locator(".contents a[aria-current=page]").inner_text() == page.locator("h1").inner_text()
    page.set_viewport_size(PHONE)
    page.locator(".contents").wait_for(state="hidden")
    page.locator(".here summary").click()
    page.locator(".here a").first.click()
    assert "#" in page.url
