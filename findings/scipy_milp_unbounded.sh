#!/usr/bin/env bash
# SciPy: milp() has a status 3 for unbounded programs, but an unbounded and an infeasible one may both have status 4, "other".
# Guess: the integer program max x, x <= y has status 3 (unbounded); max x + y, 6 x - 10 y = 1 (infeasible) has 2 or 4.
# Seen (SciPy 1.15.3, 1.17.1, NumPy 2.2.6, Python 3.11): both have 4 as long as presolve is on, which it is by default. Without
# presolve the unbounded one has 3, but the infeasible one still 4.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/seen.py" << 'PYTHON'
import sys

import numpy as np
from scipy.optimize import LinearConstraint, milp

PROGRAMS = {
    "max x, x <= y": ([-1, 0], LinearConstraint([[1, -1]], -np.inf, 0)),
    "max x + y, 6 x - 10 y = 1": ([-1, -1], LinearConstraint([[6, -10]], 1, 1)),
    "max x + y, 2 x - 2 y = 1": ([-1, -1], LinearConstraint([[2, -2]], 1, 1)),
}
for name, (costs, constraint) in PROGRAMS.items():
    for presolve in (True, False):
        found = milp(costs, integrality=[1, 1], constraints=constraint, options={"presolve": presolve})
        print(sys.argv[1], name, "with" if presolve else "without", "presolve:", found.status)
PYTHON
for version in 1.15.3 1.17.1; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "scipy==$version" numpy==2.2.6
  "$folder/$version/bin/python" "$folder/seen.py" "$version" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
1.15.3 max x, x <= y with presolve: 4
1.15.3 max x, x <= y without presolve: 3
1.15.3 max x + y, 6 x - 10 y = 1 with presolve: 4
1.15.3 max x + y, 6 x - 10 y = 1 without presolve: 4
1.15.3 max x + y, 2 x - 2 y = 1 with presolve: 2
1.15.3 max x + y, 2 x - 2 y = 1 without presolve: 4
1.17.1 max x, x <= y with presolve: 4
1.17.1 max x, x <= y without presolve: 3
1.17.1 max x + y, 6 x - 10 y = 1 with presolve: 4
1.17.1 max x + y, 6 x - 10 y = 1 without presolve: 4
1.17.1 max x + y, 2 x - 2 y = 1 with presolve: 2
1.17.1 max x + y, 2 x - 2 y = 1 without presolve: 4
SEEN
