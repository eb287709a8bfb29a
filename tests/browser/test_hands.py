"""What a person does by hand: keys wherever the focus is, undo, impatient clicks, drawing."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.actions import (
    HOPPERS,
    LONG,
    address,
    click_place,
    hole,
    open_home,
    set_up,
    solve,
    solve_still,
)
from tests.hang import until
from tests.integration.service import Service


def puzzle_in(page: Any) -> Any:
    """The puzzle as the page would send it."""
    if page.get_attribute("body", "data-mode") != "setup":
        set_up(page)
    page.evaluate("document.querySelector('#own').open = true")
    page.wait_for_selector("#own-text")
    return json.loads(page.input_value("#own-text"))


def click_at_once(page: Any, *names: str) -> None:
    """Click buttons one after the other, faster than anything can load."""
    page.evaluate("names => names.forEach((name) => document.getElementById(name).click())", names)


def wait_for_puzzle(page: Any, expected: Any) -> None:
    """Wait until the page would send this puzzle."""
    until(lambda: puzzle_in(page) == expected)


def new_board(page: Any) -> None:
    """A sheet to draw a board on, on which nothing looks for a start."""
    page.click('.card[data-board=""]')
    page.wait_for_selector("#paint-kind")
    page.select_option("#paint-kind", "slide")


# Keys


@pytest.mark.parametrize("pressed", ["mouse", "Enter", "Space"])
def test_keys_after_solve_drive_the_player(service: Service, page: Any, pressed: str) -> None:
    """After Solve, the space bar plays and pauses and the arrows step; nothing is submitted again."""
    page.emulate_media(reduced_motion="reduce")
    open_home(service, page)
    page.locator("#solve").focus()
    page.click("#solve") if pressed == "mouse" else page.keyboard.press(pressed)
    page.locator("#say", has_text="Start of 7 moves").wait_for()
    submitted: list[str] = []

    def note(request: Any) -> None:  # checks of the puzzle may still come
        if request.method != "GET" and "/v1/jobs" in request.url:
            submitted.append(request.url)

    page.on("request", note)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#say")).to_contain_text("Move 1 of 7")
    page.keyboard.press("Space")
    page.locator('.play[aria-label="Pause"]').wait_for()
    page.keyboard.press("Space")
    page.locator('.play[aria-label="Play the solution"]').wait_for()
    page.keyboard.press("Home")
    page.keyboard.press("End")
    expect(page.locator("#say")).to_contain_text("Move 7 of 7")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#say")).to_contain_text("Move 6 of 7")
    assert submitted == []
    assert page.errors == []


@pytest.mark.parametrize("left", ["play", "watch"])
def test_setting_up_says_nothing_of_the_game(service: Service, page: Any, left: str) -> None:
    """What was said of a game or a solution is gone as soon as the puzzle is set up again."""
    open_home(service, page)
    solve_still(page)
    page.click(f"#mode-{left}")
    expect(page.locator("#say")).to_contain_text("moves")
    page.click("#mode-setup")
    expect(page.locator("#mode-setup")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#say")).to_have_text("")
    assert page.errors == []


def test_space_leaves_a_search_alone(service: Service, page: Any) -> None:
    """The space bar, pressed too early for the player, does not press the button that says Cancel by now."""
    open_home(service, page, LONG)
    page.click("#solve")
    expect(page.locator("#solve")).to_have_text("Cancel")
    page.locator("#progress", has_text="nodes").wait_for()
    page.keyboard.press("Space")
    page.wait_for_timeout(200)
    assert page.inner_text("#message") == ""
    page.keyboard.press("Enter")  # this presses it
    expect(page.locator("#message")).to_contain_text("Cancelled")
    assert page.errors == []


@pytest.mark.parametrize("place", ["#board .place >> nth=3", "#film button >> nth=0", "#mode-watch", "#share", "body"])
def test_keys_of_the_player_anywhere(service: Service, page: Any, place: str) -> None:
    """The arrows and the space bar drive the player on the board, on the film and on a button that was clicked."""
    open_home(service, page)
    solve_still(page)
    if place == "#share":
        page.click("#share")
        page.click("dialog >> text=Close")
    elif place == "body":
        page.evaluate("document.activeElement.blur()")
    elif place == "#mode-watch":
        page.click(place)
    else:
        page.locator(place).focus()
    for number in (1, 2):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#say")).to_contain_text(f"Move {number} of 7")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    page.locator('.play[aria-label="Pause"]').wait_for()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_button_reached_by_keys_keeps_the_space_bar(service: Service, page: Any) -> None:
    """Space presses the button that the Tab key has led to."""
    open_home(service, page)
    solve(page)
    page.locator("#share").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.wait_for_selector("dialog[open]")


@pytest.mark.parametrize("capital", [False, True])
def test_keys_of_the_game_anywhere(service: Service, page: Any, capital: bool) -> None:
    """U, R and H mean the same wherever the focus is, also with Caps Lock; so do Ctrl+Z and Ctrl+Y."""
    open_home(service, page)
    page.click("#mode-play")
    page.wait_for_selector(".playbar")
    click_place(page, 0)
    click_place(page, 6)
    keys = [key.upper() if capital else key for key in ("u", "r", "h")]
    for place in ("#mode-play", ".playbar .restart", "#board .place >> nth=4"):
        page.locator(place).focus()
        expect(page.locator("#say")).to_contain_text("1 move made")
        for undo, redo in (keys[:2], ("Control+z", "Control+y"), ("Control+z", "Control+Shift+Z")):
            page.keyboard.press(undo)
            expect(page.locator("#say")).to_contain_text("0 moves made")
            page.keyboard.press(redo)
            expect(page.locator("#say")).to_contain_text("1 move made")
        page.keyboard.press(keys[2])
        expect(page.locator(".playbar .hint")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press(keys[2])
        expect(page.locator(".playbar .hint")).to_have_attribute("aria-pressed", "false")
    assert page.errors == []


def test_keys_and_games_of_the_player_elsewhere(service: Service, page: Any) -> None:
    """In the web component, keys work on the element and its buttons; watching keeps the game."""
    job = service.solve(HOPPERS)
    page.goto(address(service) + job["links"]["embed"])
    page.locator("fewest-puzzle").get_by_text("Play yourself").click()
    click_place(page, 2)
    click_place(page, 6)
    words = page.locator("fewest-puzzle p")
    expect(words).to_contain_text("1 move made")
    page.locator("fewest-puzzle").get_by_role("button", name="Watch", exact=True).click()
    page.keyboard.press("ArrowRight")
    expect(words).to_contain_text("Move 1 of 7")
    page.locator("fewest-puzzle").get_by_text("Play yourself").click()
    expect(words).to_contain_text("1 move made")
    for key, count in (("u", 0), ("R", 1), ("Control+z", 0), ("Control+y", 1)):
        page.keyboard.press(key)
        expect(words).to_contain_text(f"{count} move")
    assert page.errors == []


# Playing


def test_a_peg_that_is_offered_stays_chosen(service: Service, page: Any) -> None:
    """After a jump the peg that can jump on is chosen; a click on it keeps it, the next one drops it."""
    open_home(service, page)
    page.click("#mode-play")
    page.wait_for_selector(".playbar")
    for start, to in ((2, 6), (8, 4), (0, 2)):
        if not hole(page, f"hole {start}: peg, chosen").count():
            click_place(page, start)
        click_place(page, to)
    expect(page.locator("#say")).to_contain_text("3 moves made")
    for count in (1, 1, 0, 1):
        expect(hole(page, "hole 2: peg, chosen")).to_have_count(count)
        click_place(page, 2)


def test_the_number_on_an_arrow(service: Service, page: Any) -> None:
    """The arrow of a best move has the number of moves that remain after it."""
    open_home(service, page)
    page.click("#mode-play")
    page.click(".playbar .hint")
    page.get_by_text("7 moves to go, 7 in all.").wait_for()
    assert set(page.locator(".tag.best text").all_text_contents()) == {"6"}
    click_place(page, 0)
    click_place(page, 6)
    page.get_by_text("6 moves to go, 7 in all.").wait_for()
    assert "5" in page.locator(".tag.best text").all_text_contents()


def test_solved_here_is_for_players(service: Service, page: Any) -> None:
    """A board is marked as solved here by playing it, and not by pressing Solve."""
    open_home(service, page)
    solve(page)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".card .solved")).to_have_count(0)
    page.click("#mode-play")
    page.wait_for_selector(".playbar")
    for path in service.solve(HOPPERS)["result"]["moves"]:
        if not hole(page, f"hole {path[0]}: peg, chosen").count():
            click_place(page, path[0])
        for to in path[1:]:
            click_place(page, to)
    expect(page.locator("#say")).to_contain_text("Solved in 7 moves")
    expect(page.locator('.card[data-board="hoppers"] .solved')).to_have_count(1)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".card .solved")).to_have_count(1)


# Searching


def test_cancel_keeps_what_was_found(service: Service, page: Any) -> None:
    """After Cancel, the bounds and the best solution stay, and a solution longer than the bound is called that."""
    solution = service.solve(HOPPERS)["result"]
    best = solution | {"optimal": False, "lower_bound": 5}
    job = {"id": "none", "kind": "jump", "want": "one", "links": {}, "limits": {}}
    running = job | {"status": "running", "progress": {"lower_bound": 5, "nodes": 10, "seconds": 1.0, "length": 6}}
    quick = job | {"status": "solved", "result": best}
    open_home(service, page)
    page.clock.install()

    def submit(route: Any) -> None:
        route.fulfill(json=quick if route.request.post_data_json["want"] == "any" else running, status=202)

    page.route("**/v1/jobs", submit)
    page.route("**/v1/jobs/*/events", lambda _: None)
    page.route("**/v1/jobs/none", lambda route: route.fulfill(json=running))
    page.click("#solve")
    page.locator("#progress").get_by_text("Between 5 and 6 moves.").wait_for()
    page.clock.run_for(2000)
    offer = page.locator("#progress .best")
    expect(offer).to_have_text("Watch a solution in 7 while it goes on (the search knows of one in 6)")
    page.click("#solve")
    expect(page.locator("#message")).to_have_text(re.compile(r"Cancelled\.\s*Between 5 and 6 moves\."))
    expect(page.locator("#progress .bounds")).to_be_visible()
    expect(page.locator("#solve")).to_have_text("Solve")
    offer.click()
    expect(page.locator("#say")).to_contain_text("Start of 7 moves")
    assert page.errors == []


def test_impatient_solving(service: Service, page: Any) -> None:
    """Presses of Solve one after the other solve, cancel and solve; the last one counts."""
    open_home(service, page, LONG)
    page.evaluate("for (let press = 0; press < 9; press += 1) document.querySelector('#solve').click()")
    expect(page.locator("#solve")).to_have_text("Cancel")
    page.evaluate("for (let press = 0; press < 3; press += 1) document.querySelector('#solve').click()")
    expect(page.locator("#solve")).to_have_text("Solve")
    expect(page.locator("#message")).to_contain_text("Cancelled.")
    click_at_once(page, "mode-play", "mode-setup", "mode-play", "mode-setup", "mode-play")
    page.locator(".playbar").wait_for()
    expect(page.locator("#mode-play")).to_have_attribute("aria-pressed", "true")
    open_home(service, page)
    click_at_once(page, "solve", "mode-watch", "mode-play", "mode-setup", "mode-watch")
    expect(page.locator("#message")).to_contain_text("7 moves, proven optimal.")
    assert page.errors == []


def test_the_proof_shown_stays(service: Service, page: Any) -> None:
    """Solve does not exchange the proof that is shown for another one of the same."""
    open_home(service, page, "french")
    set_up(page)
    page.get_by_text("There is no solution.").wait_for()
    before = page.inner_text("#check")
    assert "rules out 16 of 37 goals" in before
    solve(page)
    expect(page.locator("#message")).to_contain_text("There is no solution")
    page.wait_for_load_state("networkidle")
    assert page.inner_text("#check") == before


def test_a_solution_beyond_the_last(service: Service, page: Any) -> None:
    """A number beyond all solutions leads to the last, one below 1 to the first."""
    open_home(service, page)
    solve(page)
    solve(page, "#all")
    page.get_by_text("of 72").wait_for()
    for given, shown in (("9999", "72"), ("-5", "1"), ("0", "1"), ("3.4", "3")):
        page.fill("#leaf-number", given)
        page.locator("#leaf-number").press("Enter")
        expect(page.locator("#leaf-number")).to_have_value(shown)


# Drawing


def test_nothing_is_solved_on_blank_paper(service: Service, page: Any) -> None:
    """When all is cleared, nothing can be solved or played, until something is drawn; then the message goes."""
    open_home(service, page)
    new_board(page)
    page.click("#tools >> text=Clear")
    expect(page.locator("#say")).to_have_text("Draw at least one place.")
    for button in ("#solve", "#mode-play", "#mode-watch", "#share"):
        expect(page.locator(button)).to_be_disabled()
    click_place(page, 24)
    click_place(page, 25)
    expect(page.locator("#say")).to_have_text("")
    for button in ("#solve", "#mode-play", "#share"):
        expect(page.locator(button)).to_be_enabled()
    assert len(puzzle_in(page)["start"]) == 2
    assert [error for error in page.errors if "422" not in error] == []


def test_a_free_graph_ends_the_search(service: Service, page: Any) -> None:
    """A search ends when the paper becomes blank."""
    open_home(service, page, LONG)
    set_up(page, "board")
    page.wait_for_selector("#lattice-square")
    page.click("#solve")
    page.locator("#progress .bounds").wait_for()
    with page.expect_request(lambda request: request.method == "DELETE"):
        page.check("#lattice-graph")
        page.click("#tools >> text=Clear")
    expect(page.locator("#solve")).to_have_text("Solve")
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.locator("#say")).to_have_text("Draw at least one place.")


@pytest.mark.parametrize("size", [9, 10, 11])
def test_fill_says_what_does_not_fit(service: Service, page: Any, size: int) -> None:
    """Fill on a sheet with more places than a board may have says so, and the message goes with the next edit."""
    open_home(service, page)
    new_board(page)
    page.select_option("#paint-size", str(size))
    page.click("#tools >> text=Fill")
    expect(page.locator("#say")).to_have_text("A board has at most 64 places.")
    click_place(page, 0)
    expect(page.locator("#say")).to_have_text("")


MIRRORED = """() => {
  const lines = [...document.querySelectorAll(".axis")];
  const upright = lines.find((line) => line.getAttribute("x1") === line.getAttribute("x2"));
  const drawn = [...document.querySelectorAll(".drawn")].map((each) => {
    const box = each.getBBox();
    return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  });
  const keys = new Set(drawn.map(String));
  const image = ([x, y]) => String([Math.round(2 * upright.getAttribute("x1") - x), y]);
  return drawn.length > 0 && drawn.every((point) => keys.has(image(point)));
}"""


@pytest.mark.parametrize("lattice", ["square", "triangle", "hexagon"])
def test_mirrors_stay_with_the_drawing(service: Service, page: Any, lattice: str) -> None:
    """When the sheet becomes larger or smaller, the mirror's axis stays in the middle of the drawing."""
    open_home(service, page)
    new_board(page)
    page.check(f"#lattice-{lattice}")
    page.select_option("#paint-symmetry", "mirror")
    sizes = page.locator("#paint-size option").all_inner_texts()
    middle = page.input_value("#paint-size")
    for size in [*(size for size in sizes if int(size) >= int(middle)), middle]:
        page.select_option("#paint-size", size)
        assert page.evaluate(MIRRORED), size
        click_place(page, 1)
        assert page.evaluate(MIRRORED), size


