"""Lists in the brackets of any language: from a program or a document to nested values, each with its place.

Python, JSON, JavaScript, C and its relatives, Lisp, Clojure: what matters for a table is the same in all. Lists are in
brackets of any shape, with or without commas. Between lists may stand code: types, definitions, functions, loops. A
bracket that opens no list of values is code, too; but a list that breaks off after some values is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from fewest.notation.formats.draft import Span, TextError
from fewest.notation.formats.nodes import Node
from fewest.notation.formats.steps import spend
from fewest.notation.formats.strings import QUOTES, Strings, string_of
from fewest.notation.formats.words import is_caption
from fewest.solver.errors import Message

MAX_DEPTH = 100
"""Of lists in lists; documents of the API need far fewer."""

MAX_TOKENS = 35_000
"""A jump table of 128 holes and 4,096 jumps has 33,000, as what is between two numbers counts once."""

STEPS_OF_A_TOKEN = 10
"""A token takes some microseconds."""

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

GAPS = {"empty", "blank", "vide", "x", "e"}
"""Words for the empty cell, beside a number."""

BUILDERS = re.compile(r"(?:list|array|vec|vector|tuple|seq|set|of|from|freeze|quote|matrix)[!<>\w\s]{0,20}\Z", re.I)
"""The end of the name of a function whose arguments are a list."""

LISP_SKIPS = r";[^\n]* | (?:\#'?|')(?=[(\[])"
OTHER_SKIPS = r"\#[^\n]* | \bnew\s+\w+(?:\[\w*\])+ | (?:\[\d{0,4}\]){1,4}[a-z]\w{0,20}(?=\{)"
OTHER_SKIPS += r"""| ,\s{0,9}[A-Za-z_]\w{0,40}\s?=\s?[\w.'"]+ | (?<=\[)\| | \|(?=\]) | :(?=(?:empty|blank|nil)\b)"""
QUOTES_IN_LISP = '"'


def _pattern(skipped: str, quotes: str) -> re.Pattern[str]:
    """The tokens of a language. Of a string it is the first quote: a pattern of all would be tried at each quote anew,
    to the end of the text.
    """
    return re.compile(
        rf"""
        (?P<skip>    (?: {skipped} | [\s,]+ | &(?=[\[(]) | //[^\n]* | --(?!\d)[^\n]* ) )
      | (?P<comment> /\*(?:.*?(?P<ended>\*/))? )
      | (?P<number>  [-+]?\d++(?:\.\d*+)?+(?:[eE][-+]?\d++)?+(?:[iu](?:8|16|32|64|size)|[fFlLuU])?+(?![\w.]) )
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


TYPE = re.compile(r"(?<=\d)(?:[iu]\w+|[fFlLuU])\Z")
"""Of a number, as in ``1u8``."""

LISP, OTHER = _pattern(LISP_SKIPS, QUOTES_IN_LISP), _pattern(OTHER_SKIPS, QUOTES)

NUMBERED = re.compile(r"(?://|\#)\s?\d{1,3}(?=[\s\])}])")
NUMBERED_IN_LISP = re.compile(r"(?<!;);++\s?\d{1,3}(?=[\s\])}])")
"""A comment with the number of a row."""

DEFINITION = re.compile(r"\(\s*(?:def\w*|define\S{0,20}|setq|setf|let)\s+([^\s()\[\]{}]{1,80})")
BLOCK = re.compile(
    r"(?:\)|[-=]>|\b(?:else|do|try|loop|static)|\b(?:class|struct|namespace|object|interface|impl)\s[^{}()\n]{0,80}+)\Z"
)
"""Before a brace that opens code, not a list, and blanks."""

IN_LIST = re.compile(r"(?:for|if|in|lambda)\b|[-*+/%<>=|&.]")
"""What may follow values in a list that a program computes."""

IN_CODE = re.compile(r"\b(?:print\w*|return|if|for|while|in|range|len|assert|yield|case|await)\b")


@dataclass(slots=True)
class _Open:
    """A list that is open: its bracket, its members so far, as many keys if it is an object, and where ``;`` stand."""

    bracket: str
    begin: int
    call: bool = False
    items: list[Node] = field(default_factory=list)
    keys: list[Node] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)


class Reader:
    """Reads the lists of a text."""

    def __init__(self, text: str) -> None:
        first = re.search(r"\w\(|[(\[{]|(?:^|\s);|\w\s*=", text)
        self.lisp = first is not None and first[0][-1:] in ("(", ";") and first[0][:1] in "(; \n\t"
        self.text = text = _without_numbers_of_rows(text, NUMBERED_IN_LISP if self.lisp else NUMBERED)
        self.pattern = LISP if self.lisp else OTHER
        self.strings = Strings(text)
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
                self.texts.append(Node([Node(string_of(word, span), span)], span, self.name_in(found)))
            if node is None:
                self.before_code = self.before_code or kind in ("name", "number")
                code = code or (kind not in ("number", "name", "colon") and word not in ".?!")
                number = span if kind == "number" and not number.end else number
                continue
            at = node.span.end
            if node.value not in ([], {}):
                before = self.text[max(line, last, span.begin - BEFORE) : span.begin]
                above, bullet = self.text[max(last, span.begin - BEFORE) : span.begin], before.strip() == "-"
                if bullet and above.strip() == "-" and self.nodes:  # the next row of a list in YAML
                    self.nodes[-1].items.append(node)
                    self.nodes[-1].span = Span(self.nodes[-1].span.begin, at)
                else:
                    if (bullet or not before.strip()) and last < line:
                        before = above.strip(" \t\n-").rpartition("\n")[2]
                    node.name, node.code = self.name_in(before), IN_CODE.search(before) is not None
                    self.nodes.append(Node([node], node.span, node.name, node.code) if bullet else node)
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

    def _is_by_number(self, above: _Open, at: int) -> bool:
        last = above.items[-1].value if above.items else None
        behind = r"\s*[^:\s]" if type(last) is int else r"[\s,]*\d"  # a word before a colon is a name
        return re.match(behind, self.text[at : at + SHORT]) is not None

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
                above.items.append(Node(string_of(word, span), span))
            elif kind == "name" and (word.lower() in WORDS or (word in GAPS and self._is_by_number(above, at))):
                above.items.append(Node(WORDS.get(word.lower()), span))
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


def _without_numbers_of_rows(text: str, numbered: re.Pattern[str]) -> str:
    """A text with blanks for comments that number rows, if several are in one line, as in what is copied from pages."""
    if not any(len(numbered.findall(line)) > 1 for line in text.splitlines()):
        return text
    return numbered.sub(lambda found: " " * len(found[0]), text)


def _number(word: str, span: Span) -> int | float:
    word = TYPE.sub("", word)
    if len(word) > MAX_DIGITS:
        raise TextError(span, Message("a number has too many digits"))
    number = float(word) if re.search("[.eE]", word) else int(word)
    if abs(number) >= 10**MAX_DIGITS:
        raise TextError(span, Message("a number has too many digits"))
    return int(number) if isinstance(number, float) and number.is_integer() else number


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
