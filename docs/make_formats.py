"""Write the page docs/12-formats.md from the registry of formats.

    make formats

A test says if it is out of date. The sentences are those of the files in ``fewest/notation/formats``.
"""

from __future__ import annotations

import re
from pathlib import Path

from fewest.notation.formats import FORMATS, Format, read_text

PAGE = Path(__file__).parent / "12-formats.md"

HEAD = """# Formats

After reading this page you know in which formats you can write a puzzle as text, and how each of them is understood.

<!-- Made by docs/make_formats.py: edit the files in fewest/notation/formats, then type `make formats`. -->

Each format was checked against the program or the page that it comes from. A text is compared with all of them, the
most exact first, and can have up to six readings. [Puzzles as text](02-puzzles.md#puzzles-as-text) says where you can
use them; `fewest formats` and `GET /v1/formats` list them as well."""

MARKUP = re.compile(r"(`[^`]*`)|([\\*_<>\[\]|#~])")
"""Code, which stays as it is, or a character that Markdown would take as markup."""


def plain(text: str) -> str:
    """A sentence in Markdown."""
    return MARKUP.sub(lambda found: found[1] or f"\\{found[2]}", " ".join(text.split()))


def section(each: Format) -> str:
    """What the page says of a format: the quotation is how its example is read."""
    reading = read_text(each.example)[0]
    parts = [f"## {plain(each.title)}", f"`{each.name}`. {plain(each.conventions)}", f"Source: {plain(each.source)}."]
    return "\n\n".join([*parts, f"```\n{each.example.rstrip()}\n```", f"> {plain(reading.words)}"])


def page() -> str:
    """The text of the page."""
    return "\n\n".join([HEAD, *map(section, FORMATS)]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
