"""Coloured graphs: canonical order, automorphisms, and which graphs are easy."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest.solver.graphs import ColouredGraph
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.symmetry import canonical_graph
from tests.jump_puzzles import puzzles as jump_puzzles


def cycle(size: int) -> ColouredGraph:
    """A ring of vertices of one colour, which all look alike."""
    return ColouredGraph([(vertex, (vertex + 1) % size) for vertex in range(size)], [0] * size)


def broom(edges: int, bristles: int, places: int = 0) -> ColouredGraph:
    """A path with bristles at one end, numbered last: the bristles look alike, and nothing else does."""
    stick = edges - bristles
    pairs = [(vertex, vertex + 1) for vertex in range(stick)]
    return ColouredGraph(pairs + [(stick, stick + 1 + k) for k in range(bristles)], [0] * (edges + 1), places)


@pytest.mark.parametrize(
    ("graph", "easy"),
    [
        (cycle(256), True),
        (cycle(257), False),
        (broom(300, 8), True),
        (broom(300, 9), False),
        (broom(480, 8), True),
        (broom(481, 8), False),
        (broom(481, 2), True),
        (broom(481, 3), False),
        (broom(300, 20, places=50), True),
    ],
)
def test_small_graphs_and_small_cells_are_easy(graph: ColouredGraph, easy: bool) -> None:
    """A graph is easy up to 256 edges, with at most 8 places alike up to 480, or with at most 2 alike."""
    assert graph.is_easy() is easy


@pytest.mark.parametrize(
    ("graph", "count"),
    [
        (ColouredGraph([], []), 1),
        (ColouredGraph([], [0]), 1),
        (ColouredGraph([], [0, 0, 0]), 6),
        (ColouredGraph([], [0, 1, 0]), 2),
        (cycle(5), 10),
        (ColouredGraph(cycle(4).edges, [0, 1, 0, 1]), 4),
        (ColouredGraph([(0, 1), (1, 2)], [0, 0, 1]), 1),
    ],
)
def test_automorphisms_keep_edges_and_colours(graph: ColouredGraph, count: int) -> None:
    """The number of automorphisms counts the identity; each generator maps edges to edges, and keeps colours."""
    assert graph.automorphism_count() == graph.ask_count() == count
    edges = {frozenset(edge) for edge in graph.edges}
    for image in graph.automorphism_generators() if graph.colours else ():
        assert sorted(image) == list(range(len(graph.colours)))
        assert {frozenset((image[a], image[b])) for a, b in graph.edges} == edges
        assert [graph.colours[vertex] for vertex in image] == graph.colours
        assert count > 1


@given(jump_puzzles(), st.integers(0, 8))
def test_holes_alike_are_counted_as_refinement_counts_them(puzzle: JumpPuzzle, enough: int) -> None:
    """The number of holes alike is never smaller than the largest cell of a refinement."""
    graph = canonical_graph(puzzle)
    assert graph.alike >= graph._largest_cell(enough)
    assert graph.is_easy() is replace(graph, alike=1 << 30).is_easy()
