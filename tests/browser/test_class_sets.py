"""Class sets: made from a puzzle sheet, played with stars, printed; and the lessons, which are sets, too."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from fewest.boards.lessons import lessons
from tests.browser.actions import address, click_place, hole, open_home, set_up
from tests.browser.test_visitors import play_out
from tests.integration.service import Service

CORNER = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [0]}, "goal": {"pegs": [0]}}
CENTRE = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}


def open_sheet(service: Service, page: Any, *names: str) -> None:
    """Open a sheet of puzzles."""
    page.goto(f"{address(service)}/sheet?{'&'.join(f'puzzle={name}' for name in names)}")
    page.wait_for_selector("#make-set")


def make_set(page: Any, title: str) -> None:
    """Make a class set of a sheet."""
    page.fill("#set-title", title)
    page.click("#make-set")
    page.wait_for_url("**/c/c_*")


def test_from_sheet_to_stars(service: Service, page: Any) -> None:
    """A sheet gets a title, aims and another order; pupils play one puzzle after the other and see their stars."""
    open_sheet(service, page, "hoppers/6-6", "english/16-16", "hoppers/0-0")
    rows = page.locator(".puzzles > li")
    rows.nth(0).get_by_label("Aim").fill("Begin in a corner.")
    rows.nth(0).get_by_role("button", name="Move down").click()
    rows.nth(2).get_by_role("button", name="Move up").click()
    rows.nth(0).get_by_role("button", name="Take off the sheet").click()
    assert [row.get_attribute("data-id") for row in rows.all()] == ["hoppers/0-0", "hoppers/6-6"]
    assert page.url.endswith("/sheet?puzzle=hoppers%2F0-0&puzzle=hoppers%2F6-6")
    assert page.locator(".solutions li b").all_inner_texts() == ["1.", "2."]
    expect(page.locator(".solutions li").first).to_contain_text("0 → 0")
    make_set(page, "Monday")
    expect(page).to_have_title("Monday · Fewest")
    assert page.locator(".aim").all_inner_texts() == ["Begin in a corner."]
    expect(rows.nth(1).locator(".aim")).to_be_visible()
    expect(page.locator(".solutions")).to_be_hidden()
    rows.nth(0).get_by_text("Play").click()
    expect(page.locator("#title")).to_have_text("Hoppers · Monday 1")
    expect(page.locator("#play")).to_contain_text("puzzle 1 of 2")
    play_out(service, page, CORNER)
    page.locator(".after").get_by_text("Next puzzle").click()
    expect(page.locator("#title")).to_have_text("Hoppers · Monday 2")
    expect(page.locator("#note")).to_have_text("Begin in a corner.")
    page.reload()
    expect(page.locator("#note")).to_have_text("Begin in a corner.")
    page.keyboard.press("h")
    page.get_by_text("7 in all").wait_for()
    page.keyboard.press("h")
    play_out(service, page, CENTRE)
    expect(page.get_by_text("Next puzzle")).to_have_count(0)
    page.locator(".after").get_by_text("Back to the set").click()
    page.wait_for_url("**/c/c_*")
    expect(rows.locator(".stars")).to_have_text(["★★★", "★★☆"])
    expect(page.locator("#legend")).to_have_text("★ solved · in the fewest moves · without hints")


def test_solutions_of_a_set_are_printed(service: Service, page: Any) -> None:
    """A printed set has its address, the solutions on another page, and no buttons."""
    open_sheet(service, page, "hoppers/6-6")
    make_set(page, "Monday")
    expect(page.locator("#print")).to_be_visible()
    place = page.get_by_text(page.url.partition("://")[2])
    expect(place).to_be_hidden()
    page.emulate_media(media="print")
    expect(place).to_be_visible()
    expect(page.locator(".solutions")).to_be_visible()
    expect(page.get_by_text("Play")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.querySelector('.solutions')).breakBefore") == "page"


def test_any_board_comes_on_the_sheet(service: Service, page: Any) -> None:
    """A board of one's own, a problem of the atlas and a solution are collected, and found again among the lessons."""
    open_home(service, page, "english/16-16")
    counts = iter((1, 2, 3))

    def add() -> None:
        page.click("#share")
        page.click("text=Add to a puzzle sheet")
        page.get_by_role("link", name=re.compile(f"^{next(counts)} puzzles? on the sheet")).wait_for()

    add()
    page.click("dialog >> text=Close")
    open_home(service, page)
    add()
    page.click("dialog >> text=Close")
    set_up(page)
    click_place(page, 0)
    hole(page, "hole 0: empty").wait_for()
    add()
    page.goto(f"{address(service)}/c")
    page.click("#last-sheet")
    page.wait_for_selector("#make-set")
    ids = [row.get_attribute("data-id") for row in page.locator(".puzzles > li").all()]
    assert ids[0] == "english/16-16"
    assert all(re.fullmatch("p_[0-9a-f]{24}", name) for name in ids[1:])
    expect(page.locator(".solutions li").nth(1)).to_contain_text("–")


