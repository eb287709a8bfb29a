"""Words around a drawing: titles, comments and remarks, which are no part of it.

What is left out must not matter: a line that may say something of the start, of the goal or of the rules stays, so that
the text is refused, as does a line that may be a row of the drawing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from schemas.text.rows import MAX_COLUMNS, MAX_LINES, Row

MATTERS = re.compile(
    r"\b(?:goals?|targets?|end|ends|ended|final|finish|finished|solved|solution|answer|output|after|before|becomes?|want|"
    r"reach|leaves?|must|should|moves?|exits?|last|left|remains?|opening|swap|step|invert|reverse)\b"
    r"|ゴール|目標|目的|最後|最終|残|動か|出す|出口|入れ替え|手目",
    re.IGNORECASE,
)

ASIDE = re.compile(r"(?<=\S)([ \t]{1,40})\((?=[^()\[\]{}\n]{0,80}[^\W\d_]{2})([^()\[\]{}\n]{0,80})\)")
"""A remark in parentheses beside something else."""

COMMENT = re.compile(r"\s*(#+|//|--|;+|%)\s")
SENTENCE = re.compile(r".*[^\W\d_]\s*[:：。!?！？]\s*$")
WORD = re.compile(r"[^\W\d_]{2}")
LONG_WORD = re.compile(r"[^\W\d_]{4}")
PROSE = re.compile(r"[^\W\d_]{2}[^\WA-Z\d_]")
NUMBER = re.compile(r"\d{1,2}[.,:]?")
DRAWN = re.compile(r"[\WoOxX\d_]+")
"""A word that may be a part of a drawing: it has no other letters."""

PUNCTUATION = {"-", "–", "—", "&", ":"}


def without_asides(text: str) -> str:
    """A text with blanks for remarks in parentheses; as it is where it is too long for a drawing."""
    if len(text) > MAX_LINES * MAX_COLUMNS:
        return text
    return ASIDE.sub(lambda found: found[0] if MATTERS.search(found[2]) else " " * len(found[0]), text)


def without_captions(rows: list[Row]) -> list[Row]:
    """The rows without lines of words above and below them; the same rows if there are none, or nothing else."""
    drawn = [number for number, row in enumerate(rows) if row.text.strip() and not _is_caption(row.text)]
    if not drawn:
        return rows
    kept = rows[drawn[0] : drawn[-1] + 1]
    captions = [row.text for row in (*rows[: drawn[0]], *rows[drawn[-1] + 1 :]) if row.text.strip()]
    return kept if captions and all(_stands_apart(caption, kept) for caption in captions) else rows


def _is_caption(line: str) -> bool:
    """Whether a line is of words: two at least, unless it is a comment or ends as no row of a drawing does."""
    comment = COMMENT.match(line)
    first, *others = tokens = line[comment.end() if comment else 0 :].split() or [""]
    words = [word for word in tokens if WORD.search(word)]
    if not words or MATTERS.search(line) or DRAWN.fullmatch(first):
        return False
    odd = [word for word in others if word not in PUNCTUATION and DRAWN.fullmatch(word)]
    if len(odd) > 1 or not all(map(NUMBER.fullmatch, odd)):
        return False
    named = comment is not None and (len(tokens) > 1 or LONG_WORD.search(line) is not None)
    several = len(words) > 1 and PROSE.search(line) is not None
    return named or several or not words[0].isascii() or SENTENCE.match(line) is not None


def _stands_apart(caption: str, rows: Sequence[Row]) -> bool:
    """Whether a line of words cannot be one of the rows of a drawing, whose blocks may be letters."""
    drawing = "\n".join(row.text for row in rows)
    comment = COMMENT.match(caption)
    if comment is not None:
        return comment[1][0] not in drawing
    if not caption.isascii() or SENTENCE.match(caption) is not None:
        return True
    if _shape(caption) in {_shape(row.text) for row in rows}:
        return False
    dense = all(len(row.text.split()) < 2 for row in rows)
    in_words = len(caption.split()) > 1 and any(map(str.islower, caption))
    return re.search(r"[^\W\d_oOxX]", drawing) is None or (dense and in_words)


def _shape(line: str) -> str:
    """Where a line has blanks: at the same places as others of a drawing, if it is one of them."""
    return re.sub(r"\S", "x", line.rstrip())
