"""Lists in the brackets of any language: from a program or a document to nested values, each with its place.

Python, JSON, JavaScript, C and its relatives, Lisp, Clojure: what matters for a table is the same in all. Lists are in
brackets of any shape, with or without commas. Between lists may stand code: types, definitions, functions, loops. A
bracket that opens no list of values is code, too; but a list that breaks off after some values is an error.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from fewest.notation.fields import half_character
from fewest.notation.formats.draft import Span, TextError
from fewest.notation.formats.rows import MAX_COLUMNS, Row, too_large
from fewest.notation.formats.steps import spend
from fewest.notation.formats.words import is_caption
from fewest.solver.errors import Message

MAX_DEPTH = 100
"""Of lists in lists; documents of the API need far fewer."""

MAX_TOKENS = 35_000
"""A jump table of 128 holes and 4,096 jumps has 33,000, as what is between two numbers counts once."""

STEPS_OF_A_TOKEN, STEPS_OF_AN_ESCAPE = 10, 200
"""A token takes some microseconds. A string with a backslash is read by the parser of JSON, then by that of Python."""

# More than any puzzle has. Python refuses to convert more than 4,300 digits.
MAX_DIGITS = 20

SHORT = 10
"""Characters of a text that is the argument of a function; fewer are no puzzle."""

BEFORE = 160
"""Characters before a list in which its name may stand."""

BESIDE = 3
"""Cost of a token outside all lists."""

CLOSING = {"[": "]", "(": ")", "{": "}"}
WORDS: dict[str, bool | None] = {
    "nil": None,
    "none": None,
    "null": None,
    "undefined": None,
    "true": True,
    "false": False,
}

GOALS = {"goal", "target", "end", "final", "finish", "solved", "solution", "desired", "destination"}
"""Words in the name of a list that make it the goal."""

STARTS = {"start", "initial", "begin", "board", "state", "position", "puzzle"}
"""Words in the name of a list that make it the start."""

FIELDS = {"kind", "puzzle", "board", "start", "blocks"}
"""An object in a program with none of these is no puzzle, if there are texts, too."""

BUILDERS = re.compile(r"(?:list|array|vec|vector|tuple|seq|set|of|from|freeze|quote|matrix)[!<>\w\s]{0,20}\Z", re.I)
"""The end of the name of a function whose arguments are a list."""

LISP_SKIPS = r";[^\n]* | (?:\#'?|')(?=[(\[])"
OTHER_SKIPS = r"\#[^\n]* | \bnew\s+\w+(?:\[\w*\])+ | (?:\[\d{0,4}\]){1,4}[a-z]\w{0,20}(?=\{)"
OTHER_SKIPS += r"""| ,\s{0,9}[A-Za-z_]\w{0,40}\s?=\s?[\w.'"]+"""
QUOTES_IN_LISP, QUOTES = '"', "'\""
# Possessive: trying shorter matches again would take time that grows with the square of the text.
INSIDE = {quote: re.compile(rf"(?:[^{quote}\\\n]++|\\.)*+", re.DOTALL) for quote in QUOTES}
"""What stands between two quotes."""

ESCAPE, ESCAPES = re.compile(r"\\(.)", re.DOTALL), "\n\\'\"abfnrtvxuUN01234567"
"""A backslash with what is behind it, and the characters behind one that mean something in Python."""


def _pattern(skipped: str, quotes: str) -> re.Pattern[str]:
    """The tokens of a language. Of a string it is the first quote: a pattern of all would be tried at each quote anew,
    to the end of the text.
    """
    return re.compile(
        rf"""
        (?P<skip>    (?: {skipped} | [\s,]+ | &(?=[\[(]) | //[^\n]* | --(?!\d)[^\n]* ) )
      | (?P<comment> /\*(?:.*?(?P<ended>\*/))? )
      | (?P<number>  [-+]?\d++(?:\.\d*+)?+(?:[eE][-+]?\d++)?+(?![\w.]) )
      | (?P<end>     ; )
      | (?P<string>  [{quotes}] )
      | (?P<name>    [A-Za-z_][\w.-]*!? )
      | (?P<open>    [\[({{] )
      | (?P<close>   [\])}}] )
      | (?P<colon>   =>|: )
      | (?P<other>   \d[\w.]* | . )
        """,
        re.VERBOSE | re.DOTALL,
    )


LISP, OTHER = _pattern(LISP_SKIPS, QUOTES_IN_LISP), _pattern(OTHER_SKIPS, QUOTES)

NUMBERED = re.compile(r"(?://|\#)\s?\d{1,3}(?=[\s\])}])")
NUMBERED_IN_LISP = re.compile(r"(?<!;);++\s?\d{1,3}(?=[\s\])}])")
"""A comment with the number of a row."""

DEFINITION = re.compile(r"\(\s*(?:def\w*|define\S{0,20}|setq|setf|let)\s+([^\s()\[\]{}]{1,80})")
SETTING = re.compile(
    r"^[ \t]{0,20}(?:\w{1,20}[ \t]+){0,2}(?P<name>(?:start|initial|begin|empty|hole|blank|goal|target|final)"
    r"(?:_?(?:start|hole|pos|position|state|board|cell|peg|index)){0,2})[ \t]{0,5}[=:]+[ \t]{0,5}(?=[-\d\"'\[({])"
    r"(?P<number>\d{1,3}\b)?",
    re.IGNORECASE | re.MULTILINE,
)
"""A line of code that says what may be a part of the puzzle."""

EMPTY_HOLE = re.compile(r"empty|hole|blank", re.IGNORECASE)
"""In the name of a number: it is that of the hole that is empty at the start."""

BLOCK = re.compile(
    r"(?:\)|[-=]>|\b(?:else|do|try|loop|static)|\b(?:class|struct|namespace|object|interface|impl)\s[^{}()\n]{0,80}+)\Z"
)
"""Before a brace that opens code, not a list, and blanks."""

IN_LIST = re.compile(r"(?:for|if|in|lambda)\b|[-*+/%<>=|&.]")
"""What may follow values in a list that a program computes."""

IN_CODE = re.compile(r"\b(?:print\w*|return|if|for|while|in|range|len|assert|yield|case|await)\b")


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
        What stands before it in its line, as far as it may be its name.
    code
        Whether it stands in a statement of a program, such as a condition.
    """

    value: bool | int | float | str | list[Node] | dict[str, Node] | None
    span: Span
    name: str = ""
    code: bool = False

    @property
    def items(self) -> list[Node]:
        """The members of a list; none for any other value."""
        return self.value if isinstance(self.value, list) else []

    @property
    def words(self) -> set[str]:
        """The words of its name, in any spelling, without its type: ``goalState``, ``final int[] goal_state``.

        Nothing where several names stand before one list.
        """
        name = re.sub(r"\[[^\]]*\]|:.*", "", self.name)
        names = re.findall(r"[A-Za-z_]\w*", name)
        if not names or "," in name:
            return set()
        return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", names[-1])}

    @property
    def is_goal(self) -> bool:
        """Whether its name says that it is the goal."""
        return not GOALS.isdisjoint(self.words)

    @property
    def is_start(self) -> bool:
        """Whether its name says that it is the start."""
        return not self.is_goal and not STARTS.isdisjoint(self.words)


@dataclass(frozen=True)
class Lists:
    """The lists and objects of a text, in its order, without empty ones and single numbers.

    Attributes
    ----------
    nodes
        At least one.
    size
        Of the text, in characters.
    before_code
        Whether words or numbers follow the last list.
    empty
        What the code calls the empty hole, or the like; None if it does not.
    """

    nodes: list[Node]
    size: int
    before_code: bool = False
    empty: Node | None = None

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of a drawing or of a matrix, with an arrow before those of a goal; empty if these are none."""
        nodes = [node for node in _named(self.nodes) if node.items and not node.code]
        goals, others = [n for n in nodes if n.is_goal], [n for n in nodes if not n.is_goal]
        flat = all(map(_is_flat, others)) and len({len(node.items) for node in others}) == 1
        if len(others) > 1 and flat and not (len(others) == 2 and others[1].name):
            others = [Node(others, Span(others[0].span.begin, others[-1].span.end))]
        found = [self._rows_of(node) for node in (*others, *goals)]
        if not found or not all(found) or len(found) > 2 or len(goals) > 1:
            return []
        if len(found) == 1:
            return found[0]
        at = found[1][0].at[0] if found[1][0].at else 0
        return [*found[0], Row("->", [at, at]), *found[1]]

    def _rows_of(self, node: Node) -> list[Row]:
        """The rows of one list: strings, lists of characters, lists of numbers, or one row of numbers."""
        nested = all(item.items for item in node.items)
        lines = [item.items for item in node.items] if nested else [node.items]
        cells = [cell for line in lines for cell in line]
        if any(isinstance(cell.value, (list, dict, float)) for cell in cells):
            return []
        texts = [cell.value for cell in cells if isinstance(cell.value, str)]
        words = [text.strip() for text in texts if text.strip()]
        joined = bool(words) and not any(word.isdecimal() or word == "-1" for word in words)
        # Strings of several characters are rows of a drawing.
        if not nested and len(texts) == len(cells) > 0 and all(len(text) > 1 for text in texts if text):
            lines, joined = [[cell] for cell in cells], True
        if joined and len(texts) < len(cells):
            return []
        return [self._row(line, "" if joined else ",") for line in lines]

    def _row(self, cells: Sequence[Node], between: str) -> Row:
        text, at = "", list[int]()
        for number, cell in enumerate(cells):
            word = _word(cell).strip() if between else _word(cell)
            begin = cell.span.begin + isinstance(cell.value, str)
            if number and between:
                text, at = text + between, [*at, begin] if len(at) < MAX_COLUMNS else at
            if len(text) + len(word) > MAX_COLUMNS:
                raise too_large(cell.span)
            spend(STEPS_OF_A_TOKEN + len(word))
            text += word
            at += [min(begin + place, self.size - 1) for place in range(len(word))]
        return Row(text, at)


def _word(node: Node) -> str:
    """How a value is written in a row."""
    if node.value is None:
        return ""
    return str(int(node.value)) if isinstance(node.value, bool) else str(node.value)


def _is_flat(node: Node) -> bool:
    return bool(node.items) and not any(isinstance(item.value, (list, dict)) for item in node.items)


def _named(nodes: Sequence[Node]) -> list[Node]:
    """The lists; of a single object, its fields, if all are lists."""
    if len(nodes) == 1 and isinstance(nodes[0].value, dict):
        fields = nodes[0].value
        if fields and all(part.items for part in fields.values()) and not any(name.isdecimal() for name in fields):
            return [replace(part, name=name) for name, part in fields.items()]
        return []
    return list(nodes)


class _Strings:
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


@dataclass(slots=True)
class _Open:
    """A list that is open: its bracket, its members so far, as many keys if it is an object, and where ``;`` stand."""

    bracket: str
    begin: int
    call: bool = False
    items: list[Node] = field(default_factory=list)
    keys: list[Node] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)


