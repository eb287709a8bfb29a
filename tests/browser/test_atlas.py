"""The atlas in a real browser: searched, ordered, chosen from and printed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from fewest.boards.atlas import atlas
from fewest.boards.collections import collections
from tests.browser.actions import address
from tests.integration.service import Service

OPEN = sum(problem["proven_by"] is None for problem in atlas().problems.values())
SHOWN = "#problems tbody tr:visible"


def open_atlas(service: Service, page: Any, rest: str = "") -> None:
    """Open the atlas, and wait until it can be searched."""
    page.goto(f"{address(service)}/atlas{rest}")
    page.wait_for_selector("#tools:not([hidden])")


def numbers(page: Any, column: int) -> list[str]:
    """What a column of the rows shown says."""
    return [text.replace(",", "") for text in page.locator(f"{SHOWN} td:nth-child({column})").all_inner_texts()]


def test_search(service: Service, page: Any) -> None:
    """A search finds the problems that contain every word; the address keeps it."""
    open_atlas(service, page)
    assert page.locator(SHOWN).count() == 0
    assert page.locator("#problems details").first.get_attribute("id") == "english"
    page.fill("#search", "english central")
    expect(page.locator("#found")).to_have_text("1 problem found.")
    expect(page.locator(SHOWN)).to_contain_text("16 → 16")
    page.reload()
    expect(page.locator(SHOWN)).to_contain_text("16 → 16")
    page.fill("#search", "no such word")
    expect(page.locator("#found")).to_have_text("No problem matches.")
    assert page.locator("#problems details:visible").count() == 0
    page.fill("#search", "")
    expect(page.locator("#problems details:visible")).to_have_count(
        len({p["board"] for p in atlas().problems.values()})
    )


@pytest.mark.parametrize(("order", "column", "sign"), [("moves", 3, 1), ("-solutions", 4, -1), ("-cost", 5, -1)])
def test_order(service: Service, page: Any, order: str, column: int, sign: int) -> None:
    """All rows can be ordered by a number, those without it last, and again by board."""
    open_atlas(service, page)
    rows = "[...document.querySelectorAll('#problems details tbody tr input')].map((box) => box.value)"
    before = page.evaluate(rows)
    page.select_option("#order", order)
    expect(page.locator(SHOWN)).to_have_count(len(atlas().problems))
    texts = numbers(page, column)
    found = [float(match[0]) if (match := re.match(r"[0-9.]+", text)) else None for text in texts]
    known = [number for number in found if number is not None]
    assert len(set(known)) > 3
    assert known == sorted(known, key=lambda number: sign * number)
    assert found == known + [None] * (len(found) - len(known))
    page.select_option("#order", "")
    assert page.evaluate(rows) == before


def test_filters(service: Service, page: Any) -> None:
    """The list can be narrowed to open problems, to a kind and to a metric; the address keeps the choice."""
    kinds = [atlas().boards[p["board"]]["kind"] for p in atlas().problems.values()]
    ways = [p for p in atlas().problems.values() if p.get("metric") == "path"]
    open_atlas(service, page)
    page.check("#open-only")
    expect(page.locator("#found")).to_have_text(f"{OPEN} problems found.")
    assert page.locator(SHOWN).count() == OPEN
    assert all("–" in text for text in numbers(page, 3))
    page.uncheck("#open-only")
    assert page.locator(SHOWN).count() == 0
    page.select_option("#kind", "block")
    expect(page.locator("#found")).to_have_text(f"{kinds.count('block')} problems found.")
    expect(page.locator("#problems details:visible")).to_have_count(17)
    assert page.locator(SHOWN).count() == 0
    page.select_option("#metric", "path")
    expect(page.locator("#found")).to_have_text(f"{len(ways)} problems found.")
    expect(page.locator(SHOWN)).to_have_count(len(ways))
    page.reload()
    expect(page.locator(SHOWN)).to_have_count(len(ways))
    page.select_option("#kind", "jump")
    expect(page.locator("#found")).to_have_text("No problem matches.")
    page.select_option("#metric", "")
    expect(page.locator("#found")).to_have_text(f"{kinds.count('jump')} problems found.")


def test_blocks_open_and_are_printed(service: Service, page: Any) -> None:
    """A problem of blocks opens with its solution; a count beyond 2 ** 53 has all its digits, also after a reload."""
    open_atlas(service, page, "#super-century")
    expect(page.locator(SHOWN).first).to_contain_text("18,376,232,749,056,000")
    page.click("a[href$='super-century/step']")
    page.get_by_text("Play or watch").click()
    for _ in ("opened", "reloaded"):
        expect(page.locator(".found")).to_contain_text("18,376,232,749,056,000")
        expect(page.locator("#message")).to_contain_text("18,376,232,749,056,000")
        page.wait_for_function("history.state?.solution")
        page.reload()
    page.goto(f"{address(service)}/sheet?puzzle=super-century/step")
    page.wait_for_selector("#print:not([hidden])")
    expect(page.locator(".puzzles li")).to_contain_text("To the dashed line: Z")
    expect(page.locator(".puzzles li")).to_contain_text("one piece, one cell")


def test_puzzles_to_print(service: Service, page: Any) -> None:
    """Problems are ticked, on whichever board, and printed: the puzzles first, their solutions on another page."""
    open_atlas(service, page)
    assert not page.locator("#chosen").is_visible()
    page.fill("#search", "english 16-16")
    page.locator(SHOWN).locator("input").check()
    page.fill("#search", "korf15-3 ")
    page.locator(SHOWN).locator("input").first.check()
    expect(page.locator("#number-chosen")).to_have_text("2 problems selected")
    page.click("#print-chosen")
    page.wait_for_url("**/sheet?puzzle=english*16-16&puzzle=15-puzzle*korf15-3")
    page.wait_for_selector("#print:not([hidden])")
    assert page.locator(".puzzles svg").count() == 3
    page.emulate_media(media="print")
    assert not page.locator("#print").is_visible()
    breaks = page.evaluate("getComputedStyle(document.querySelector('.solutions')).breakBefore")
    assert breaks == "page"


def test_clearing_the_choice(service: Service, page: Any) -> None:
    """What was ticked can be cleared, and too many are not sent."""
    open_atlas(service, page, "#hoppers")
    page.locator("#hoppers input").first.check()
    page.click("#chosen button[type=reset]")
    expect(page.locator("#chosen")).to_be_hidden()
    page.evaluate("for (const box of document.querySelectorAll('#problems input')) box.checked = true")
    page.locator("#hoppers input").first.uncheck()
    expect(page.locator("#number-chosen")).to_contain_text("a sheet holds 60")
    assert page.locator("#print-chosen").is_disabled()


@pytest.mark.page_errors("404")
def test_without_scripts(service: Service, browser: Any) -> None:
    """Without scripts, the atlas shows its tables, pictures and the button for a sheet; no page shows a control that
    would not work.
    """
    page = browser.new_page(java_script_enabled=False)
    pictures: list[str] = []
    page.on("request", lambda request: pictures.append(request.url) if request.url.endswith(".svg") else None)
    page.goto(f"{address(service)}/atlas")
    page.click("#hoppers summary")
    expect(page.locator("#hoppers tbody img").first).to_have_js_property("complete", True)
    assert len({url.partition("#")[0] for url in pictures}) < 60
    page.locator("#hoppers input").nth(1).check()
    assert not page.locator("#tools").is_visible()
    page.click("#print-chosen")
    assert page.inner_text("h1 >> nth=0") == "Puzzles"
    page.goto(f"{address(service)}/atlas/diamond/1-18")
    page.get_by_text("How the lower bound grew").click()
    expect(page.locator("tbody tr").first).to_be_visible()
    page.click("a[rel=next]")
    expect(page.locator("h1")).to_have_text("1 → 21")
    for path in (
        "/atlas/english/16-16",
        "/sheet?puzzle=english/16-16",
        "/c",
        "/c/blocks",
        "/docs/",
        "/no-such-page",
        "",
    ):
        page.goto(f"{address(service)}{path}")
        assert page.locator("button:visible, input:visible, select:visible").count() == 0
    assert page.locator("noscript a").all_inner_texts() == ["the atlas of problems", "the guide", "the HTTP API"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("pagoda", "weights"),
        ("weights", "weights"),
        ("permutation", "permutation"),
        ("parity", "parity"),
        ("英国盤 16-16", "16 → 16"),
        ("english 7488", "16 → 16"),
        ("english 7,488", "16 → 16"),
        ("english 7488.", "16 → 16"),
        ("置換", "permutation"),
        ("unsolvable", "no solution"),
        ("解けない", "no solution"),
        ("english 18 moves", "1 → 1"),
        ("english 18手", "1 → 1"),
        ("english １８ 手", "1 → 1"),
        ("クロツキー", "Red Donkey"),
        ("1909", "Dad's Puzzle"),
        ("1912年", "0 → 0"),
        ("bergholt", "0 → 0"),
    ],
)
def test_what_a_search_finds(service: Service, page: Any, words: str, found: str) -> None:
    """A search knows both names of a proof, both languages, years and names of sources, and numbers of moves."""
    open_atlas(service, page)
    page.fill("#search", words)
    expect(page.locator(SHOWN).first).to_contain_text(found)


def test_english_words_on_a_japanese_page(service: Service, browser: Any) -> None:
    """A Japanese page also finds boards, titles and proofs by their English names."""
    page = browser.new_page(locale="ja-JP")
    open_atlas(service, page, "?q=english+16-16")
    expect(page.locator("#problems details:visible summary")).to_contain_text("英国盤")
    expect(page.locator(SHOWN)).to_have_count(1)
    page.fill("#search", "permutation")
    expect(page.locator(SHOWN).first).to_contain_text("置換")
    page.close()


def test_numbers_of_moves_are_found(service: Service, page: Any) -> None:
    """A number before "moves" is that of the moves, however else it is in a row; a range has both its numbers."""
    open_atlas(service, page, "?q=29+moves")
    expect(page.locator(SHOWN).first).to_be_visible()
    assert all("29" in text.split("–") for text in numbers(page, 3))
    found = page.locator(SHOWN).count()
    page.fill("#search", "29")
    expect(page.locator(SHOWN)).not_to_have_count(found)
    page.fill("#search", "1 moves")
    assert "11" not in numbers(page, 3)


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
@pytest.mark.parametrize("width", [320, 390])
def test_phones_scroll_down_only(service: Service, browser: Any, width: int, locale: str) -> None:
    """No page of the atlas is wider than a phone, with all boards open and in every order."""
    page = browser.new_page(viewport={"width": width, "height": 700}, locale=locale)
    paths = ("/atlas?q=e", "/atlas?order=moves", "/atlas?order=-solutions", "/atlas?order=-cost", "/atlas/collections")
    for path in (*paths, "/atlas/rush-hour/forty37-step", "/atlas/15-puzzle/example-2"):
        page.goto(address(service) + path)
        page.wait_for_selector("#language:not([hidden])")
        page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") == width, path
    page.close()


@pytest.mark.parametrize("width", [700, 1280])
def test_nothing_is_under_the_bar(service: Service, browser: Any, width: int) -> None:
    """The board that an address names, and a row that gets the focus, come below the bar that stays in view."""
    page = browser.new_page(viewport={"width": width, "height": 700})
    open_atlas(service, page, "#tritri")
    under = "selector => document.querySelector(selector).getBoundingClientRect().top"
    bar = page.evaluate("document.querySelector('#tools').getBoundingClientRect().bottom")
    assert page.evaluate(under, "#tritri") >= bar
    page.locator("#tritri tbody a").nth(12).focus()
    page.keyboard.press("Shift+Tab")
    for _ in range(20):
        page.keyboard.press("Shift+Tab")
        assert page.evaluate("document.activeElement.getBoundingClientRect().top") >= bar
    page.close()


def test_the_page_of_a_problem(service: Service, browser: Any) -> None:
    """A row leads to the page of its problem, in the language of its reader, and from there to the next and to play."""
    page = browser.new_page(locale="ja-JP")
    open_atlas(service, page, "#hoppers")
    page.locator("#hoppers tbody a").first.click()
    page.wait_for_selector("#language:not([hidden])")
    expect(page).to_have_url(re.compile("/atlas/hoppers/0-0$"))
    expect(page.locator("main")).to_contain_text("ホッパーズ")
    assert re.findall("[A-Za-z]{4,}", page.inner_text("dl").partition("http")[0].partition("出典")[0]) == []
    page.click("a[rel=next]")
    expect(page).to_have_url(re.compile("/atlas/hoppers/0-1$"))
    page.get_by_text("遊ぶ・解を見る").click()
    page.wait_for_selector("body[data-ready]")
    expect(page).to_have_url(re.compile("/#hoppers/0-1$"))
    page.close()


def test_results_are_read_from_the_first(service: Service, page: Any) -> None:
    """A search scrolls to the number of problems found and the first of them."""
    open_atlas(service, page, "#english")
    page.evaluate("scrollTo(0, 2000)")
    page.fill("#search", "huarong")
    expect(page.locator("#found")).to_be_in_viewport()
    expect(page.locator(SHOWN).first).to_be_in_viewport()


def test_numbers_are_found_as_numbers(service: Service, page: Any) -> None:
    """A number matches only the whole number; the name of a source finds its boards."""
    open_atlas(service, page, "?q=english+18")
    shown = page.locator(SHOWN).all_inner_texts()
    assert shown
    assert all("18" in re.findall(r"\d+(?:\.\d+)?", text.replace(",", "")) for text in shown)
    page.fill("#search", "fogleman")
    expect(page.locator(SHOWN).first).to_be_visible()


def test_back_to_the_open_board(service: Service, page: Any) -> None:
    """After a problem was opened, Back shows its board still open, at the same place."""
    open_atlas(service, page)
    page.click("#hoppers summary")
    page.locator("#hoppers a").first.click()
    page.wait_for_selector("dl")
    page.go_back()
    page.wait_for_selector("#tools:not([hidden])")
    expect(page.locator("#hoppers tbody tr").first).to_be_visible()
    expect(page.locator("#hoppers summary")).to_be_in_viewport()
    page.reload()
    page.wait_for_selector("#tools:not([hidden])")
    expect(page.locator("#hoppers tbody tr").first).to_be_visible()


def test_boards_stay_open_or_closed(service: Service, page: Any) -> None:
    """A search does not change which boards are open afterwards."""
    open_atlas(service, page, "#hoppers")
    shown = page.locator("#problems details[open]")
    expect(shown).to_have_count(1)
    page.click("#english summary")
    page.evaluate("document.getElementById('french').open = true")  # as a browser does that finds a word there
    page.click("#hoppers summary")
    page.evaluate("new Promise((done) => setTimeout(done))")  # the browser says late that it is closed
    for words in ("pagoda", ""):
        page.fill("#search", words)
    expect(shown).to_have_count(2)
    assert [each.get_attribute("id") for each in shown.all()] == ["english", "french"]


def test_levels_of_collections_are_searched(service: Service, page: Any) -> None:
    """A search finds the levels with every word, in all collections, and the address keeps it."""
    open_atlas(service, page, "/collections")
    assert page.locator("tbody tr:visible").count() == len(collections()[0].levels)
    page.fill("#search", "gnome only 18")
    expect(page.locator("#found")).to_have_text("1 level found.")
    expect(page.locator("tbody tr:visible")).to_contain_text("Only 18 Steps")
    page.reload()
    expect(page.locator("tbody tr:visible")).to_have_count(1)
    page.fill("#search", "no such word")
    expect(page.locator("#found")).to_have_text("No level matches.")
    page.fill("#search", "")
    expect(page.locator("details:visible")).to_have_count(len(collections()))
    expect(page.locator("#found")).to_have_text("")
