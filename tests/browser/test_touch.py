"""The page under fingers: targets are large enough, the main ones in reach of a thumb, and hints cover no numbers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.actions import HOPPERS, address, click_place, open_home, solve, solve_still
from tests.browser.test_review import LOST
from tests.integration.service import Service

LEAST = 44
"""Pixels: what a finger needs in both directions (WCAG 2.5.5)."""

TARGETS = """least => {
  const inText = (each) => each.matches("a, .link") && getComputedStyle(each).display.startsWith("inline");
  const labelled = (each) => each.matches("input") && each.closest("label, .choice");
  const all = document.querySelectorAll("button, a, select, input, summary, textarea, label:has(input)");
  return [...all]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !inText(each) && !labelled(each))
    .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
    .filter(([, { width, height }]) => width && Math.min(width, height) < least - 0.5)
    .map(([html, { width, height }]) => `${html} ${width} x ${height}`);
}"""

COVERED = """() => {
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const texts = [...document.querySelectorAll("#board .number, #board .tile text:last-child")].map((text) => {
    const box = text.getBoundingClientRect();
    const trim = box.height * 0.2; // above and below the digits
    return { text: text.textContent, left: box.left, right: box.right, top: box.top + trim, bottom: box.bottom - trim };
  });
  const gap = ([x, y], box) =>
    Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  return [...document.querySelectorAll("#board .tag circle")].flatMap((circle) => {
    const box = circle.getBoundingClientRect();
    return texts.filter((text) => gap(middle(box), text) < box.width / 2 - 1).map((text) => text.text);
  });
}"""


@pytest.fixture
def phone(browser: Any) -> Any:
    """A page on a phone."""
    return browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)


def test_a_game_has_the_screen(service: Service, phone: Any) -> None:
    """Over a game lie only the three modes: "Show me" solves, and the search with its message appears above them."""
    open_home(service, phone)
    expect(phone.locator("#solving")).to_be_hidden()
    phone.click("#mode-watch")
    expect(phone.locator("#solving")).to_contain_text("7 moves, proven optimal.")
    phone.click("#mode-play")
    expect(phone.locator("#solving")).to_have_css("position", "static")
    open_home(service, phone)
    phone.click("#mode-setup")
    expect(phone.locator("#solve")).to_be_visible()


def small_targets(page: Any) -> list[str]:
    """Everything to press that is smaller than a finger needs; links within a sentence are not meant."""
    return list(page.evaluate(TARGETS, LEAST))


def test_what_is_on_one_screen(service: Service, phone: Any) -> None:
    """While one plays or edits, the board, its buttons and what is said are above the modes, on one screen."""
    open_home(service, phone)
    phone.wait_for_selector(".playbar")
    modes = phone.locator("#modes").bounding_box()
    for mode, parts in (
        ("play", ("#board", "#say", ".playbar")),
        ("setup", ("#board", "#bar .undo", "#tools .row", "#check strong")),
    ):
        phone.click(f"#mode-{mode}")
        for part in parts:
            box = phone.locator(part).bounding_box()
            assert 0 <= box["y"] < box["y"] + box["height"] <= modes["y"], (mode, part)


def test_targets(service: Service, phone: Any) -> None:
    """In every mode, in the gallery and in the share panel everything to press is 44 pixels wide and high."""
    open_home(service, phone)
    assert small_targets(phone) == []
    solve(phone)
    phone.wait_for_selector(".watchbar")
    assert small_targets(phone) == []
    phone.click("#mode-play")
    phone.wait_for_selector(".playbar")
    assert small_targets(phone) == []
    phone.click("#make > summary")
    phone.click("#make details summary")
    phone.click("#make .new-level")
    phone.wait_for_selector(".level[aria-current]")
    assert small_targets(phone) == []
    phone.click("#mode-setup")
    phone.click("#side-goal")
    assert small_targets(phone) == []
    phone.click("#share")
    phone.wait_for_selector("#share-link")
    assert small_targets(phone) == []
    phone.click("dialog >> text=Close")
    phone.click("#open-gallery")
    phone.click('.card[data-board=""]')
    phone.wait_for_selector("#paint-kind")
    assert small_targets(phone) == []


@pytest.mark.parametrize(
    "path",
    ["/atlas#hoppers", "/atlas/english/16-16", "/atlas/collections", "/sheet?puzzle=english/16-16", "/c", "/c/blocks"],
)
def test_targets_of_the_atlas(service: Service, phone: Any, path: str) -> None:
    """In the atlas, on sheets and on the pages of sets, everything to press is 44 pixels wide and high."""
    phone.goto(address(service) + path)
    phone.wait_for_selector("#language:not([hidden])")
    assert small_targets(phone) == []


def test_modes_in_reach_of_a_thumb(service: Service, phone: Any) -> None:
    """The modes stay at the bottom of the screen, whatever is shown, and nothing reaches beyond its sides."""
    open_home(service, phone)
    for mode in ("setup", "play", "setup"):
        phone.click(f"#mode-{mode}")
        box = phone.locator("#modes").bounding_box()
        assert abs(box["y"] + box["height"] - 844) <= 1
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("width", "height"), [(320, 740), (360, 560), (360, 640), (390, 844)])
def test_fits_a_phone(service: Service, browser: Any, width: int, height: int) -> None:
    """The controls are above the modes; on all but small phones, claim and dare are above the board.

    What was found lies below the film or the game, and over nothing.
    """
    page = browser.new_page(viewport={"width": width, "height": height}, has_touch=True)
    large = height >= 740

    def top_and_bottom(name: str) -> tuple[float, float]:
        box = page.locator(name).bounding_box()
        return box["y"], box["y"] + box["height"]

    open_home(service, page)
    for part in ("header p", "#dare") if large else ():
        top, bottom = top_and_bottom(part)
        assert 0 <= top < bottom <= top_and_bottom("#board")[0] + 1, part
    solve_still(page)
    for mode in ("watch", "play"):
        page.click(f"#mode-{mode}")
        page.locator(f".{mode}bar").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert top_and_bottom(f".{mode}bar")[1] <= min(top_and_bottom("#modes")[0], top_and_bottom("#solving")[0])
        assert mode == "play" or top_and_bottom("#film")[1] <= top_and_bottom("#solving")[0]
        assert not large or (top_and_bottom("#board")[0] >= 0 and top_and_bottom("#modes")[1] <= height)
    if large:
        page.goto(address(service) + service.solve(HOPPERS)["links"]["embed"])
        page.wait_for_selector(".watchbar")
        assert page.evaluate("document.body.scrollHeight <= innerHeight")


@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
@pytest.mark.parametrize(("width", "height"), [(320, 740), (390, 844), (1280, 800)])
def test_the_buttons_stay(service: Service, browser: Any, width: int, height: int, language: str) -> None:
    """However long the text of a game is, board and buttons stay where they are; on larger phones all is in sight."""
    small = width < 1000
    page = browser.new_page(
        viewport={"width": width, "height": height}, locale=language, has_touch=small, is_mobile=small
    )
    page.emulate_media(reduced_motion="reduce")
    open_home(service, page, "triangle-15")

    def places() -> list[Any]:
        return [page.locator(name).bounding_box() for name in ("#board", ".playbar .undo", ".playbar .hint")]

    before = places()
    page.click(".playbar .hint")
    page.locator("#board .tag.best").first.wait_for()
    assert places() == before
    for place in LOST.replace("-", " ").split():
        click_place(page, int(place))
    page.locator(".look").wait_for()
    assert places() == before
    said = page.locator("#say").bounding_box()
    bottom = page.locator("#modes").bounding_box()["y"] if small else height
    assert width == 320 or said["y"] + said["height"] <= bottom


@pytest.mark.parametrize(
    ("board", "hints", "key"),
    [("hoppers", 4, "n"), ("triangle-15", 2, "n"), ("8-puzzle/2", 2, "n"), ("petersen", 3, "")],
)
def test_hints_cover_no_numbers(service: Service, phone: Any, board: str, hints: int, key: str) -> None:
    """The numbers on hints lie beside those of pieces, and of holes and cells in rows if they are shown."""
    open_home(service, phone, board)
    phone.click("#mode-play")
    phone.click(".playbar .hint")
    phone.wait_for_function("least => document.querySelectorAll('#board .tag').length >= least", arg=hints)
    if key:
        phone.keyboard.press(key)
        phone.wait_for_selector("#board .number")
    assert phone.locator("#board .number, #board .tile").count() > 4
    assert phone.evaluate(COVERED) == []


def test_a_sheet_on_a_phone(service: Service, phone: Any) -> None:
    """A sheet of puzzles fits the width of a phone; starts are drawn at least as large as goals, and large enough."""
    phone.goto(f"{address(service)}/sheet?puzzle=english/16-16&puzzle=15-puzzle/example-1")
    phone.wait_for_selector("#language:not([hidden])")
    peg, start, goal = [picture.bounding_box()["width"] for picture in phone.locator(".boards svg").all()]
    assert peg > 200
    assert start >= goal > 100
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
