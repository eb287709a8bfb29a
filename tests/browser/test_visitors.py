"""What a visitor meets and comes back to: a dare, what was found, one's own games."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.actions import (
    HOPPERS,
    click_place,
    hole,
    open_home,
    set_up,
    solve,
    solve_still,
    without_known_answers,
)
from tests.hang import until
from tests.integration.service import Service


def play_out(service: Service, page: Any, puzzle: Any = HOPPERS) -> None:
    """Make the moves of a shortest solution of a jump puzzle by hand."""
    moves = service.solve(puzzle)["result"]["moves"]
    for path in moves:
        if not hole(page, f"hole {path[0]}: peg, selected").count():
            click_place(page, path[0])
        for to in path[1:]:
            click_place(page, to)
    expect(page.locator("#say")).to_contain_text(f"Solved in {len(moves)} moves")


# The dare


@pytest.mark.parametrize(
    ("fragment", "dare"),
    [
        ("", "7 moves are enough. Can you do it?"),
        ("8-puzzle", "31 moves are enough. Can you do it?"),
        ("french", "It cannot be done. Can you see why?"),
    ],
)
def test_a_visitor_meets_a_dare(service: Service, page: Any, fragment: str, dare: str) -> None:
    """The page opens with a board to play and a dare; the editor is one click away."""
    open_home(service, page, fragment)
    expect(page.locator("#dare")).to_have_text(dare)
    expect(page.locator("#mode-play")).to_have_attribute("aria-pressed", "true")
    assert page.locator("#modes button").all_inner_texts() == ["Play", "Show me", "Edit"]
    expect(page.locator(".playbar")).to_be_visible()
    expect(page.locator("#setup")).to_be_hidden()
    page.click("#mode-setup")
    expect(page.locator("#side-start")).to_be_visible()
    expect(page.locator("#dare")).to_be_hidden()


def test_the_dare_of_an_own_puzzle(service: Service, page: Any) -> None:
    """If the answer is unknown, the page and the editor say what a check found."""
    without_known_answers(page)
    open_home(service, page)
    set_up(page)
    click_place(page, 0)
    said = "if it can be done"
    expect(page.locator("#check strong")).to_contain_text(said)
    page.click("#mode-play")
    expect(page.locator("#dare")).to_contain_text(said)


def test_the_dare_after_a_proof(service: Service, page: Any) -> None:
    """After a search has proven that there is no solution, the dare says so."""
    without_known_answers(page)
    open_home(service, page)
    set_up(page)
    page.click("#tools button:has-text('Clear')")
    page.click("#mode-play")
    expect(page.locator("#dare")).to_contain_text("if it can be done")
    assert "There is no solution" in solve(page)
    page.click("#mode-play")
    expect(page.locator("#dare")).to_have_text("It cannot be done. Can you see why?")


def test_play_shows_what_can_move(service: Service, page: Any) -> None:
    """Play, pressed while a game is on, marks the pegs that can move and puts the focus on the board."""
    open_home(service, page)
    page.click("#mode-play")
    expect(page.locator("#board .target")).to_have_count(4)
    assert page.evaluate("document.activeElement.classList.contains('place')")


# What was found


def test_what_was_found(service: Service, page: Any) -> None:
    """After Solve the panel has length, seconds, positions and solutions, and moves that lead there when clicked."""
    open_home(service, page)
    with page.expect_response(
        lambda response: response.request.method == "POST" and "/v1/jobs" in response.url
    ) as sent:
        solve_still(page)
    facts = dict(
        zip(page.locator(".facts dt").all_inner_texts(), page.locator(".facts dd").all_inner_texts(), strict=True)
    )
    result = service.client.get(sent.value.json()["links"]["self"], headers={"Prefer": "wait=60"}).json()["result"]
    assert facts["Moves"] == "7, proven"
    assert int(facts["Positions searched"].replace(",", "")) == result["statistics"]["nodes"]
    assert float(facts["Seconds"]) == pytest.approx(result["statistics"]["seconds"], rel=0.01)
    assert facts["Shortest solutions"] == "72"
    moves = ["-".join(map(str, path)) for path in result["moves"]]
    assert page.locator(".moves button").all_inner_texts() == moves
    page.locator(".moves button").nth(3).click()
    expect(page.locator("#say")).to_contain_text("Move 4 of 7")
    expect(page.locator(".moves [aria-current=step]")).to_have_text(moves[3])
    page.click(".copyMoves")
    page.get_by_text("Copied.").wait_for()


def test_the_moves_of_a_sliding_puzzle(service: Service, page: Any) -> None:
    """The moves of a sliding puzzle are written as the pieces that slide."""
    open_home(service, page, "8-puzzle")
    solve_still(page)
    written = page.locator(".moves button").all_inner_texts()
    assert len(written) == 31
    assert all(1 <= int(piece) <= 8 for piece in written)
    assert page.locator(".moves button").nth(0).get_attribute("aria-label") == f"Move 1: piece {written[0]}"


def test_the_board_plays_once(service: Service, browser: Any) -> None:
    """After Solve the board plays by itself to its end; with reduced motion it waits."""
    for motion, said in (("no-preference", "Move 7 of 7"), ("reduce", "Start of 7 moves")):
        page = browser.new_page(reduced_motion=motion)
        open_home(service, page)
        solve(page)
        expect(page.locator("#say")).to_contain_text(said)
        expect(page.locator(".play")).to_have_attribute("aria-label", "Play the solution")


# One's own games


def test_own_moves_are_listed(service: Service, page: Any) -> None:
    """The moves of a game are listed beside it, a chain as one; each leads to its end, and those undone stay."""
    open_home(service, page)
    play_out(service, page)
    moves = page.locator("#play .moves button")
    expect(moves).to_have_text(["-".join(map(str, path)) for path in service.solve(HOPPERS)["result"]["moves"]])
    moves.nth(1).click()
    expect(page.locator("#say")).to_contain_text("2 moves made")
    expect(page.locator("#play .moves [aria-current=step]")).to_have_count(1)
    expect(moves).to_have_count(7)
    page.keyboard.press("Control+z")
    expect(page.locator("#say")).to_contain_text("1 move made")


def test_own_games_are_kept(service: Service, page: Any) -> None:
    """A game that was won, not a search, is kept as the best one, on the card and beside the board."""
    page.emulate_media(reduced_motion="reduce")
    open_home(service, page)
    solve(page)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".card .solved")).to_have_count(0)
    page.click("#mode-play")
    page.wait_for_selector(".playbar")
    play_out(service, page)
    for _ in ("won", "reloaded"):
        expect(page.locator(".best-game")).to_have_text("★ Your best: 7 moves, the fewest possible.")
        expect(page.locator('.card[data-board="hoppers"] .solved')).to_have_text("★ in 7, the fewest")
        page.reload()
        page.wait_for_selector("body[data-ready]")
    kept = json.loads(page.evaluate("localStorage.getItem('fewest-games')"))
    assert len(kept["problems"]["hoppers/0"].pop("answer")["moves"]) == 7
    assert kept == {"version": 1, "problems": {"hoppers/0": {"won": True, "best": 7, "game": None}}}


def test_a_problem_is_ticked_when_it_is_won(service: Service, page: Any) -> None:
    """In the list of a board's problems, the one that was just solved by hand is marked at once."""
    open_home(service, page, "triangle-15/1")
    options = page.locator("#example option")
    expect(options.filter(has_text="✓")).to_have_count(0)
    examples = service.client.get("/v1/boards/triangle-15").json()["examples"]
    play_out(service, page, examples[1]["puzzle"])
    expect(options.filter(has_text="✓")).to_have_count(1)
    expect(options.nth(1)).to_contain_text("✓")
    expect(page.locator("#example")).to_have_value("1")


