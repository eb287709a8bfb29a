#!/usr/bin/env bash
# python-sat: WCNF.append() makes a clause of weight 0 a hard one; with negative weights, one of two MaxSAT solvers is wrong.
# Guess: weight 0 changes nothing, only None means hard; a negative weight is a reward for both solvers, or an error.
# Seen (1.9.dev17, 1.9.dev24, Python 3.11): a clause of weight 0 raises the least cost from 2 to 3. With weight -5 the least
# cost is -3, which RC2 finds in both versions; RC2Stratified of the second says that there is no solution.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/seen.py" << 'PYTHON'
import sys

from pysat.examples.rc2 import RC2, RC2Stratified
from pysat.formula import WCNF


def least_cost(solver, *others):
    formula = WCNF()
    formula.append([1, 2])
    for clause, weight in (([-1], 3), ([-2], 2), *others):
        formula.append(clause, weight=weight)
    with solver(formula) as search:
        return "no solution" if search.compute() is None else search.cost


for others in ((), (([1], 0),), (([1], -5),)):
    print(sys.argv[1], *others, "RC2:", least_cost(RC2, *others), "RC2Stratified:", least_cost(RC2Stratified, *others))
PYTHON
for version in 1.9.dev17 1.9.dev24; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "python-sat==$version"
  "$folder/$version/bin/python" "$folder/seen.py" "$version" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
1.9.dev17 RC2: 2 RC2Stratified: 2
1.9.dev17 ([1], 0) RC2: 3 RC2Stratified: 3
1.9.dev17 ([1], -5) RC2: -3 RC2Stratified: -3
1.9.dev24 RC2: 2 RC2Stratified: 2
1.9.dev24 ([1], 0) RC2: 3 RC2Stratified: 3
1.9.dev24 ([1], -5) RC2: -3 RC2Stratified: no solution
SEEN
