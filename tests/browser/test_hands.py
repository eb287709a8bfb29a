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
    link,
    open_home,
    puzzle_in,
    solve_still,
)
from tests.hang import until
from tests.integration.service import Service


def click_at_once(page: Any, *names: str) -> None:
    """Click buttons one after the other, faster than anything can load."""
    page.evaluate("names => names.forEach((name) => document.getElementById(name).click())", names)


def new_board(page: Any) -> None:
    """A sheet to draw a board on, on which nothing looks for a start."""
    page.click('.card[data-board=""]')
    page.wait_for_selector("#paint-kind")
    page.select_option("#paint-kind", "slide")


# Keys


@pytest.mark.parametrize("pressed", ["mouse", "Enter", "Space"])
def test_keys_of_the_player_anywhere(service: Service, page: Any, pressed: str) -> None:
    """After Solve the space bar plays and pauses and the arrows step, wherever the focus is; nothing is sent again.

    Only a button that the Tab key has led to keeps the space bar.
    """
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
    for focus in (
        lambda: None,
        lambda: page.locator("#board .place >> nth=3").focus(),
        lambda: page.locator("#film button >> nth=0").focus(),
        lambda: page.click("#mode-watch"),
        lambda: (page.click("#share"), page.click("dialog >> text=Close")),
        lambda: page.evaluate("document.activeElement.blur()"),
    ):
        page.keyboard.press("Home")
        focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#say")).to_contain_text("Move 1 of 7")
        page.keyboard.press("Space")
        page.locator('.play[aria-label="Pause"]').wait_for()
        page.keyboard.press("Space")
        page.locator('.play[aria-label="Play the solution"]').wait_for()
        page.keyboard.press("End")
        expect(page.locator("#say")).to_contain_text("Move 7 of 7")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#say")).to_contain_text("Move 6 of 7")
    assert submitted == []
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("#share").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.wait_for_selector("dialog[open]")