@pytest.mark.parametrize(
    ("problems", "card", "said"),
    [
        ({"hoppers/0": {"won": True, "best": None, "game": None}}, "hoppers", "✓ 1 of 1 solved"),
        ({"french/1": {"won": True, "best": 20, "game": None}}, "french", "★ in 20, the fewest"),
        ({"french/1": None, "hoppers/0": {"won": True, "best": 8, "game": None}}, "hoppers", "✓ in 8 (fewest: 7)"),
    ],
)
def test_what_cards_say_of_games(service: Service, page: Any, problems: Any, card: str, said: str) -> None:
    """A card shows the best game of its only solvable problem, or how many problems were solved."""
    open_home(service, page)
    page.evaluate(
        "kept => localStorage.setItem('fewest-games', kept)", json.dumps({"version": 1, "problems": problems})
    )
    open_home(service, page)
    expect(page.locator(f'.card[data-board="{card}"] .solved')).to_have_text(said)


def test_a_game_goes_on_another_day(service: Service, browser: Any) -> None:
    """A game in progress is there when its problem is opened again, in another tab, too."""
    context = browser.new_context()
    page = context.new_page()
    open_home(service, page)
    click_place(page, 2)
    click_place(page, 6)
    expect(page.locator("#say")).to_contain_text("1 move made")
    later = context.new_page()
    open_home(service, later)
    expect(later.locator("#say")).to_contain_text("1 move made")
    expect(hole(later, "hole 2: empty")).to_have_count(1)
    later.click(".playbar .undo")
    expect(hole(later, "hole 2: peg")).to_have_count(1)


@pytest.mark.parametrize(("motion", "hops"), [("no-preference", True), ("reduce", False)])
def test_the_celebration(service: Service, browser: Any, motion: str, hops: bool) -> None:
    """When a game is won the marbles hop, without a sound unless it is wanted; with reduced motion they do not."""
    page = browser.new_page(reduced_motion=motion)
    page.add_init_script(
        """window.heard = 0;
        window.hopped = new Set();
        window.AudioContext = class extends AudioContext { constructor() { super(); window.heard += 1; } };
        const { animate } = Element.prototype;
        Element.prototype.animate = function (frames, options) {
          if (options.delay) window.hopped.add(this);
          return animate.call(this, frames, options);
        };"""
    )
    open_home(service, page)
    for sounds in (0, 1):
        play_out(service, page)
        if hops:
            until(lambda: page.evaluate("window.hopped.size === document.querySelectorAll('#board .marble').length"))
        else:
            page.wait_for_load_state("networkidle")
        assert page.evaluate("window.hopped.size > 0") == hops
        assert page.evaluate("window.heard") == (sounds if hops else 0)
        sound = page.get_by_role("button", name="Play a sound when solved")
        expect(sound).to_have_attribute("aria-pressed", str(bool(sounds)).lower())
        if not sounds:
            sound.click()
            page.click(".restart")
            page.evaluate("window.hopped.clear()")
