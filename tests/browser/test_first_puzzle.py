"""What docs/01-first-puzzle.md tells its reader to do on the page works, and the page it ends with plays the puzzle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.browser.actions import address, click_place, open_home, puzzle_in, solve
from tests.browser.pictures import cutting_corners
from tests.integration.service import Service
from tests.integration.test_first_puzzle import ADDRESS, PAGE
from tests.integration.transcripts import files_of


def test_first_puzzle(service: Service, page: Any, tmp_path: Path) -> None:
    """The tutorial's drawn board equals the board of its requests; it can be played, solved and embedded in a local
    file.
    """
    open_home(service, page, "english")
    cutting_corners(page)
    assert page.get_by_text("This has a solution.").count() == 1
    requested = json.loads(files_of(PAGE)["request.json"])["puzzle"]
    drawn, written = (service.solve(puzzle)["solution_id"] for puzzle in (puzzle_in(page), requested))
    assert drawn == written
    page.click("#mode-play")
    page.locator(".playbar .hint").click()
    page.get_by_text("9 moves to go, 9 in all.").wait_for()
    assert solve(page) == "9 moves, proven optimal."
    assert "92" in solve(page, "#all")
    page.click("#share")
    page.click("text=For developers")
    component = page.input_value("#share-component")
    solution = component.partition("/v1/solutions/")[2].partition('"')[0]
    saved = files_of(PAGE)["page.html"].replace(ADDRESS, address(service)).replace("p_…", solution)
    assert component in saved.replace(' mode="play"', "")
    (tmp_path / "page.html").write_text(saved, encoding="utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    page.get_by_text("0 moves made; the fewest is 9.").wait_for()
    click_place(page, 7)
    click_place(page, 0)
    page.get_by_text("1 move made; the fewest is 9.").wait_for()
    page.get_by_role("button", name="Watch").click()
    page.get_by_text("Start of 9 moves").wait_for()
