"""Lists in the brackets of any language: from a text to nested values, each with its place.

Python, JSON, JavaScript, C and its relatives, Lisp, Clojure: what matters for a table is the same in all. Lists are in
brackets of any shape, with or without commas. Comments, types, names of variables and calls are skipped; the name
before a list is noted, as it may say what the list is.
"""

from __future__ import annotations

import ast
import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise

from fewest.notation.fields import half_character
from fewest.notation.text.draft import Span, TextError
from fewest.notation.text.steps import spend
from fewest.solver.errors import Message

MAX_DEPTH = 100
"""Of lists in lists; documents of the API need far fewer."""

MAX_TOKENS = 35_000
"""A jump table of 128 holes and 4,096 jumps has 33,000, as what is between two numbers counts once."""

STEPS_OF_A_TOKEN, STEPS_OF_AN_ESCAPE = 10, 200
"""A token takes some microseconds. A string with a backslash is read by the parser of JSON, then by that of Python."""

# More than any puzzle has. Python refuses to convert more than 4,300 digits.
MAX_DIGITS = 20
# Characters before a brace that tell whether it opens code.
LINE = 120

BESIDE = 3
"""Cost of a word outside all lists, which takes longer because it may be a name."""

CLOSING = {"[": "]", "(": ")", "{": "}"}
WORDS: dict[str, bool | None] = {
    "nil": None,
    "none": None,
    "null": None,
    "undefined": None,
    "true": True,
    "false": False,
}

# What ``#``, ``;`` and ``'`` mean depends on the language.
SKIPPED_IN_LISP = r";[^\n]* | (?:\#'?|')(?=[(\[])"
SKIPPED_ELSEWHERE = r"""
    \#[^\n]* | \s::\s[^\n]* | \breturn\s+-?\w+\s*; | \bnew\s+\w+(?:\[\w*\])+
    | (?:\[\d{0,4}\]){1,4}[a-z]\w{0,20}(?=\{) | ,\s{0,9}[A-Za-z_]\w{0,40}\s?=\s?[\w.'"]+
"""
QUOTES_IN_LISP, QUOTES_ELSEWHERE = '"', "'\""
# Possessive: trying shorter matches again would take time that grows with the square of the text.
INSIDE = {quote: re.compile(rf"(?:[^{quote}\\\n]++|\\.)*+", re.DOTALL) for quote in QUOTES_ELSEWHERE}
"""What stands between two quotes."""

ESCAPE, ESCAPES = re.compile(r"\\(.)", re.DOTALL), "\n\\'\"abfnrtvxuUN01234567"
"""A backslash with what is behind it, and the characters behind one that mean something in Python."""


def _pattern(skipped: str, quotes: str) -> re.Pattern[str]:
    """The tokens of a language. Of a string it is the first quote: a pattern of all would be tried at each quote anew,
    to the end of the text.
    """
    return re.compile(
        rf"""
        (?P<skip>    (?: {skipped} | [\s,]+ | //[^\n]* | --(?!\d)[^\n]* ) )
      | (?P<comment> /\*(?:.*?(?P<ended>\*/))? )
      | (?P<number>  [-+]?\d++(?:\.\d*+)?+(?:[eE][-+]?\d++)?+(?![\w.]) )
      | (?P<end>     ; )
      | (?P<string>  [{quotes}] )
      | (?P<name>    [A-Za-z_][\w.-]* )
      | (?P<open>    [\[({{] )
      | (?P<close>   [\])}}] )
      | (?P<colon>   =>|: )
      | (?P<other>   \d[\w.]* | . )
        """,
        re.VERBOSE | re.DOTALL,
    )


LISP, ELSEWHERE = _pattern(SKIPPED_IN_LISP, QUOTES_IN_LISP), _pattern(SKIPPED_ELSEWHERE, QUOTES_ELSEWHERE)

ASSIGNMENT = re.compile(
    r"([A-Za-z_][^=;(){}\n]{0,60}+)=(?![=>]) | ((?:let|const|static|var|val)\s[^={}:\n]{0,60}):[^={}\n]{0,80}=(?![=>])",
    re.VERBOSE,
)
"""``name =`` with the types and dimensions around it: ``const char jump_table[][SIZE] =``, ``t: list[int] =``,
``let jumps: Vec<(usize, usize)> =``.
"""

CODE = re.compile(r"\)$|\b(?:class|struct|namespace|object|interface|impl)\s[^{}()\n]{0,80}+$")
"""Before a brace that opens code, not a list, and blanks."""

