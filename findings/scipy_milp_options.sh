#!/usr/bin/env bash
# scipy.optimize.milp: a call takes node_limit out of the caller's dictionary of options; the next call has no limit.
# Guess: options are only read, so that one dictionary serves for many calls, as with scipy.optimize.linprog.
# Seen (scipy 1.14.1, 1.17.1, Python 3.11): of two equal calls, the first ends at one node and the second searches to the end;
# of the three options, only time_limit is left. 1.17.1 also has another status at the limit: 4, "other", instead of 1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/seen.py" << 'PYTHON'
import numpy as np
import scipy
from scipy.optimize import Bounds, LinearConstraint, milp

# Items that share two sums as evenly as possible; the cost is what each sum lacks or has too much.
items = np.random.default_rng(2).integers(0, 100, (2, 18)).astype(float)
sums = np.hstack([items, np.eye(2), -np.eye(2)])
halves = items.sum(axis=1) // 2
chosen, rest = np.ones(18), np.ones(4)
program = {
    "c": np.r_[0 * chosen, rest],
    "integrality": np.r_[chosen, 0 * rest],
    "bounds": Bounds(0, np.r_[chosen, np.inf * rest]),
    "constraints": LinearConstraint(sums, halves, halves),
}
options = {"node_limit": 1, "disp": False, "time_limit": 60.0}
for call in ("first", "second"):
    found = milp(**program, options=options)
    nodes = "one node" if found.mip_node_count == 1 else "more nodes"
    print(scipy.__version__, call, "status", found.status, nodes, *options)
PYTHON
for version in 1.14.1 1.17.1; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "scipy==$version" numpy==2.2.6
  "$folder/$version/bin/python" "$folder/seen.py" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
1.14.1 first status 1 one node time_limit
1.14.1 second status 0 more nodes time_limit
1.17.1 first status 4 one node time_limit
1.17.1 second status 0 more nodes time_limit
SEEN