# Undo


def test_undo_while_setting_up(service: Service, page: Any) -> None:
    """Ctrl+Z takes back the edits of start and goal one by one, a stroke as one; Ctrl+Y makes them again."""
    open_home(service, page)
    states = [puzzle_in(page)]
    click_place(page, 3)
    states.append(puzzle_in(page))
    boxes = [page.locator(".place").nth(number).bounding_box() for number in (0, 2)]
    centres = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*centres[0])
    page.mouse.down()
    page.mouse.move(*centres[1], steps=8)
    page.mouse.up()
    states.append(puzzle_in(page))
    page.click("#side-goal")
    page.select_option("#goal-form", "count")
    states.append(puzzle_in(page))
    assert len({json.dumps(state) for state in states}) == 4
    page.locator("#solve").focus()
    for state in reversed(states[:-1]):
        page.keyboard.press("Control+z")
        wait_for_puzzle(page, state)
    page.keyboard.press("Control+z")
    for state in states[1:]:
        page.keyboard.press("Control+y")
        wait_for_puzzle(page, state)
    page.click("#bar .undo")
    wait_for_puzzle(page, states[2])
    page.keyboard.press("Control+Shift+Z")
    wait_for_puzzle(page, states[3])
    assert page.errors == []


def test_undo_while_drawing(service: Service, page: Any) -> None:
    """Ctrl+Z takes back what was drawn, sizes, lattices and Clear; the sheet and the puzzle agree after each."""
    open_home(service, page)
    new_board(page)
    drawn = [page.locator(".drawn").count()]
    for edit in (
        lambda: click_place(page, 0),
        lambda: page.select_option("#paint-size", "9"),
        lambda: click_place(page, 3),
        lambda: page.check("#lattice-hexagon"),
        lambda: page.click("#tools >> text=Clear"),
    ):
        edit()
        drawn.append(page.locator(".drawn").count())
    for count in reversed(drawn[:-1]):
        page.keyboard.press("Control+z")
        expect(page.locator(".drawn")).to_have_count(count)
    for count in drawn[1:]:
        page.keyboard.press("Control+y")
        expect(page.locator(".drawn")).to_have_count(count)
    expect(page.locator("#solve")).to_be_disabled()
    page.keyboard.press("Control+z")
    expect(page.locator("#solve")).to_be_enabled()
    assert len(puzzle_in(page)["start"]) == drawn[-2]
    assert [error for error in page.errors if "422" not in error] == []