class _Reader:
    """Reads the lists of a text."""

    def __init__(self, text: str) -> None:
        first = re.search(r"\w\(|[(\[{]|(?:^|\s);|\w\s*=", text)
        self.lisp = first is not None and first[0][-1:] in ("(", ";") and first[0][:1] in "(; \n\t"
        self.text = text = _without_numbers_of_rows(text, NUMBERED_IN_LISP if self.lisp else NUMBERED)
        self.pattern = LISP if self.lisp else OTHER
        self.strings = _Strings(text)
        self.nodes: list[Node] = []
        self.texts: list[Node] = []
        self.wrong: TextError | None = None
        self.before_code = self.wrong_in_code = False
        self.count = 0

    def after_list(self, at: int) -> int:
        """The place behind the list whose bracket is here, whatever is in it."""
        depth = 0
        while at < len(self.text):
            kind, span = self.token(at)
            at = span.end
            depth += (kind == "open") - (kind == "close")
            if depth <= 0:
                break
        return at

    def token(self, at: int, cost: int = 1) -> tuple[str, Span]:
        """The kind of the token at a place, and its characters."""
        self.count += cost
        if self.count > MAX_TOKENS:
            most = Message("the text has more than {most} numbers, words and brackets", most=MAX_TOKENS)
            raise TextError(Span(at, at + 1), most)
        spend(STEPS_OF_A_TOKEN)
        token = self.pattern.match(self.text, at)
        assert token is not None  # one character always fits
        kind, end = str(token.lastgroup), token.end()
        if kind == "string":
            closed = self.strings.end(at)
            return ("other", Span(at, end)) if closed is None else (kind, Span(at, closed))
        if token["ended"]:
            return "skip", Span(at, end)
        if kind == "comment":
            raise TextError(Span(at, at + 2), Message("the comment has no end"))
        return kind, Span(at, end)

    def read(self) -> None:
        """Read all lists, and step over the code between them."""
        at = line = last = 0  # the places of the line, and of the end of the last list
        number, code = Span(0, 0), False  # of the line, outside of its lists
        while at <= len(self.text):
            kind, span = self.token(at, BESIDE) if at < len(self.text) else ("skip", Span(at, at + 1))
            word = self.text[span.begin : span.end]
            at = span.end
            if kind == "skip":
                if "\n" in word or not word:
                    if number.end and not code and not is_caption(self.text[line : span.end].rstrip()):
                        strange = self.text[number.begin : number.end][:40]
                        raise TextError(number, Message("unexpected: {found}", found=strange))
                    line, number, code = at, Span(0, 0), False
                continue
            node = self.list_at(span) if kind == "open" else None
            if node is None and self.wrong_in_code:
                at, self.wrong_in_code = self.after_list(span.begin), False
            found = self.text[line : span.begin].rstrip() if kind == "string" else ""
            if found[-1:] in ("=", ":") or (found[-1:] == "(" and len(word) > SHORT):
                self.texts.append(Node([Node(_string(word, span), span)], span, self.name_in(found)))
            if node is None:
                self.before_code = self.before_code or kind in ("name", "number")
                code = code or (kind not in ("number", "name", "colon") and word not in ".?!")
                number = span if kind == "number" and not number.end else number
                continue
            at = node.span.end
            if node.value not in ([], {}):
                before = self.text[max(line, last, span.begin - BEFORE) : span.begin]
                if not before.strip() and last < line:
                    before = self.text[max(last, span.begin - BEFORE) : span.begin].strip().rpartition("\n")[2]
                node.name, node.code = self.name_in(before), IN_CODE.search(before) is not None
                self.nodes.append(node)
                last, self.before_code = at, False

    def name_in(self, before: str) -> str:
        """The name that stands before a list, as in ``const char jumps[][SIZE] =``, ``(def jumps``, ``goal:``."""
        if self.lisp and (found := DEFINITION.search(before)):
            return found[1]
        left, equals, _ = before.partition("=")
        return (left if equals else before.rstrip(": \t")).strip().lstrip(",( ")

    def list_at(self, span: Span) -> Node | None:
        """The list that a bracket opens; None if it is code."""
        before = self.text[max(0, span.begin - 40) : span.begin]
        call = not self.lisp and self.text[span.begin] == "(" and BUILDERS.search(before) is not None
        if not self.lisp and not call and self.text[span.begin] != "{" and re.search(r"[\w\])>]\Z", before):
            return None  # the arguments of a call, or an index
        if self.text[span.begin] == "{" and BLOCK.search(self.text[max(0, span.begin - BEFORE) : span.begin].rstrip()):
            return None
        opened: list[_Open] = []
        try:
            return self._list(span.begin, opened, call)
        except TextError as error:
            values = sum(len(part.items) for part in opened)
            nested = any(item.items for part in opened for item in part.items)
            table = any(len(node.items) > 1 for node in self.nodes)
            if (nested or values > 1) and IN_LIST.match(self.text, error.span.begin):
                self.wrong_in_code = self.text[span.begin] == "["
                return None
            if nested or (values > 1 and not table) or self.count > MAX_TOKENS or len(opened) == MAX_DEPTH:
                raise
            self.wrong = self.wrong or error
            return None

    def _list(self, begin: int, opened: list[_Open], call: bool) -> Node:
        """Read a list from its bracket to the closing one."""
        at, call_at = begin, -1
        while at < len(self.text):
            kind, span = self.token(at)
            word = self.text[span.begin : span.end]
            at = span.end
            if kind == "skip":
                continue
            if kind == "open":
                if len(opened) == MAX_DEPTH:
                    raise TextError(span, Message("the lists are nested too deep"))
                opened.append(_Open(word, span.begin, call_at == span.begin or (call and not opened)))
                continue
            above = opened[-1]
            if kind == "close" and word == CLOSING[above.bracket]:
                closed = _closed(above, span.end)
                opened.pop()
                if word == "}" and closed.value == [] and opened and opened[-1].keys:
                    closed = Node({}, closed.span)  # the value of a field: an object
                if not opened:
                    return closed
                opened[-1].items.append(closed)
            elif kind == "colon" and len(above.items) == len(above.keys) + 1:
                above.keys.append(above.items.pop())
            elif kind == "end" and above.items:
                above.ends.append(len(above.items))
            elif kind == "number":
                above.items.append(Node(_number(word, span), span))
            elif kind == "string":
                above.items.append(Node(_string(word, span), span))
            elif kind == "name" and word.lower() in WORDS:
                above.items.append(Node(WORDS[word.lower()], span))
            elif kind == "name":
                after = self.text[at : at + 40].lstrip()[:1]
                if above.bracket == "{" and after == ":":
                    above.items.append(Node(word, span))
                elif after and after in CLOSING and not (self.lisp and not above.items):
                    call_at = self.text.index(after, at)
                elif not (self.lisp and not above.items and BUILDERS.search(word)):
                    text = "unexpected: {found}; write texts in quotation marks"
                    raise TextError(span, Message(text, found=word[:40]))
            else:
                raise TextError(span, Message("unexpected: {found}", found=word[:40]))
        wanted = Message("expected: {wanted}", wanted=CLOSING[opened[-1].bracket])
        raise TextError(Span(len(self.text), len(self.text)), wanted)


