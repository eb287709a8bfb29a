"""The pages in a real browser: set up, draw, solve, watch, play, share and embed."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from fewest.studio.modules import STATIC
from tests import conftest
from tests.browser.actions import HOPPERS, LONG, address, click_place, hole, open_home, set_up, solve, solve_still
from tests.browser.conftest import REQUIRED
from tests.browser.test_review import LOST, play_game
from tests.hang import until
from tests.integration.service import Service
from tests.unit.studio.drawing.test_svg import contrast

BUDGET_BYTES = 150_000
"""What the page may load before a person does anything, before compression."""


def missing(reason: str) -> None:
    """Skip the test, or fail where the browser tests are required."""
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


def test_solve_watch_and_share(service: Service, page: Any) -> None:
    """A board is solved, its solution watched by mouse and keys, and the code to embed it shown and copied."""
    page.emulate_media(reduced_motion="reduce")
    open_home(service, page)
    assert solve(page) == "7 moves, proven optimal."
    page.wait_for_selector(".round.play:focus")
    page.click(".forward")
    page.get_by_text("Move 1 of 7").wait_for()
    page.click(".last")
    assert page.inner_text("#say").startswith("Move 7 of 7")
    assert page.locator(".forward").is_disabled()
    assert page.locator("#film li").count() == 8
    page.locator("#film button").nth(3).click()
    assert page.inner_text("#say").startswith("Move 3 of 7")
    assert page.get_attribute(".watchbar input", "aria-valuetext").startswith("Move 3 of 7")
    page.locator(".watchbar input").press("ArrowLeft")
    page.click("#share")
    with page.expect_download() as saving:
        page.click("text=Film (GIF)")
    assert saving.value.suggested_filename == "fewest.gif"
    assert saving.value.path().read_bytes().startswith(b"GIF89a")
    page.click("text=For developers")
    assert "/embed/p_" in page.input_value("#share-iframe")
    assert "<fewest-puzzle src=" in page.input_value("#share-component")
    page.locator(".field", has=page.locator("#share-iframe")).locator("button").click()
    page.get_by_text("Copied.").wait_for()


def test_play_and_pause(service: Service, page: Any) -> None:
    """The player of an embedded solution plays from start to end and can be paused."""
    job = service.solve(HOPPERS)
    page.goto(address(service) + job["links"]["embed"])
    page.click(".play")
    page.get_by_text("Move 1 of 7").wait_for()
    page.click(".play")
    assert page.get_attribute(".play", "aria-label") == "Play the solution"
    page.select_option("select", "4")
    page.click(".play")
    page.get_by_text("Move 7 of 7").wait_for()
    page.wait_for_selector('.play[aria-label="Play the solution"]')


def test_player_of_a_puzzle_without_solution(service: Service, page: Any) -> None:
    """The player of an unsolvable puzzle says so, shows the start and the goal, and has no controls."""
    job = service.solve(HOPPERS | {"start": {"pegs": [0, 12]}})
    page.goto(address(service) + job["links"]["embed"])
    page.get_by_text("There is no solution").wait_for()
    assert page.title() == "Hoppers: no solution exists"
    assert page.locator(".tokens .token").count() == 2
    assert page.locator(".goal").count() == 1
    assert page.locator(".watchbar").count() == 0


def test_drawn_pegs_have_a_solution(service: Service, page: Any) -> None:
    """The start and the goal offered for a new jump board have a solution."""
    open_home(service, page)
    page.click('.card[data-board=""]')
    page.check("#lattice-triangle")
    page.select_option("#paint-symmetry", "mirror")
    page.wait_for_selector(".axis", state="attached")
    click_place(page, 0)
    page.get_by_text("This has a solution.").wait_for()
    assert solve(page).endswith("proven optimal.")


@pytest.mark.parametrize(
    ("board", "first"), [("triangle-15", "hole 14: peg"), ("diamond", "hole 40: peg"), ("8-puzzle", "cell 8: piece 1")]
)
def test_every_board_is_shown(service: Service, page: Any, board: str, first: str) -> None:
    """Opening another board of any kind shows it and clears the message."""
    open_home(service, page)
    solve(page)
    page.click(f'.card[data-board="{board}"]')
    hole(page, first).wait_for()
    assert page.inner_text("#message") == ""
    assert not page.is_visible("#film")


def test_examples_of_a_board(service: Service, page: Any) -> None:
    """Openings are sent with the puzzle; the number of solutions, or the reason why there is none, is shown."""
    open_home(service, page, "triangle-15/1")
    set_up(page)
    assert "0 over 1 to 3" in page.inner_text("#tools")
    expected = service.client.get("/v1/boards/triangle-15").json()["examples"][1]["expect"]
    assert solve(page) == f"{expected['length']} moves, proven optimal."
    assert solve(page, "#all").endswith(f"There are {expected['count']:,} optimal solutions.")
    page.get_by_text(f"of {expected['count']:,}").wait_for()
    page.select_option("#example", "2")
    assert solve(page).startswith("There is no solution: ")


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ({"fewest_pegs": True}, "1 peg left. 1 move, proven optimal."),
        ({"dead_end": True}, "2 pegs left. 1 move, proven optimal."),
        ({"survivor": 1, "hole": 5}, "1 move, proven optimal."),
    ],
)
def test_goals_of_games_are_shown_and_solved(service: Service, page: Any, goal: dict[str, Any], words: str) -> None:
    """Shared puzzles with goals about whole games can be opened, edited, solved and watched."""
    board = {"grid": ["......"], "lines": "orthogonal"}
    puzzle = {"kind": "jump", "board": board, "start": {"pegs": [1, 2, 4]}, "goal": goal}
    shared = service.client.post("/v1/shares", json={"puzzle": puzzle}).json()
    page.goto(address(service) + shared["links"]["page"])
    hole(page, "hole 1: peg").wait_for()
    set_up(page)
    page.click("#side-goal")
    assert page.input_value("#goal-form") == next(iter(goal))
    assert solve(page) == words
    page.wait_for_selector(".last:disabled")
    rings = page.locator("#board .goal").count()
    assert rings == (1 if "survivor" in goal else 0)


def test_leaf_through_all_solutions(service: Service, page: Any) -> None:
    """All optimal solutions are shown by their numbers, or the nearest one, and filtered by their first move."""
    open_home(service, page)
    solve(page)
    solve(page, "#all")
    page.get_by_text("of 72").wait_for()
    for given, shown in (("-5", "1"), ("3.4", "3"), ("9999", "72")):
        page.fill("#leaf-number", given)
        page.locator("#leaf-number").press("Enter")
        expect(page.locator("#leaf-number")).to_have_value(shown)
    page.wait_for_load_state("networkidle")
    page.click(".last")
    assert page.inner_text("#say").startswith("Move 7 of 7")
    page.click(".filters summary")
    page.wait_for_selector("#firstMove")
    page.select_option("#firstMove", "0 → 6")
    page.get_by_text("of 18").wait_for()
    page.locator("#film button").nth(1).click()
    assert page.inner_text("#say") == "Move 1 of 7: 0 → 6"


def test_all_solutions_keep_the_film(service: Service, page: Any) -> None:
    """When all solutions are found, the one that is watched stays at its move, under its number among them."""
    open_home(service, page)
    solve_still(page)
    for _ in range(2):
        page.click(".forward")
    watched = page.inner_text("#say")
    assert watched.startswith("Move 2 of 7")
    moves = page.locator(".found .moves button").all_inner_texts()
    solve(page, "#all")
    page.get_by_text("of 72").wait_for()
    page.wait_for_load_state("networkidle")
    assert page.inner_text("#say") == watched
    job = service.solve(HOPPERS, want="all")
    listed = service.client.get(f"/v1/solutions/{job['solution_id']}/all").json()["solutions"]
    number = ["-".join(map(str, move)) for move in listed[int(page.input_value("#leaf-number")) - 1]["moves"]]
    assert number == moves


def test_a_proof_on_the_board(service: Service, page: Any) -> None:
    """While a puzzle is set up, a proof that it has no solution is drawn on the board, and stays when it is solved."""
    open_home(service, page, "french")
    set_up(page)
    page.get_by_text("There is no solution.").wait_for()
    assert page.locator(".class1").count() + page.locator(".class0").count() == 37
    said = page.inner_text("#check")
    assert "Check it yourself: at the start 16 pegs are on gold, which is even; the goal has an odd number." in said
    assert "Argument 1 of" in said
    assert "rules out 16 of 37 goals" in said
    assert "There is no solution" in solve(page)
    page.wait_for_load_state("networkidle")
    assert page.inner_text("#check") == said
    open_home(service, page, "15-puzzle/1")
    set_up(page)
    page.get_by_text("the goal needs 1 swap of two pieces: 15 ↔ 14.").wait_for()
    assert page.locator(".class1").count() == page.locator(".class0").count() == 8


TRIANGLE = [".", "..", "...", "....", "....."]


@pytest.mark.parametrize(
    ("grid", "goal", "solved", "words"),
    [
        (["...", "#", "."], {"pegs": [0, 3]}, False, "Can it be done?"),
        (["...", "#", "."], {"pegs": [1, 2]}, False, "There is no solution."),
        ([*TRIANGLE, "#", "."], {"pegs": [4, 15]}, True, "There is no solution."),
    ],
    ids=["check", "proof", "search"],
)
def test_what_is_odd_about_a_board(
    service: Service, page: Any, grid: list[str], goal: dict[str, Any], solved: bool, words: str
) -> None:
    """The check reports a hole that no jump touches, also beside a proof."""
    empty = 4 if solved else 0
    puzzle = {"kind": "jump", "board": {"grid": grid, "lines": "triangular"}, "start": {"empty": [empty]}, "goal": goal}
    shared = service.client.post("/v1/shares", json={"puzzle": puzzle}).json()
    page.goto(address(service) + shared["links"]["page"])
    if solved:
        assert "There is no solution" in solve(page)
    else:
        set_up(page)
    check = page.locator("#check")
    check.get_by_text(words).wait_for()
    check.get_by_text(f"No jump touches hole {''.join(grid).count('.') - 1}.").wait_for()


def test_a_proof_by_ends_on_the_board(service: Service, page: Any) -> None:
    """A proof by ends draws weights and jumps for each pair of first and last jump, with two sums to compare."""
    open_home(service, page, "diamond")
    set_up(page)
    page.get_by_text("There is no solution.").wait_for()
    said = page.inner_text("#check")
    sums = re.search(r"after the first jump the sum is (-?\d+), before the last one it must be (-?\d+)", said)
    assert sums is not None, said
    assert int(sums[1]) < int(sums[2])
    assert "Argument 1 of 4 (first 2 over 6 to 12, last " in said
    assert page.locator("#board .weight").count() == 41
    assert page.locator("#board .hint").count() == 2
    page.click("#check .on")
    page.get_by_text("Argument 2 of 4").wait_for()


def test_the_note_of_a_board(service: Service, page: Any) -> None:
    """A board's note, if it has one, is on the page and in the atlas."""
    open_home(service, page, "triangle-15/1")
    assert "counts the moves after the opening" in page.inner_text("#note")
    open_home(service, page, "english")
    assert not page.locator("#note").is_visible()
    page.goto(f"{address(service)}/atlas#triangle-15")
    assert "counts the moves after the opening" in page.inner_text("#triangle-15")


