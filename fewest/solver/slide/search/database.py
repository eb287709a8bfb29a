"""Choose the pattern database of a search, and change to a larger one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import numpy as np

from fewest.solver.model import Slices
from fewest.solver.slide.bounds import excess
from fewest.solver.slide.bounds.cache import CostTables, GroupTables, TablesLocked
from fewest.solver.slide.bounds.complementary import choose_partitions, load_partitions
from fewest.solver.slide.bounds.distance_sums import LevelBounds, distance_sums
from fewest.solver.slide.bounds.excess import ExcessDatabase, ExcessTables
from fewest.solver.slide.bounds.partition import candidate_partitions, choose_partition, load_partition
from fewest.solver.slide.bounds.pattern_tables import PatternDatabase
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.move_pruning import LONGER_ROUTES, prepare_automaton

D = TypeVar("D")

BYTES_PER_PLACEMENT = 100
"""Memory needed per placement of the largest group of a small database: several tables, and building one of them."""


def stored_tables(context: SearchContext, sizes: Iterable[int]) -> CostTables | None:
    """The first tables of these sizes that the folder has, sizes in placements of one group at most."""
    labelled = context.labelled
    folder = context.tables
    partitions = (load_partition(labelled, size, folder) for size in sizes)
    chosen = (CostTables(labelled, (partition,)) for partition in partitions if partition is not None)
    return next((tables for tables in chosen if tables.is_stored(folder)), None)


def larger_stored_tables(context: SearchContext) -> CostTables | None:
    """The largest tables in the folder, if they are larger than those that are built at once."""
    return stored_tables(context, context.plan.placements[:0:-1])


def first_database(context: SearchContext) -> Slices[LevelBounds]:
    """The largest database in the folder, or else the smallest, which takes little time to build; or distances."""
    labelled = context.labelled
    if not context.plan.placements:
        return distance_sums(labelled)
    folder = context.tables
    budget = context.budget
    tables = larger_stored_tables(context)
    if tables is None:
        affordable = (budget.bytes_limit - budget.bytes) // BYTES_PER_PLACEMENT
        # With little memory, smaller tables instead of none.
        size = min(context.plan.placements[0], affordable)
        tables = CostTables(labelled, ((yield from choose_partition(labelled, size, folder, budget)),))
    return (yield from tables.load_or_build(folder, budget, context.threads))


def quick_database(context: SearchContext) -> Slices[PatternDatabase]:
    """Small tables of labels close to each other: built in less time than it takes to choose a good partition."""
    labelled = context.labelled
    budget = context.budget
    gains = np.zeros((len(labelled.counts),) * 2)
    partitions = yield from candidate_partitions(labelled, context.plan.quick_placements, gains, budget)
    return (yield from CostTables(labelled, tuple(partitions[:1])).load_or_build(None, budget, context.threads))


def enlarged(context: SearchContext, database: LevelBounds, size: int) -> Slices[LevelBounds]:
    """A database of groups of at most ``size`` placements.

    The given one is returned if the new one would not be larger, if there is no memory, or if another process is
    building it.
    """
    partition = yield from choose_partition(context.labelled, size, context.tables, context.budget)
    tables = CostTables(context.labelled, (partition,))
    # A board of few pieces has no larger groups.
    if not isinstance(database, PatternDatabase) or tables.bytes <= len(database.arrays.table):
        return database
    return (yield from _built_now(context, tables)) or database


def stored_excess(context: SearchContext) -> Slices[ExcessDatabase | None]:
    """A database of excesses, if the folder has its tables."""
    labelled = context.labelled
    folder = context.tables
    sizes = (context.plan.excess, *context.plan.prebuilt) if excess.applies(labelled) else ()
    for size in sizes:
        partitions = load_partitions(labelled, size, folder)
        if partitions is not None and (tables := ExcessTables(labelled, partitions)).is_stored(folder):
            return (yield from _load_or_build(context, tables))
    return None


def built_excess(context: SearchContext) -> Slices[ExcessDatabase | None]:
    """A database of excesses, built if the folder has none; None if there is no memory for it."""
    labelled = context.labelled
    folder = context.tables
    budget = context.budget
    if not excess.applies(labelled):
        return None
    try:
        partitions = yield from choose_partitions(labelled, context.plan.excess, folder, budget)
    except MemoryError:
        return None
    return None if partitions is None else (yield from _built_now(context, ExcessTables(labelled, partitions)))


def _built_now(context: SearchContext, tables: GroupTables[D]) -> Slices[D | None]:
    """The database of some tables; None if memory does not suffice, or if another process is building them."""
    # Asked before, not found out: building for seconds until memory runs out would be in vain.
    if context.budget.bytes + tables.peak_bytes > context.budget.bytes_limit:
        return None
    try:
        return (yield from _load_or_build(context, tables))
    except (TablesLocked, MemoryError):
        return None


def _load_or_build(context: SearchContext, tables: GroupTables[D]) -> Slices[D]:
    """Load or build tables without waiting for others, and prepare the automaton that goes with several partitions."""
    folder = context.tables
    budget = context.budget
    if folder is not None and len(tables.partitions) > 1:
        yield from prepare_automaton(context.labelled.board, folder, LONGER_ROUTES, budget)
    return (yield from tables.load_or_build(folder, budget, context.threads, wait=False))
