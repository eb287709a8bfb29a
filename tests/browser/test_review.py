"""After a game: the page finds the move that lost it, or those that took longer, and one plays on from before it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from fewest.notation.puzzle import load_puzzle
from tests.browser.actions import click_place, hole, link, open_home
from tests.browser.test_late import Held, to_another_board
from tests.integration.service import Service

LOST = "12-3 5-12 1-8 14-5 2-9 12-14 6-1 10-12 14-5 0-3"
"""A game on the triangle of side 5 that is stuck with four pegs."""
SLIDES = {"kind": "slide", "board": {"rows": 2, "columns": 3}, "start": [1, 2, 3, 4, 0, 5], "goal": [1, 2, 3, 4, 5, 0]}


def play_game(page: Any, game: str) -> None:
    """Make the jumps of a game by clicks."""
    for move in game.split():
        path = [int(number) for number in move.split("-")]
        if not hole(page, f"hole {path[0]}: peg, selected").count():
            click_place(page, path[0])
        for start, to in pairwise(path):
            click_place(page, to)
            hole(page, f"hole {start}: empty").wait_for()


def fewest_after_each(service: Service, puzzle: dict[str, Any], game: str) -> list[int | None]:
    """The fewest moves to go before a game of single jumps, and after each; None where the goal is out of reach."""
    over = {(start, to): middle for start, middle, to in load_puzzle(puzzle).puzzle.board.jumps}
    pegs = set(range(15)) - set(puzzle["start"]["empty"])
    left = []
    for move in [None, *game.split()]:
        if move:
            start, to = map(int, move.split("-"))
            pegs = pegs - {start, over[start, to]} | {to}
        result = service.solve(puzzle | {"start": {"pegs": sorted(pegs)}})["result"]
        left.append(result["length"])
    return left


def test_the_move_that_lost(service: Service, page: Any) -> None:
    """A stuck game is shown with the moves to go from each position; one plays on from before the worst one."""
    page.emulate_media(reduced_motion="reduce")
    open_home(service, page, "triangle-15")
    look = page.get_by_role("button", name="Where did I go wrong?")
    expect(look).to_be_hidden()
    play_game(page, LOST)
    puzzle = service.client.get("/v1/boards/triangle-15").json()["examples"][0]["puzzle"]
    left = fewest_after_each(service, puzzle, LOST)
    lost = left.index(None)
    look.click()
    expect(look).to_be_hidden()
    expect(page.locator(".review")).to_contain_text(
        f"Move {lost} lost it: before it, the goal was {left[lost - 1]} moves away."
    )
    wanted = ["×" if moves is None else str(moves) for moves in left]
    expect(page.locator(".film li")).to_have_text(wanted)
    longer = [move for move, (before, after) in enumerate(pairwise(left), 1) if after is None or after >= before]
    slips = page.locator(".film li").evaluate_all(
        "items => items.flatMap((item, move) => item.firstChild.className === 'slip' ? [move] : [])"
    )
    assert slips == [move for move in longer if move <= lost]
    page.keyboard.press("h")
    named = f"No jumps left, and 4 pegs remain. Move {lost} ({LOST.split()[lost - 1]}) lost it."
    expect(page.locator("#say")).to_have_text(f"{len(left) - 1} moves made. {named}")
    page.keyboard.press("h")
    back = page.get_by_role("button", name=f"Play from before move {lost}")
    back.click()
    expect(back).to_be_focused()
    expect(page.locator("#say")).to_contain_text(f"{lost - 1} moves made")
    expect(page.locator(".film [aria-current]")).to_have_text(str(left[lost - 1]))
    page.locator(".film button").first.click()
    expect(page.locator("#say")).to_contain_text("0 moves made")
    page.click("#mode-setup")
    page.click("#mode-play")
    expect(page.locator(".film li")).to_have_count(len(left))  # it is still that game
    play_game(page, "5-3")
    expect(page.locator(".review")).to_have_count(0)


def test_hints_name_the_move_that_lost(service: Service, page: Any) -> None:
    """With hints on, the end of a game is said first, and then the move that lost it; a new way forgets it."""
    page.emulate_media(reduced_motion="reduce")
    open_home(service, page, line(6, [1, 2, 4], {"pegs": [2]}))
    page.keyboard.press("h")
    expect(page.locator("#say")).to_contain_text("2 moves to go, 2 in all.")
    play_game(page, "2-0")
    expect(page.locator("#say")).to_have_text("1 move made. No jumps left, and 2 pegs remain. Move 1 (2-0) lost it.")
    page.keyboard.press("u")
    play_game(page, "1-3")
    expect(page.locator("#say")).to_contain_text("1 move to go, 2 in all.")


def test_moves_that_took_longer(service: Service, page: Any) -> None:
    """A review of a won game names the moves that were too many; it counts as help."""
    open_home(service, page, link(SLIDES))
    for cell in (1, 4, 5):
        page.locator(".place").nth(cell).click()
    expect(page.locator("#say")).to_have_text("Solved in 3 moves!")
    page.get_by_role("button", name="Are fewer enough?").click()
    expect(page.locator(".review")).to_contain_text(
        "Move 1 cost 2 moves: 1 move in all was enough before it, 3 after it."
    )
    expect(page.locator(".film li > button > span")).to_have_text(["1", "2", "1", "0"])
    expect(page.locator("#say")).to_contain_text("It can be done in 1.")
    page.click(".undo")
    expect(page.locator("#dare")).to_have_text("1 move is enough. Can you do it?")
    page.get_by_role("button", name="Play from before move 1").click()
    expect(page.locator("#say")).to_contain_text("0 moves made")
    assert '"aided":true' in page.evaluate("localStorage['fewest-games']")
    page.locator(".place").nth(5).click()
    expect(page.locator("#say")).to_contain_text("the fewest possible!")
    expect(page.get_by_role("button", name="Where did I lose moves?")).to_be_hidden()
    expect(page.locator(".review")).to_have_count(0)


def line(length: int, pegs: list[int], goal: dict[str, Any]) -> str:
    """The address of a puzzle with its holes in a row."""
    board = {"grid": ["." * length], "lines": "orthogonal"}
    return link({"kind": "jump", "board": board, "start": {"pegs": pegs}, "goal": goal})


def test_a_move_past_the_goal(service: Service, page: Any) -> None:
    """A review says if a game passed the goal, and the page says if the last peg is in the wrong hole."""
    open_home(service, page, line(8, [0, 1, 4, 5], {"count": 3}))
    play_game(page, "0-2")
    expect(page.locator("#say")).to_have_text("Solved in 1 move!")
    play_game(page, "4-6")
    page.get_by_role("button", name="Where did I go wrong?").click()
    expect(page.locator(".review")).to_contain_text("Move 2 went past the goal, which was reached before it.")
    open_home(service, page, line(4, [1, 2], {"pegs": [3]}))
    play_game(page, "2-0")
    expect(page.locator("#say")).to_contain_text("the last peg is in the wrong hole")


def test_an_opening_is_no_choice(service: Service, page: Any) -> None:
    """A game begins after the opening of its puzzle, which cannot be taken back; a look back begins there, too."""
    page.emulate_media(reduced_motion="reduce")
    open_home(service, page, "triangle-15/1")
    expect(page.locator("#say")).to_contain_text("1 move made; the fewest is 9.")
    expect(page.locator(".undo")).to_be_disabled()
    play_game(page, "6-1 12-3 5-0")
    page.click(".restart")
    expect(page.locator("#say")).to_contain_text("1 move made; the fewest is 9.")
    page.click(".redo")
    page.reload()
    expect(page.locator("#say")).to_contain_text("2 moves made; the fewest is 9.")
    page.click(".undo")
    expect(page.locator(".undo")).to_be_disabled()
    expect(page.locator(".moves button")).to_have_text(["0-3", "6-1", "12-3", "5-0"])


def test_as_few_pegs_as_can_be(service: Service, page: Any) -> None:
    """Where the goal is the fewest pegs, a game that leaves as few as the best one has lost nothing: it is solved."""
    open_home(service, page, line(8, [0, 1, 5, 6], {"fewest_pegs": True}))
    play_game(page, "0-2 5-7")
    expect(page.locator("#say")).to_contain_text("No jumps left, and 2 pegs remain.")
    page.get_by_role("button", name="Where did I go wrong?").click()
    expect(page.locator(".review")).to_contain_text("A best game leaves 2 pegs.")
    expect(page.locator(".film li > button > span")).to_have_text(["2", "1", "0"])
    expect(page.locator("#say")).to_have_text("Solved in 2 moves, the fewest possible!")


@pytest.mark.page_errors("net::ERR_FAILED")
def test_a_game_that_is_left(service: Service, page: Any) -> None:
    """A review's late answers are not shown on another board; if the service cannot be reached, the review says so."""
    page.emulate_media(reduced_motion="reduce")
    open_home(service, page, "triangle-15")
    play_game(page, LOST)
    held = Held(page, "**/v1/jobs*")
    look = page.get_by_role("button", name="Where did I go wrong?")
    look.click()
    held.wait()
    expect(page.locator(".review")).to_contain_text("Looking at your game: 2 of 11 positions")
    to_another_board(page)
    held.let_go()
    expect(page.locator(".review")).to_have_count(0)
    page.unroute("**/v1/jobs*")
    page.route("**/v1/jobs*", lambda route: route.abort())
    page.go_back()
    look.click()
    expect(page.locator(".review")).to_contain_text("Cannot reach the service.")
    page.unroute("**/v1/jobs*")
    look.click()
    expect(page.locator(".review")).to_contain_text("Move 4 lost it")
    expect(look).to_be_hidden()


def test_hints_of_a_survivor(service: Service, page: Any) -> None:
    """Hints follow the peg that must survive: a game is not lost because it has jumped."""
    open_home(service, page, line(6, [0, 1, 3], {"survivor": 0}))
    play_game(page, "0-2")
    page.keyboard.press("h")
    expect(page.locator("#say")).to_contain_text("0 moves to go, 1 in all")
