"""Which pattern database a search uses, and when it changes to a larger one."""

from __future__ import annotations

from solver.model import Slices
from solver.slide.bounds import excess
from solver.slide.bounds.cache import TablesLocked, is_cached, pattern_database, peak_bytes
from solver.slide.bounds.complementary import choose_partitions, load_partitions
from solver.slide.bounds.excess import ExcessDatabase
from solver.slide.bounds.partition import choose_partition, load_partition
from solver.slide.bounds.pattern_tables import Partition, PatternDatabase, placements
from solver.slide.search.context import SearchContext
from solver.slide.search.move_pruning import LONGER_ROUTES, prepare_automaton

BYTES_PER_PLACEMENT = 100
"""Memory needed per placement of the largest group of a small database: several tables, and building one of them."""


def stored_partition(context: SearchContext) -> Partition | None:
    """The partition of the largest tables in the folder, if they are larger than those that are built at once."""
    labelled, folder = context.labelled, context.tables
    larger = (load_partition(labelled, size, folder) for size in context.plan.placements[:0:-1])
    return next((partition for partition in larger if is_cached(labelled, partition, folder)), None)


def first_database(context: SearchContext) -> Slices[PatternDatabase]:
    """The largest database in the folder, or else the smallest, which takes little time to build."""
    labelled, folder, budget = context.labelled, context.tables, context.budget
    partition = stored_partition(context)
    if partition is None:
        affordable = (budget.bytes_limit - budget.bytes) // BYTES_PER_PLACEMENT
        size = min(context.plan.placements[0], affordable)
        partition = yield from choose_partition(labelled, size, folder, budget)
    return (yield from pattern_database(labelled, partition, folder, budget, context.threads))


def enlarged(context: SearchContext, database: PatternDatabase, size: int) -> Slices[PatternDatabase]:
    """A database of groups of at most ``size`` placements.

    The given one is returned if the new one would not be larger, if there is no memory, or if another process is
    building it.
    """
    labelled, folder, budget = context.labelled, context.tables, context.budget
    partition = yield from choose_partition(labelled, size, folder, budget)
    larger = sum(placements(labelled, group) for group in partition) > len(database.arrays.table)
    if not larger or budget.bytes + peak_bytes(labelled, partition) > budget.bytes_limit:
        return database
    try:
        return (yield from pattern_database(labelled, partition, folder, budget, context.threads, wait=False))
    except (TablesLocked, MemoryError):
        return database


def stored_complementary(context: SearchContext) -> Slices[ExcessDatabase | None]:
    """Tables of excesses, if the folder has them."""
    labelled, folder = context.labelled, context.tables
    sizes = (context.plan.complementary, *context.plan.prebuilt) if excess.applies(labelled) else ()
    for size in sizes:
        partitions = load_partitions(labelled, size, folder)
        if partitions is not None and excess.is_stored(labelled, partitions, folder):
            return (yield from _complementary(context, partitions))
    return None


def built_complementary(context: SearchContext) -> Slices[ExcessDatabase | None]:
    """The tables of several partitions, built if the folder has none; None if there is no memory for them."""
    labelled, folder, budget = context.labelled, context.tables, context.budget
    if not excess.applies(labelled):
        return None
    try:
        partitions = yield from choose_partitions(labelled, context.plan.complementary, folder, budget)
        if partitions is None or budget.bytes + excess.peak_bytes(labelled, partitions) > budget.bytes_limit:
            return None
        return (yield from _complementary(context, partitions))
    except (TablesLocked, MemoryError):
        return None


def _complementary(context: SearchContext, partitions: tuple[Partition, ...]) -> Slices[ExcessDatabase]:
    """Load or build the tables, and prepare the automaton that goes with them."""
    labelled, folder, budget = context.labelled, context.tables, context.budget
    if folder is not None and len(partitions) > 1:
        yield from prepare_automaton(labelled.board, folder, LONGER_ROUTES, budget)
    return (yield from excess.excess_database(labelled, partitions, folder, budget, context.threads, wait=False))
