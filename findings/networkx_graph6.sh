#!/usr/bin/env bash
# networkx: graph6 numbers nodes in the order in which they were added, whatever its argument `nodes` says; sparse6 sorts them.
# Guess: both follow one order, and the order of `nodes` if it is given, as their descriptions say.
# Seen (3.4.2, 3.6.1, Python 3.11): of a path 0-1-2 whose edge 1-2 was added first, graph6 makes a path 1-0-2, with
# nodes=[0, 1, 2] too; sparse6 keeps 0-1-2. The board is the same, but the pieces of a puzzle stand on other cells. A graph to
# which the sorted nodes were added before its edges keeps its numbers in both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/seen.py" << 'PYTHON'
import networkx

graph = networkx.Graph([(1, 2), (0, 1)])
sorted_graph = networkx.Graph()
sorted_graph.add_nodes_from(sorted(graph))
sorted_graph.add_edges_from(graph.edges)


def edges(form, *arguments, **options):
    written = getattr(networkx, f"to_{form}_bytes")(*arguments, header=False, **options)
    return sorted(getattr(networkx, f"from_{form}_bytes")(written.strip()).edges())


for form in ("graph6", "sparse6"):
    print(networkx.__version__, form, edges(form, graph), edges(form, graph, nodes=[0, 1, 2]), edges(form, sorted_graph))
PYTHON
for version in 3.4.2 3.6.1; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "networkx==$version"
  "$folder/$version/bin/python" "$folder/seen.py" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
3.4.2 graph6 [(0, 1), (0, 2)] [(0, 1), (0, 2)] [(0, 1), (1, 2)]
3.4.2 sparse6 [(0, 1), (1, 2)] [(0, 1), (1, 2)] [(0, 1), (1, 2)]
3.6.1 graph6 [(0, 1), (0, 2)] [(0, 1), (0, 2)] [(0, 1), (1, 2)]
3.6.1 sparse6 [(0, 1), (1, 2)] [(0, 1), (1, 2)] [(0, 1), (1, 2)]
SEEN
