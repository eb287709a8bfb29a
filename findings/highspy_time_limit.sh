#!/usr/bin/env bash
# HiGHS (highspy): the time limit of a model that is solved again and again counts all its runs, also after clearSolver().
# Guess: time_limit is the time of one call of run(), or starts anew with clearSolver().
# Seen (highspy 1.15.1, 1.16.0, Python 3.11): a small program that takes milliseconds is "Optimal" until its runs together
# have taken the limit, then every run ends at once with "Time limit reached". With time_limit = getRunTime() + limit before
# each run, all are solved.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/seen.py" << 'PYTHON'
import sys

import highspy
import numpy as np

LIMIT, RUNS = 0.25, 5000
numbers = np.random.default_rng(1).integers(1, 100, (40, 60)).astype(float)


def solved(renewed):
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("time_limit", LIMIT)
    columns = [highs.addVariable(obj=-float(value)) for value in numbers[0]]
    for row in numbers:
        highs.addConstr(sum(float(value) * column for value, column in zip(row, columns)) <= 1000)
    for run in range(RUNS):
        if renewed:
            highs.setOptionValue("time_limit", highs.getRunTime() + LIMIT)
        highs.clearSolver()
        highs.run()
        status = highs.modelStatusToString(highs.getModelStatus())
        if status != "Optimal":
            return "ends: " + status
        if highs.getRunTime() > 2 * LIMIT:
            return "goes on after twice the limit"


for renewed in (False, True):
    print(sys.argv[1], "limit renewed," if renewed else "limit set once,", solved(renewed), file=sys.stderr)
PYTHON
for version in 1.15.1 1.16.0; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "highspy==$version"
  # 1.16.0 writes its name to standard output.
  "$folder/$version/bin/python" "$folder/seen.py" "$version" 2>&1 > /dev/null | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
1.15.1 limit set once, ends: Time limit reached
1.15.1 limit renewed, goes on after twice the limit
1.16.0 limit set once, ends: Time limit reached
1.16.0 limit renewed, goes on after twice the limit
SEEN
