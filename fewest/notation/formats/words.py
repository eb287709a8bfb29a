"""Words around a drawing: titles, comments and remarks.

Those of a fixed list are skipped. Other lines above and below a board are left out, too, if nothing is read with them;
the sentence then names them, and the reading is not clear. A line that may concern the start, the goal or the rules is
never left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set

from fewest.notation.formats.cleaned import MAX_COLUMNS, MAX_LINES
from fewest.notation.formats.draft import Span
from fewest.notation.formats.rows import Row
from fewest.notation.formats.steps import counted

NAMES = (
    "board boards book card cell cells challenge classic cross day english example exercise famous fifteen french "
    "friend fun game german hex hole holes hour huarong instance instances jump jumps klotski korf level levels "
    "magazine number page peg pegs picture piece pieces problem puzzle puzzles rush sample score slide sliding "
    "solitaire taquin tile tiles traffic triangle week weekend wooden"
)
OTHERS = (
    "a advance advanced all an and another any anybody anyone as at beautiful beginner best big by can could daily "
    "difficult easy everybody everyone expert fewest find for found from good got guys hard hardest have hello help "
    "here hi hours how i impossible in intermediate is it kid kids me medium minimum my need needs new of old on one "
    "optimal please possible posted program sent shortest shows small solvable solve some somebody someone son stuck "
    "thank thanks that the there these this to today tried tricky try trying with you your "
    "alle bitte bonjour danke das dies gracias hallo hola jemand kann lösen merci por favor"
)
SENTENCE = "do does known many moves of solution solutions solved solving steps takes taking what which"
"""Words that may say what is meant if they are alone."""

HARMLESS = frozenset(f"{NAMES} {OTHERS}".split())
IN_SENTENCES = frozenset(SENTENCE.split()) | HARMLESS
JAPANESE = re.compile(
    "(?:题目|八数码|难题|关|第|次|この|その|の|を|が|は|です|ます|問題|例題|練習|パズル|ペグ|ソリティア|スライド|盤|箱入り娘|华容道|華容道|ラッシュアワー|レベル|初級|中級|"
    "上級|難問|解いて|解けますか|ください|下さい|お願いします|よろしく|ありがとう|ございます|[、。！？!?：: 0-9])+"
)

ASIDE = re.compile(r"(?<=\S)([ \t]{1,40})\(([^()\[\]{}\n]{2,80})\)")
"""A remark in parentheses beside something else."""

LINE = re.compile(r"^[^\S\n]*+\S[^\n]*+", re.MULTILINE)
MARKS = frozenset("xobe")
"""Letters in drawings that are not of blocks."""

NAMED = re.compile(
    r"[-(\[#*]?\s?[^\W\d_]{1,20}\s?[:.,!)\]]{0,2}|(?:[^\W\d_]{1,20}[.\s]{0,2}\#?[=:]?\s?\d{1,5}[\d.]{0,4}[,;:.)\ss]{0,3}){1,5}"
    r"|\#\s?\d{1,5}|\d{1,3}[.):]|[\[(]\d{1,5}[^\[\](){}]{0,20}[\])]|([*=~_+-])(?:\s?\1)*|\d{4}-\d\d-\d\d.{0,20}"
    r"|[{}]|[\[<]/?[a-z]{2,10}[\]>]|\d{1,5}\s?[^\W\d_]{3,20}|\d{1,2}\s?[x×]\s?\d{1,2}"
)
"""A word, a number with its name, a rule of one mark, a date, a tag."""

RULE = re.compile(
    r"\b(?:goal|target|desired|exit\w*|end(?!e)|final|finish|ziel|meta|objeti\w+|but|not|no(?!\.?\s?\d)|without|except"
    r"|only|must|cannot|can't|never|swap\w*|empty|blank|hole|start\w*|left|last|remove\w*|reach\w*|wall|diagonal\w*"
    r"|inver\w+|may|two|both|several|each)\b|目標|目标|ゴール|中央",
    re.IGNORECASE,
)
"""What may concern the start, the goal or the rules."""

PLACE = re.compile(r"\b(?:cent(?:re|er)|corner|top|bottom|spiral|wrap\w*|leaves?|first|steps?|cells?)\b", re.IGNORECASE)
CODE = re.compile(r"[=(){}\[\]<>;\"'`]")
MOST_CAPTIONS, LONGEST_CAPTION = 20, 200
"""Lines of words above or below a puzzle, and the characters of one."""

COMMENT = re.compile(r"\s*(#+|//|--|;+|%)\s")
REMARK = re.compile(r"(?<=\S)\s(?:#|//|--|;|%)\s.*")
"""Behind a row."""

WORD = re.compile(r"[^\W\d_]+")
NUMBERS = re.compile(r"\d+")


def without_asides(text: str) -> str:
    """A text with blanks for remarks in parentheses; as it is where it is too long for a drawing."""
    if len(text) > MAX_LINES * MAX_COLUMNS:
        return text
    return ASIDE.sub(lambda found: " " * len(found[0]) if is_harmless(found[2]) else found[0], text)


def inside_words(text: str) -> tuple[int, int]:
    """Begin and end of what is left of a text without the lines of words, fences and empty lines above and below."""
    begin, end = 0, len(text.rstrip())
    for _ in range(MOST_CAPTIONS):
        stop = text.find("\n", begin, end)
        if stop < 0 or not _is_beside(text[begin:stop]):
            break
        begin = stop + 1
    for _ in range(MOST_CAPTIONS):
        stop = text.rfind("\n", begin, end)
        if stop < 0 or not _is_beside(text[stop + 1 : end]):
            break
        end = stop
    return begin, end


def _is_beside(line: str) -> bool:
    """Whether a line is no part of a puzzle: empty, a fence, or words."""
    plain = line.strip()
    return not plain or (len(plain) <= LONGEST_CAPTION and (plain.startswith("```") or is_caption(line)))


@counted
def without_captions(rows: list[Row]) -> list[Row]:
    """The rows without lines of words above and below them.

    The same rows if there are no such lines, if there is nothing else, or if what they stand by is two drawings: then
    the words may say which is which.
    """
    drawn = [number for number, row in enumerate(rows) if row.text.strip() and not is_caption(row.text)]
    if not drawn:
        return rows
    kept = rows[drawn[0] : drawn[-1] + 1]
    captions = [row.text for row in (*rows[: drawn[0]], *rows[drawn[-1] + 1 :]) if row.text.strip()]
    return kept if captions and _stand_apart(captions, kept) else rows


def is_caption(line: str) -> bool:
    """Whether a line is a comment, or words, of those that are skipped."""
    comment = COMMENT.match(line)
    return is_harmless(line[comment.end() :] if comment is not None else line)


def is_harmless(text: str) -> bool:
    """Whether a text has only skippable words, at most one number, and no marks of a drawing."""
    # ASCII digits and marks alone are a drawing, not a Japanese sentence.
    if JAPANESE.fullmatch(text.strip()) is not None and not text.isascii():
        return len(NUMBERS.findall(text)) < 2
    words = WORD.findall(text.lower())
    marks = re.sub(r"[\w\s,.:;!?'\"()&–—-]", "", text)
    return (
        any(len(word) > 2 for word in words)
        and (HARMLESS if len(words) < 3 else IN_SENTENCES).issuperset(words)
        and len(NUMBERS.findall(text)) < 2 + (len(words) > 1)
        and not text.strip()[0].isdigit()
        and not marks
    )


def core_of(text: str) -> tuple[Span, list[Span]] | None:
    """Where a board stands between lines that are no rows, whatever they say, and those lines."""
    if len(text) > MAX_LINES * MAX_COLUMNS:
        return None
    lines = [(found.start(), found[0].strip()) for found in LINE.finditer(text)]
    usual = Counter(len(line) for _, line in lines).most_common(1)[0][0] if lines else 0
    alike = [line for _, line in lines if len(line) == usual and " " not in line]
    drawn = sum(not {mark.lower() for mark in line if mark.isalpha()} <= MARKS for line in alike) > 1
    capitals = [line for line in alike if not re.search("[a-z].*[a-z]", line)]
    chosen = {*(capitals if 2 * len(capitals) > len(alike) else alike)}
    beside = [drawn and re.fullmatch(r"[\d\s]{1,7}%?", line) is not None for _, line in lines]
    inside = [
        n for n, (_, line) in enumerate(lines) if not (beside[n] or _is_no_row(line)) or (drawn and line in chosen)
    ]
    if not inside or len(inside) == len(lines):
        return None
    kept, out = lines[inside[0] : inside[-1] + 1], [*lines[: inside[0]], *lines[inside[-1] + 1 :]]
    marks = {mark for _, line in kept for mark in line} - {" "}
    lengths = {len(line) for _, line in kept}
    if len(marks) < 2 or marks & set("([{") or any(_may_be_row(line, marks, lengths) for _, line in out) or not out:
        return None
    ended = text + "\n"
    spans = [Span(begin, ended.find("\n", begin)) for begin, _ in (*kept, *out)]
    return Span(spans[0].begin, spans[len(kept) - 1].end), spans[len(kept) :]


def remarks_of(text: str, lists: Sequence[Span]) -> list[str]:
    """Lines outside of lists that are no code, and may be about the goal or the rules."""
    if len(text) > MAX_LINES * MAX_COLUMNS:
        return []
    for begin, end in lists:
        text = text[:begin] + re.sub(r"[^\n]", " ", text[begin:end]) + text[end:]
    lines = [found[0].strip() for found in LINE.finditer(text) if not CODE.search(found[0])]
    prose = [line for line in lines if len(line) <= LONGEST_CAPTION and len(WORD.findall(line)) > 2]
    return [line for line in prose if RULE.search(line) or PLACE.search(line)]


def _may_be_row(line: str, marks: Set[str], lengths: Set[int]) -> bool:
    """Whether a line above or below rows with these marks and lengths may be one of them, with a slip."""
    letters = {mark for mark in line if mark.isalpha() and mark.lower() not in MARKS}
    blocks = {mark for mark in marks if mark.isalpha() and mark not in MARKS | set("XO")} or marks <= set(".#")
    row = (blocks or lengths == {1}) and " " not in line and all(mark.isalnum() or mark in ".#" for mark in line)
    return (
        set(line) <= marks | {" "}
        or (line.isalpha() and not letters.isdisjoint(marks))
        or (row and len(line) in lengths)
    )


def _is_no_row(line: str) -> bool:
    """Whether a line has words, is a number with its name, or a rule of one mark."""
    letters = {mark.lower() for mark in line if mark.isalnum()}
    one_mark = len(line) > 1 and len(letters) == len({*line}) == 1
    spaced = letters and " " in line and "=" not in line and all(len(word) == 1 for word in line.split())
    if len(line) > LONGEST_CAPTION or one_mark or spaced or (letters and letters <= MARKS):
        return False
    found = WORD.findall(REMARK.sub("", line))
    words = [word for word in found if len(word) > 1 and len(set(word.lower()) - MARKS) > 1]
    mostly = 2 * sum(map(len, words)) >= len(line.replace(" ", ""))
    return NAMED.fullmatch(line) is not None or (bool(words) and mostly)


def _stand_apart(captions: Sequence[str], rows: Sequence[Row]) -> bool:
    """Whether comments have two words, or begin with marks that the drawing does not have."""
    drawing = "\n".join(row.text for row in rows)
    comments = ((caption, COMMENT.match(caption)) for caption in captions)
    return all(
        comment is None or comment[1][0] not in drawing or len(WORD.findall(caption)) > 1
        for caption, comment in comments
    )
