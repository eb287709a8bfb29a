"""Puzzles converted by command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.cli.test_commands import fewest

TEXT = "1 2 3\n4 5 6\n. 7 8\n"
GAME = "3x3:1,2,3,4,5,6,0,7,8\n"
HARD = {"kind": "slide", "board": {"rows": 4, "columns": 4}, "start": [*range(15, -1, -1)], "goal": [*range(16)]}
APART = {"kind": "jump", "start": {"picture": ["o.o"]}, "goal": {"count": 1}}
ROOM = {"kind": "block", "start": {"picture": ["AB.", "..."]}, "goal": {"at": {"A": [1, 1]}}, "metric": "path"}


def test_a_text_is_converted() -> None:
    """A text is printed in another format, with moves if they are given or found."""
    assert fewest("convert", "-", "--to", "sgt-fifteen", given=TEXT).stdout == GAME
    for more in (["--moves", "RR"], ["--solve"]):
        assert fewest("convert", "-", "--to", "drawing", *more, given=TEXT).stdout == f"{TEXT}\nRR\n"


def test_a_request_keeps_its_moves() -> None:
    """A request to replay moves, as JSON is written, is converted with them."""
    request = json.loads(fewest("convert", "8-puzzle", "--to", "json", "--solve").stdout)
    assert len(request["moves"]) == 31
    assert len(fewest("convert", "-", "--to", "drawing", given=request).stdout.split()[-1]) == 31


def test_files(tmp_path: Path) -> None:
    """With a folder, each file is written, and its name printed; a file that cannot be written is named."""
    folder = tmp_path / "new"
    ran = fewest("convert", "hoppers", "--to", "pddl", "--solve", "--output", str(folder))
    names = [folder / name for name in ("domain.pddl", "problem.pddl", "plan.txt")]
    assert ran.stdout.split() == list(map(str, names))
    assert names[2].read_text(encoding="utf-8").endswith("; cost = 7 (general cost)\n")
    (tmp_path / "puzzle.json").mkdir()
    refused = fewest("convert", "hoppers", "--to", "json", "--output", str(tmp_path))
    assert (refused.exit_code, f"{tmp_path / 'puzzle.json'}: Is a directory" in refused.stderr) == (1, True)


@pytest.mark.parametrize(
    ("given", "options", "error"),
    [
        (TEXT, ["--to", "korf"], "Invalid value for --to: it must be one of: json"),
        (TEXT, ["--to", "json", "--solve", "--moves", "RR"], "give --moves or --solve, not both"),
        (TEXT, ["--to", "sgt-pegs"], "/puzzle/kind: the format sgt-pegs"),
        (TEXT, ["--to", "drawing", "--moves", "RRR"], '/moves: must be legal moves; move 3, "R"'),
        (ROOM, ["--to", "gnome-klotski", "--solve"], "gnome-klotski has no notation of moves"),
        (HARD, ["--to", "json", "--solve", "--seconds", "0.001"], "Stopped by the limit on seconds: at least "),
        (
            {"kind": "jump", "start": {"picture": ["o.o"]}, "goal": {"count": 1}},
            ["--to", "json", "--solve"],
            "No solution",
        ),
    ],
)
def test_what_cannot_be_converted(given: object, options: list[str], error: str) -> None:
    """Errors name the option or the part; a search without moves to write says how it ended."""
    ran = fewest("convert", "-", *options, given=given)
    assert (ran.exit_code != 0, error in ran.stderr, ran.stdout) == (True, True, "")
