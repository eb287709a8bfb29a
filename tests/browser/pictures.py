"""Pictures of the page for the README: `python -m tests.browser.pictures docs/pictures` takes them anew."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from fewest.studio.drawing.scene import scene_of
from fewest.studio.drawing.svg import animated_picture
from fewest.studio.named import in_atlas
from tests.browser.actions import click_place
from tests.browser.test_review import LOST, play_game
from tests.conftest import start, stop

DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 800}
QUALITY = 72


def solved(page: Any) -> None:
    """Solve the puzzle and wait for the player."""
    page.click("#mode-watch")
    page.wait_for_selector(".watchbar")


def watching(page: Any) -> None:
    """The central game, in the middle of a chain of jumps."""
    solved(page)
    page.click("#all")
    page.wait_for_selector("#leaf-number")
    page.wait_for_timeout(1500)  # the first of all solutions is shown
    longest = "[...document.querySelectorAll('#film button')].length - 3"
    page.locator("#film button").nth(page.evaluate(longest)).click()
    page.click(".play")
    page.wait_for_timeout(1050)


def painting(page: Any) -> None:
    """A board drawn with a mirrored brush."""
    page.click('.card[data-board=""]')
    page.check("#lattice-hexagon")
    page.select_option("#paint-symmetry", "turn")
    for number in (3, 12):
        box = page.locator(".place").nth(number).bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.get_by_text("This has a solution.").wait_for()


def cutting_corners(page: Any) -> None:
    """A square board without its corners, as docs/01-first-puzzle.md draws it."""
    page.click('.card[data-board=""]')
    page.select_option("#paint-size", "4")
    page.get_by_role("button", name="Fill").click()
    for corner in (0, 3, 12, 15):
        click_place(page, corner)
    page.get_by_text("It takes 9 moves.").wait_for()


def drawing_blocks(page: Any) -> None:
    """A board of blocks with a wall, and its pieces."""
    page.click("#mode-setup")
    page.click("#side-board")
    page.select_option("#block-columns", "7")
    page.click("#side-start")
    page.locator(".place").nth(6).focus()
    for key in ("x", "ArrowDown", "x"):
        page.keyboard.press(key)
    page.get_by_text("This has a solution.").wait_for()


def dragging(page: Any) -> None:
    """A piece under the pointer, on its way past a corner."""
    box = page.locator(".place").nth(13).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"], box["y"] + 1.6 * box["height"], steps=5)


def watching_blocks(page: Any) -> None:
    """Some way through the 81 moves of Klotski."""
    solved(page)
    page.locator("#film button").nth(38).click()
    page.click(".play")
    page.wait_for_timeout(300)


def proving(page: Any) -> None:
    """A proof that there is no solution."""
    page.click("#mode-setup")
    page.get_by_text("There is no solution.").wait_for()


def searching(page: Any) -> None:
    """Both bounds of a search that goes on."""
    page.click("#solve")
    page.wait_for_selector(".best")
    page.wait_for_timeout(2500)


def playing(page: Any) -> None:
    """A game with hints."""
    page.click("#mode-play")
    page.click(".playbar .hint")
    page.get_by_text("in all").wait_for()
    page.wait_for_timeout(3000)


def looking_back(page: Any) -> None:
    """A lost game, and the moves that were mistakes."""
    play_game(page, LOST)
    page.click(".look")
    page.get_by_text("lost it").wait_for()
    page.locator("button", has_text="Play from before move").last.click()
    page.wait_for_timeout(1000)


def sharing(page: Any) -> None:
    """What can be shared of a solved puzzle."""
    solved(page)
    page.click("#share")
    page.wait_for_selector("#share-component", state="attached")


def embedded(page: Any) -> None:
    """The embedded player after some moves."""
    sharing(page)
    page.goto(page.input_value("#share-iframe").split('"')[1])
    for _ in range(6):
        page.locator(".forward").click()
        page.wait_for_timeout(1200)


def teaching(page: Any) -> None:
    """A class set."""
    page.goto(page.url.partition("#")[0] + "c/peg-solitaire")
    page.wait_for_selector("#language:not([hidden])")


def gallery(page: Any) -> None:
    """The gallery on a phone."""
    page.click("#open-gallery")
    page.wait_for_timeout(300)


PICTURES: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "watch": ("english", watching, {}),
    "first": ("english", cutting_corners, {}),
    "draw": ("hoppers", painting, {}),
    "blocks": ("klotski", watching_blocks, {}),
    "blocks-draw": ("rush-hour", drawing_blocks, {}),
    "blocks-drag": ("klotski", dragging, {"color_scheme": "dark"}),
    "proof": ("french", proving, {}),
    "search": ("wiegleb", searching, {}),
    "play": ("triangle-15", playing, {}),
    "review": ("triangle-15", looking_back, {}),
    "share": ("8-puzzle", sharing, {}),
    "embed": ("horned-triangle", embedded, {"viewport": {"width": 480, "height": 600}}),
    "lesson": ("english", teaching, {}),
    "dark": ("petersen", solved, {"color_scheme": "dark"}),
    "japanese": ("tritri", solved, {"locale": "ja-JP"}),
    "phone": ("hoppers", solved, {"viewport": PHONE, "has_touch": True}),
    "phone-gallery": ("hoppers", gallery, {"viewport": PHONE, "color_scheme": "dark"}),
}
"""Name: the puzzle, what is done with it, and the browser's settings."""


def animate(folder: Path) -> None:
    """Draw the solution of the central game, animated."""
    problem = in_atlas("english/16-16")
    assert problem is not None
    solution = animated_picture(scene_of(problem.document))
    (folder / "central.svg").write_text(solution, encoding="utf-8")


def main(folder: Path) -> None:
    """Take every picture with a service of its own."""
    animate(folder)
    service = start(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for name, (puzzle, act, options) in PICTURES.items():
                page = browser.new_page(**{"viewport": DESKTOP} | options)
                page.goto(f"{service.client.base_url}#{puzzle}")
                page.wait_for_selector("body[data-ready]")
                act(page)
                page.wait_for_timeout(300)
                page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=QUALITY)
                page.close()
    finally:
        stop(service)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
