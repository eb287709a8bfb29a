"""What a person does on the page, for the tests."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

from tests.integration.service import Service

HOPPERS = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}


def link(puzzle: dict[str, Any]) -> str:
    """The fragment of the address of a page with a puzzle."""
    packed = zlib.compress(json.dumps({"puzzle": puzzle}).encode(), wbits=-zlib.MAX_WBITS)
    return "p=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


LONG = link({"kind": "jump", "board": {"name": "wiegleb"}, "start": {"empty": [1]}, "goal": {"pegs": [1]}})
"""A puzzle whose search takes more than ten minutes."""

PASTE = """text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(pasted);
}"""
"""Pastes a text where the focus is."""


def address(service: Service) -> str:
    """The address of the service, without a slash at its end."""
    return str(service.client.base_url).rstrip("/")


def open_home(service: Service, page: Any, fragment: str = "hoppers") -> None:
    """Open the home page with a puzzle, and wait until it is shown."""
    page.goto("about:blank")
    page.goto(f"{address(service)}/#{fragment}")
    page.wait_for_selector("body[data-ready]")


def solve(page: Any, button: str = "#solve") -> str:
    """Solve the current puzzle and return the message shown at the end."""
    page.click(button if page.is_visible(button) else "#mode-watch")  # a phone has one button for both
    page.locator("#solve:text-is('Solve')").wait_for(state="attached")  # hidden, if there is nothing left to prove
    return str(page.inner_text("#message"))


def without_known_answers(page: Any) -> None:
    """Have checks know a bound only, whatever other tests have solved with this service."""
    checked = {"lower_bound": 3, "proof": None, "notices": []}
    page.route("**/v1/puzzles/check", lambda route: route.fulfill(json=checked))


def set_up(page: Any, side: str = "start") -> None:
    """Go on to the editor, to a side of the puzzle."""
    page.click("#mode-setup")
    page.locator("#bar .undo[title*=Ctrl]").wait_for()
    if page.get_attribute(f"#side-{side}", "aria-pressed") != "true":
        page.click(f"#side-{side}")


def puzzle_in(page: Any) -> Any:
    """The puzzle as the page would send it."""
    open_text(page)
    return json.loads(page.input_value("#own-text"))


def open_text(page: Any) -> None:
    """Open the field for puzzles."""
    if page.get_attribute("body", "data-mode") != "setup":
        set_up(page)
    page.evaluate("document.querySelector('#own').open = true")
    page.wait_for_selector("#own-text")


def use_text(page: Any, text: str) -> None:
    """Write a text into the field for puzzles, and use it."""
    open_text(page)
    page.fill("#own-text", text)
    page.click("#use-text")


def solve_still(page: Any) -> None:
    """Solve the current puzzle without motion, so that its solution is shown at the start."""
    page.emulate_media(reduced_motion="reduce")
    solve(page)
    page.locator("#say", has_text="Start of ").wait_for()


def hole(page: Any, name: str) -> Any:
    """The hole, cell or place with an accessible name."""
    return page.locator(f'.place[aria-label="{name}"]')


def click_place(page: Any, number: int) -> None:
    """Click a hole or cell by its number."""
    box = page.locator(".place").nth(number).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
