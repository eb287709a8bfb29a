"""Build the large tables of the classical sliding boards ahead of the searches that need them, or copy them."""

from __future__ import annotations

import time
from pathlib import Path

import click

from fewest.solver import tables
from fewest.solver.slide.search.prebuild import CLASSICS, is_prebuilt, prebuild, table_bytes

THREADS = 2
DOT_SECONDS = 5.0
"""Time between two dots of progress."""


def copy_tables(source: Path, target: Path) -> None:
    """Copy the missing tables from one folder to another, and print what is copied.

    Raises
    ------
    click.ClickException
        If the source does not exist, or the target is not writable.
    """
    if not source.is_dir():
        raise click.ClickException(f"there is no folder {source}")
    try:
        names = list(tables.copy(source, target))
    except OSError as error:
        raise click.ClickException(f"the tables cannot be copied to {target}: {error.strerror}") from None
    megabytes = sum((target / f"{name}.table").stat().st_size for name in names) / 1e6
    click.echo(f"copied {len(names)} tables, {megabytes:.0f} MB, from {source} to {target}")


def build_tables(folder: Path) -> None:
    """Build the tables that are missing in the folder, and print what is built.

    Raises
    ------
    click.ClickException
        If the folder is not writable, or has no space for them.
    """
    for classic in CLASSICS:
        puzzle = classic.puzzle
        size = classic.tables
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
        if not is_prebuilt(puzzle, size, folder):
            raise click.ClickException(f"{folder} has no space for these tables: see FEWEST_TABLES_BYTES")
        megabytes = table_bytes(puzzle, size, folder) / 1e6
        click.echo(f" {megabytes:.0f} MB in {time.monotonic() - began:.0f} s")
