"""Cells of CSV: what a spreadsheet can read, and nothing lost."""

from __future__ import annotations

import csv
import io

import pytest

from fewest.service.http.tables import write_csv


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (None, ""),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (10**30, str(10**30)),
        ('a, "b"\nc', 'a, "b"\nc'),
        ([1, None, 0], "1 ? 0"),
        ({"empty": [3, 14]}, "empty 3 14"),
        ({"pegs": []}, "pegs"),
        ({"count": 1}, "count 1"),
        ({"picture": ["o.", ".o"]}, '{"picture":["o.",".o"]}'),
        ({"any_of": [{"count": 1}]}, '{"any_of":[{"count":1}]}'),
        ([{"pointer": "/kind"}], '[{"pointer":"/kind"}]'),
    ],
)
def test_cells(value: object, cell: str) -> None:
    """Starts and goals are written as words and numbers, other values as JSON."""
    written = write_csv([{"other": 1, "value": value}, {}], ["value", "missing"])
    assert written.endswith("\r\n")
    assert list(csv.reader(io.StringIO(written, newline=""))) == [["value", "missing"], [cell, ""], ["", ""]]