def test_play_with_hints(service: Service, page: Any) -> None:
    """Moves are made by clicks, undone, and measured; following the hints leads to the fewest moves."""
    open_home(service, page)
    page.click("#mode-play")
    page.wait_for_selector(".playbar")
    hole(page, "hole 0: peg, can move").wait_for()
    click_place(page, 0)
    click_place(page, 6)
    page.get_by_text("1 move made; the fewest is 7.").wait_for()
    hole(page, "hole 0: empty").wait_for()
    page.click(".undo")
    assert hole(page, "hole 0: peg").count() == 1
    page.click(".redo")
    page.click(".playbar .hint")
    page.get_by_text("6 moves to go, 7 in all.").wait_for()
    assert "5" in page.locator(".tag.best text").all_text_contents()
    page.click(".playbar .hint")
    page.click(".restart")
    for path in service.solve(HOPPERS)["result"]["moves"]:
        for number, (start, to) in enumerate(pairwise(path)):
            if number == 0:
                click_place(page, start)
            hole(page, f"hole {start}: peg, selected").wait_for()  # a peg that can jump on is when it has landed
            click_place(page, to)
            hole(page, f"hole {start}: empty").wait_for()
    page.get_by_text("Solved in 7 moves, the fewest possible!").wait_for()


def test_hints_end_with_their_puzzle(service: Service, page: Any) -> None:
    """Opening another puzzle switches hints off, because they cost a star."""
    open_home(service, page, "triangle-15")
    page.keyboard.press("h")
    expect(page.locator("#board .hint").first).to_be_visible()
    page.select_option("#example", "1")
    expect(page.locator(".playbar .hint")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#board .hint")).to_have_count(0)


def test_an_open_problem_of_the_atlas(service: Service, page: Any) -> None:
    """For an open problem, the page says the lower bound and the best known solution."""
    open_home(service, page, "wiegleb/0-9")
    expect(page.locator("#message")).to_have_text("At least 20 moves; the best solution found has 25.")
    open_home(service, page, "wiegleb/1-1")
    expect(page.locator("#message")).to_have_text("At least 22 moves.")
    expect(page.locator("#dare")).to_be_hidden()
    open_home(service, page, "hoppers/0-4")
    expect(page.locator("#dare")).to_have_text("It cannot be done. Can you see why?")


def test_play_by_keyboard_alone(service: Service, page: Any) -> None:
    """Without a pointer: one tab stop for the board, arrows move on it, Enter picks up and puts down, U undoes."""
    open_home(service, page)
    page.locator("#mode-play").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".playbar")
    page.locator('.place[tabindex="0"]').focus()
    assert page.locator('.place[tabindex="0"]').count() == 1
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    assert hole(page, "hole 0: peg, selected").count() == 1
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused == "hole 6: empty, can move here"
    page.keyboard.press("Enter")
    page.get_by_text("1 move made").wait_for()
    page.keyboard.press("u")
    page.get_by_text("0 moves made").wait_for()