def test_sheets_come_together(service: Service, page: Any) -> None:
    """What is typed stays with the sheet in hand. Another sheet can be added to it, or typing there replaces it."""
    open_sheet(service, page, "english/16-16")
    page.fill("#set-title", "Monday")
    page.locator(".puzzles textarea").fill("In 20 moves.")
    open_sheet(service, page, "hoppers/0-0")
    expect(page.locator("#set-title")).to_have_value("")
    page.get_by_role("button", name="Add to your last sheet (1 puzzle)").click()
    page.wait_for_url("**/sheet?puzzle=english*&puzzle=hoppers*")
    expect(page.locator("#set-title")).to_have_value("Monday")
    page.locator(".puzzles textarea").last.fill("Easy.")
    page.reload()
    expect(page.locator("#set-title")).to_have_value("Monday")
    assert [field.input_value() for field in page.locator(".puzzles textarea").all()] == ["In 20 moves.", "Easy."]
    page.emulate_media(media="print")
    expect(page.locator("h1").first).to_have_text("Monday")
    expect(page.locator(".aim")).to_have_text(["In 20 moves.", "Easy."])
    expect(page.locator(".aim").first).to_be_visible()
    page.emulate_media(media="screen")
    open_sheet(service, page, "hoppers/0-0", "hoppers/6-6")
    expect(page.locator("#set-title")).to_have_value("")
    expect(page.locator(".puzzles textarea").first).to_have_value("")
    page.fill("#set-title", "Friday")
    page.goto(f"{address(service)}/c")
    page.click("#last-sheet")
    page.wait_for_url("**/sheet?puzzle=hoppers*0-0&puzzle=hoppers*6-6")
    expect(page.locator("#set-title")).to_have_value("Friday")


def test_a_sheet_in_two_tabs(service: Service, page: Any) -> None:
    """Puzzles that another tab adds to the sheet stay when this tab rearranges it; a sheet holds 60."""
    open_sheet(service, page, "english/16-16", "hoppers/0-0")
    other = page.context.new_page()
    open_home(service, other, "hoppers/0-1")
    other.click("#share")
    other.click("text=Add to a puzzle sheet")
    other.get_by_text("3 puzzles on the sheet").wait_for()
    down = page.get_by_role("button", name="Move down")
    down.first.click()
    expect(down.last).to_be_focused()
    other.goto(f"{address(service)}/c")
    other.click("#last-sheet")
    other.wait_for_url("**/sheet?puzzle=hoppers*0-0&puzzle=english*&puzzle=hoppers*0-1")
    full = [f"p_{number}" for number in range(60)]
    other.evaluate("ids => localStorage.setItem('fewest-sheet', JSON.stringify({ids}))", full)
    open_home(service, other, "hoppers/0-2")
    other.click("#share")
    other.click("text=Add to a puzzle sheet")
    other.get_by_text("The sheet is full").wait_for()


@pytest.mark.page_errors("ERR_FAILED")
def test_a_set_is_not_made(service: Service, page: Any) -> None:
    """If the service cannot be reached, the sheet says so, and the set can be made later."""
    open_sheet(service, page, "hoppers/0-0")
    page.fill("#set-title", "Monday")
    page.route("**/v1/sets", lambda route: route.abort())
    page.click("#make-set")
    page.get_by_text("Cannot reach the service").wait_for()
    page.unroute("**/v1/sets")
    make_set(page, "Monday")
    expect(page.locator("h1").first).to_have_text("Monday")


def test_a_set_does_not_say_that_there_is_no_way(service: Service, page: Any) -> None:
    """A puzzle of a set that has no solution asks if it can be done, until the player asks for a solution."""
    open_sheet(service, page, "hoppers/0-4", "hoppers/6-6")
    warning = page.get_by_text("This one has no solution")
    expect(warning).to_have_count(1)
    page.emulate_media(media="print")
    expect(warning).to_be_hidden()
    page.emulate_media(media="screen")
    make_set(page, "Monday")
    expect(warning).to_have_count(0)
    page.locator(".puzzles > li").first.get_by_text("Play").click()
    expect(page.locator("#dare")).to_have_text("Can it be done?")
    page.locator("#mode-setup").click()
    page.locator("#mode-play").click()
    expect(page.locator("#dare")).to_have_text("Can it be done?")
    page.locator("#solve").click()
    expect(page.locator("#message")).to_contain_text("no solution")
    page.locator("#mode-play").click()
    expect(page.locator("#dare")).to_contain_text("It cannot be done")


