"""The command: its output, exit codes and error messages."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result

from docs import make_formats
from fewest.cli import tables
from fewest.cli.data_folder import Lock
from fewest.cli.up import reserve_port
from fewest.notation.formats import FORMATS, Format, read_text
from fewest.solver import tables as solver_tables
from fewest.solver.slide.search.prebuild import Classic
from fewest.store import Store
from fewest.store.clients import match
from tests.command import invoke
from tests.hang import HANG_SECONDS
from tests.present import present

LINE = {
    "kind": "jump",
    "board": {"grid": ["....", "."], "lines": "orthogonal"},
    "start": {"pegs": [0, 1]},
    "goal": {"pegs": [2]},
}


def fewest(*arguments: str, given: Any = None, **environment: str) -> Result:
    """Run the command; ``given`` is its standard input, as JSON unless it is text."""
    text = given if isinstance(given, str) else json.dumps(given)
    return invoke(*arguments, input=text, env={"REDIS_URL": "", **environment})


def test_solve_shows_the_moves() -> None:
    """A solution is printed move by move, between drawings of the first and the last position."""
    ran = fewest("solve", "-", given=LINE)
    head, *lines = ran.stdout.splitlines()
    assert ran.exit_code == 0
    assert head.startswith("1 move, proven the fewest.")
    assert lines == ["", "o o . .", ".", "", "  1. 0 → 2   over 1", "", ". . o .", "."]


def test_solve_a_board_of_the_catalogue() -> None:
    """The name of a board stands for its first example; an unknown name is an error of usage."""
    ran = fewest("solve", "hoppers", "--json")
    assert (ran.exit_code, json.loads(ran.stdout)["length"]) == (0, 7)
    assert fewest("solve", "hopers").exit_code == 2


def test_solve_as_json(tmp_path: Path) -> None:
    """`--json` prints the result as JSON; options take precedence over the file."""
    file = tmp_path / "request.json"
    file.write_text(json.dumps({"puzzle": LINE, "want": "one", "limits": {"seconds": 1}}))
    result = json.loads(fewest("solve", str(file), "--json", "--want", "count", "--seconds", "900").stdout)
    assert (result["length"], result["count"]) == (1, 1)


def test_nothing_is_printed_beside_json() -> None:
    """In a new process, what proves that there is no solution (HiGHS, a pagoda function) prints nothing itself."""
    board = {"grid": ["  ...  ", "  ...  ", *[7 * "."] * 3, "  ...  ", "  ...  "], "lines": "orthogonal"}
    pegs = {"start": {"pegs": [10, 17, 22, 23, 30, 32]}, "goal": {"pegs": [16]}}
    command = [sys.executable, "-m", "fewest.cli", "solve", "-", "--json"]
    given = json.dumps({"kind": "jump", "board": board, **pegs})
    ran = subprocess.run(command, input=given, capture_output=True, text=True, timeout=HANG_SECONDS, check=True)
    assert json.loads(ran.stdout)["proof"]["by"] == "pagoda"


def test_what_is_odd_is_said_beside_a_proof() -> None:
    """A puzzle without a solution gets a notice if its board is unusual; a solved one does not."""
    odd = LINE | {"board": {"grid": ["....", "."], "lines": "triangular"}}
    proof = fewest("solve", "-", given=odd | {"goal": {"pegs": [3]}})
    assert (proof.exit_code, proof.stdout.startswith("No solution exists, proven by ")) == (0, True)
    assert "\nNotice: No jump touches hole 4.\n" in proof.stdout
    assert "Notice" not in fewest("solve", "-", given=odd).stdout


def test_no_solution_is_said_of_what_was_assumed() -> None:
    """If the text does not give the goal, that there is no solution is only said with the goal assumed."""
    assumed = fewest("solve", "-", "--first", given="1 2 3\n5 4 6\n7 8 0\n")
    given = fewest("solve", "-", given="1 2 3\n5 4 6\n7 8 0\n\n1 2 3\n4 5 6\n7 8 0\n")
    assert assumed.stdout.startswith("With the goal assumed here there is no solution, proven by permutation")
    assert given.stdout.startswith("No solution exists, proven by permutation")


def test_a_text_is_solved_and_what_it_was_read_as_is_said() -> None:
    """For a text, the command prints how it was read, and the other readings; for JSON it prints neither."""
    drawn = fewest("solve", "-", "--want", "count", given="    o\n   o o\n  . o o\n o o o o\no o o o o\n")
    assert drawn.stdout.startswith("9 moves, proven the fewest. 560 solutions.")
    assert drawn.stderr.startswith("Read as a jump board on a triangular grid (holes: 15, pegs: 14)")
    other = fewest("solve", "-", "--reading", "2", given="xxx\nxox\nxxx")
    assert "\n--reading 1: Read as a jump board" in other.stderr
    assert fewest("solve", "-", given=LINE).stderr == ""


def test_what_is_not_clear_is_not_solved_unasked() -> None:
    """Without a terminal, an unclear text ends every command with status 2 and its readings; an option chooses one."""
    swapped = "1 2 3\n4 5 6\n8 7 .\n"
    page = (make_formats.PAGE.parent / "07-command-line.md").read_text(encoding="utf-8")
    for command in ("solve", "features", "space"):
        ran = fewest(command, "-", given=swapped)
        assert (ran.exit_code, ran.stdout) == (2, "")
        assert ran.stderr.startswith("Error: it is not clear which puzzle is meant; ")
        assert "\n--reading 1: Read as pieces in 3 rows of 3." in ran.stderr
        assert "\n--reading 2: Read as pieces in 3 rows of 3." in ran.stderr
        assert all(line in page for line in ran.stderr.splitlines()[:2])
    assert "move" in fewest("solve", "-", "--reading", "2", given=swapped).stdout


def test_a_text_of_several_puzzles_is_solved_as_json_lines() -> None:
    """Each puzzle is a line with its reading and result; other commands refuse it, as all do if a puzzle is unclear."""
    given = "1 2 3\n4 5 6\n7 . 8\n\n" * 3
    lines = [json.loads(line) for line in fewest("solve", "-", "--want", "count", given=given).stdout.splitlines()]
    assert [(line["status"], line["result"]["count"]) for line in lines] == [("solved", 1)] * 3
    assert all(line["reading"]["assumed"] == ["/puzzle/goal"] for line in lines)
    assert "this text has 3 puzzles" in fewest("features", "-", given=given).stderr
    assert fewest("solve", "-", "--reading", "1", given=given).exit_code == 1
    swapped = given + "2 1 3\n4 5 6\n7 8 .\n"
    unclear = fewest("solve", "-", given=swapped)
    assert (unclear.exit_code, "\npuzzle 4, reading 1 of " in unclear.stderr) == (2, True)
    last = json.loads(fewest("solve", "-", "--first", given=swapped).stdout.splitlines()[-1])
    assert (last["status"], last["reading"]["clear"]) == ("unsolvable", False)


def test_formats_are_listed() -> None:
    """The command lists every format with its example, and says everything about one."""
    listed = fewest("formats").stdout.splitlines()
    assert [line.split()[0] for line in listed] == [each.name for each in FORMATS]
    for each in FORMATS:
        text = fewest("formats", each.name).stdout
        assert each.example in text
        assert each.conventions in " ".join(text.split())
    assert fewest("formats", "none").exit_code == 2


@pytest.mark.parametrize("each", [each for each in FORMATS if each.example[0] != "{"], ids=lambda each: each.name)
def test_the_command_reads_every_format(each: Format) -> None:
    """`fewest solve` says how a text in any format was read, and what was assumed."""
    ran = fewest("solve", "-", "--first", "--seconds", "0.1", given=each.example)
    assert read_text(each.example)[0].words in ran.stderr


def test_the_page_of_formats_is_as_made() -> None:
    """docs/12-formats.md is what `make formats` writes; the example of each format is read as this format, or as JSON
    that has it.
    """
    assert make_formats.PAGE.read_text(encoding="utf-8") == make_formats.page()
    for each in FORMATS:
        assert read_text(each.example)[0].format in (each.name, "json")


def test_solve_stopped_by_a_limit() -> None:
    """A search stopped by a limit has exit code 1 and prints the proven bound."""
    hard = {"kind": "slide", "board": {"rows": 4, "columns": 4}, "start": [*range(15, -1, -1)]}
    ran = fewest("solve", "-", given={"puzzle": hard | {"goal": [*range(16)]}, "limits": {"nodes": 1}})
    assert ran.exit_code == 1
    assert ran.stdout.startswith("Stopped by the limit on nodes: at least ")


@pytest.mark.parametrize(
    ("given", "options", "error"),
    [
        ("{", [], "line 1, column 2: expected: }"),
        ("[" * 100_000, [], "line 1, column 101: the lists are nested too deep"),
        ([[1], 5], [], "line 1, column 7: expected: a list of numbers, like the others"),
        ("xox\nooo\nooo", ["--reading", "4"], "there is no reading 4 of this text; it has 3"),
        (LINE | {"start": {"pegs": [7]}}, [], "/puzzle/start/pegs/0: hole 7 does not exist: holes are numbered 0 to 4"),
        ({"puzzle": LINE, "limits": []}, ["--seconds", "5"], "/limits: "),
        (LINE, ["--seconds", "0"], "/limits/seconds: must be greater than 0 and at most 3600, not 0.0"),
    ],
)
def test_solve_reports_errors(given: Any, options: list[str], error: str) -> None:
    """Each error of a file has its JSON Pointer or its line, and no traceback."""
    ran = fewest("solve", "-", *options, given=given)
    assert ran.exit_code == 1
    assert ran.stderr.startswith(f"Error: {error}")


AWAY = {"REDIS_URL": "redis://127.0.0.1:1"}


@pytest.mark.parametrize(
    ("command", "environment", "error"),
    [
        ("worker", {"REDIS_URL": "localhost:6379"}, "FEWEST_REDIS_URL: must look like redis://"),
        ("up", {"REDIS_URL": "localhost:6379"}, "FEWEST_REDIS_URL: must look like redis://"),
        ("keys list", {"REDIS_URL": "localhost:6379"}, "FEWEST_REDIS_URL: must look like redis://"),
        ("keys list", AWAY, "Redis at 127.0.0.1:1 cannot be used: the connection is refused"),
        ("atlas load", AWAY, "Redis at 127.0.0.1:1 cannot be used"),
        ("worker", {}, "REDIS_URL is not set: set it to the address of the Redis server with the queue\n"),
        ("serve", {}, "REDIS_URL is not set"),
        ("webhooks", {"FEWEST_WEBHOOK_HOSTS": "*"}, "REDIS_URL is not set"),
        ("webhooks", AWAY, "FEWEST_WEBHOOK_HOSTS is not set"),
        (
            "webhooks",
            AWAY | {"FEWEST_WEBHOOK_HOSTS": "https://a/b"},
            "FEWEST_WEBHOOK_HOSTS: 'https://a/b' is not a host such as example.com",
        ),
        (
            "up",
            {"FEWEST_SECONDS": "0", "FEWEST_NODES": "many"},
            "FEWEST_SECONDS: Must be greater than 0.\nFEWEST_NODES: Not a valid integer.\n",
        ),
    ],
)
def test_settings_with_which_nothing_starts(command: str, environment: dict[str, str], error: str) -> None:
    """A setting that is missing or invalid, and a server that cannot be reached, is named before anything starts."""
    ran = fewest(*command.split(), **environment)
    assert ran.exit_code == 1
    assert ran.stderr.startswith(f"Error: {error}")


def test_keys_are_managed(server_url: str, store: Store) -> None:
    """Keys can be made, listed and revoked; the first one closes the service, which is printed."""
    first = fewest("keys", "add", "somebody", REDIS_URL=server_url)
    assert "From now on, every request for work needs a key." in first.stderr
    second = fewest("keys", "add", "somebody else", REDIS_URL=server_url)
    assert "From now on" not in second.stderr
    assert len(store.clients.all()) == 2
    lines = fewest("keys", "list", REDIS_URL=server_url).stdout.splitlines()
    assert [line.split("  ")[2] for line in lines] == ["somebody", "somebody else"]
    assert "Make a key for NAME" in fewest("keys", "add", "--help", REDIS_URL="unix:///none").stdout
    unknown = fewest("keys", "revoke", "unknown", REDIS_URL=server_url)
    assert (unknown.exit_code, unknown.stderr) == (1, "Error: there is no key unknown\n")
    client = present(match(store.clients.all(), first.stdout.strip()))
    assert fewest("keys", "revoke", client.id, REDIS_URL=server_url).exit_code == 0
    assert [each.name for each in store.clients.all().values()] == ["somebody else"]


def test_up_that_cannot_start(tmp_path: Path) -> None:
    """If the port or the data folder cannot be used, one line says why."""
    file = tmp_path / "file"
    file.touch()
    with socket.create_server(("127.0.0.1", 0)) as taken, closing(Lock(tmp_path)):
        for options, error in (
            (["--port", str(taken.getsockname()[1])], "the port is in use; choose another with --port"),
            (["--host", "127.0.0.256", "--port", "0"], "cannot listen on 127.0.0.256:0"),
            (["--port", "0", "--data", str(file / "inside")], "cannot be used: Not a directory"),
            (["--port", "0", "--data", str(tmp_path)], "choose another folder with --data"),
        ):
            ran = fewest("up", *options, FEWEST_DATA=str(tmp_path))
            assert ran.exit_code == 1
            assert error in ran.stderr
            assert len(ran.stderr.splitlines()) == 1


def test_a_reserved_port() -> None:
    """Until the service listens at its port, no other program gets it."""
    with reserve_port("127.0.0.1") as reserved:
        address = reserved.getsockname()
        with pytest.raises(OSError, match="in use"), socket.socket() as other:
            other.bind(address)
        with socket.create_server(address), pytest.raises(OSError, match="in use; choose another with --port"):
            reserve_port(*address)


def test_tables_are_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are built in the data folder, if FEWEST_TABLES_BYTES allows it, and not built again."""
    monkeypatch.setattr(tables, "CLASSICS", (Classic(2, 3, 400),))
    built = fewest("tables", FEWEST_DATA=str(tmp_path), FEWEST_TABLES_BYTES="600")
    assert built.exit_code == 1
    assert built.stderr.endswith("has no space for these tables: see FEWEST_TABLES_BYTES\n")
    built = fewest("tables", FEWEST_DATA=str(tmp_path))
    assert re.fullmatch(r"2 by 3:( \.\.)* 0 MB in \d+ s\n", built.stdout), built.output
    assert fewest("tables", FEWEST_DATA=str(tmp_path)).stdout == "2 by 3: already built\n"