def test_undo_of_a_graph(service: Service, page: Any) -> None:
    """Nodes and edges of a graph can be undone; choosing a node is no edit."""
    open_home(service, page)
    new_board(page)
    page.check("#lattice-graph")
    box = page.locator("#board svg").bounding_box()
    for x, y in ((0.3, 0.3), (0.7, 0.3), (0.5, 0.7)):
        page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    click_place(page, 2)
    click_place(page, 0)
    edges = "document.querySelectorAll('.pencil .inked').length"
    expect(page.locator(".drawn")).to_have_count(3)
    assert page.evaluate(edges) == 2
    page.keyboard.press("Control+z")
    expect(page.locator(".drawn")).to_have_count(2)
    page.keyboard.press("Control+y")
    expect(page.locator(".drawn")).to_have_count(3)
    assert page.evaluate(edges) == 2


# JSON and errors


@pytest.mark.parametrize(
    ("text", "kind", "size"),
    [
        ("[[[1, 2]], [], [[1, 0]]]", "jump", 3),
        ("[[1], [0, 2], [1]]", "slide", 3),
        ('{"jump_table": [[[1, 2]], [], [[1, 0]]]}', "jump", 3),
        ('{"adjacency": [[1], [0, 2], [1]]}', "slide", 3),
        ('{"rows": 2, "columns": 3}', "slide", 6),
        ('{"grid": ["...", ".#."], "lines": "orthogonal"}', "jump", 5),
        ('{"grid": ["...", ".#."]}', "slide", 5),
    ],
)
def test_tables_as_json(service: Service, page: Any, text: str, kind: str, size: int) -> None:
    """A jump table, adjacency lists or a board alone make a puzzle on that board."""
    open_home(service, page)
    set_up(page)
    page.click("#own summary")
    page.fill("#own-text", text)
    page.click("#use-text")
    expect(page.locator(".place")).to_have_count(size)
    expect(page.locator("#title")).to_have_text("Your board")
    assert puzzle_in(page)["kind"] == kind
    assert [error for error in page.errors if "422" not in error] == []