def read_lists(text: str) -> Lists:
    """Read the lists and objects of a text, in time that grows with its length.

    Raises
    ------
    TextError
        If there is none, at the first character that does not fit; or if code sets what may be a part of the puzzle.
    """
    reader = _Reader(text)
    reader.read()
    nodes = [node for node in reader.nodes if not _is_number(node)]
    if all(isinstance(node.value, dict) and FIELDS.isdisjoint(node.value) for node in nodes):
        nodes = reader.texts or nodes
    if not nodes:
        nothing = Message("the brackets are empty; a puzzle needs a board, a start and a goal")
        raise reader.wrong or TextError(Span(0, len(text)), nothing)
    empty: Node | None = None
    spans = [node.span for node in (*reader.nodes, *reader.texts)]
    for found in SETTING.finditer(text):
        span = Span(found.start("name"), found.end())
        if any(part.begin == found.end() or part.begin <= found.start() < part.end for part in spans):
            continue
        if empty is not None or not found["number"] or not EMPTY_HOLE.search(found["name"]):
            raise TextError(span, Message("{name} is set here; give it as a list, or leave it out", name=found["name"]))
        empty = Node(int(found["number"]), span, found["name"])
    return Lists(nodes, len(text), reader.before_code, empty)


def _is_number(node: Node) -> bool:
    """Whether a list is one number, such as a remark beside a drawing."""
    return len(node.items) == 1 and not isinstance(node.items[0].value, (list, dict, str))


def _without_numbers_of_rows(text: str, numbered: re.Pattern[str]) -> str:
    """A text with blanks for comments that number rows, if several are in one line, as in what is copied from pages."""
    if not any(len(numbered.findall(line)) > 1 for line in text.splitlines()):
        return text
    return numbered.sub(lambda found: " " * len(found[0]), text)


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
        return Node(dict(zip(keys, part.items, strict=True)), span)
    if part.ends and part.bracket == "[":  # rows, as in MATLAB and Julia
        return Node(list(_by_semicolon(part)), span)
    if part.call and len(part.items) == 1 and part.items[0].items:
        return Node(part.items[0].value, span)
    return Node(part.items, span)


def _by_semicolon(part: _Open) -> Iterator[Node]:
    """The rows between semicolons; the members themselves if each row has one, as in a list in OCaml and F#."""
    bounds = [0, *part.ends, len(part.items)]
    rows = [part.items[a:b] for a, b in pairwise(bounds) if a < b]
    if all(len(row) == 1 for row in rows):
        yield from part.items
    else:
        yield from (Node(row, Span(row[0].span.begin, row[-1].span.end)) for row in rows)
