"""The buffer of the game solitaire of Emacs, with its title."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fewest.notation.formats.cleaned import MAX_COLUMNS, MAX_LINES
from fewest.notation.formats.draft import Draft
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pegs import drafts_of_pegs, is_drawing_of_pegs
from fewest.notation.formats.rows import Row

TITLE = re.compile(r"\s{0,200}Le Solitaire\s{0,200}\n\s{0,200}={12}[ \t]*\n")


def _read(text: Text) -> Iterator[Draft]:
    """The drawing below the title, where tabs go to columns 8, 16, …"""
    title = TITLE.match(text.whole)
    if title is None or len(text.whole) > MAX_LINES * MAX_COLUMNS:
        return
    rows, at = list[Row](), title.end()
    for line in text.whole[at:].rstrip().split("\n")[:MAX_LINES]:
        wide = line.rstrip().expandtabs()
        narrow = len(wide) - len(line.rstrip())
        rows.append(Row(wide, [at + max(0, column - narrow) for column in range(len(wide))]))
        at += len(line) + 1
    if is_drawing_of_pegs(rows):
        yield from drafts_of_pegs(rows)


EMACS_SOLITAIRE = Format(
    name="emacs-solitaire",
    title="Solitaire of Emacs",
    source="Emacs 28.2, M-x solitaire (solitaire.el)",
    conventions="o is a stone, . a hole; 0, 1 or 3 blanks between and perhaps an empty line, by the size of the "
    "window. The goal is one stone; in the middle, its manual says, if you are cool.",
    example="Le Solitaire\n============\n\n        o   o   o\n\n        o   o   o\n\no   o   o   o   o   o   o\n\n"
    "o   o   o   .   o   o   o\n\no   o   o   o   o   o   o\n\n        o   o   o\n\n        o   o   o",
    read=_read,
    whole=True,
)