@pytest.mark.parametrize("marks", ["o.", "*.", "*o"])
def test_a_triangle_as_drawn(service: Service, page: Any, marks: str) -> None:
    """A centred triangle that is pasted is a triangular board, on which the puzzle takes 9 moves."""
    drawn = "    o\n   o o\n  . o o\n o o o o\no o o o o"
    open_home(service, page)
    set_up(page)
    page.click("#own summary")
    page.fill("#own-text", drawn.translate(str.maketrans("o.", marks)))
    page.click("#use-text")
    expect(page.locator(".place")).to_have_count(15)
    assert puzzle_in(page)["board"]["lines"] == "triangular"
    assert solve(page) == "9 moves, proven optimal."


def test_errors_in_tables_at_their_places(service: Service, page: Any) -> None:
    """An error in a bare table leads to its characters."""
    open_home(service, page)
    set_up(page)
    page.click("#own summary")
    page.fill("#own-text", "[[[1, 99]], [], []]")
    page.click("#use-text")
    page.get_by_text("hole 99 does not exist").wait_for()
    page.click(".errors button")
    selected = "(e => e.value.slice(e.selectionStart, e.selectionEnd))(document.querySelector('#own-text'))"
    assert page.evaluate(selected) == "99"


def test_errors_name_the_cell(service: Service, page: Any) -> None:
    """An error about a place of the puzzle names its cell, not its place in the JSON text."""
    open_home(service, page, "8-puzzle")
    set_up(page, "goal")
    page.locator(".place").nth(4).focus()
    page.keyboard.press("1")
    page.locator("#check").get_by_text("This does not fit together yet.").wait_for()
    assert "Goal, cell 4: too many pieces numbered 1" in page.inner_text("#check")


