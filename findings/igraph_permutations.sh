#!/usr/bin/env bash
# python-igraph: what a permutation of vertices means was reversed between 0.11.9 and 1.0.0, without an error.
# Guess: the canonical permutation says at which new place each old vertex is, in every version.
# Seen (Python 3.11): so it is in 0.11.9. In 1.0.0 it says which old vertex is at each new place, and permute_vertices
# reads it in this way. Code that applies the permutation itself gets 12 "canonical" forms of one path of four vertices.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/try.py" << 'PYTHON'
import itertools

import igraph

PATH, COLOURS = [(0, 1), (1, 2), (2, 3)], [0, 0, 0, 1]


def relabelled(edges, colours, new):
    placed = [0] * len(colours)
    for old, place in enumerate(new):
        placed[place] = colours[old]
    return sorted(tuple(sorted((new[a], new[b]))) for a, b in edges), placed


def inverted(permutation):
    return [permutation.index(place) for place in range(len(permutation))]


forms, inverse_forms = set(), set()
for order in itertools.permutations(range(4)):
    edges, colours = relabelled(PATH, COLOURS, order)
    found = igraph.Graph(4, edges).canonical_permutation(color=colours)
    forms.add(str(relabelled(edges, colours, found)))
    inverse_forms.add(str(relabelled(edges, colours, inverted(found))))
moved = igraph.Graph(3, [(0, 1)]).permute_vertices([1, 2, 0]).get_edgelist()
print(f"{igraph.__version__}: {len(forms)} forms, {len(inverse_forms)} by the inverse, edge 0-1 becomes {moved[0]}")
PYTHON
for version in 0.11.9 1.0.0; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "igraph==$version"
  "$folder/$version/bin/python" "$folder/try.py" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
0.11.9: 1 forms, 12 by the inverse, edge 0-1 becomes (1, 2)
1.0.0: 12 forms, 1 by the inverse, edge 0-1 becomes (0, 2)
SEEN
