"""Write docs/12-formats.md from the registry of formats: ``make formats``. A test says if it is out of date."""

from __future__ import annotations

import re
from pathlib import Path

from fewest.notation.formats import FORMATS, Format, read_text
from fewest.notation.formats.writer import WRITERS
from fewest.notation.kinds import KINDS
from fewest.studio.markdown import slug

PAGE = Path(__file__).parent / "12-formats.md"
WIDTH = 40
HEAD = """# Formats

After reading this page you know in which formats you can write a puzzle as text, how each of them is understood, and in
which of them you can get a puzzle.

<!-- Made by docs/make_formats.py: edit the files in fewest/notation/formats, then type `make formats`. -->

Each format was checked against the program or the page that it comes from. A text is compared with all of them, the
most exact first, and can have up to six readings. [Puzzles as text](02-puzzles.md#puzzles-as-text) says where you can
use them; `fewest formats` and `GET /v1/formats` list them as well. This table shows how the example of each one begins,
with ` / ` for the end of a line, the [kind](02-puzzles.md) that is read, and the kinds that
[`/v1/conversions`](04-http-api.md#puzzles-for-other-programs) and `fewest convert` write.\n
| format | looks like | read | written |\n|---|---|---|---|"""

MARKUP = re.compile(r"(`[^`]*`)|([\\*_<>\[\]|#~])")  # code, which stays as it is, or a character of markup


def plain(text: str) -> str:
    """A sentence in Markdown."""
    return MARKUP.sub(lambda found: found[1] or f"\\{found[2]}", " ".join(text.split()))


def section(each: Format) -> str:
    """What the page says of a format: the quotation is how its example is read."""
    parts = [f"## {plain(each.title)}", f"`{each.name}`. {plain(each.conventions)}", f"Source: {plain(each.source)}."]
    parts += [f"```\n{each.example.rstrip()}\n```", f"> {plain(read_text(each.example)[0].words)}"]
    return "\n\n".join(parts)


def row(each: Format) -> str:
    """The row of a format in the table at the top."""
    start = " ".join(each.example.strip().replace("\n", " / ").split()).replace("|", "\\|")
    start = start if len(start) <= WIDTH else start[: WIDTH - 1].rstrip("\\ ") + "…"
    kind = "any" if each.general or each.name == "json" else read_text(each.example)[0].puzzle["kind"]
    written = list(WRITERS.get(each.name, ()))
    kinds = "any" if len(written) == len(KINDS) else ", ".join(written) or "–"
    return f"| [`{each.name}`](#{slug(each.title)}) | `{start}` | {kind} | {kinds} |"


def page() -> str:
    """The text of the page."""
    return "\n\n".join(["\n".join([HEAD, *map(row, FORMATS)]), *map(section, FORMATS)]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
