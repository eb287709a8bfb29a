"""The notes of a search for later runs: its partitions and pagoda functions.

The notes are plain JSON: ``partitions``, lists of regions; ``tried``, how many others were tried; and by direction,
``forward`` and ``backward``, the weights of the functions. They are checked before use: weights that are not a pagoda
function, or an invalid partition, would lose solutions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.bounds.pagoda import Weights, pagoda_tables, usable
from fewest.solver.jump.bounds.pattern_tables import Partition, table_bytes
from fewest.solver.jump.search.context import SearchContext
from fewest.solver.jump.search.plan import Plan
from fewest.solver.model import Notes

DIRECTIONS = {True: "forward", False: "backward"}


def take_notes(context: SearchContext) -> None:
    """Note the bounds in use, unless they are exact, since those are built at once."""
    instance = context.instance
    if not instance.exact:
        functions = {DIRECTIONS[forward]: weights.tolist() for forward, weights in instance.functions.items()}
        partitions = [[list(region) for region in partition] for partition in instance.forward.bound.partitions]
        context.budget.notes = {"partitions": partitions, "tried": instance.tried, **functions}


def with_partitions(plan: Plan, notes: Notes, board: JumpBoard, bytes_limit: int) -> Plan:
    """The plan to begin with the partitions of some notes, if there are any and their tables fit the memory."""
    partitions = tuple(tuple(map(tuple, partition)) for partition in notes.get("partitions", ()))
    # Notes may come from another version, or from a file: an invalid partition would lose solutions.
    fits = all(_is_partition(partition, board, plan) for partition in partitions)
    if not partitions or not fits or table_bytes(partitions) > bytes_limit // plan.table_share:
        return plan
    return replace(plan, partitions=partitions)


def use_notes(context: SearchContext, notes: Notes) -> None:
    """Use the pagoda functions of some notes, and do not try their partitions again."""
    instance = context.instance
    board = instance.puzzle.board
    # Annealing runs are numbered: the next one begins where the earlier runs of the search have stopped.
    instance.tried = notes.get("tried", 0)
    for expander in instance.expanders:
        forward = expander.forward
        ends = instance.goals if forward else instance.start_images
        weights = _weights(notes.get(DIRECTIONS[forward], ()), board)
        if ends is not None and len(weights):
            weights = usable(board, weights, forward, ends)[: context.plan.max_functions]
            instance.functions[forward] = weights
            instance.replace(expander.with_pagodas(pagoda_tables(weights, forward, ends, board.holes)))


def _is_partition(partition: Partition, board: JumpBoard, plan: Plan) -> bool:
    """Whether its regions are disjoint and cover the board, none too large."""
    holes = sorted(hole for region in partition for hole in region)
    return holes == list(range(board.holes)) and max(map(len, partition)) <= plan.max_region


def _weights(rows: Sequence[Any], board: JumpBoard) -> Weights:
    return np.array(rows, np.int64).reshape(len(rows), board.holes)
