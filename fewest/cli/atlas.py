"""Preload the answers of an atlas into the store."""

from __future__ import annotations

from pathlib import Path

import click

from fewest.boards.atlas import Atlas, AtlasError, atlas, read_atlas
from fewest.cli.up import socket_path
from fewest.config.settings import Settings
from fewest.notation.atlas import puzzle_of, result_of
from fewest.solver.errors import ReplayError
from fewest.solver.version import ANSWERS
from fewest.store import Store, connect
from fewest.store.answers import store_answer


def load_atlas(settings: Settings, file: Path | None, data: Path) -> None:
    """Store the answers of an atlas, by default the one that comes with the program, and print how many.

    Parameters
    ----------
    data
        The folder of the embedded Redis server, which is used if the settings have no Redis address.
    """
    try:
        loaded = atlas() if file is None else read_atlas(file)
    except AtlasError as error:
        raise click.ClickException(str(error)) from None
    url = settings.redis_url or f"unix://{socket_path(data)}"
    store = connect(url, store_bytes=settings.store_bytes)
    if reason := store.failure():
        raise click.ClickException(reason)
    kept = keep_proven(loaded, store)
    click.echo(f"{kept} of {len(loaded.problems)} problems are stored")


def keep_proven(loaded: Atlas, store: Store) -> int:
    """Store the proven answers of this version of the solver; returns their number.

    Raises
    ------
    click.ClickException
        If a solution or a certificate is wrong. The answers before it are stored.
    """
    kept = 0
    for name, problem in loaded.problems.items():
        if problem["proven_by"] is None or problem["answers"] != ANSWERS:
            continue
        puzzle = puzzle_of(loaded.boards[problem["board"]], problem)
        try:
            store_answer(store.results, puzzle, result_of(puzzle, problem))
        except ReplayError as error:
            raise click.ClickException(f"{name}: {error}") from None
        kept += 1
    return kept