def test_errors_in_the_language_of_the_page(service: Service, browser: Any) -> None:
    """What the service says of an error is in the language of the page, also where the browser prefers another."""
    page = browser.new_page(locale="ja-JP")
    for language, text in (("ja", "番号1の駒が多すぎます"), ("en", "too many pieces numbered 1")):
        open_home(service, page, "8-puzzle")
        if language == "en":
            page.click("#language")
            page.wait_for_selector("html[lang=en] body[data-ready]")
        page.click("#mode-setup")
        page.click("#side-goal")
        page.locator(".place").nth(4).focus()
        page.keyboard.press("1")
        page.locator("#check").get_by_text(text).wait_for()
    page.close()


def test_undo_ends_a_stroke(service: Service, page: Any) -> None:
    """Undo takes back a stroke that is being drawn, as a whole, and ends it; nothing is searched meanwhile."""
    searched: list[str] = []
    page.on("request", lambda request: searched.append(request.url) if request.url.endswith("/v1/jobs") else None)
    open_home(service, page)
    page.click('.card[data-board=""]')
    page.wait_for_selector("#paint-kind")
    page.get_by_text("This has a solution.").wait_for()
    before = puzzle_in(page)
    searched.clear()
    corner = (0, 1, 8, 7)
    boxes = [page.locator(".place").nth(number).bounding_box() for number in corner]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:3]:
        page.mouse.move(*point)
    assert hole(page, "place 8: drawn").count() == 1
    page.wait_for_timeout(1500)
    assert searched == []
    page.keyboard.press("Control+z")
    assert [hole(page, f"place {number}: drawn").count() for number in corner] == [0, 0, 0, 0]
    page.mouse.move(*points[3])
    page.mouse.up()
    assert hole(page, "place 7: drawn").count() == 0
    page.wait_for_timeout(1500)
    assert searched == []
    assert puzzle_in(page) == before
    assert page.get_by_text("There is no solution.").count() == 0
    assert page.errors == []