def test_few_tab_stops(service: Service, page: Any) -> None:
    """The whole page has few tab stops: the gallery and the board are one each."""
    open_home(service, page, "english")
    stops = "[...document.querySelectorAll('a, button, select, input, summary, [tabindex]')]"
    assert page.evaluate(f"{stops}.filter(e => e.tabIndex >= 0 && e.getClientRects().length).length") <= 20


@pytest.mark.page_errors("422")
def test_board_by_keyboard(service: Service, page: Any) -> None:
    """Holes can be filled and emptied from the keyboard, and their labels state the content."""
    open_home(service, page)
    set_up(page)
    place = page.locator(".place").nth(3)
    place.focus()
    page.keyboard.press("Enter")
    assert place.get_attribute("aria-label") == "hole 3: empty"
    page.keyboard.press("Space")
    assert place.get_attribute("aria-label") == "hole 3: peg"
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "hole 3: peg"
    open_home(service, page, "8-puzzle")
    set_up(page)
    page.locator(".place").nth(0).focus()
    page.keyboard.press("1")
    page.keyboard.press("2")
    assert hole(page, "cell 0: piece 12").count() == 1
    page.keyboard.press("Delete")
    assert hole(page, "cell 0: empty").count() == 1


def test_waiting_and_cancelling(service: Service, page: Any) -> None:
    """A running search shows its bounds; Cancel, an edit and clearing the board end it."""
    open_home(service, page, LONG)
    set_up(page)

    def begin() -> None:
        page.click("#solve")
        page.locator("#progress").get_by_text(re.compile("^(At least|Between) ")).wait_for()
        page.wait_for_selector(".bounds")

    for end in (lambda: page.click("#solve"), lambda: click_place(page, 0)):
        begin()
        end()
        page.get_by_text("Cancelled.").wait_for()
    page.keyboard.press("Control+z")
    page.click("#side-board")
    page.wait_for_selector("#lattice-square")
    begin()
    with page.expect_request(lambda request: request.method == "DELETE"):
        page.check("#lattice-graph")
        page.click("#tools >> text=Clear")
    expect(page.locator("#solve")).to_have_text("Solve")
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.locator("#say")).to_have_text("Draw at least one place.")