def test_tables_that_cannot_be_copied(tmp_path: Path) -> None:
    """A folder that is missing or cannot be written, and --from with --to, are errors of one line."""
    (tmp_path / "file").touch()
    solver_tables.save(tmp_path / "tables", "some", np.zeros(10))
    missing = fewest("tables", "--from", str(tmp_path / "missing"))
    assert missing.stderr == f"Error: there is no folder {tmp_path / 'missing'}\n"
    unwritable = fewest("tables", "--to", str(tmp_path / "file" / "below"), FEWEST_DATA=str(tmp_path))
    assert "Not a directory" in unwritable.stderr
    assert len(unwritable.stderr.splitlines()) == 1
    assert "not both" in fewest("tables", "--from", "a", "--to", "b").stderr


def test_help_lists_every_command_in_order() -> None:
    """The help lists every command, in the order of use, and the settings that all have."""
    text = fewest("--help").stdout
    listed = re.findall(r"^  (\w+)  +[A-Z]", text[text.index("Commands:") :], re.MULTILINE)
    assert listed == [
        *("up", "serve", "worker", "webhooks", "solve", "make", "features", "space"),
        *("convert", "formats", "mcp", "tables", "keys", "backup", "restore", "atlas"),
    ]
    assert "REDIS_URL" in text
    assert max(map(len, text.splitlines())) <= 100


