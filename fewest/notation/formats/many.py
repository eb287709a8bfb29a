"""A text with several puzzles: where each stands."""

from __future__ import annotations

from fewest.notation.formats.format import Text


def texts_of(text: str) -> list[Text]:
    """The texts of its puzzles; the text itself if it has one."""
    return [Text(text)]