def test_a_link_brings_the_puzzle_back(service: Service, page: Any) -> None:
    """The address names the puzzle or holds it: a reload shows it, and its solution without asking the service again.

    A board of the catalogue keeps its short address when it is solved.
    """
    open_home(service, page)
    set_up(page)
    click_place(page, 12)
    page.wait_for_url("**/#p=*")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert hole(page, "hole 12: empty").count() == 1
    open_home(service, page)
    solve(page)
    until(lambda: page.evaluate("history.state.solution && !history.state.behind"))
    assert page.url.endswith("/#hoppers")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.get_by_text("Start of 7 moves").wait_for()
    assert page.inner_text("#message") == "7 moves, proven optimal."
    assert not [url for url in asked if "/v1/jobs" in url]


@pytest.mark.page_errors("Failed to load resource")
@pytest.mark.parametrize(
    ("status", "message"),
    [
        (0, "Cannot reach the service."),
        (401, "This service requires an API key."),
        (429, "Too many. Wait.\nTry again in 7 seconds."),
        (422, "Wrong. 1 error.\nGoal: no"),
    ],
)
def test_error_messages(service: Service, page: Any, status: int, message: str) -> None:
    """Network errors and error responses are shown; if an API key is required, it can be entered."""
    open_home(service, page)
    title = {429: ("Too many.", "Wait."), 422: ("Wrong.", "1 error.")}.get(status, ("", ""))
    problem = {"title": title[0], "detail": title[1], "status": status}
    if status == 422:
        problem["errors"] = [{"pointer": "/puzzle/goal", "detail": "no"}]
    answer = {"status": status, "json": problem, "headers": {"Retry-After": "7"} if status == 429 else {}}
    page.route("**/v1/jobs", lambda route: route.fulfill(**answer) if status else route.abort())
    assert "\n".join(filter(None, solve(page).split("\n"))).startswith(message)
    assert page.is_visible("#key") == (status == 401)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(service: Service, browser: Any, scheme: str) -> None:
    """In light and dark mode, text has a contrast of 4.5 to 1."""
    page = browser.new_page(color_scheme=scheme)
    page.goto(address(service))
    names = ("table", "card", "hover", "gold", "ink", "faint", "accent", "on", "good", "bad")
    read = "names => names.map(n => getComputedStyle(document.documentElement).getPropertyValue('--' + n).trim())"
    table, card, hover, gold, ink, faint, accent, on, good, bad = page.evaluate(read, names)
    pairs = [(text, behind) for text in (ink, faint, accent, good, bad) for behind in (table, card)]
    for text, behind in (*pairs, (ink, hover), (ink, gold), (on, accent)):
        assert contrast(text, behind) >= 4.5, (text, behind)


