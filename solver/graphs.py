"""Coloured graphs, and what BLISS (in igraph) says of them: canonical labelling and automorphisms.

T. Junttila, P. Kaski: Engineering an efficient canonical labeling tool for large and sparse graphs, ALENEX 2007.
"""

from __future__ import annotations

from dataclasses import dataclass

import igraph


@dataclass(frozen=True, slots=True)
class ColouredGraph:
    """An undirected graph with a colour for each vertex.

    Attributes
    ----------
    edges
        Pairs of vertices, numbered from 0.
    colours
        The colour of each vertex; a renumbering of the vertices may only map vertices of equal colour to each other.
    """

    edges: list[tuple[int, int]]
    colours: list[int]

    def canonical_order(self) -> list[int]:
        """The vertices in the order of a canonical labelling: entry i is the vertex at canonical place i.

        igraph 1.0 returns exactly this; earlier releases return the inverse.
        """
        return [int(vertex) for vertex in self._graph().canonical_permutation(color=self.colours)]

    def automorphism_count(self) -> int:
        """Number of renumberings that keep edges and colours; at least 1."""
        return int(self._graph().count_automorphisms(color=self.colours)) if self.colours else 1

    def automorphism_generators(self) -> list[tuple[int, ...]]:
        """Generators of the automorphism group; entry i of each is the image of vertex i."""
        return [tuple(image) for image in self._graph().automorphism_group(color=self.colours)]

    def _graph(self) -> igraph.Graph:
        return igraph.Graph(len(self.colours), self.edges)


def inverse(order: tuple[int, ...]) -> tuple[int, ...]:
    """The inverse of a permutation: entry ``order[i]`` of the result is i."""
    places = [0] * len(order)
    for place, vertex in enumerate(order):
        places[vertex] = place
    return tuple(places)
