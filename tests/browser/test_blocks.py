"""Sliding blocks on the page: opened, played by hand, watched, shared, drawn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.actions import address, hole, open_home, puzzle_in, set_up, solve_still
from tests.hang import until
from tests.integration.service import Service

KLOTSKI = {
    "kind": "block",
    "start": {"picture": ["ABBC", "ABBC", "DEEF", "DGHF", "I..J"]},
    "goal": {"at": {"B": [3, 1]}},
    "metric": "path",
}

CORNER = {
    "kind": "block",
    "start": {"picture": ["A.#", "...", "#.B"]},
    "goal": {"at": {"A": [2, 1]}},
    "metric": "path",
}
"""Three cells to go, past a corner."""


def open_puzzle(service: Service, page: Any, puzzle: dict[str, Any]) -> None:
    """Open a puzzle by a short link, and wait until it is shown."""
    shared = service.client.post("/v1/shares", json={"puzzle": puzzle}).json()
    page.goto(f"{address(service)}/s/{shared['id']}")
    page.wait_for_selector("body[data-ready]")


def middle(page: Any, cell: int) -> tuple[float, float]:
    """The middle of a cell on the screen."""
    box = page.locator(".place").nth(cell).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, *cells: int) -> None:
    """Drag what is on the first cell over the others."""
    page.mouse.move(*middle(page, cells[0]))
    page.mouse.down()
    for cell in cells[1:]:
        page.mouse.move(*middle(page, cell), steps=6)
    page.mouse.up()


def position(page: Any) -> str:
    """The pieces by cell, as the labels say."""
    labels = [each.get_attribute("aria-label") for each in page.locator(".place").all()]
    return "".join(label.split("piece ")[1][0] if "piece" in label else "." for label in labels)


def test_a_board_of_the_gallery_is_played_and_watched(service: Service, page: Any) -> None:
    """A card draws its board once it is in sight; the board opens with a dare, is solved, and every move is listed."""
    open_home(service, page)
    card = page.locator('.card[data-board="klotski"]')
    assert card.locator("svg").count() == 0
    card.scroll_into_view_if_needed()
    card.locator("svg").wait_for()
    card.click()
    page.get_by_text("81 moves are enough. Can you do it?").wait_for()
    assert page.inner_text("#title") == "Klotski"
    assert position(page) == "ABBCABBCDEEFDGHFI..J"
    assert page.locator(".tokens .token").count() == 10
    solve_still(page)
    assert page.locator(".found .moves button").count() == 81
    page.locator(".found .moves button").last.click()
    page.locator("#say", has_text="Move 81 of 81: piece B").wait_for()
    assert position(page)[13:15] + position(page)[17:19] == "BBBB"


@pytest.mark.parametrize(
    ("metric", "moves"), [("step", "3 moves made"), ("line", "2 moves made"), ("path", "1 move made")]
)
def test_dragging(service: Service, page: Any, metric: str, moves: str) -> None:
    """A piece follows the pointer as far as one move may go, and what one piece does in a row is counted by metric."""
    open_puzzle(service, page, CORNER | {"metric": metric, "goal": {"at": {"B": [1, 2]}}})
    drag(page, 0, 1, 3)  # past a corner: as far as the metric has it
    hole(page, "cell 3: piece A" if metric == "path" else "cell 1: piece A").wait_for()
    if metric != "path":
        drag(page, 1, 3)
    drag(page, 3, 5)
    hole(page, "cell 5: piece A").wait_for()
    page.locator("#say", has_text=moves).wait_for()
    for _ in range(3):
        page.keyboard.press("u")
    assert position(page) == "A.....B"


def test_keys(service: Service, page: Any) -> None:
    """A piece is chosen by its letter, wherever the focus is, or by Enter, and moved with the arrow keys.

    U still undoes; since H is a piece, another key shows hints, as their button says.
    """
    open_puzzle(service, page, KLOTSKI)
    page.locator("#share").focus()
    page.keyboard.press("h")
    hole(page, "cell 14: piece H, selected").wait_for()
    page.keyboard.press("g")
    hole(page, "cell 13: piece G, selected").wait_for()
    hole(page, "cell 17: empty, can move here").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    hole(page, "cell 18: piece G, selected").wait_for()
    page.locator("#say", has_text="1 move made").wait_for()
    page.keyboard.press("ArrowRight")  # J is there
    page.get_by_text("This piece cannot move there. Where it can is marked.").wait_for()
    page.keyboard.press("Enter")
    hole(page, "cell 18: piece G").wait_for()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.ariaLabel") == "cell 14: piece H"
    page.keyboard.press("Enter")
    hole(page, "cell 14: piece H, selected").wait_for()
    page.keyboard.press("ArrowLeft")
    hole(page, "cell 13: piece H, selected").wait_for()
    page.locator("#say", has_text="2 moves made").wait_for()
    page.keyboard.press("ArrowRight")  # back: as if it had not moved
    page.locator("#say", has_text="1 move made").wait_for()
    page.keyboard.press("u")
    assert position(page) == "ABBCABBCDEEFDGHFI..J"
    page.get_by_role("button", name="Undo (U)").wait_for()
    page.get_by_role("button", name="Hints (?)").wait_for()
    page.keyboard.press("?")
    page.get_by_text("81 moves to go, 81 in all").wait_for()
    assert page.locator(".over .hint").count() == 8


@pytest.mark.parametrize("key", ["Escape", "u", "?", "Control+z", "g"])
def test_keys_during_a_drag(service: Service, page: Any, key: str) -> None:
    """A key pressed during a drag cancels it: the piece is back where it was, and the next one can be dragged."""
    open_puzzle(service, page, KLOTSKI)
    drag(page, 13, 17)
    page.mouse.move(*middle(page, 14))
    page.mouse.down()
    page.mouse.move(*middle(page, 13), steps=6)
    before = position(page)
    page.keyboard.press(key)
    after = position(page)
    page.mouse.up()
    assert position(page) == after == ("ABBCABBCDEEFDGHFI..J" if key in ("u", "Control+z") else before)
    drag(page, 19, 18)
    assert position(page)[18] == "J"


def test_clicks(service: Service, page: Any) -> None:
    """A click chooses a piece, another one on a free cell moves it there; a game goes on after a reload."""
    open_puzzle(service, page, CORNER)
    page.mouse.click(*middle(page, 0))
    page.mouse.click(*middle(page, 5))
    page.get_by_text("Solved in 1 move").wait_for()
    page.keyboard.press("u")
    page.mouse.click(*middle(page, 0))
    page.mouse.click(*middle(page, 4))
    hole(page, "cell 4: piece A").wait_for()
    until(lambda: page.evaluate("history.state.game?.at === 1 && !history.state.behind"))
    page.reload()
    hole(page, "cell 4: piece A").wait_for()
    page.locator("#say", has_text="1 move made").wait_for()


def test_embedded(service: Service, page: Any) -> None:
    """The embedded player plays the solution, with the names of the pieces, and a game by hand."""
    page.goto(address(service) + service.solve(CORNER | {"metric": "line"})["links"]["embed"])
    page.get_by_text("Start of 2 moves").wait_for()
    page.locator(".last").click()
    page.get_by_text("Move 2 of 2: piece A").wait_for()
    page.get_by_text("Play yourself").click()
    drag(page, 0, 1)
    page.get_by_text("1 move made").wait_for()


@pytest.mark.page_errors("422")
def test_drawing(service: Service, page: Any) -> None:
    """A puzzle of blocks can be drawn: size, walls, pieces by stroke or letter, goal and metric; Ctrl+Z undoes each."""
    open_home(service, page)
    page.locator('.card[data-board=""]').click()
    page.select_option("#paint-kind", "block")
    page.select_option("#block-rows", "3")
    page.select_option("#block-columns", "3")
    page.mouse.click(*middle(page, 2))
    hole(page, "cell 2: wall").wait_for()
    page.select_option("#block-metric", "line")
    page.get_by_text("One move: one piece moves any distance in one direction.").wait_for()
    page.click("#side-start")
    page.get_by_text("Clear").click()
    drag(page, 0, 1)
    page.locator(".place").nth(7).focus()
    page.keyboard.press("x")
    assert position(page) == "AA....." + "X"
    page.click("#side-goal")
    page.select_option("#block-piece", "A")
    page.mouse.click(*middle(page, 5))
    hole(page, "cell 6: piece A").wait_for()
    drawn = {
        "kind": "block",
        "start": {"picture": ["AA#", "...", "..X"]},
        "goal": {"at": {"A": [2, 0]}},
        "metric": "line",
    }
    until(lambda: page.evaluate("history.state.puzzle") == drawn)
    page.keyboard.press("Control+z")
    hole(page, "cell 6: any piece").wait_for()
    page.keyboard.press("Control+y")
    hole(page, "cell 6: piece A").wait_for()
    page.click("#solve")
    page.locator(".watchbar").wait_for()


CARS = {
    "kind": "block",
    "start": {"picture": ["AA..", "...B", "...B", "...."]},
    "goal": {"at": {"A": [0, 2]}},
    "axis": "long",
    "metric": "line",
}


def drag_corner(page: Any, cell: int, *cells: int) -> None:
    """Drag the lower right corner of the piece whose last cell is ``cell`` over other cells."""
    box = page.locator(".place").nth(cell).bounding_box()
    page.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + 0.8 * box["height"])
    page.mouse.down()
    for other in cells:
        page.mouse.move(*middle(page, other), steps=6)
    page.mouse.up()


def test_pieces_are_moved_and_enlarged(service: Service, page: Any) -> None:
    """In the editor a dragged piece moves as far as it is free; a dragged corner, or a stroke from a free cell into a
    piece, enlarges it; each stroke is undone at once.
    """
    open_puzzle(service, page, CARS | {"axis": {}})
    set_up(page)
    page.wait_for_selector("input[value=piece]")
    drag(page, 1, 5, 9)
    assert position(page) == ".......BAA.B...."
    drag(page, 9, 10, 11)
    assert position(page) == ".......B.AAB...."
    drag_corner(page, 10, 14, 15)
    assert position(page) == ".......B.AAB.AA."
    drag(page, 8, 9)
    assert position(page) == ".......BAAAB.AA."
    page.keyboard.press("Control+z")
    assert position(page) == ".......B.AAB.AA."
    page.keyboard.press("Control+z")
    assert position(page) == ".......B.AAB...."
    assert puzzle_in(page)["goal"] == {"at": {"A": [0, 2]}}


def test_cars_stay_straight(service: Service, page: Any) -> None:
    """Where pieces move along their long side, no stroke and no key makes one that is bent, but longer ones."""
    open_puzzle(service, page, CARS)
    set_up(page)
    page.wait_for_selector("input[value=piece]")
    drag_corner(page, 1, 5, 6)
    assert position(page) == "AA.....B...B...."
    drag(page, 4, 0)
    assert position(page) == "AA..C..B...B...."
    page.get_by_text("Pieces that move along their long side are straight.").wait_for()
    drag_corner(page, 1, 2)
    assert position(page) == "AAA.C..B...B...."
    drag(page, 3, 2)
    assert position(page) == "AAAAC..B...B...."
    page.locator(".place").nth(5).focus()
    page.keyboard.press("a")
    page.get_by_text("Pieces that move along their long side are straight.").wait_for()
    assert position(page) == "AAAAC..B...B...."


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_menus_show_their_texts(service: Service, browser: Any, width: int) -> None:
    """The menus for what counts as one move, and for the ways of pieces, are as wide as their longest choice."""
    page = browser.new_page(viewport={"width": width, "height": 800})
    open_puzzle(service, page, CARS)
    set_up(page, "board")
    for menu in ("block-metric", "block-axis"):
        page.wait_for_selector(f"#{menu}")
        least, now = page.evaluate(
            """id => {
              const list = document.getElementById(id);
              const now = list.clientWidth;
              list.style.width = "max-content";
              return [list.clientWidth, now];
            }""",
            menu,
        )
        assert now >= least


def test_a_verdict_while_pieces_are_set_up(service: Service, page: Any) -> None:
    """The editor says of blocks that they can be solved and in how many moves, or that they cannot, without a proof."""
    open_puzzle(service, page, CARS)
    set_up(page)
    page.wait_for_selector("input[value=piece]")
    page.locator("#check", has_text="It takes 1 move.").wait_for()
    for cell in (3, 15):
        page.locator(".place").nth(cell).focus()
        page.keyboard.press("b")
    page.locator("#check", has_text="There is no solution.").wait_for()
    page.locator(".place").nth(3).focus()
    page.keyboard.press("Delete")
    page.locator("#check", has_text="It takes 1 move.").wait_for()


@pytest.mark.page_errors("422")
def test_drawing_doors(service: Service, page: Any) -> None:
    """Doors are drawn for a chosen piece by a stroke, with the keys for others, and taken away by another stroke."""
    open_home(service, page)
    page.locator('.card[data-board=""]').click()
    page.select_option("#paint-kind", "block")
    page.select_option("#block-rows", "3")
    page.select_option("#block-columns", "3")
    page.click("#side-start")
    page.get_by_text("Clear").click()
    drag(page, 0, 1)
    page.locator(".place").nth(8).focus()
    page.keyboard.press("x")
    page.check("input[value=door]")
    page.select_option("#block-door", "A")
    drag(page, 2, 5)
    doors = [{"at": [[0, 2], [1, 2]], "pieces": ["A"]}]
    until(lambda: page.evaluate("history.state.puzzle.doors") == doors)
    assert position(page) == "AA......X"
    page.mouse.click(*middle(page, 8))
    page.get_by_text("Piece X is in this door").wait_for()
    page.locator(".place").nth(5).focus()
    page.keyboard.press("x")
    doors = [{"at": [[0, 2]], "pieces": ["A"]}, {"at": [[1, 2]], "pieces": ["A", "X"]}]
    until(lambda: page.evaluate("history.state.puzzle.doors") == doors)
    page.mouse.click(*middle(page, 2))
    until(lambda: page.evaluate("history.state.puzzle.doors") == doors[1:])
    page.keyboard.press("Control+z")
    doors = [{"at": [[0, 2]], "pieces": ["A"]}, {"at": [[1, 2]], "pieces": ["A", "X"]}]
    until(lambda: page.evaluate("history.state.puzzle.doors") == doors)


def test_a_proof_is_drawn(service: Service, page: Any) -> None:
    """If a piece cannot reach its goal even alone, the cells it can cover are golden and its goal is outlined."""
    open_puzzle(
        service, page, {**CORNER, "start": {"picture": ["A.#", "...", "###", "..B"]}, "goal": {"at": {"A": [3, 0]}}}
    )
    page.click("#mode-setup")
    page.get_by_text("piece A could cover only the golden cells").wait_for()
    assert (page.locator(".marks .class1").count(), page.locator(".over .goal").count()) == (5, 1)