def test_styles_are_served_as_they_are_written(service: Service, page: Any) -> None:
    """The shortened style sheets have the same rules as the written ones."""
    page.goto(address(service))
    for path in sorted(STATIC.rglob("*.css")):
        rules = """async ([name, written]) => {
          const served = await (await fetch(`/static/${name}`)).text();
          return [written, served].map((text) => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(text);
            // Blanks after commas are kept where a variable stands for a value.
            return [...sheet.cssRules].map((rule) => rule.cssText.replace(/,\\s+/g, ","));
          });
        }"""
        written, served = page.evaluate(rules, [path.relative_to(STATIC).as_posix(), path.read_text()])
        assert written, path.name
        assert served == written, path.name


@pytest.mark.parametrize("day", ["2026-12-02", "2026-12-06"], ids=["blocks", "pegs"])
def test_what_opening_loads(service: Service, page: Any, day: str) -> None:
    """Opening the page loads nothing from elsewhere, and less than its budget, whatever puzzle the day has."""
    page.clock.set_fixed_time(f"{day}T12:00:00")
    bodies: dict[str, int] = {}
    page.on("response", lambda response: bodies.setdefault(response.url, len(response.body())))
    page.goto(address(service))
    page.wait_for_selector(".tokens .token")
    page.wait_for_load_state("networkidle")
    assert all(url.startswith(address(service)) for url in bodies), bodies
    assert sum(bodies.values()) < BUDGET_BYTES


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(service: Service, browser: Any, scheme: str) -> None:
    """axe-core has no findings in any state of the page, nor in the embedded player."""
    if find_spec("axe_playwright_python") is None:
        missing("axe-core is not installed: it comes with the extra `dev`")
    axe = import_module("axe_playwright_python.sync_playwright").Axe()
    page = browser.new_page(color_scheme=scheme)

    def check(state: str) -> None:
        findings = axe.run(page).response["violations"]
        listed = [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in findings]
        assert listed == [], state

    open_home(service, page, "french")
    set_up(page)
    page.get_by_text("There is no solution.").wait_for()
    check("a proof")
    open_home(service, page)
    solve(page)
    check("watching")
    page.click("#mode-play")
    page.click(".playbar .hint")
    page.get_by_text("7 in all").wait_for()
    check("playing with hints")
    page.click('.card[data-board="triangle-15"]')
    play_game(page, LOST)
    page.click(".look")
    page.get_by_text("Move 4 lost it").wait_for()
    check("a look back")
    page.click('.card[data-board="hoppers"]')
    page.click("#make > summary")
    page.click("#make details summary")
    page.click("#make .new-level")
    page.wait_for_selector(".level[aria-current]")
    check("making levels")
    page.click("text=How hard is it?")
    page.wait_for_selector(".features li")
    check("features")
    page.click("#share")
    page.click("text=For developers")
    page.wait_for_selector("#share-json")
    check("sharing")
    page.click("dialog >> text=Close")
    page.click('.card[data-board=""]')
    page.wait_for_selector("#paint-kind")
    check("drawing")
    open_home(service, page, "day/2026-11-29-easy")
    page.click(".days summary")
    check("a puzzle of a day")
    page.goto(address(service) + service.solve(HOPPERS)["links"]["embed"])
    page.wait_for_selector(".watchbar")
    check("embedded")
    for path in ("/sheet?puzzle=english/16-16&puzzle=8-puzzle/example-1", "/c/blocks", "/c"):
        page.goto(address(service) + path)
        page.wait_for_selector("#language:not([hidden])")
        check(path)
    page.goto(f"{address(service)}/atlas#hoppers")
    page.wait_for_selector("#hoppers[open]")
    check("the atlas")
    page.goto(f"{address(service)}/atlas?order=moves&q=hoppers")
    page.wait_for_selector("#mixed:not([hidden])")
    page.locator("#mixed input").first.check()
    check("the atlas, ordered")
    page.click("#print-chosen")
    page.wait_for_selector("#print:not([hidden])")
    check("a sheet of puzzles")
    page.fill("#set-title", "Monday")
    page.click("#make-set")
    page.wait_for_selector("#address.shown")
    check("a class set that was made here")
    page.goto(f"{address(service)}/c")
    page.wait_for_selector("#made li")
    check("class sets")
    for path in ("/docs/", "/docs/08-operating/", "/atlas/rush-hour/forty37-step"):
        page.goto(f"{address(service)}{path}")
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        check(path)
    page.goto(f"{address(service)}/docs/api/")
    page.wait_for_selector(".opblock")
    check("the API reference")
    for operation in ("jobs-submitJob", "solutions-listSolutions"):
        page.click(f"#operations-{operation} .opblock-summary-control")
        page.wait_for_selector(f"#operations-{operation} .execute")
    check("operations of the API reference")


