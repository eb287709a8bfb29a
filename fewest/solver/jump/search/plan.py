"""Thresholds between the methods of a search, and its work per slice."""

from __future__ import annotations

from dataclasses import dataclass

from fewest.solver.jump.bounds.pattern_tables import Partition
from fewest.solver.jump.proofs import MAX_GOALS, MAX_WEIGHTS
from fewest.solver.jump.puzzle import SMALL_HOLES


@dataclass(frozen=True)
class SliceSizes:
    """Work of one slice, some hundredths of a second at most, and its division among threads.

    Attributes
    ----------
    expand_work
        Jumps made, and other work of similar cost, in one call of the expanding kernel.
    expand_jumps
        Jumps after which a thread that has finished a chunk does not start another in the same slice.
    expand_slots, expand_shares
        Slots of a source that a thread takes at a time, at most; chunks per thread at least, so that all threads end
        at about the same time.
    threaded_slots
        With more slots than this, threads pay.
    classify_slots
        Slots that a thread classifies, if the partitions have up to 16 different images.
    select_slots
        Slots from which a thread copies; more than it classifies, as copying evaluates no bounds.
    rehash_slots
        Slots that a thread rehashes when a set grows.
    beam_slots
        Slots of a level that a beam search evaluates.
    sample_positions, sample_work
        Of a sample: positions whose bound is evaluated, or whose jumps are made, if they have up to 16 images; and
        positions tested for a jump, together with images of those reached.
    table_states
        States expanded and jumps tested by a thread that builds a pattern table.
    """

    expand_work: int = 500_000
    expand_jumps: int = 250_000
    expand_slots: int = 1 << 12
    expand_shares: int = 3
    threaded_slots: int = 1 << 10
    classify_slots: int = 1 << 17
    select_slots: int = 1 << 19
    rehash_slots: int = 1 << 17
    beam_slots: int = 1 << 17
    sample_positions: int = 50_000
    sample_work: int = 500_000
    table_states: int = 2_000_000


@dataclass(frozen=True)
class Plan:
    """Thresholds of a search, found by trial. They change how long it takes, never its answer.

    Attributes
    ----------
    dense_holes, dense_work, dense_moves
        Boards of at most this many holes are first searched without bounds (:mod:`.dense`). With more work than this,
        or more moves from one position, that is abandoned: a tenth of a second at most.
    plain_jumps, plain_nodes
        Other boards are searched without bounds (:mod:`.plain`) if a solution has at most this many jumps. With more
        nodes, some ten milliseconds, that is abandoned.
    exact_holes
        Boards of at most this many holes have one pattern table over all holes, an exact bound.
    max_goals
        Goals given by a number of pegs are listed one by one only up to this number.
    max_backward_goals
        With more goals than this the search goes forward only.
    max_reached
        On boards without an exact bound: if at most this many positions can be reached, all are found to determine the
        fewest pegs that can be left.
    partitions
        Partitions of the first pattern tables; None to choose those that cut few jumps.
    table_share
        The pattern tables of both directions may take the memory limit divided by this.
    max_region
        Most holes of a region: tables of some 100,000 states are built in milliseconds. Larger ones hardly prune more.
    partition_work, candidate_work
        Jumps tested to build the tables of a partition, and of one that is only tried: boards with thousands of jumps
        get smaller regions.
    beam_widths
        Positions per level of a beam search, or of samples from both ends, tried one after the other. Beams that
        improve the best solution between two lengths have the first width, or the second.
    beam_widths_wide
        Those for boards of more than 64 holes, in smaller steps: the last one takes most of a minute there.
    beam_level_nodes
        A level of a beam that takes more nodes (on boards with thousands of jumps) is left incomplete.
    wide_beam_nodes
        Nodes a length must have taken before a wider beam search is cheap in comparison.
    sample_factor
        Positions reached from a level before it is sampled, as a multiple of the sample: boards with thousands of
        jumps reach more, and the jumps left out are chosen at random.
    batch
        Positions up to which slack classes of a level are expanded together.
    chunk
        Positions expanded before the results are classified.
    max_spare
        Slots per position to expand that a set for its successors may have; a larger set is not used again.
    cost_sample
        Positions on which the cost of a level is measured: it can be far from that of the level before.
    abandon_factor
        An expansion is abandoned once it takes this many times the nodes estimated for the other side's next one.
    min_estimate
        Nodes: smaller estimates count as this when an expansion is abandoned, but not when the next one is chosen.
        Also the limit for measuring a sample.
    program_nodes
        Nodes that a length must have taken, per jump of the board, for each linear program solved after it to refute
        the ends: some hundredths of the time.
    min_programs
        Linear programs for a certificate after a search that found no solution: a fraction of a second.
    max_proof_weights
        Numbers in a certificate of the ends; a larger one is not kept.
    learn_nodes
        Nodes a length must have taken before learning from it, or a beam search after it, pays.
    learn_sample
        Positions of a level that pagoda functions are learned from.
    max_functions
        Pagoda functions in use at a time, two words' worth.
    select_nodes
        Nodes a length must have taken before other pattern tables pay.
    select_sample
        Positions of a level on which partitions are tried.
    min_trials, max_trials
        Partitions that are tried together.
    trial_share
        Trials of partitions may take the time of a search divided by this. Time is counted in nodes: no search reads a
        clock.
    trial_nodes, states_per_node
        Nodes in the time of finding a partition and evaluating it, and states of a table built in the time of a node.
    trial_paid
        Trials that reduce the work to at most this share are not counted.
    traceback_nodes
        Nodes after which taking back moves from a position is abandoned: on some boards, far more chains lead to a
        position than leave the positions before it.
    slices
        Work between two pauses.
    """

    dense_holes: int = SMALL_HOLES
    dense_work: int = 3_000_000
    dense_moves: int = 1 << 14
    plain_jumps: int = 18
    plain_nodes: int = 160_000
    exact_holes: int = 16
    max_goals: int = MAX_GOALS
    max_backward_goals: int = 100_000
    max_reached: int = 20_000
    partitions: tuple[Partition, ...] | None = None
    table_share: int = 8
    max_region: int = 13
    partition_work: int = 200_000_000
    candidate_work: int = 20_000_000
    beam_widths: tuple[int, ...] = (500, 5_000, 50_000)
    beam_widths_wide: tuple[int, ...] = (500, 3_000, 10_000, 50_000)
    beam_level_nodes: int = 10_000_000
    wide_beam_nodes: int = 5_000_000
    sample_factor: int = 20
    batch: int = 4096
    chunk: int = 1 << 18
    max_spare: int = 64
    cost_sample: int = 50
    abandon_factor: int = 30
    min_estimate: int = 100_000
    program_nodes: float = 1_000
    min_programs: int = 64
    max_proof_weights: int = MAX_WEIGHTS
    learn_nodes: int = 300_000
    learn_sample: int = 2_000
    max_functions: int = 16
    select_nodes: int = 750_000
    select_sample: int = 500
    min_trials: int = 2
    max_trials: int = 64
    trial_share: int = 10
    trial_nodes: int = 30_000
    states_per_node: int = 5
    trial_paid: float = 0.5
    traceback_nodes: int = 1_000_000
    slices: SliceSizes = SliceSizes()


DEFAULT_PLAN = Plan()
"""The plan of searches whose caller has none."""