def test_the_address_of_a_set(service: Service, page: Any, browser: Any) -> None:
    """Whoever has made a set reads its address, to copy and as a QR code; others are shown it by a button."""
    open_sheet(service, page, "hoppers/6-6")
    make_set(page, "Monday")
    field = page.get_by_role("textbox", name="Give this address to your class")
    expect(field).to_have_value(page.url)
    field.focus()
    assert field.evaluate("field => field.selectionEnd - field.selectionStart") == len(page.url)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    code = page.get_by_role("img", name="QR code of the address")
    expect(code).to_be_visible()
    page.emulate_media(media="print")
    expect(code).to_be_visible()
    expect(field).to_be_hidden()
    pupil = browser.new_page()
    pupil.goto(page.url)
    other = pupil.get_by_role("img", name="QR code of the address")
    button = pupil.get_by_role("button", name="Address for a class")
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(other).to_be_hidden()
    button.click()
    expect(other).to_be_visible()


def test_sets_made_here_are_found_again(service: Service, page: Any) -> None:
    """The page of lessons lists the sets made here, the newest first: to open, edit, rename or forget."""
    open_sheet(service, page, "hoppers/6-6", "hoppers/0-0")
    page.locator(".puzzles textarea").first.fill("Begin.")
    make_set(page, "Monday")
    open_sheet(service, page, "english/16-16")
    make_set(page, "Friday")
    page.goto(f"{address(service)}/c")
    sets = page.locator("#made li")
    expect(sets.locator("a")).to_have_text(["Friday", "Monday"])
    expect(sets.nth(1)).to_contain_text("2 puzzles")
    page.once("dialog", lambda dialog: dialog.accept("Class 5b"))
    page.get_by_role("button", name="Rename: Monday").click()
    expect(sets.locator("a")).to_have_text(["Friday", "Class 5b"])
    expect(sets.nth(1)).to_contain_text("Monday")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Forget: Friday").click()
    expect(sets.locator("a")).to_have_text(["Class 5b"])
    expect(sets.locator("a")).to_be_focused()
    old = sets.locator("a").get_attribute("href")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Edit: Class 5b").click()
    page.wait_for_url("**/sheet?puzzle=hoppers*6-6&puzzle=hoppers*0-0")
    expect(page.locator("#set-title")).to_have_value("Monday")
    assert [field.input_value() for field in page.locator(".puzzles textarea").all()] == ["Begin.", ""]
    make_set(page, "Tuesday")
    assert page.url != old
    page.goto(f"{address(service)}/c")
    expect(sets.locator("a")).to_have_text(["Tuesday", "Class 5b"])


def test_an_impossible_puzzle_is_no_dead_end(service: Service, page: Any) -> None:
    """In an impossible puzzle, hints do not blame the player, and the next puzzle is one click away."""
    open_home(service, page, "c/peg-solitaire/6")
    page.keyboard.press("h")
    page.get_by_text("not even from the start").wait_for()
    expect(page.locator("#dare")).to_contain_text("It cannot be done")
    click_place(page, 9)
    click_place(page, 7)
    expect(page.locator("#say")).to_contain_text("There is no way to the goal")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("#title")).to_have_text("English board · Peg solitaire 7")


def test_lessons_are_found_and_speak_japanese(service: Service, browser: Any) -> None:
    """The first screen leads to the lessons, their puzzles and their texts, in Japanese."""
    page = browser.new_page(locale="ja-JP")
    open_home(service, page)
    page.locator("header").get_by_role("link", name="授業と問題セット").click()
    page.get_by_role("link", name="遊ぶ・印刷する").first.click()
    expect(page.locator(".aim").first).to_contain_text("四つ目は元の穴に戻ります")
    expect(page.locator("h1").first).to_have_text("ペグソリティア")
    number = next(i for i, each in enumerate(lessons()["peg-solitaire"]["puzzles"], 1) if "A ring" in each["aim"])
    page.locator(".puzzles > li").nth(number - 1).get_by_text("遊ぶ").click()
    expect(page.locator("#note")).to_contain_text("八つのペグの輪")
    expect(page.locator("#dare")).to_have_text("できるでしょうか？")
    page.goto(f"{address(service)}/c")
    page.get_by_role("link", name="授業を読む（英語）").first.click()
    expect(page.locator("h1")).to_have_text("Peg solitaire")
