"""Making a puzzle of one's own: paste, undo wherever the focus is, errors at their places, graphs to begin with."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from fewest.boards import catalogue
from fewest.notation.formats import FORMATS, read_text
from tests.browser.actions import (
    HOPPERS,
    PASTE,
    click_place,
    hole,
    link,
    open_home,
    open_text,
    puzzle_in,
    set_up,
    solve,
    use_text,
    without_known_answers,
)
from tests.integration.service import Service

TRIANGLE = "    o\n   o o\n  . o o\n o o o o\no o o o o\n"
SELECTED = "(e => e.value.slice(e.selectionStart, e.selectionEnd))(document.querySelector('#own-text'))"


@pytest.mark.page_errors("422")
@pytest.mark.parametrize(
    ("text", "kind", "size"),
    [
        ("  ooo\n  o.o\nooooooo", "jump", 13),
        ("●●○\n●○●", "jump", 6),
        ("0: 1\n1: 0 2\n2: 1", "slide", 3),
        ('{"rows": 2, "columns": 3}', "slide", 6),
        ("60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332", "block", 35),
        ("######\n#a**b#\n#m**n#\n#cdef#\n#ghij#\n#k  l#\n##--##\n    ..\n    ..", "block", 34),
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


def test_the_editor_knows_what_the_game_knows(service: Service, page: Any) -> None:
    """The editor says the known fewest moves of a catalogue problem, also after a reload, but not of an edited copy."""
    without_known_answers(page)
    open_home(service, page, "english")
    set_up(page)
    expect(page.locator("#check")).to_contain_text("It takes 18 moves.")
    page.wait_for_function("history.state?.mode === 'setup'")
    page.reload()
    expect(page.locator("#check")).to_contain_text("It takes 18 moves.")
    hole(page, "hole 0: peg").click()
    expect(page.locator("#check")).to_contain_text("At least 3 moves, if it can be done.")


@pytest.mark.parametrize("change", ["one more", "one less", "a larger sheet"])
def test_pegs_stay_on_a_board_that_is_changed(service: Service, page: Any, change: str) -> None:
    """When a board is redrawn, pegs stay in the holes that remain, even if these are renumbered; Ctrl+Z undoes it."""
    board = {"grid": ["#...", "....", "...."], "lines": "orthogonal"}
    own = {"kind": "jump", "board": board, "start": {"pegs": [1, 2, 9]}, "goal": {"pegs": [8]}}
    open_home(service, page, link(own))
    set_up(page, "board")
    if change == "a larger sheet":
        page.select_option("#paint-size", "9")
    first = page.locator('.place[aria-label$=": drawn"]').first
    place = page.locator('.place[aria-label$=": blank"]').first if change == "one more" else first
    place.click()
    wanted = {"one more": ([2, 3, 10], [9])}.get(change, ([0, 1, 8], [7]))
    page.click("#side-start")
    changed = puzzle_in(page)
    assert (changed["start"]["pegs"], changed["goal"]["pegs"]) == wanted
    page.locator("#mode-setup").focus()
    page.keyboard.press("Control+z")
    assert puzzle_in(page) == own


def test_a_text_ends_with_its_puzzle(service: Service, page: Any) -> None:
    """When another puzzle is opened, the panel for texts shows that puzzle."""
    open_home(service, page)
    use_text(page, TRIANGLE)
    expect(page.locator("#own .reading")).to_contain_text("holes: 15, pegs: 14")
    page.click("#mode-play")
    page.click("#mode-setup")
    expect(page.locator("#own .reading")).to_contain_text("holes: 15, pegs: 14")
    page.click('.card[data-board="rush-hour"]')
    expect(page.locator("#title")).to_have_text("Rush Hour")
    page.click("#mode-setup")
    expect(page.locator("#own .reading")).to_be_empty()
    expect(page.locator("#own-text")).to_have_value(re.compile("rush-hour"))


def test_the_example_of_each_format_is_pasted(service: Service, page: Any) -> None:
    """The paste box reads the example of every format, and says how it was read and what was assumed."""
    open_home(service, page)
    for each in FORMATS:
        (first, *_) = read_text(each.example)
        use_text(page, each.example)
        expect(page.locator("#own .reading")).to_contain_text(first.words)


@pytest.mark.parametrize(
    ("button", "mode"), [("solve", "watch"), ("mode-watch", "watch"), ("mode-play", "play"), ("share", "setup")]
)
def test_a_typed_text_is_what_a_person_goes_on_with(service: Service, page: Any, button: str, mode: str) -> None:
    """Solve, Show me, Play and Share read a text that was typed, and go on with its puzzle."""
    open_home(service, page)
    open_text(page)
    page.fill("#own-text", TRIANGLE)
    page.click(f"#{button}")
    expect(page.locator("#title")).to_have_text("Your board")
    expect(page.locator("#board .place")).to_have_count(15)
    expect(page.locator(f"body[data-mode={mode}]")).to_be_visible()
    if button == "share":
        expect(page.locator("#sharing")).to_be_visible()


@pytest.mark.page_errors("422")
def test_a_typed_text_that_cannot_be_read_stays(service: Service, page: Any) -> None:
    """Solve, Show me, Play and Share stay in the editor if a typed text cannot be read, with its errors; once the
    field is empty they take the puzzle on the board.
    """
    open_home(service, page)
    open_text(page)
    wrong = "[[(1 2)]\n [(2 9)]\n []]"
    page.fill("#own-text", wrong)
    for button in ("solve", "mode-watch", "mode-play", "share"):
        page.locator("#own-text").press("End")
        with page.expect_response("**/v1/readings"):
            page.click(f"#{button}")
        expect(page.locator(".errors")).to_contain_text("hole 9 does not exist")
        assert page.input_value("#own-text") == wrong
        assert page.get_attribute("body", "data-mode") == "setup"
        assert page.inner_text("#title") == "Hoppers"
        assert not page.locator("#sharing").is_visible()
        assert page.inner_text("#message") == ""
    page.fill("#own-text", "")
    page.click("#mode-play")
    expect(page.locator("body[data-mode=play]")).to_be_visible()


def test_another_reading(service: Service, page: Any) -> None:
    """An ambiguous picture is read as the most probable puzzle, and buttons offer the other readings until an edit."""
    open_home(service, page)
    use_text(page, "xxx\nxox\nxxx")
    pegs = page.locator('.place[aria-label$=": peg"]')
    expect(page.locator("#own .reading")).to_contain_text("x is a peg and o an empty hole")
    expect(pegs).to_have_count(8)
    page.get_by_role("button", name="Other reading: Read as").filter(has_text="o is a peg and x an empty").click()
    expect(pegs).to_have_count(1)
    expect(page.locator("#own .reading")).to_contain_text("The start meets the goal already.")
    expect(page.locator("#own .others button").first).to_be_focused()
    page.get_by_role("button", name="Other reading: Read as").filter(has_text="x is a peg").click()
    expect(pegs).to_have_count(8)
    page.click("#tools button:has-text('Swap pegs')")
    expect(page.locator("#own .reading p")).to_have_count(0)
    expect(page.locator("#own .others button")).to_have_count(0)


@pytest.mark.page_errors("422")
@pytest.mark.parametrize(
    ("locale", "text", "said"),
    [
        ("en-US", "[[(1 2)]\n [(2 9)]\n []]", "Line 2, column 6: hole 9 does not exist"),
        ("ja-JP", "[[(1 2)]\n [(2 9)]\n []]", "2行6列： "),
        ("en-US", '{"kind": "jump" "board"}', "Line 1, column 17: "),
        ("en-US", "[" * 200, "Line 1, column 101:"),
    ],
)
def test_what_is_wrong_with_a_paste(service: Service, browser: Any, locale: str, text: str, said: str) -> None:
    """A text that cannot be read stays in the field, with its errors in the language of the page; the puzzle stays,
    too.
    """
    page = browser.new_page(locale=locale)
    open_home(service, page)
    title = page.inner_text("#title")
    page.evaluate(PASTE, text)
    expect(page.locator(".errors")).to_contain_text(said)
    assert page.input_value("#own-text") == text
    assert page.inner_text("#title") == title


def test_a_table_of_a_board_of_the_catalogue(service: Service, page: Any) -> None:
    """A table with the jumps of a board of the catalogue, hole by hole, has its name and its known answers; one with
    other numbers has not.
    """
    without_known_answers(page)
    open_home(service, page)
    table = catalogue()["tritri"]["board"]["jump_table"]
    use_text(page, json.dumps(table))
    expect(page.locator("#title")).to_have_text("Tritri")
    expect(page.locator("#check")).to_contain_text("It takes 11 moves.")
    last = len(table) - 1
    use_text(page, json.dumps([[[last - over, last - to] for over, to in row] for row in reversed(table)]))
    expect(page.locator("#title")).to_have_text("Your board")


def test_what_was_assumed_is_not_proven_of_the_puzzle(service: Service, page: Any) -> None:
    """If a text has no goal and the assumed goal is impossible, the page says that the assumption has no solution; with
    another goal, the answer says what was assumed; if the text has the goal, it says that there is no solution.
    """
    open_home(service, page)
    swapped = [2, 1, 3, 4, 5, 6, 7, 8, 0]
    use_text(page, "2 1 3\n4 5 6\n7 8 .")
    impossible = re.compile("^With what is assumed here there is no solution")
    expect(page.locator(".check strong")).to_have_text(impossible)
    page.click("#solve")
    expect(page.locator("#message")).to_have_text(impossible)
    page.click("#mode-setup")
    page.get_by_role("button", name="Other reading: Read as pieces").first.click()
    page.click("#solve")
    expect(page.locator("#message")).to_have_text(re.compile("proven optimal.* Read as .* assumed: "))
    puzzle = {"kind": "slide", "board": {"rows": 3, "columns": 3}, "start": swapped, "goal": [*range(1, 9), 0]}
    use_text(page, json.dumps(puzzle))
    expect(page.locator(".check strong")).to_have_text("There is no solution.")


def test_several_puzzles_of_a_text(service: Service, page: Any) -> None:
    """Of a text with several puzzles, the first is shown, and buttons open the others."""
    open_home(service, page)
    use_text(page, "1 2 3\n4 5 6\n7 . 8\n\n1 2 3\n4 5 6\n. 7 8\n\n1 . 3\n4 2 6\n7 5 8\n")
    expect(page.locator("#own .others button")).to_have_count(2)
    page.get_by_role("button", name="Puzzle 3: Read as pieces").click()
    expect(page.get_by_role("button", name="Puzzle 1: Read as pieces")).to_be_visible()
    expect(page.get_by_role("button", name="Puzzle 3: Read as pieces")).to_have_count(0)


@pytest.mark.page_errors("422")
def test_errors_of_a_text_at_their_places(service: Service, page: Any) -> None:
    """A click on an error selects its characters, and a picture marks its cell."""
    open_home(service, page)
    board = '"board": {"jump_table": [[[1, 99]], [], []]}'
    document = f'{{"kind": "jump",\n {board}, "start": {{"empty": [0]}}, "goal": {{"count": 1}}}}'
    for text, selected, where, rings in (
        ("[[1], [0, 2], []]", "2", "Line 1, column 11:", 1),
        (document, "99", "Line 2, column 32:", 0),
        ("0: 1\n1: 0\n3: 1", "3: 1", "Line 3, column 1:", 0),
        ('{"kind": }', '"kind"', "Line 1, column 2:", 0),
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
    """Ctrl+Z undoes an edit also while a select element has the focus, and while a solution is shown."""
    open_home(service, page)
    set_up(page, "goal")
    page.select_option("#goal-form", "count")
    page.locator("#goal-form").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#goal-form")).to_have_value("exact")
    page.keyboard.press("Control+y")
    expect(page.locator("#goal-form")).to_have_value("count")
    assert "moves" in solve(page)
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