def test_documentation_loads_nothing_from_elsewhere(service: Service, page: Any) -> None:
    """The API reference lists the operations and loads everything from this host."""
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.goto(f"{str(service.client.base_url).rstrip('/')}/docs/api/")
    page.wait_for_selector(".opblock")
    assert page.locator(".opblock").count() > 15
    assert all(url.startswith((str(service.client.base_url), "data:")) for url in urls), urls


@pytest.mark.page_errors("Access-Control-Allow-Origin", "ERR_FAILED")
def test_other_origins_may_only_read(service: Service, page: Any, elsewhere: str) -> None:
    """A page of another origin may read responses and headers; only listed origins may submit work."""
    job = service.solve(HOPPERS)
    page.goto(elsewhere)
    tag = page.evaluate(
        "url => fetch(url).then(answer => answer.headers.get('ETag'))", address(service) + job["links"]["solution"]
    )
    assert tag
    ask = "url => fetch(url, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'})"
    outcome = page.evaluate(f"url => ({ask})(url).then(() => 'asked', () => 'refused')", f"{address(service)}/v1/jobs")
    assert outcome == "refused"
    framed = "url => { const f = document.createElement('iframe'); f.src = url; f.id = 'f'; document.body.append(f); }"
    page.evaluate(framed, address(service) + job["links"]["embed"])
    page.frame_locator("#f").get_by_text("Start of 7 moves").wait_for()


