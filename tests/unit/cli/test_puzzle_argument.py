"""A puzzle on the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import click
import pytest

from fewest.boards import catalogue
from fewest.cli.puzzle_argument import puzzle_content, puzzles_given


def refused(value: str) -> str:
    """What is said of an argument that stands for nothing."""
    with pytest.raises(click.BadParameter) as caught:
        puzzle_content(value)
    return caught.value.message


def test_every_example_has_a_name() -> None:
    """The name of a board is its first example; NAME/N is its Nth."""
    for name, board in catalogue().items():
        puzzles = [example["puzzle"] for example in board["examples"]]
        assert json.loads(puzzle_content(name)) == puzzles[0]
        assert [json.loads(puzzle_content(f"{name}/{number}")) for number in range(1, len(puzzles) + 1)] == puzzles


def test_a_file_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with the name of a board hides the board."""
    monkeypatch.chdir(tmp_path)
    Path("english").write_bytes(b"mine")
    assert puzzle_content("english") == puzzle_content("./english") == b"mine"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("englsh", "englsh is neither a file nor a board; did you mean english?"),
        ("triangle-16", "; did you mean triangle-21 or triangle-15 or triangle-28?"),
        ("no/such.json", "no/such.json is neither a file nor a board; the boards are 11-puzzle, "),
        ("hoppers/2", "there is no example hoppers/2; the examples are hoppers/1"),
        ("15-puzzle/0", "there is no example 15-puzzle/0; the examples are 15-puzzle/1, 15-puzzle/2"),
        ("english/\N{SUPERSCRIPT TWO}", "there is no example"),
        ("english/", "there is no example english/; the examples are "),
    ],
)
def test_unknown_names_are_refused(value: str, text: str) -> None:
    """The error for an unknown name lists similar boards, or all boards, or the examples of the board."""
    assert text in refused(value)


class Terminal(io.StringIO):
    """A terminal at which somebody types."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def test_on_a_terminal_the_reading_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """If it is not clear which reading is meant, a terminal shows all of them and asks; a number is asked once more if
    there is no such reading.
    """
    monkeypatch.setattr("sys.stdin", Terminal("9\n2\n"))
    monkeypatch.setattr("sys.stderr", shown := Terminal())
    text = b"2 1 3\n4 5 6\n7 8 .\n"
    with click.Context(click.Command("solve")):
        (given,) = puzzles_given(text, None, first=False)
        (first,) = puzzles_given(text, None, first=True)
    assert first.document["start"] == given.document["start"]
    assert first.document["goal"] != given.document["goal"]
    assert shown.getvalue().startswith("--reading 1: Read as pieces")


def test_a_folder_is_no_puzzle(tmp_path: Path) -> None:
    """A file that cannot be read is an error with the reason."""
    assert refused(str(tmp_path)) == f"{tmp_path} cannot be read: Is a directory"