def test_setting_up_says_nothing_of_the_game(service: Service, page: Any) -> None:
    """The editor clears what was said of a game or a solution."""
    open_home(service, page)
    solve_still(page)
    for left in ("play", "watch"):
        page.click(f"#mode-{left}")
        expect(page.locator("#say")).to_contain_text("moves")
        page.click("#mode-setup")
        expect(page.locator("#mode-setup")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#say")).to_have_text("")


def test_space_leaves_a_search_alone(service: Service, page: Any) -> None:
    """The space bar does not cancel a search."""
    open_home(service, page, LONG)
    page.click("#solve")
    expect(page.locator("#solve")).to_have_text("Cancel")
    page.locator("#progress", has_text="nodes").wait_for()
    page.keyboard.press("Space")
    page.wait_for_timeout(200)
    assert page.inner_text("#message") == ""
    page.keyboard.press("Enter")  # this presses it
    expect(page.locator("#message")).to_contain_text("Cancelled")


@pytest.mark.parametrize("capital", [False, True])
def test_keys_of_the_game_anywhere(service: Service, page: Any, capital: bool) -> None:
    """U, R, H, Ctrl+Z and Ctrl+Y work wherever the focus is, also with Caps Lock."""
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


# Playing


def test_a_peg_that_is_offered_stays_chosen(service: Service, page: Any) -> None:
    """After a jump the peg that can jump on is chosen; a click on it keeps it, the next one drops it."""
    open_home(service, page)
    page.click("#mode-play")
    page.wait_for_selector(".playbar")
    for start, to in ((2, 6), (8, 4), (0, 2)):
        if not hole(page, f"hole {start}: peg, selected").count():
            click_place(page, start)
        click_place(page, to)
    expect(page.locator("#say")).to_contain_text("3 moves made")
    for count in (1, 1, 0, 1):
        expect(hole(page, "hole 2: peg, selected")).to_have_count(count)
        click_place(page, 2)


@pytest.mark.parametrize("begun", [False, True])
def test_chains_with_hints(service: Service, page: Any, begun: bool) -> None:
    """With hints on, a peg that can jump on stays chosen, and so it does if they come on in the midst of its move."""
    moves = service.solve(HOPPERS)["result"]["moves"]
    chain = next(number for number, path in enumerate(moves) if len(path) > 2)
    open_home(service, page)
    for number, path in enumerate(moves[: chain + 1]):
        for hop, place in enumerate(path):
            if (number, hop) == (chain, 2 * begun):
                page.click(".playbar .hint")
                page.locator("#board .hint").first.wait_for()
            click_place(page, place)
    expect(page.locator(".moves button")).to_have_text(["-".join(map(str, path)) for path in moves[: chain + 1]])


PEGS = {"kind": "jump", "board": {"grid": ["....."], "lines": "orthogonal"}, "start": {"pegs": [0, 1, 4]}}
REFUSALS = {
    "jump": (
        PEGS | {"goal": {"count": 2}},
        [
            (4, "This peg cannot jump. Those that can are marked.", 1, 1),
            (3, "There is no peg here. Those that can jump are marked.", 0, 1),
            (0, "0 moves made", 0, 1),
            (3, "This peg cannot jump there. Where it can is marked.", 1, 1),
            (2, "Solved in 1 move", 0, 0),
        ],
    ),
    "slide": (
        {"kind": "slide", "board": {"rows": 2, "columns": 3}, "start": [1, 2, 3, 4, 5, 0], "goal": [1, 2, 3, 4, 0, 5]},
        [
            (0, "This piece cannot move. Those that can are marked.", 1, 2),
            (5, "There is no piece here. Those that can move are marked.", 0, 2),
            (4, "Solved in 1 move", 0, 0),
        ],
    ),
    "block": (
        {
            "kind": "block",
            "start": {"picture": ["AB.", "CD.", "..."]},
            "goal": {"at": {"D": [1, 2]}},
            "metric": "step",
        },
        [
            (0, "This piece cannot move. Those that can are marked.", 1, 3),
            (6, "There is no piece here. Those that can move are marked.", 0, 3),
            (4, "0 moves made", 0, 2),
            (8, "This piece cannot move there. Where it can is marked.", 1, 2),
            (5, "Solved in 1 move", 0, 0),
        ],
    ),
}
"""For each kind a puzzle, and what comes of taps: the place, what is said, how many pieces shake, how many places are
marked."""

SHAKING = """() => document.getAnimations()
  .filter(({ effect }) => effect.target.matches(".token") && "translate" in effect.getKeyframes()[0]).length"""


SLOWLY = """() => {
  const apply = (animate, it, [frames]) => animate.call(it, frames, 1e6);
  Element.prototype.animate = new Proxy(Element.prototype.animate, { apply });
}"""
"""Animations last until they are cancelled."""


@pytest.mark.parametrize("pressed", ["mouse", "Enter"])
@pytest.mark.parametrize("kind", REFUSALS)
def test_refusals(service: Service, page: Any, kind: str, pressed: str) -> None:
    """What cannot move shakes, what can is marked, and the status line says why until something is chosen or moves.

    No refusal keeps the next step waiting.
    """
    puzzle, taps = REFUSALS[kind]
    open_home(service, page, link(puzzle))
    page.evaluate(SLOWLY)
    for place, said, shaking, marked in taps:
        page.evaluate("for (const each of document.getAnimations()) each.cancel()")
        if pressed == "mouse":
            click_place(page, place)
        else:
            page.locator(".place").nth(place).focus()
            page.keyboard.press(pressed)
        expect(page.locator("#say")).to_contain_text(said)
        assert page.locator("#board .target").count() == marked, place
        assert page.evaluate(SHAKING) == shaking, place


def test_refusals_stay_quiet(service: Service, page: Any) -> None:
    """Nothing shakes for people who want no motion, nor says anything of a press beside the board or in a won game."""
    page.emulate_media(reduced_motion="reduce")
    open_home(service, page, link(PEGS | {"goal": {"count": 2}}))
    box = page.locator("#board svg").bounding_box()
    page.mouse.click(box["x"] + 2, box["y"] + 2)
    expect(page.locator("#say")).to_have_text("0 moves made.")
    click_place(page, 4)
    expect(page.locator("#say")).to_have_text("This peg cannot jump. Those that can are marked.")
    assert page.evaluate(SHAKING) == 0
    page.mouse.click(box["x"] + 2, box["y"] + 2)
    expect(page.locator("#say")).to_have_text("0 moves made.")
    assert page.locator("#board .target").count() == 0
    click_place(page, 0)
    click_place(page, 2)
    click_place(page, 4)
    expect(page.locator("#say")).to_contain_text("Solved in 1 move")


# Searching


def test_cancel_keeps_what_was_found(service: Service, page: Any) -> None:
    """A solution that need not be optimal can be watched during the search; Cancel keeps it and the bounds."""
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
    expect(offer).to_have_text("Watch a solution in 7 moves during the search (one in 6 is known)")
    offer.click()
    expect(page.locator("#say")).to_contain_text("Start of 7 moves")
    expect(page.locator("#progress")).to_be_visible()
    page.click("#solve")
    expect(page.locator("#message")).to_have_text(re.compile(r"Cancelled\.\s*Between 5 and 6 moves\."))
    expect(page.locator("#progress .bounds")).to_be_visible()
    expect(page.locator("#solve")).to_have_text("Solve")
    offer.click()
    expect(page.locator("#say")).to_contain_text("Start of 7 moves")


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


# Drawing


@pytest.mark.page_errors("422")
def test_what_cannot_be_a_board(service: Service, page: Any) -> None:
    """An empty board disables Solve, a board that is too large is refused, and the next edit clears the message."""
    open_home(service, page)
    new_board(page)
    middle = page.input_value("#paint-size")
    page.select_option("#paint-kind", "jump")
    page.select_option("#paint-size", "12")
    page.click("#tools >> text=Fill")
    expect(page.locator("#say")).to_have_text("A board has at most 128 places.")
    click_place(page, 0)
    expect(page.locator("#say")).to_have_text("")
    page.select_option("#paint-kind", "slide")
    page.select_option("#paint-size", middle)
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
    """Ctrl+Z undoes the edits of start and goal one by one, a whole stroke at a time; Ctrl+Y redoes them."""
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
        until(lambda state=state: puzzle_in(page) == state)
    page.keyboard.press("Control+z")
    for state in states[1:]:
        page.keyboard.press("Control+y")
        until(lambda state=state: puzzle_in(page) == state)
    page.click("#bar .undo")
    until(lambda: puzzle_in(page) == states[2])
    page.keyboard.press("Control+Shift+Z")
    until(lambda: puzzle_in(page) == states[3])


@pytest.mark.page_errors("422")
def test_undo_while_drawing(service: Service, page: Any) -> None:
    """Ctrl+Z undoes drawing, sizes, lattices and Clear; the sheet and the puzzle agree after each step."""
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


@pytest.mark.page_errors("422")
def test_a_graph_is_drawn(service: Service, page: Any) -> None:
    """Nodes and edges of a graph are drawn by clicks and can be undone; choosing a node is no edit."""
    open_home(service, page)
    new_board(page)
    page.check("#lattice-graph")
    box = page.locator("#board svg").bounding_box()
    for x, y in ((0.3, 0.3), (0.7, 0.3), (0.5, 0.7)):
        page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    click_place(page, 0)
    page.get_by_text("This has a solution.").wait_for()
    assert [sorted(row) for row in puzzle_in(page)["board"]["adjacency"]] == [[1, 2], [0, 2], [0, 1]]
    click_place(page, 0)  # chooses no node any more
    edges = "document.querySelectorAll('.pencil .inked').length"
    for key, number in (("z", 2), ("z", 1), ("y", 2), ("y", 3)):
        page.keyboard.press(f"Control+{key}")
        until(lambda number=number: page.evaluate(edges) == number)
    expect(page.locator(".drawn")).to_have_count(3)


def test_undo_ends_a_stroke(service: Service, page: Any) -> None:
    """Undo during a stroke ends the stroke and undoes all of it; no search begins during a stroke."""
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
