"""Short links in a real browser: what they open, how the address follows, challenges, and the panel that makes them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.actions import HOPPERS, address, click_place, open_home, solve
from tests.integration.service import Service

LINE = {
    "kind": "jump",
    "board": {"holes": 7, "jumps": [[0, 1, 2], [2, 3, 4], [4, 5, 6]]},
    "start": {"pegs": [0, 1, 3, 5]},
    "goal": {"pegs": [6]},
}


def shared(service: Service, **body: Any) -> str:
    """The address of a shared puzzle."""
    found = service.client.post("/v1/shares", json=body)
    assert found.status_code == 200, found.text
    return address(service) + str(found.json()["links"]["page"])


def open_link(page: Any, link: str) -> None:
    """Open a link and wait for the page."""
    page.goto(link)
    page.wait_for_selector("body[data-ready]")


def test_a_solution_is_watched(service: Service, page: Any) -> None:
    """A link to a solution opens its player; Back and a reload keep that address."""
    link = f"{address(service)}/s/{service.solve(HOPPERS)['solution_id']}"
    open_link(page, link)
    page.wait_for_selector(".watchbar")
    page.get_by_text("7 moves, proven optimal.").wait_for()
    page.click('.card[data-board="english"]')
    page.wait_for_url("**/#english")
    page.go_back()
    page.wait_for_url(link)
    page.wait_for_selector(".watchbar")
    page.reload()
    page.wait_for_selector(".watchbar")
    assert page.url == link
    page.click("#share")
    expect(page.locator("#share-link")).to_have_value(link)


def test_a_game_becomes_a_challenge(service: Service, page: Any) -> None:
    """A won game can be shared as a challenge; the page that opens it says what to beat, and whether it was beaten."""
    open_link(page, shared(service, puzzle=LINE))
    win(page)
    page.click("#share")
    for field in ("#share-challenge", "#share-link"):
        expect(page.locator(field)).to_have_value(re.compile("/s/p_"))
    challenge, puzzle = page.input_value("#share-challenge"), page.input_value("#share-link").rpartition("/")[2]
    assert service.client.get(f"/v1/shares/{challenge.rpartition('/')[2]}").json()["game"]["length"] == 1
    assert service.client.get(f"/v1/shares/{puzzle}").json()["game"] is None
    open_link(page, challenge)
    page.get_by_text("someone solved this in 1 move").wait_for()
    win(page)
    page.get_by_text("You matched the challenge: 1 move.").wait_for()


def win(page: Any) -> None:
    """Play the line to its end by hand."""
    page.wait_for_selector(".playbar")
    for place in (0, 2, 4, 6):
        click_place(page, place)
    expect(page.locator("#say")).to_contain_text("Solved in 1 move")


@pytest.mark.page_errors("ERR_FAILED")
def test_each_link_says_how_it_went(service: Service, page: Any) -> None:
    """If the challenge link fails, only its field says so; if all short links fail, the long link is offered."""
    refused = ["moves"]

    def shares(route: Any) -> None:
        if set(refused) & set(route.request.post_data_json):
            route.abort()
        else:
            route.continue_()

    page.route("**/v1/shares", shares)
    open_link(page, shared(service, puzzle=LINE))
    win(page)
    page.click("#share")
    expect(page.locator("#share-link")).to_have_value(re.compile("/s/p_"))
    expect(page.locator(".field:has(#share-link) [role=status]")).to_have_text("")
    expect(page.locator(".field:has(#share-challenge) [role=status]")).to_contain_text("No challenge link")
    expect(page.locator("#share-challenge")).to_be_hidden()
    refused.append("puzzle")
    open_home(service, page)
    page.click("#share")
    page.get_by_text("No short link is available now").wait_for()
    assert page.input_value("#share-link") == page.url
    assert not page.is_visible("#share-json")
    page.click("text=For developers")
    assert page.is_visible("#share-json")


@pytest.mark.page_errors("Failed to load resource")
def test_sharing_without_a_connection(service: Service, page: Any) -> None:
    """If the client module cannot be loaded, the share panel still offers the long link."""
    page.route("**/static/service.js*", lambda route: route.abort())
    open_home(service, page, "hoppers")
    page.click("#share")
    page.get_by_text("No short link is available now").wait_for()
    assert page.input_value("#share-link") == page.url


def test_sharing_what_has_no_solution(service: Service, page: Any) -> None:
    """After a search that found that there is no solution, the puzzle is shared."""
    open_home(service, page, "french")
    solve(page)
    page.click("#share")
    expect(page.locator("#share-link")).to_have_value(re.compile("/s/p_"))
    assert page.get_by_text("Film (GIF)").count() == 0


def test_sharing_after_a_search_that_was_stopped(service: Service, page: Any) -> None:
    """A solution that the service has not stored is shared as the long link that holds it."""
    job = service.solve(HOPPERS)
    stopped = job["result"] | {"status": "stopped", "limit": "seconds", "optimal": False, "lower_bound": 5}
    answer = json.dumps(job | {"status": "stopped", "result": stopped, "links": {"self": job["links"]["self"]}})
    page.route("**/v1/jobs", lambda route: route.fulfill(body=answer))
    open_home(service, page)
    assert "the best solution found has 7" in solve(page)
    page.click("#share")
    expect(page.locator("#share-link")).to_have_value(re.compile("#p="))
    assert page.get_by_text("Film (GIF)").count() == 0


def test_no_film_of_a_long_solution(service: Service, page: Any) -> None:
    """A film is offered only for solutions short enough for the service to film."""
    puzzle = {"kind": "slide", "board": {"rows": 1, "columns": 2}, "start": [1, 0], "goal": [0, 1]}
    job = service.solve(puzzle)
    for length, films in ((99, 1), (101, 0)):
        moves = [[0, 1], [1, 0]] * (length // 2) + [[0, 1]]
        result = job["result"] | {"moves": moves, "length": length, "pieces": [1] * length}
        answer = json.dumps(job | {"result": result})
        page.route("**/v1/jobs", lambda route, _, answer=answer: route.fulfill(body=answer))
        page.goto("about:blank")
        open_link(page, shared(service, puzzle=puzzle))
        assert solve(page) == f"{length} moves, proven optimal."
        page.click("#share")
        expect(page.locator("#share-link")).to_have_value(re.compile("/s/p_"))
        assert page.get_by_text("Film (GIF)").count() == films
