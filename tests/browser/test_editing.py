"""Making a puzzle of one's own: paste, undo wherever the focus is, errors at their places, graphs to begin with."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.actions import HOPPERS, PASTE, click_place, hole, open_home, puzzle_in, set_up, solve, use_text
from tests.integration.service import Service

SELECTED = "(e => e.value.slice(e.selectionStart, e.selectionEnd))(document.querySelector('#own-text'))"


@pytest.mark.page_errors("422")
@pytest.mark.parametrize(
    ("text", "kind", "size"),
    [
        ("  ooo\n  o.o\nooooooo", "jump", 13),
        ("0: 1\n1: 0 2\n2: 1", "slide", 3),
        ('{"rows": 2, "columns": 3}', "slide", 6),
        ("60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332", "block", 35),
    ],
)
def test_a_puzzle_is_pasted(service: Service, page: Any, text: str, kind: str, size: int) -> None:
    """A text that is pasted anywhere becomes the puzzle in the editor; Ctrl+Z takes that back."""
    open_home(service, page)
    page.evaluate(PASTE, text)
    expect(page.locator("#title")).to_have_text("Your board")
    expect(page.locator("#board .place")).to_have_count(size)
    expect(page.locator("#mode-setup")).to_have_attribute("aria-pressed", "true")
    assert puzzle_in(page)["kind"] == kind
    page.locator("#mode-setup").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#title")).to_have_text("Hoppers")
    page.keyboard.press("Control+y")
    expect(page.locator("#board .place")).to_have_count(size)


def test_a_triangle_as_drawn(service: Service, page: Any) -> None:
    """A centred triangle that is written into the field is a triangular board, on which the puzzle takes 9 moves."""
    open_home(service, page)
    use_text(page, "    *\n   * *\n  . * *\n * * * *\n* * * * *")
    expect(page.locator(".place")).to_have_count(15)
    assert puzzle_in(page)["board"]["lines"] == "triangular"
    assert solve(page) == "9 moves, proven optimal."


@pytest.mark.parametrize(
    ("locale", "text", "said"),
    [
        ("en-US", "1 2 3\n4 0", "Line 2, column 1: a row of 2 under one of 3"),
        ("ja-JP", "hello", "1行1列： ここに「h」は置けません"),
        ("ja-JP", '{"kind": "jump" "board"}', "1行17列： ここには , } が必要です"),
        ("ja-JP", "[" * 200, "1行101列： 入れ子が深すぎます"),
    ],
)
def test_what_is_wrong_with_a_paste(service: Service, browser: Any, locale: str, text: str, said: str) -> None:
    """A text that is no puzzle stays in sight, with what is wrong in the language of its reader; so does the puzzle."""
    page = browser.new_page(locale=locale)
    open_home(service, page)
    title = page.inner_text("#title")
    page.evaluate(PASTE, text)
    expect(page.locator(".errors")).to_contain_text(said)
    assert page.input_value("#own-text") == text
    assert page.inner_text("#title") == title


@pytest.mark.page_errors("422")
def test_errors_of_a_text_at_their_places(service: Service, page: Any) -> None:
    """An error, of the page or of the service, leads to its characters, and its cell is ringed on a picture."""
    open_home(service, page)
    board = '"board": {"jump_table": [[[1, 99]], [], []]}'
    document = f'{{"kind": "jump",\n {board}, "start": {{"empty": [0]}}, "goal": {{"count": 1}}}}'
    for text, selected, where, rings in (
        ("[[1], [0, 2], []]", "2", "Line 1, column 11:", 1),
        (document, "99", "Line 2, column 32:", 0),
        ("0: 1\n1: 0\n3: 1", "3", "Line 3, column 1:", 0),
        ('{"kind": }', "}", "Line 1, column 10:", 0),
    ):
        use_text(page, text)
        expect(page.locator(".errors button").first).to_have_text(where)
        page.locator(".errors button").first.click()
        assert page.evaluate(SELECTED) == selected, text
        assert (page.locator("#own .picture .wrong").count() > 0) == bool(rings), text
    use_text(page, json.dumps(HOPPERS | {"start": {"empty": [0]}}))
    hole(page, "hole 0: empty").wait_for()
    expect(page.locator(".errors li")).to_have_count(0)


@pytest.mark.page_errors("422")
def test_errors_of_a_check_name_the_cell(service: Service, browser: Any) -> None:
    """A check names the cell of an error, in the language of the page even where the browser prefers another."""
    page = browser.new_page(locale="ja-JP")
    for language, text in (("ja", "番号1の駒が多すぎます"), ("en", "Goal, cell 4: too many pieces numbered 1")):
        open_home(service, page, "8-puzzle")
        if language == "en":
            page.click("#language")
            page.wait_for_selector("html[lang=en] body[data-ready]")
        page.click("#mode-setup")
        page.click("#side-goal")
        page.locator(".place").nth(4).focus()
        page.keyboard.press("1")
        page.locator("#check").get_by_text(text).wait_for()


def test_text_in_a_field_is_no_puzzle(service: Service, page: Any) -> None:
    """What is pasted into a field stays there."""
    open_home(service, page)
    set_up(page)
    page.click("#own summary")
    page.locator("#own-text").focus()
    page.evaluate(PASTE, "8 6 7 2 5 4 3 0 1")
    expect(page.locator("#title")).to_have_text("Hoppers")


def test_undo_in_fields_and_after_solving(service: Service, page: Any) -> None:
    """Ctrl+Z takes an edit back while the focus is on a field that is chosen from, and while a solution is shown."""
    open_home(service, page)
    set_up(page, "goal")
    page.select_option("#goal-form", "count")
    page.locator("#goal-form").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#goal-form")).to_have_value("exact")
    page.keyboard.press("Control+y")
    expect(page.locator("#goal-form")).to_have_value("count")
    solve(page)
    page.locator(".watchbar").wait_for()
    page.keyboard.press("Control+z")
    expect(page.locator("#goal-form")).to_have_value("exact")
    page.keyboard.press("Meta+Shift+z")
    expect(page.locator("#goal-form")).to_have_value("count")


@pytest.mark.page_errors("422")
def test_lattices_and_graphs_have_pictures(service: Service, page: Any) -> None:
    """Lattices are chosen by their pictures, and a free graph can begin with one of several; undo takes that back."""
    open_home(service, page)
    page.click('.card[data-board=""]')
    page.wait_for_selector("#lattice-square")
    assert page.locator(".pictures .choice svg").count() == 4
    page.check("#lattice-graph")
    expect(page.locator("#lattice-graph")).to_be_focused()
    sizes = {"pentagram": 10, "hexagram": 12, "wheel": 7, "petersen": 10, "cube": 8, "theta": 7}
    for name, size in sizes.items():
        page.click(f"#graph-{name}")
        expect(page.locator(".drawn")).to_have_count(size)
    page.keyboard.press("Control+z")
    expect(page.locator(".drawn")).to_have_count(sizes["cube"])
    assert float(page.locator(".drawn").first.get_attribute("r")) > 20
    click_place(page, 0)
    expect(page.locator("#board .target")).to_have_count(1)
