"""Write the settings into `.env.example` and into the table of docs/08-operating.md.

    make settings

A test says if they are out of date. The sentences are those of ``fewest/config/settings.py``.
"""

from __future__ import annotations

import re
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

from fewest.config.settings import PREFIX, Settings

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / ".env.example"
PAGE = ROOT / "docs" / "08-operating.md"

TABLE = re.compile(r"(?<=<!-- settings -->\n).*(?=<!-- /settings -->)", re.DOTALL)
UNITS = {"seconds": " s", "bytes": " bytes", "nodes": " nodes"}
HEAD = "# Settings of the service, with their defaults. All are read from the environment, and all are optional."


def sentence(setting: Field[Any]) -> str:
    """What a setting does, and its largest value."""
    most = setting.metadata["most"]
    return setting.metadata["sentence"] + ("" if most is None else f" At most {most:,}.")


def default(setting: Field[Any]) -> str:
    """A default with its unit, in Markdown."""
    if isinstance(setting.default, int | float):
        return f"{setting.default:,.0f}{UNITS.get(setting.name.rpartition('_')[2], '')}"
    return f"`{setting.default}`" if setting.default else ""


def example() -> str:
    """The text of `.env.example`."""
    lines = (f"# {sentence(each)}\n#{PREFIX}{each.name.upper()}={each.default}\n" for each in fields(Settings))
    return "\n".join([f"{HEAD}\n", *lines])


def page(text: str) -> str:
    """The text of the page with its table made anew."""
    rows = (f"| `{PREFIX}{each.name.upper()}` | {default(each)} | {sentence(each)} |" for each in fields(Settings))
    table = "\n".join(["| variable | default | meaning |", "|---|---|---|", *rows, ""])
    return TABLE.sub(lambda _: table, text)


if __name__ == "__main__":
    EXAMPLE.write_text(example(), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
