"""`fewest make`, `fewest features` and `fewest space`: output, exit codes, and how to go on after an error."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

import click
import pytest

from fewest.boards import catalogue
from fewest.cli.__main__ import main
from fewest.cli.remote import Remote
from fewest.cli.solve import progress_text
from fewest.cli.tasks import feature_ranges, outcome, range_of
from fewest.config.settings import Settings
from fewest.solver.model import Limits
from fewest.store import Store
from fewest.workers import designing, runs
from tests.hang import until
from tests.present import present
from tests.unit.cli.test_commands import fewest
from tests.unit.clients.recording import recording
from tests.unit.service.worker import set_worker

TWO_BY_THREE: dict[str, Any] = {"kind": "slide", "board": {"rows": 2, "columns": 3}, "seed": 7, "number": 2}
CORNER: dict[str, Any] = {
    "kind": "jump",
    "board": {"grid": ["...", "...", "..."], "lines": "orthogonal"},
    "start": {"pegs": [0, 1, 3, 4]},
    "goal": {"count": 1},
}
"""docs/05-for-designers.md counts its positions by hand."""

PAGE = Path(__file__).parents[3] / "docs" / "07-command-line.md"


def test_options_take_precedence_over_the_file() -> None:
    """Options override the fields of the file; its other fields stay."""
    body = CORNER | {"start": {"empty": [8]}, "number": 9, "length": {"min": 8}, "seed": 1}
    options = ["--pegs", "3..5", "--length", "2..", "--number", "2", "--feature", "forced=0.1..0.9", "--minimal"]
    levels = json.loads(fewest("make", "-", *options, "--json", given=body).stdout)["puzzles"]
    assert len(levels) == 2
    for level in levels:
        assert level["length"] >= 2
        assert 3 <= len(level["puzzle"]["start"]["pegs"]) <= 5
        assert 0.1 <= level["features"]["forced"] <= 0.9


def test_examples_of_the_page() -> None:
    """The commands of docs/07-command-line.md print what it shows; `--json` and `--jsonl` have the same levels."""
    (console,) = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    examples = re.findall(r"^\$ fewest (.*)\n((?:[^$\n].*\n|\n)*)", console, re.MULTILINE)
    assert len(examples) == console.count("$ fewest")
    for command, printed in examples:
        assert fewest(*command.split()).stdout == printed
    first, _ = examples[0]
    levels = json.loads(fewest(*first.split(), "--json").stdout)["puzzles"]
    assert [json.loads(line) for line in fewest(*first.split(), "--jsonl").stdout.splitlines()] == levels


def test_commands_of_the_page() -> None:
    """Every command and option in docs/07-command-line.md exists."""
    shown = re.findall(r"^(?:\S+=\S+ )?fewest ([^#\n]*)", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(shown) > 15
    for words in map(str.split, shown):
        group: click.Command = main
        context, rest = click.Context(main), words
        while isinstance(group, click.Group):
            name, command, rest = group.resolve_command(context, rest)
            assert command is not None
            context, group = click.Context(command, info_name=name, parent=context), command
        group.make_parser(context).parse_args(rest)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["8-puzle"], "8-puzle is neither a file nor a board; did you mean 8-puzzle"),
        (["8-puzzle", "--length", "20-30"], "--length: '20-30' is not a range; write 20..30, 20.., ..30 or 20"),
        (
            ["8-puzzle", "--feature", "fun=1"],
            "'fun=1' does not begin with a feature; the features are forced, choices, traps,",
        ),
        (["8-puzzle", "--length", "30..20"], "/length/min: must be at most 20, the value of max, not 30"),
        (["8-puzzle", "--length", "32.."], "/length/min: no position of this board is farther than 31 moves"),
        (["8-puzzle", "--pegs", "3"], "/start/pegs: "),
        (["-"], "the file must contain an object, the body of a request to /v1/generations"),
    ],
)
def test_errors_say_how_to_go_on(arguments: list[str], error: str) -> None:
    """Errors of the command line, the file and the task say how to correct them, without a traceback."""
    ran = fewest("make", *arguments, given=[])
    assert error in ran.stderr
    assert ran.exit_code in (1, 2)
    assert ran.stdout == ""


def test_ranges() -> None:
    """Either end of a range may be missing; one number is both ends; anything else is an error."""
    ranges = {"2..4": {"min": 2, "max": 4}, "2..": {"min": 2}, "..4": {"max": 4}, "4": {"min": 4, "max": 4}}
    assert {text: range_of("--length", text, int) for text in ranges} == ranges
    assert feature_ranges(["walk=..9.5", "traps=0"]) == {"walk": {"max": 9.5}, "traps": {"min": 0, "max": 0}}
    for text in ("..", "", "a..b", "1.5..2", "1...2"):
        with pytest.raises(click.BadParameter, match=r"write 20\.\.30"):
            range_of("--length", text, int)


@pytest.mark.parametrize(
    ("made", "text"),
    [
        ({"status": "finished", "puzzles": [{}], "tried": 1200}, "1 level, seed 7, 1,200 positions tried."),
        ({"status": "stopped", "reason": "exhausted"}, "There are no others."),
        ({"status": "stopped", "reason": "tried"}, "No more are tried: use wider ranges, or another --seed."),
        ({"status": "stopped", "limit": "seconds"}, "the limit on seconds: allow more --seconds, or use wider ranges."),
        ({"status": "stopped", "limit": "bytes"}, "Stopped by the limit on bytes: use wider ranges."),
        ({"status": "refused", "refusal": {"by": "pegs", "moves": 3}}, "no level has more than 3 moves"),
        (
            {"status": "refused", "refusal": {"by": "space", "positions": 1000, "deepest": 9}},
            "There is no such level: the request allows 1,000 starts, the longest with 9 moves; use another --length",
        ),
        (
            {"status": "refused", "refusal": {"by": "space", "positions": 0, "deepest": None, "moves": 9}},
            "There is no such level: the request allows 0 starts of at most 9 moves; use another --length",
        ),
        (
            {"status": "refused", "refusal": {"by": "space", "positions": 9, "deepest": 9, "counts": [2, 40]}},
            "There is no such level: levels of this length have 2 to 40 solutions; use other --solutions.",
        ),
    ],
)
def test_fewer_levels_have_a_reason(made: dict[str, Any], text: str) -> None:
    """If there are fewer levels than requested, the line says why, with advice."""
    assert text in outcome({"seed": 7} | made)


def test_features_are_listed() -> None:
    """Each feature has a line; a feature that is not known has the reason."""
    ran = fewest("features", "-", given=CORNER)
    assert ran.exit_code == 0
    lines = dict(line.split() for line in ran.stdout.splitlines())
    assert (lines["forced"], lines["choices"]) == ("0.666667", "2.666667")
    one = fewest("features", "-", "--feature", "length", "--json", given=CORNER)
    assert json.loads(one.stdout)["features"] == {"length": 2}
    stuck = fewest("features", "-", "--feature", "count", given=CORNER | {"start": {"pegs": [0, 8]}})
    assert stuck.stdout == "count    not known: unsolvable\n"


def test_a_space_is_a_table() -> None:
    """Each depth has a line, with its dead ends if jumps are explored forwards from the start."""
    puzzle = {name: TWO_BY_THREE[name] for name in ("kind", "board")}
    ran = fewest("space", "-", given=puzzle | {"start": [4, 5, 0, 1, 2, 3], "goal": [1, 2, 3, 4, 5, 0]})
    head, _, *lines = ran.stdout.splitlines()
    assert head == "360 positions, 21 moves deep; the start has depth 21, the greatest"
    assert (lines[0].split(), lines[-1].split(), len(lines)) == (["0", "1"], ["21", "1"], 22)
    jumps = fewest("space", "-", "--from-start", given=CORNER | {"start": {"pegs": [0, 1]}})
    assert jumps.stdout.splitlines() == [
        "2 positions, 1 jump deep",
        "",
        "    0  1  0 dead ends",
        "    1  1  1 dead end",
    ]
    large = fewest("space", "15-puzzle")
    assert (large.exit_code, "/board: has at least 10461394944000 positions" in large.stderr) == (1, True)
    blocks = {"kind": "block", "start": {"picture": ["AB", ".."]}, "goal": {"at": {"A": [0, 1]}}, "metric": "step"}
    ran = fewest("space", "-", given=blocks | {"axis": {"B": "column"}})
    assert ran.stdout.split("\n")[0] == "6 positions, 4 moves deep; the start has depth 2"
    ran = fewest("space", "-", given=blocks | {"start": {"picture": ["AB#."]}, "axis": {"B": "column"}})
    assert ran.stdout.split("\n")[0] == "0 positions; the start is not among them"
    ran = fewest("space", "-", given=blocks | {"start": {"picture": ["ABC."]}, "goal": {"at": {"A": [0, 2]}}})
    assert ran.stdout.splitlines()[:5] == [
        "8 positions, 3 moves deep; the start is not among them",
        "",
        "2 components:",
        "           4 positions      3 deep          1 of depth 0",
        "           4 positions      2 deep          2 of depth 0",
    ]
    limited = fewest("space", "8-puzzle", "--seconds", "0.000001")
    assert (limited.exit_code, limited.stdout[:31]) == (1, "Stopped by the limit on seconds")


def test_the_components_of_klotski() -> None:
    """The table of the components is that of docs/05-for-designers.md."""
    page = (Path(__file__).parents[3] / "docs" / "05-for-designers.md").read_text(encoding="utf-8")
    _, _, block = page.partition("$ fewest space klotski\n")
    shown, _, _ = block.partition("…\n")
    assert fewest("space", "klotski").stdout.startswith(shown)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ({"status": "queued", "queue_position": 2}, "queued, 2 searches ahead"),
        (
            {"status": "queued", "progress": {"lower_bound": 1, "length": 3, "nodes": 5, "seconds": 1}},
            "queued, 0 searches ahead; at least 1 move, found 3, 5 nodes, 1.0 s",
        ),
        ({"status": "running", "progress": {"nodes": 0, "seconds": 0}}, "0 nodes, 0.0 s"),
        (
            {"status": "running", "progress": {"found": 3, "tried": 1200, "nodes": 5, "seconds": 1}},
            "3 found, 1,200 positions tried, 5 nodes, 1.0 s",
        ),
        ({"status": "running", "progress": {"depths": [1, 2], "nodes": 3, "seconds": 1}}, "3 positions to depth 1"),
        ({"status": "running", "progress": {"features": {"length": 9}, "nodes": 3, "seconds": 1}}, "length 9, 3 nodes"),
        ({"status": "running", "total": 8, "progress": {"ended": 5, "queued": 3}}, "5 of 8 problems searched"),
        ({"status": "running", "moves": [{"status": "solved"}, {"status": "queued"}]}, "1 of 2 next moves searched"),
        ({"status": "running", "total": 8, "progress": {"solved": 6, "running": 2}}, "6 of 8 problems searched"),
    ],
)
def test_progress_in_words(state: dict[str, Any], text: str) -> None:
    """A line says how far a job, a hint, a survey or a task is."""
    assert progress_text(state).startswith(text)


def test_levels_of_the_pieces_of_a_named_board() -> None:
    """Levels on a named board of sliding blocks have the pieces, the goal and the rules of its first example."""
    ran = fewest("make", "klotski", "--length", "93", "--number", "1", "--jsonl")
    level = json.loads(ran.stdout)
    example = catalogue()["klotski"]["examples"][0]["puzzle"]
    assert level["puzzle"] | {"start": example["start"]} == example
    assert level["length"] == 93
    assert fewest("make", "klotski", "--length", "94").exit_code == 1


def test_a_service_makes_the_same_levels(served: str, store: Store) -> None:
    """With a server, the command prints the same levels."""

    def run() -> None:
        until(store.searches.open_ids)
        (search_id,) = store.searches.open_ids()
        search = present(store.runs.begin(search_id))
        runs.store_result(store, search, designing.run(Settings(), store, search, Limits(**search.limits)))

    set_worker(store, alive=True)
    thread = threading.Thread(target=run)
    thread.start()
    command = ["make", "-", "--length", "21", "--json"]
    ran = fewest(*command, "--server", served, given=TWO_BY_THREE)
    thread.join()
    assert json.loads(ran.stdout) == json.loads(fewest(*command, given=TWO_BY_THREE).stdout)
    assert ran.exit_code == 1


def test_a_task_that_fails_is_an_error() -> None:
    """A task that failed is an error with its reason."""
    task = {"id": "one", "status": "failed", "error": "no memory", "links": {"self": "/v1/generations/one"}}
    failed = pytest.raises(click.ClickException, match="the task failed: no memory")
    with recording(lambda *_: (202, {}, task)) as (address, sent), failed:
        Remote(address).run("generation", TWO_BY_THREE)
    assert (sent[0].path, sent[1].method) == ("/v1/generations", "DELETE")
    assert sent[1].path == f"/v1/generations/{sent[0].headers['Idempotency-Key']}"
