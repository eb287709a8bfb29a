"""Build the large tables of the classical sliding boards ahead of the searches that need them."""

from __future__ import annotations

import time
from pathlib import Path

import click

from solver.slide.search.prebuild import CLASSICS, is_prebuilt, prebuild, table_bytes

THREADS = 2
DOT_SECONDS = 5.0
"""Time between two signs of progress."""


def build_tables(folder: Path) -> None:
    """Build the tables that are not in the folder yet, and print what is done."""
    for classic in CLASSICS:
        puzzle, size = classic.puzzle, classic.tables
        click.echo(f"{classic.rows} by {classic.columns}:", nl=False)
        if is_prebuilt(puzzle, size, folder):
            click.echo(" already built")
            continue
        began = printed = time.monotonic()
        for progress in prebuild(puzzle, size, folder, threads=THREADS):
            time.sleep(progress.wait_seconds)
            if time.monotonic() > printed + DOT_SECONDS:
                click.echo(" ..", nl=False)
                printed = time.monotonic()
        megabytes = table_bytes(puzzle, size, folder) / 1e6
        click.echo(f" {megabytes:.0f} MB in {time.monotonic() - began:.0f} s")