def test_keys_pressed_before_the_player_is_here(service: Service, page: Any) -> None:
    """While the module of the player is still on its way, a key is kept for it."""
    held: list[Any] = []
    page.emulate_media(reduced_motion="reduce")
    page.route("**/watchmode.js*", lambda route: held.append(route))
    open_home(service, page)
    with page.expect_request("**/watchmode.js*"):
        page.click("#mode-watch")
    expect(page.locator("#solve")).to_have_text("Solve")
    page.keyboard.press("End")
    held[0].continue_()
    expect(page.locator("#say")).to_contain_text("Move 7 of 7")
    assert page.errors == []


# Pegs


COLOURS = """() => {
  const at = (text) => text.match(/-?[\\d.]+/g).slice(0, 2).map((number) => Number(number).toFixed(1)).join();
  const fills = new Map([...document.querySelectorAll("#board .token")].map((token) =>
    [at(token.style.transform), token.querySelector("circle").getAttribute("fill")]));
  const places = [...document.querySelectorAll("#board .place")].map((hit) => at(hit.getAttribute("transform")));
  const onBoard = places.map((place) => fills.get(place) ?? null);
  return [onBoard, [...fills].filter(([place]) => !places.includes(place)).map(([, fill]) => fill)];
}"""
"""The colour of the peg in every hole, and of those captured."""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_peg_keeps_its_colour(service: Service, page: Any, motion: str) -> None:
    """A peg has the same colour wherever it jumps, when it is captured, and after undo and redo."""
    page.emulate_media(reduced_motion=motion)
    open_home(service, page)
    page.click("#mode-play")
    page.wait_for_selector(".playbar")
    colours = [page.evaluate(COLOURS)]
    for start, over, end in [(2, 4, 6), (8, 6, 4), (0, 1, 2), (2, 4, 6)]:
        click_place(page, start)
        click_place(page, end)
        (before, captured), (after, more) = colours[-1], page.evaluate(COLOURS)
        assert after[end] == before[start]
        assert sorted(more) == sorted([*captured, before[over]])
        colours.append([after, more])
    for back in reversed(colours[:-1]):
        page.keyboard.press("u")
        assert page.evaluate(COLOURS) == back
    for on in colours[1:]:
        page.keyboard.press("r")
        assert page.evaluate(COLOURS) == on
    assert page.errors == []
