"""What is drawn is the position that the game or the solution is at, however fast a person acts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.actions import address, open_home, solve
from tests.hang import until
from tests.integration.service import Service

GAMES = (Path(__file__).parent / "games.js").read_text()

BOARDS = [
    {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}},
    {"kind": "jump", "board": {"name": "triangle-15"}, "start": {"empty": [0]}, "goal": {"count": 1}},
    {
        "kind": "slide",
        "board": {"rows": 3, "columns": 3},
        "start": [1, 2, 3, 4, 0, 6, 7, 5, 8],
        "goal": [1, 2, 3, 4, 5, 6, 7, 8, 0],
    },
    {"kind": "slide", "board": {"rows": 2, "columns": 3}, "start": [1, 1, 2, 0, 2, 3], "goal": [1, 1, 2, 2, 3, 0]},
    {
        "kind": "block",
        "start": {"picture": ["AA.", "UN.", "UNH"]},
        "goal": {"at": {"A": [1, 1]}},
        "metric": "path",
    },
]
"""Boards of all kinds; pieces with equal numbers, and some whose letters are keys of the game."""

UNCAPTURED = "Element.prototype.setPointerCapture = () => {};"
"""Lets scripts press a pointer that does not exist."""

PLAY = """async ([source, solutions, seed, games, steps, pace, together]) => {
  const { generator, playGame } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const rules = await import("/static/rules/rules.js");
  const one = async (number) => {
    const element = document.createElement("fewest-puzzle");
    const script = document.createElement("script");
    script.type = "application/json";
    script.textContent = JSON.stringify(solutions[number % solutions.length]);
    element.append(script);
    element.style.cssText = "width: 90px; height: 160px; display: inline-flex";
    element.setAttribute("mode", "play");
    document.body.append(element);
    await element.ready;
    const wrong = await playGame(element, rules, generator(seed + number), steps, pace);
    element.remove();
    return wrong.length ? [`game ${number}: ${wrong[0]}`] : [];
  };
  const found = [];
  for (let begun = 0; begun < games; begun += together) {
    const numbers = Array.from({ length: Math.min(together, games - begun) }, (_, i) => begun + i);
    found.push(...(await Promise.all(numbers.map(one))).flat());
  }
  return found;
}"""


def play(service: Service, page: Any, seed: int, steps: int, games: int, together: int) -> list[str]:
    """What was wrong in random games, ``together`` of them at once."""
    jobs = [service.solve(puzzle) for puzzle in BOARDS]
    embedded = [service.client.get(job["links"]["solution"]).json() for job in jobs]
    page.route("**/embed/none", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto(f"{address(service)}/embed/none")
    page.add_script_tag(url="/fewest-puzzle.js", type="module")
    page.evaluate(UNCAPTURED)
    return list(page.evaluate(PLAY, [GAMES, embedded, seed, games, steps, [20, 400], together]))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_is_drawn_is_the_position(service: Service, browser: Any, motion: str) -> None:
    """In 64 random games at once, tokens and labels are those of the position right after each action."""
    page = browser.new_page(reduced_motion=motion)
    assert play(service, page, 1, 12, 64, 64) == []


PLAY_PAGE = """([source, seed, steps, pace]) => {
  const url = "data:text/javascript;charset=utf-8," + encodeURIComponent(source);
  const played = import(url).then(({ generator, playPage }) => playPage(generator(seed), steps, pace));
  played.catch(String).then((wrong) => (window.wrong = wrong));
}"""


@pytest.mark.parametrize(("board", "seed"), [("hoppers", 7), ("8-puzzle", 7), ("8-puzzle", 8), ("klotski", 7)])
def test_the_page_draws_what_it_says(service: Service, browser: Any, board: str, seed: int) -> None:
    """Whatever is clicked or dragged, however fast and in whichever mode: what is drawn is what the labels say.

    Keys are pressed in mid-drag, touches are cancelled, and other boards are opened.
    """
    page = browser.new_page(bypass_csp=True)
    open_home(service, page, board)
    solve(page)
    page.click("#mode-play")
    page.wait_for_selector(".playbar")
    page.evaluate(UNCAPTURED)
    page.evaluate(PLAY_PAGE, [GAMES, seed, 150, [0, 60]])
    until(lambda: page.evaluate("'wrong' in window"))  # Chromium 150 may collect a promise that a test waits for
    assert page.evaluate("wrong") == []


@pytest.mark.slow
def test_what_is_drawn_in_long_games(service: Service, page: Any) -> None:
    """The same in 200 longer games, ten at a time, so that the animations run at their speed."""
    page.set_default_timeout(0)
    assert play(service, page, 1000, 60, 200, 10) == []