BLANKS = re.compile(r"\s*+")

CODE_LINE = re.compile(
    r"^[ \t]{0,20}(?:(?:def|for|while|if|class|import|from|print|return|function|fn|func|public|private)\b[^\n]{0,120}"
    r"|(?:\w+[ \t*]+){0,3}[\w.]+(?:\[\w*\])*[ \t]*(?:=[ \t]*(?![\[({\s])[^\n]{0,120}|;|\()"
    r"|\((?:defn|defun|println|print|let|loop|do)\b[^\n]{0,120})",
    re.MULTILINE,
)
"""A line of a program that gives no list: a statement, a number as a value, a declaration, a call."""

PART_OF_A_PUZZLE = re.compile(
    r"(?:start|initial|begin|empty|hole|blank|goal|target|final|finish|solved|solution)\w{0,20}\s{0,5}[=:]",
    re.IGNORECASE,
)
"""What code gives a value of this name may be a part of the puzzle."""

DEFINITION = re.compile(r"\(\s*(?:def\w*|define\S{0,20}|setq|setf|let)\s+([^\s()\[\]{}]{1,200})")


@dataclass(slots=True)
class Node:
    """A value in a text.

    Attributes
    ----------
    value
        None, a boolean, a number, a string, a list of nodes, or an object: nodes by their names.
    span
        Its characters.
    name
        Its name in the text; empty if it has none.
    """

    value: bool | int | float | str | list[Node] | dict[str, Node] | None
    span: Span
    name: str = ""

    @property
    def items(self) -> list[Node]:
        """The members of a list; none for any other value."""
        return self.value if isinstance(self.value, list) else []


@dataclass(slots=True)
class _Open:
    """A list that is open: its bracket, its members so far, as many keys if it is an object, and where ``;`` stand."""

    bracket: str
    begin: int
    name: str
    call: bool
    items: list[Node] = field(default_factory=list)
    keys: list[Node] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)


class _Reader:
    """Reads the lists of a text, token by token."""

    def __init__(self) -> None:
        self.found: list[Node] = []
        self.opened: list[_Open] = []
        self.name = ""
        self.call_at = -1  # where a list would be the arguments of a call

    def take(self, kind: str, word: str, span: Span) -> None:
        """Take the next token."""
        above = self.opened[-1] if self.opened else None
        if kind == "open":
            if len(self.opened) == MAX_DEPTH:
                raise TextError(span, Message("the lists are nested too deep"))
            self.opened.append(_Open(word, span.begin, self.name, self.call_at == span.begin))
            self.name = ""
        elif above is None:
            self._beside(kind, word, span)
        elif kind == "close" and word == CLOSING[above.bracket]:
            self.opened.pop()
            closed = _closed(above, span.end)
            if word == "}" and closed.value == [] and self.opened and self.opened[-1].keys:
                closed = Node({}, closed.span)  # the value of a field: an object
            (self.opened[-1].items if self.opened else self.found).append(closed)
        elif kind == "colon" and len(above.items) == len(above.keys) + 1:
            above.keys.append(above.items.pop())
        elif kind == "end":
            above.ends.append(len(above.items))
        elif kind == "number":
            above.items.append(Node(_number(word, span), span))
        elif kind == "string":
            above.items.append(Node(_string(word, span), span))
        elif kind == "name" and word.lower() in WORDS:
            above.items.append(Node(WORDS[word.lower()], span))
        else:
            raise TextError(span, Message("unexpected: {found}", found=word[:40]))

    def _beside(self, kind: str, word: str, span: Span) -> None:
        """A token outside all lists: words there are not part of a puzzle."""
        if kind == "name":
            self.name = word
        elif self.found and kind in ("number", "string", "close"):
            raise TextError(span, Message("unexpected: {found}", found=word[:40]))


