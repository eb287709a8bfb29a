"""What reading a text costs: processor time, whatever the text is."""

from __future__ import annotations

import json
import math
import random
import time
from contextlib import suppress

import pytest

from fewest.notation.errors import InvalidRequest
from fewest.notation.formats import read_text
from tests.effort import seeds

SECONDS = 1.5
"""Of processor time; the most expensive text known took 0.4."""

LARGEST = 1_000_000
LINES, COLUMNS = 256, 511
"""The largest drawing that is looked at."""

FRAGMENTS = [
    *"oO.#x*_-01 29|/\\\"'`;,:=()[]{}<>+aAB\t\n\r%&@!?$~^\u3000\ufeff\x0c\x00",
    *"●🔴□·次問題İß２٣²é",
    *('\\"', "\\'", '"a",', '"\\d",', '"\\u0041",', "'x' ", '""', '"":', '{"a":', "{a:1},", '"a":1,', "\\\n", '"\\\n'),
    *("[[", "[]", "[1],", "[1,2],", "[[1,2],[3]],", "{[", "[{", "({", "])", "}{", "[0]a{", "[1]aaaa{", ", a=1", "x["),
    *("1,", "1 ", "1.", "-1", "1e", "1e999,", "12 ", " 3", "1/", "a/", "0: 1 2\n", "1\t2\n", "1,2\n", "|1|2|\n", "+-+"),
    *(
        "return a ",
        "new a[]",
        "class ",
        "class a {",
        "(def ",
        "let a:",
        "a =",
        "f(x) {",
        "){",
        "nil ",
        "null,",
        "true,",
    ),
    *("/*", "/**/", "//\n", "--", "#\n", "; ", " :: ", "->", " => ", "→", "goal:", "start:\n", "```\n", ">\n"),
    *(
        " (one)",
        "the puzzle\n",
        "abc ",
        "A.",
        "AB\n",
        "AA.\n",
        "A/B/",
        "o|",
        "o.",
        " o",
        "  o\n",
        "#*-\n",
        "# *",
        "||\n",
    ),
]
AROUND = [
    *(
        "",
        " ",
        '"',
        "'",
        "[",
        "{",
        "(",
        "x=",
        "f(",
        "(def ",
        "; ",
        "[1]",
        "[[1],[0]]",
        '{"a":',
        "1 2 3\n",
        "o\n",
        "# a\n",
    ),
    '{"kind": "jump", "board": ',
    '{"kind": "slide", "board": {"rows": 3, "columns": 3}, "start": ',
]


def seconds(text: str) -> float:
    """The processor time of reading a text: the least of three, if the first is too long.

    Nothing else than a refusal may be raised.
    """
    least = math.inf
    for _ in range(3):  # a collection of what other tests have left behind may fall into one
        begun = time.thread_time()
        with suppress(InvalidRequest):
            read_text(text)
        least = min(least, time.thread_time() - begun)
        if least < SECONDS:
            break
    return least


@pytest.mark.parametrize("size", [20_000, 100_000, LARGEST])
@pytest.mark.parametrize(
    ("begin", "fragment", "end"),
    [
        ('"', '\\"', "[[1],[0]]"),
        ("x = ", "\\'", "("),
        ("[1]", '\\"a', ""),
        ("[1]", "1", "a"),
        ("[1]", "f(" + " " * 117 + "){", ""),
        ("[1]", "class a {", ""),
        ("", "|" * COLUMNS + "\n", ""),
        ("", "," * COLUMNS + "\n", ""),
        ("", "1/" * (COLUMNS // 2) + "\n", ""),
        ("", "." * COLUMNS + "\n", ""),
        ("[", "[1],", "[1, 2]]"),
        ("[", '"\\d",', "]"),
        ("", "\n" + (";AA.\nAA.\n" * 8)[:64], ""),
    ],
)
def test_what_is_known_to_be_slow(begin: str, fragment: str, end: str, size: int) -> None:
    """A text of one part repeated any number of times is read in bounded time."""
    drawing = fragment.endswith("\n")
    number = min(size // len(fragment), LINES) if drawing else size // len(fragment)
    assert seconds(begin + fragment * number + end) < SECONDS


@pytest.mark.parametrize("key", [500_000, 5_000])
def test_long_names_of_fields(key: int) -> None:
    """Long names of fields do not make the places of values costly, although each pointer repeats the names."""
    depth = 1 if key > LARGEST // 4 else 99
    text = f'{{"{"A" * key}": ' * depth + "[" + "0," * 30_000 + "]" + "}" * depth
    assert seconds(text) < SECONDS


@pytest.mark.parametrize("seed", seeds(200))
def test_any_text_is_read_in_time(seed: int) -> None:
    """Random texts of repeated parts, in lines and in brackets, are read or refused in bounded time."""
    chance = random.Random(seed)
    for _ in range(20):
        parts = [chance.choice(FRAGMENTS) * chance.choice((1, 1, 1, 2, 40)) for _ in range(chance.choice((1, 2, 3, 5)))]
        fragment = "".join(parts)
        if chance.random() < 0.3:
            fragment = (fragment * COLUMNS)[: chance.choice((64, 130, COLUMNS))] + "\n"
        size = chance.choice((20_000, 100_000, 100_000, LARGEST))
        text = chance.choice(AROUND) + fragment * max(1, size // len(fragment)) + chance.choice(AROUND)
        assert seconds(text[:LARGEST]) < SECONDS, (fragment[:80], text[:40], text[-40:])


@pytest.mark.parametrize("seed", seeds(100))
def test_short_texts_are_read_or_refused(seed: int) -> None:
    """Texts of up to three parts, beside and below each other and in strings, are puzzles or have errors."""
    chance = random.Random(seed)
    for _ in range(300):
        parts = chance.choices(["goal", "Start", "1", "o.", *FRAGMENTS], k=chance.choice((1, 2, 3)))
        text = chance.choice(["", "\n", "\n\n"]).join(parts)
        assert seconds(text) < SECONDS
        assert seconds(json.dumps(parts)) < SECONDS
