"""Making a puzzle of one's own: paste, undo wherever the focus is, errors at their places, graphs to begin with."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.actions import PASTE, click_place, hole, open_home, set_up, solve
from tests.integration.service import Service


def shown_puzzle(page: Any) -> Any:
    """The puzzle as the editor writes it."""
    page.evaluate("document.querySelector('#own').open = true")
    page.wait_for_selector("#own-text")
    return json.loads(page.input_value("#own-text"))


@pytest.mark.parametrize(
    ("text", "kind", "size"),
    [
        ("  ooo\n  o.o\nooooooo", "jump", 13),
        ("...\n.#.\n...", "jump", 8),
        ("8 6 7 2 5 4 3 0 1", "slide", 9),
        ("1 2 3\n4 5 0", "slide", 6),
        ("0: 1\n1: 0 2\n2: 1", "slide", 3),
        ("#(((1 2)) () ((1 0)))", "jump", 3),
        ("[[(1, 2)], [], [(1, 0)]]", "jump", 3),
        ('{"rows": 2, "columns": 3}', "slide", 6),
    ],
)
def test_a_puzzle_is_pasted(service: Service, page: Any, text: str, kind: str, size: int) -> None:
    """A text that is pasted anywhere becomes the puzzle in the editor; Ctrl+Z takes that back."""
    open_home(service, page)
    page.evaluate(PASTE, text)
    expect(page.locator("#title")).to_have_text("Your board")
    expect(page.locator("#board .place")).to_have_count(size)
    expect(page.locator("#mode-setup")).to_have_attribute("aria-pressed", "true")
    assert shown_puzzle(page)["kind"] == kind
    page.locator("#mode-setup").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#title")).to_have_text("Hoppers")
    page.keyboard.press("Control+y")
    expect(page.locator("#board .place")).to_have_count(size)
    assert [error for error in page.errors if "422" not in error] == []


def test_pasted_pieces_lie_as_they_were_written(service: Service, page: Any) -> None:
    """The pieces of a pasted row fill a square, and the goal has them in order."""
    open_home(service, page)
    page.evaluate(PASTE, "8 6 7 2 5 4 3 0 1")
    expect(hole(page, "cell 0: piece 8")).to_have_count(1)
    expect(hole(page, "cell 7: empty")).to_have_count(1)
    page.click("#side-goal")
    expect(hole(page, "cell 8: empty")).to_have_count(1)


@pytest.mark.parametrize(
    ("text", "selected", "said"),
    [
        ("[[1, 9], [0]]", "9", "does not exist"),
        ("0: 1\n1: 0\n3: 1", "3", "the line of cell 2 expected"),
        ("1 2 3\n4 0", "4", "a row of 2 under one of 3"),
        ("hello", "h", "unexpected"),
    ],
)
def test_what_is_wrong_with_a_paste(service: Service, page: Any, text: str, selected: str, said: str) -> None:
    """A text that is no puzzle stays in sight, with its errors at their characters; the puzzle stays as it was."""
    open_home(service, page)
    page.evaluate(PASTE, text)
    expect(page.locator(".errors")).to_contain_text(said)
    assert page.input_value("#own-text") == text
    page.click(".errors button >> nth=0")
    marked = "(e => e.value.slice(e.selectionStart, e.selectionEnd))(document.querySelector('#own-text'))"
    assert page.evaluate(marked) == selected
    expect(page.locator("#title")).to_have_text("Hoppers")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "1行1列： ここに「h」は置けません"),
        ('{"kind": "jump" "board"}', "1行17列： ここには , } が必要です"),
        ('{"a": 01}', "1行8列： ここには , } が必要です"),
        ("1 2 3\n4 0", "2行1列： 最初の行は3個ですが、この行は2個です"),
        ("[" * 200, "1行101列： 入れ子が深すぎます"),
    ],
)
def test_what_is_wrong_with_a_paste_in_japanese(service: Service, browser: Any, text: str, said: str) -> None:
    """What the page itself finds wrong with a text is in the language of its reader."""
    page = browser.new_page(locale="ja-JP")
    open_home(service, page)
    page.evaluate(PASTE, text)
    expect(page.locator(".errors")).to_have_text(said)
    page.close()


def test_an_error_is_shown_at_its_cell(service: Service, page: Any) -> None:
    """The cell that an error of a text is about is ringed on a picture of the board."""
    open_home(service, page)
    page.evaluate(PASTE, "[[1], [0, 2], []]")
    page.locator("#own .picture .wrong").first.wait_for()
    page.evaluate(PASTE, "hello")
    expect(page.locator("#own .picture .wrong")).to_have_count(0)


def test_text_in_a_field_is_no_puzzle(service: Service, page: Any) -> None:
    """What is pasted into a field stays there."""
    open_home(service, page)
    set_up(page)
    page.click("#own summary")
    page.locator("#own-text").focus()
    page.evaluate(PASTE, "8 6 7 2 5 4 3 0 1")
    expect(page.locator("#title")).to_have_text("Hoppers")


def test_the_text_is_opened_before_the_editor_is_here(service: Service, page: Any) -> None:
    """The panel for texts, opened while the module of the editor is on its way, has the puzzle once it is here."""
    held: list[Any] = []
    page.route("**/setupmode.js*", lambda route: held.append(route))
    open_home(service, page)
    with page.expect_request("**/setupmode.js*"):
        page.click("#mode-setup")
    page.click("#own summary")
    held[0].continue_()
    page.locator("#own-text").wait_for()
    assert json.loads(page.input_value("#own-text"))["board"] == {"name": "hoppers"}


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
    assert page.errors == []


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
    radius = float(page.locator(".drawn").first.get_attribute("r"))
    assert radius > 20
    click_place(page, 0)
    expect(page.locator("#board .target")).to_have_count(1)
    assert [error for error in page.errors if "422" not in error] == []
