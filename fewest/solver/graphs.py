"""Coloured graphs, with canonical labelling and automorphisms by BLISS (in igraph).

T. Junttila, P. Kaski: Engineering an efficient canonical labeling tool for large and sparse graphs, ALENEX 2007.

There are small graphs on which BLISS does not end within minutes, Latin squares and Steiner triple systems among
them. Where it is known to be quick, it runs to its end; elsewhere it is interrupted after ``DEADLINE_SECONDS``, in a
search after ``SLICE_SECONDS``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

import igraph

from fewest.solver.interrupt import PROCESSOR, deadline

DEADLINE_SECONDS = 0.5
"""Time for one question about a graph that is not known to be easy."""

SLICE_SECONDS = 0.05
"""The same in a slice of a search, in processor time. The search does without an answer that takes longer."""

EASY_EDGES = 256
"""Graphs of up to this size are easy: the hardest known (Steiner triple systems as goals) take 20 ms."""

CELLS = ((480, 8), (1 << 30, 2))
"""Larger graphs are easy if refinement leaves small cells: up to this many edges, cells of at most this many places.

The hardest known of the first kind, four chained Latin squares of order 4 to 8, take 20 ms; six of them, with 960
edges, take more than 5 s. The hardest known of the second kind, linear equations over GF(2), take 10 ms.
"""

SCATTER = (12.9898, 1.0, 43758.5453, 2**30, 8191)
"""Makes colours pseudo-random integers; any constants work that seldom make two equal."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ColouredGraph:
    """An undirected graph with a colour for each vertex.

    Attributes
    ----------
    edges
        Pairs of vertices, numbered from 0.
    colours
        The colour of each vertex; a renumbering of the vertices may only map vertices of equal colour to each other.
    places
        How many of the first vertices determine all others by their adjacency; 0 if unknown.
    alike
        Refinement leaves cells of at most this many of them.
    """

    edges: list[tuple[int, int]]
    colours: list[int]
    places: int = 0
    alike: int = 1 << 30

    def canonical_order(self, seconds: float | None = None) -> list[int]:
        """The vertices in the order of a canonical labelling: entry i is the vertex at canonical number i.

        Parameters
        ----------
        seconds
            Processor time that a graph that is not easy may take; by default ``DEADLINE_SECONDS`` of real time. The
            same in all methods.

        Raises
        ------
        DeadlineError
            If the graph is too hard. The same in all methods that call BLISS.
        """
        return self._within_deadline(self.ask_order, seconds)

    def automorphism_count(self, seconds: float | None = None) -> int:
        """Number of renumberings that preserve edges and colours; at least 1."""
        return self._within_deadline(self.ask_count, seconds)

    def automorphism_generators(self, seconds: float | None = None) -> list[tuple[int, ...]]:
        """Generators of the automorphism group; entry i of each is the image of vertex i."""
        return self._within_deadline(self._ask_generators, seconds)

    def ask_order(self) -> list[int]:
        """The canonical order, however long it takes.

        igraph 1.0 returns exactly this; earlier releases return the inverse.
        """
        order: list[int] = self._graph().canonical_permutation(color=self.colours)
        return order

    def ask_count(self) -> int:
        """The number of automorphisms, however long it takes."""
        return int(self._graph().count_automorphisms(color=self.colours))

    def _ask_generators(self) -> list[tuple[int, ...]]:
        return [tuple(image) for image in self._graph().automorphism_group(color=self.colours)]

    def is_easy(self) -> bool:
        """Whether BLISS is known to be quick: the graph is small, or refinement leaves small cells of places."""
        size = len(self.edges)
        cell = next(places for edges, places in CELLS if size <= edges)
        return size <= EASY_EDGES or self.alike <= cell or self._largest_cell(cell) <= cell

    def _within_deadline(self, ask: Callable[[], T], seconds: float | None) -> T:
        if self.is_easy():
            return ask()
        with deadline(DEADLINE_SECONDS) if seconds is None else deadline(seconds, PROCESSOR):
            return ask()

    def _graph(self) -> igraph.Graph:
        # BLISS would count parallel edges as one (findings/igraph_multigraphs.sh): no kind has any.
        return igraph.Graph(len(self.colours), self.edges)

    def _largest_cell(self, enough: int) -> int:
        """A bound on the largest cell of places after colour refinement, which stops where that is ``enough``.

        Vertices of one colour are separated by the colours of their neighbours until that changes nothing
        (the one-dimensional Weisfeiler-Leman algorithm). Colours are summed as pseudo-random integers, exactly;
        a collision makes a cell look larger.
        """
        import numpy as np  # a process that only answers questions about graphs does without

        size = len(self.colours)
        places = self.places or len(self.colours)
        ends = np.fromiter(chain.from_iterable(self.edges), np.int64, 2 * len(self.edges))
        vertices = ends
        neighbours = ends.reshape(-1, 2)[:, ::-1].ravel()
        cells = np.array(self.colours)
        number = len(set(self.colours))
        scale, shift, amplitude, largest_noise, weight = SCATTER
        while True:
            # Whole numbers: sums of floats would depend on their order, and equal neighbourhoods could look different.
            noise = np.floor(np.sin(cells * scale + shift) * amplitude % 1.0 * largest_noise)
            # With its own colour, so that cells are only ever divided.
            sums = np.bincount(vertices, noise[neighbours], size) + weight * noise
            cells = np.unique(sums, return_inverse=True)[1]
            largest = int(np.bincount(cells[:places]).max())
            refined = int(cells.max()) + 1
            if largest <= enough or refined <= number:
                return largest
            number = refined


def inverse(order: tuple[int, ...]) -> tuple[int, ...]:
    """The inverse of a permutation: entry ``order[i]`` of the result is i."""
    numbers = [0] * len(order)
    for number, vertex in enumerate(order):
        numbers[vertex] = number
    return tuple(numbers)
