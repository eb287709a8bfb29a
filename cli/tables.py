"""Build the large tables of the classical sliding boards ahead of the searches that need them."""

from __future__ import annotations

import time
from pathlib import Path

import click

from solver.slide.board import board_from_grid
from solver.slide.bounds.cache import kept
from solver.slide.bounds.partition import known
from solver.slide.bounds.pattern_tables import placements as placements_of
from solver.slide.labelling import labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.instance import standard
from solver.slide.search.prebuild import CLASSICS, prepare

THREADS = 2
DOT_SECONDS = 5.0
"""Time between two signs of progress."""


def build_tables(folder: Path) -> None:
    """Build the tables that are not in the folder yet, and print what is done."""
    for rows, columns, placements in CLASSICS:
        board = board_from_grid(["." * columns] * rows)[0]
        goal = (*range(1, board.cells), 0)
        puzzle = SlidePuzzle(board, goal, goal)
        instance = standard(labelled(puzzle)).labelled
        click.echo(f"{rows} by {columns}:", nl=False)
        if kept(instance, known(instance, placements, folder), folder):
            click.echo(" already built")
            continue
        began = printed = time.monotonic()
        for _ in prepare(puzzle, placements, folder, cores=THREADS):
            if time.monotonic() > printed + DOT_SECONDS:
                click.echo(" ..", nl=False)
                printed = time.monotonic()
        groups = known(instance, placements, folder) or ()
        sizes = " and ".join(str(len(group)) for group in groups)
        megabytes = sum(placements_of(instance, group) for group in groups) / 1e6
        click.echo(f" groups of {sizes} pieces, {megabytes:.0f} MB in {time.monotonic() - began:.0f} s")