@pytest.mark.page_errors("Access-Control-Allow-Origin", "ERR_FAILED")
def test_web_component_elsewhere(service: Service, page: Any, elsewhere: str) -> None:
    """The web component plays a solution in a page of another origin; hints follow the solution it has."""
    job = service.solve(HOPPERS)
    script = f'<script type="module" src="{address(service)}/fewest-puzzle.js"></script>'
    element = f'<fewest-puzzle src="{address(service)}{job["links"]["solution"]}"></fewest-puzzle>'
    page.goto(f"{elsewhere}?{quote(script + element)}")
    page.get_by_text("Start of 7 moves").wait_for()
    page.locator("fewest-puzzle .forward").click()
    page.get_by_text("Move 1 of 7").wait_for()
    page.locator("fewest-puzzle").get_by_text("Play yourself").click()
    page.locator("fewest-puzzle .playbar .hint").click()
    page.get_by_text("7 moves to go, 7 in all.").wait_for()
    assert page.locator("fewest-puzzle .tag.best").count() == 1


@pytest.mark.page_errors("422", "404")
def test_client_for_browsers(service: Service, page: Any) -> None:
    """The JavaScript client submits, follows, batches and reports errors."""
    page.goto(str(service.client.base_url))
    outcome = page.evaluate(
        """async (puzzle) => {
          const { Fewest } = await import("/static/fewest.js");
          const fewest = new Fewest();
          const { length } = await fewest.solve(puzzle);
          const items = await fewest.batch([puzzle, null]);
          const problem = await fewest.submit({}).catch((error) => error);
          const job = await fewest.submit(puzzle, { want: "all", wait: 20 });
          let last = null;
          for await (const now of fewest.events(job)) last = now;
          const refused = await fewest.events({ id: "none" }).next().catch((error) => error);
          let listed = 0;
          for await (const { moves } of fewest.solutions(job.solution_id)) listed += moves.length === length;
          const { legal } = await fewest.replay(puzzle, [[0, 6]]);
          return [length, items.map((item) => item.status), problem.status, last.status, refused.status, listed, legal];
        }""",
        HOPPERS,
    )
    assert outcome == [7, ["solved", "invalid"], 422, "solved", 404, 72, True]


@pytest.mark.parametrize(
    ("locale", "title", "opened"), [("en-US", "Hoppers", "7 moves"), ("ja-JP", "ホッパーズ", "7手")]
)
def test_the_atlas_opens_a_problem(service: Service, browser: Any, locale: str, title: str, opened: str) -> None:
    """The atlas is in the language of its reader, and a problem opens with its solution, without a search."""
    page = browser.new_page(locale=locale)
    page.goto(f"{address(service)}/atlas#hoppers")
    page.locator(f"#hoppers[open] b:has-text('{title}')").wait_for()
    page.locator("#hoppers a:has(span:text-is('6 → 6'))").click()
    page.locator("[href$='#hoppers/6-6']").click()
    page.wait_for_selector("body[data-ready][data-mode=watch]")
    assert opened in page.inner_text("#message")
    assert "72" in page.inner_text("#message")
    page.locator(".forward").click()


@pytest.mark.page_errors("Access-Control-Allow-Origin", "ERR_FAILED")
def test_client_on_pages_of_other_origins(
    elsewhere: str, page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page submits, with a key, if its origin is in FEWEST_CORS_WRITE; any other page can read (clients/js)."""
    monkeypatch.setenv("FEWEST_CORS_WRITE", elsewhere.rstrip("/"))
    running = conftest.start(tmp_path, "--workers", "1")
    try:
        job = running.solve(HOPPERS)
        outcomes = []
        for origin in (elsewhere, elsewhere.replace("127.0.0.1", "localhost")):
            page.goto(origin)
            outcomes.append(
                page.evaluate(
                    """async ([address, puzzle, job]) => {
                      const { Fewest } = await import(`${address}/static/fewest.js`);
                      const fewest = new Fewest(address, { key: "unknown to a service without keys" });
                      const states = [];
                      for await (const { status } of fewest.events(job)) states.push(status);
                      const picture = await fewest.picture(job.solution_id, { move: 1 });
                      const submitted = await fewest.solve(puzzle).catch((error) => error);
                      return [states, picture.slice(0, 4), submitted.length ?? submitted.name];
                    }""",
                    [address(running), HOPPERS, job],
                )
            )
    finally:
        conftest.stop(running)
    assert outcomes == [[["solved"], "<svg", 7], [["solved"], "<svg", "TypeError"]]
