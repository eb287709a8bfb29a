"""Strings in the quotation marks of any language: where they end, and what they stand for."""

from __future__ import annotations

import ast
import json
import re
from contextlib import suppress

from fewest.notation.fields import half_character
from fewest.notation.formats.draft import Span, TextError
from fewest.notation.formats.steps import spend
from fewest.solver.errors import Message

STEPS_OF_AN_ESCAPE = 200
"""A string with a backslash is read by the parser of JSON, then by that of Python."""

QUOTES = "'\""
# Possessive: trying shorter matches again would take time that grows with the square of the text.
INSIDE = {quote: re.compile(rf"(?:[^{quote}\\\n]++|\\.)*+", re.DOTALL) for quote in QUOTES}
"""What stands between two quotes."""

ESCAPE, ESCAPES = re.compile(r"\\(.)", re.DOTALL), "\n\\'\"abfnrtvxuUN01234567"
"""A backslash with what is behind it, and the characters behind one that mean something in Python."""


class Strings:
    """Where the strings of a text end, found in time that grows with its length."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._open_until = dict.fromkeys(QUOTES, 0)
        """By quote: no quote before this place closes a string, as each is behind a backslash."""

    def end(self, begin: int) -> int | None:
        """The place after the string that begins here; None if no quote closes it in its line."""
        quote = self._text[begin]
        if begin < self._open_until[quote]:
            return None
        inside = INSIDE[quote].match(self._text, begin + 1)
        assert inside is not None  # it may be empty
        if self._text.startswith(quote, inside.end()):
            return inside.end() + 1
        self._open_until[quote] = inside.end()
        return None


def string_of(word: str, span: Span) -> str:
    """What a string in its quotes stands for."""
    if "\\" not in word:
        return word[1:-1]
    spend(STEPS_OF_AN_ESCAPE)
    text = _unescaped(word)
    if text is None:
        raise TextError(span, Message("unexpected: {found}", found=word[:40]))
    # No answer could hold it: UTF-8 has no half characters.
    if half := half_character(text):
        raise TextError(span, half)
    return text


def _unescaped(word: str) -> str | None:
    """What a string stands for, in JSON or Python; None if it is neither."""
    with suppress(ValueError):
        return str(json.loads(word))
    # Python keeps the backslash of any other escape as well, but warns, which is a line in the log of a service.
    doubled = ESCAPE.sub(lambda found: found[0] if found[1] in ESCAPES else rf"\{found[0]}", word)
    with suppress(ValueError, SyntaxError):
        return str(ast.literal_eval(doubled))
    return None
