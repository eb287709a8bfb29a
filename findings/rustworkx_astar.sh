#!/usr/bin/env bash
# rustworkx: A* with a heuristic that never says too much returns a path that is not shortest.
# Guess: a heuristic that is admissible is enough for a shortest path, as in networkx.
# Seen (0.13.2, 0.18.1, Python 3.11): a node whose path becomes shorter after its visit is not visited again, so the
# heuristic must be consistent, too. Of four nodes, the path costs 8; with a heuristic of 0 and in networkx 3.6.1 it costs 7.
# Pattern databases with random look-ups, and maxima over some of several heuristics, are admissible and not consistent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/seen.py" << 'PYTHON'
import networkx
import rustworkx

COSTS = {(0, 1): 1, (1, 2): 1, (0, 2): 3, (2, 3): 5}
TO_GO = [7, 6, 5, 0]
GUESSED = [0, 6, 0, 0]
assert all(guess <= true for guess, true in zip(GUESSED, TO_GO))
edges = [(*edge, float(cost)) for edge, cost in COSTS.items()]


def cost_of(path):
    return sum(COSTS[edge] for edge in zip(path, path[1:]))


graph = rustworkx.PyDiGraph()
graph.add_nodes_from(range(4))
graph.add_edges_from(edges)
for name, guessed in (("none", [0] * 4), ("admissible", GUESSED)):
    found = rustworkx.digraph_astar_shortest_path(graph, 0, lambda node: node == 3, float, lambda node: float(guessed[node]))
    print("rustworkx", rustworkx.__version__, name, cost_of(list(found)))
same = networkx.DiGraph()
same.add_weighted_edges_from(edges)
found = networkx.astar_path(same, 0, 3, lambda node, _: GUESSED[node])
print("networkx", networkx.__version__, "admissible", cost_of(found))
PYTHON
for version in 0.13.2 0.18.1; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "rustworkx==$version" networkx==3.6.1
  "$folder/$version/bin/python" "$folder/seen.py" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
rustworkx 0.13.2 none 7
rustworkx 0.13.2 admissible 8
networkx 3.6.1 admissible 7
rustworkx 0.18.1 none 7
rustworkx 0.18.1 admissible 8
networkx 3.6.1 admissible 7
SEEN
