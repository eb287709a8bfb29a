"""What stands around and between the marks of a puzzle, wherever it is pasted from: as many blanks, or a plain mark.

Replacements are as long as what they replace, so that errors have their places in the given text.
"""

from __future__ import annotations

import re

from fewest.notation.fields import MAX_ROWS

MAX_LINES = 4 * MAX_ROWS
"""Lines of a text without brackets: rows, and what separates them."""

MAX_COLUMNS = 8 * MAX_ROWS
"""Characters in a line: a table has several for each of its columns."""

PLAIN = (("\r\n", " \n"), ("\r", "\n"), ("\x0c", "\n"), ("\ufeff", " "), ("\u200b", " "))
DIGIT = re.compile(r"[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]")
"""A digit of Arabic or Persian, or one as wide as Japanese characters."""

QUOTES = str.maketrans("\"'", "  ")
KEY = re.compile(r"(\d)\ufe0f\u20e3")
"""A digit of a keyboard, as in messages."""

BEFORE_LINES = (re.compile(r"^>(?!>)"), re.compile(r"^[ \t]*(?://|--|%)(?=\s|$)"))
"""Marks of a quotation, or of a comment, if they are before all lines."""

LATEX = re.compile(r"\\(?:begin|end)\{[a-z*]{1,12}\}(?:\{[^}\n]{0,40}\})?|\\(?:hline|left|right)\b[\[\](){}.]?|\$")
BREAK = re.compile(r"\\\\(?=[ \t]*\S)")
"""The end of a row in a line that goes on."""

LABELS = re.compile(r"\[\d{0,2},\d{0,2}\]")
"""Of a row or a column, as R prints them."""

GIVEN = re.compile(
    r"[\s#*]*(?:(?:sample|example)\s?)?(?:input|输入|入力)(?:样例|例)?\s?\d{0,2}\s?[:：=]?", re.IGNORECASE
)
ANSWER = re.compile(r"[\s#*]*(?:(?:sample|example)\s?)?(?:output|explanation|输出|出力|解释|样例输出)", re.IGNORECASE)
"""What an exercise gives, and what it wants for that."""

CELLS = re.compile(r"^[ \t]*(?:\[[^\[\]\n,]{0,3}\]\s?){2,20}$")
"""A row with each cell in brackets."""

STRING = re.compile(r"""\s*(["'])[^\n"']*\\n[^\n"']*\1[;,]?\s*""")
"""A text in one string, with escapes for the ends of lines."""

ASSIGNED = re.compile(
    r"^[ \t]*(?!\w{0,20}(?:start|begin|initial|goal|target|final|end))[A-Za-z]\w{0,20}[ \t]?=[ \t]*$", re.I | re.M
)
"""The name above a matrix, as MATLAB prints it."""


def cleaned(text: str) -> str:
    """The text with line feeds at the ends of its lines and without what belongs to no puzzle, as long as it was."""
    if not text.isascii():
        text = KEY.sub(r" \1 ", DIGIT.sub(lambda found: str(int(found[0])), text))
    for strange, plain in PLAIN:
        text = text.replace(strange, plain)
    lines = text.split("\n", MAX_LINES)
    if len(lines) > MAX_LINES or len(text) > MAX_LINES * MAX_COLUMNS:
        return text
    for mark in BEFORE_LINES:
        found = [mark.match(line) for line in lines]
        if any(found) and all(each or not line.strip() for each, line in zip(found, lines, strict=True)):
            lines = [mark.sub(_blanks, line) for line in lines]
    text = "\n".join(_without_answers(lines))
    if "[,1]" in text:
        text = LABELS.sub(_blanks, text)
    if all(CELLS.match(line) or not line.strip() for line in lines):
        text = text.replace("][", "| ").replace("[", "|").replace("]", "|")
    if STRING.fullmatch(text):
        text = text.replace("\\n", "\n ").translate(QUOTES)
    if "&" in text and "\\\\" in text:
        text = BREAK.sub(" \n", LATEX.sub(_blanks, text)).replace("\\\\", "  ").replace("&", "|")
    return text if re.search(r"[\[({]", text) else ASSIGNED.sub(_blanks, text)


def _without_answers(lines: list[str]) -> list[str]:
    """The lines of an exercise without its answers, and without the words before what is given."""
    if not any(map(GIVEN.match, lines)):
        return lines
    kept, answer = [], False
    for line in lines:
        given = GIVEN.match(line)
        answer = given is None and (answer or ANSWER.match(line) is not None)
        kept.append(" " * len(line) if answer else line if given is None else _blanks(given) + line[given.end() :])
    return kept


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])