def test_secrets_of_webhooks(server_url: str, store: Store) -> None:
    """A secret is made for a key, or for clients without one, and printed alone on standard output; an unknown key is
    an error.
    """
    client, _ = store.clients.add("one")
    for identity in (client.id, ""):
        made = fewest("keys", "webhook-secret", *([identity] if identity else []), REDIS_URL=server_url)
        assert made.exit_code == 0
        assert [made.stdout.strip()] == store.webhooks.secrets_of(identity)
    again = fewest("keys", "webhook-secret", REDIS_URL=server_url)
    assert store.webhooks.secrets_of("") == [again.stdout.strip(), made.stdout.strip()]
    assert fewest("keys", "webhook-secret", "none", REDIS_URL=server_url).stderr == "Error: there is no key none\n"
    assert again.stdout.strip() not in fewest("keys", "list", REDIS_URL=server_url).output


def test_check_of_a_worker(server_url: str, store: Store) -> None:
    """`worker --check` succeeds only if a worker of this host has reported recently."""
    store.redis.sadd("rq:workers:fewest", "rq:worker:here", "rq:worker:gone")
    store.redis.hset("rq:worker:here", "hostname", "elsewhere")
    assert fewest("worker", "--check", REDIS_URL=server_url).exit_code == 1
    store.redis.hset("rq:worker:here", "hostname", socket.gethostname())
    assert fewest("worker", "--check", REDIS_URL=server_url).exit_code == 0
    store.redis.delete("rq:worker:here")
    away = fewest("worker", "--check", REDIS_URL=server_url)
    assert (away.exit_code, "in the last 30 seconds" in away.stderr) == (1, True)
