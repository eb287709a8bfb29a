"""The work of the jump search on a few fixed puzzles, as a signature."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.search.plan import Plan
from fewest.solver.model import Want
from tests.jump_puzzles import SOURCES, run, single

TRIANGLE = single((".", "..", "...", "....", ".....", "......"), "triangular", 1, 1)
TO_ONE_PEG = replace(TRIANGLE, goal=JumpGoal(counts=frozenset([1])))
RECTANGLE = single(("......",) * 4, "orthogonal", 1, 1)

BOUNDED = Plan(dense_holes=0, plain_nodes=0)

EARLY = {
    "learn": replace(BOUNDED, learn_nodes=2_000),
    "select": replace(
        BOUNDED, learn_nodes=2_000, select_nodes=5_000, wide_beam_nodes=6_000, beam_widths=(5, 20, 100), max_region=7,
        trial_share=1, trial_nodes=100,
    ),
    "abandon": replace(BOUNDED, abandon_factor=2, min_estimate=50, batch=20, chunk=64, cost_sample=5),
    "narrow": replace(BOUNDED, beam_widths=(2, 5, 20, 100)),
    "forward only": replace(BOUNDED, max_goals=0),
    "as given": BOUNDED,
}  # fmt: skip
"""Thresholds that let a search on a small board do what it otherwise does on large boards only: learn pagoda functions;
select other tables and run beams; abandon expansions; run several beams; go forward only, with goals not listed."""


@pytest.mark.parametrize(
    ("puzzle", "want", "nodes"),
    [
        (SOURCES["tritri-any-opening"], Want.COUNT, 133_579),
        (SOURCES["tritri-any-opening"], Want.ANY, 73_016),
        (SOURCES["triangle21"], Want.COUNT, 19_278),
        (SOURCES["hoppers"], Want.COUNT, 4_444),
        (TRIANGLE, Want.COUNT, 105_674),
    ],
)
def test_signature(puzzle: JumpPuzzle, want: Want, nodes: int) -> None:
    """The number of nodes is unchanged; a commit that changes it says why."""
    assert run(puzzle, want)[1][-1].nodes == nodes


@pytest.mark.parametrize(
    ("early", "puzzle", "want", "nodes", "peak", "left"),
    [
        ("learn", RECTANGLE, Want.ONE, 140_262, 1_340_096, 1_154_048),
        ("select", RECTANGLE, Want.COUNT, 117_208, 1_224_672, 1_224_672),
        ("select", SOURCES["tritri-centre-opening"], Want.ONE, 63_885, 642_224, 373_376),
        ("select", TO_ONE_PEG, Want.ONE, 32_087, 402_344, 397_312),
        ("abandon", RECTANGLE, Want.COUNT, 108_988, 1_174_528, 1_174_528),
        ("abandon", SOURCES["tritri-centre-opening"], Want.ONE, 419_720, 4_069_776, 3_481_600),
        ("abandon", TO_ONE_PEG, Want.COUNT, 40_295, 585_728, 585_728),
        ("narrow", RECTANGLE, Want.ANY, 1_560, 694_272, 505_856),
        ("narrow", SOURCES["triangle21"], Want.ANY, 1_114, 745_472, 598_016),
        ("forward only", TO_ONE_PEG, Want.ONE, 194_309, 493_568, 493_568),
        ("forward only", TO_ONE_PEG, Want.COUNT, 321_644, 649_216, 649_216),
        ("forward only", TO_ONE_PEG, Want.ANY, 42_646, 354_304, 272_384),
        ("as given", TO_ONE_PEG, Want.ANY, 31_878, 401_408, 319_488),
        ("as given", SOURCES["peg15-any-3-1-0"], Want.COUNT, 3_187, 4_734_976, 876_544),
    ],
)
def test_signature_of_what_large_boards_need(
    early: str, puzzle: JumpPuzzle, want: Want, nodes: int, peak: int, left: int
) -> None:
    """Nodes, and bytes at most and in the end, are unchanged where bounds improve or beams run."""
    progress = run(puzzle, want, plan=EARLY[early])[1]
    assert (progress[-1].nodes, max(part.bytes for part in progress), progress[-1].bytes) == (nodes, peak, left)