class _Strings:
    """Where the strings of a text end, found in time that grows with its length."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._open_until = dict.fromkeys(QUOTES_ELSEWHERE, 0)
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


def read_brackets(text: str) -> list[Node]:
    """Read the lists and objects that stand side by side in a text, in time that grows with its length.

    Raises
    ------
    TextError
        At the first character that does not fit.
    """
    reader = _Reader()
    _read(text, reader)
    return reader.found


def without_code(text: str) -> str | None:
    """A text up to the code after its first table; None if there is none, or if it may say more of the puzzle."""
    reader = _Reader()
    with suppress(TextError):
        _read(text, reader)
    tables = [node for node in reader.found if len(node.items) > 1]
    code = CODE_LINE.search(text, tables[0].span.end) if tables else None
    return None if code is None or PART_OF_A_PUZZLE.search(text, code.start()) else text[: code.start()]


def _read(text: str, reader: _Reader) -> None:
    """Read the lists of a text, token by token."""
    first = re.search(r"\w\(|[;(\[{]|\w\s*=", text)
    lisp = first is not None and first[0] in ("(", ";")
    tokens = LISP if lisp else ELSEWHERE
    strings = _Strings(text)
    around = at = count = 0  # definitions and code around the values, whose closing brackets are skipped
    while at < len(text):
        count += 1 if reader.opened else BESIDE
        if count > MAX_TOKENS:
            most = Message("the text has more than {most} numbers, words and brackets", most=MAX_TOKENS)
            raise TextError(Span(at, at + 1), most)
        spend(STEPS_OF_A_TOKEN)
        if not reader.opened and (named := (DEFINITION if lisp else ASSIGNMENT).match(text, at)):
            around += lisp
            reader.name, at = named[1] or named[2], named.end()
            continue
        token = tokens.match(text, at)
        assert token is not None  # one character always fits
        kind, end = str(token.lastgroup), token.end()
        if kind == "string":
            closed = strings.end(at)
            kind, end = ("other", end) if closed is None else (kind, closed)
        word, span = text[at:end], Span(at, end)
        at = end
        if kind == "skip" or token["ended"]:
            continue
        if kind == "comment":
            raise TextError(Span(span.begin, span.begin + 2), Message("the comment has no end"))
        if kind == "close" and word == (")" if lisp else "}") and around and not reader.opened:
            around -= 1
        elif word == "{" and not reader.opened and CODE.search(text[max(0, span.begin - LINE) : span.begin].rstrip()):
            around += 1
            if reader.found and BLANKS.fullmatch(text, reader.found[-1].span.end, span.begin):
                reader.found.pop()  # the parameters
        elif kind == "name" and reader.opened and word.lower() not in WORDS:
            _word(reader, word, span, text[at : at + 40].lstrip()[:1])
        else:
            if kind == "name":
                reader.call_at = at
            reader.take(kind, word, span)
    if reader.opened:
        wanted = Message("expected: {wanted}", wanted=CLOSING[reader.opened[-1].bracket])
        raise TextError(Span(len(text), len(text)), wanted)


def _word(reader: _Reader, word: str, span: Span, after: str) -> None:
    """A word in a list: the key of an object without quotes, or the name of a function, which is skipped."""
    above = reader.opened[-1]
    if above.bracket == "{" and after == ":":
        above.items.append(Node(word, span))
    elif after and after in CLOSING:
        reader.call_at = span.end
    elif above.bracket != "(" or above.items:
        raise TextError(span, Message("unexpected: {found}; write texts in quotation marks", found=word[:40]))


def _number(word: str, span: Span) -> int | float:
    if len(word) > MAX_DIGITS:
        raise TextError(span, Message("a number has too many digits"))
    number = float(word) if re.search("[.eE]", word) else int(word)
    if abs(number) >= 10**MAX_DIGITS:
        raise TextError(span, Message("a number has too many digits"))
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _string(word: str, span: Span) -> str:
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


def _closed(part: _Open, end: int) -> Node:
    """The value of a list that was closed. A call whose argument is a list is that list."""
    span = Span(part.begin, end)
    if part.keys:
        if len(part.keys) != len(part.items):
            wrong = [*part.items, *part.keys][min(len(part.keys), len(part.items))]
            raise TextError(wrong.span, Message("expected: a name, a colon and a value"))
        keys = [str(key.value) for key in part.keys]
        return Node(dict(zip(keys, part.items, strict=True)), span, part.name)
    if part.ends and part.bracket == "[":  # rows, as in MATLAB and Julia
        bounds = [0, *part.ends, len(part.items)]
        rows = [part.items[a:b] for a, b in pairwise(bounds) if a < b]
        if all(len(row) == 1 for row in rows):  # a list in OCaml and F#
            return Node(part.items, span, part.name)
        return Node([Node(row, Span(row[0].span.begin, row[-1].span.end)) for row in rows], span, part.name)
    if part.call and len(part.items) == 1 and part.items[0].items:
        return Node(part.items[0].value, span, part.name)
    return Node(part.items, span, part.name)
