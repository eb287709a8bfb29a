#!/usr/bin/env bash
# numba: a function that other compiled functions call with plain numbers is compiled once more for each number.
# Guess: 2, 3 and a variable are all int64, so one version of the callee serves the three calls.
# Seen (0.61.2, 0.68.1, Python 3.11): three versions, for Literal[int](2), Literal[int](3) and int64. With np.int64(2) and
# np.int64(3) there is one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/seen.py" << 'PYTHON'
import sys

import numpy as np
from numba import njit


def pair(first, second):
    @njit
    def scaled(x, factor):
        return x * factor

    @njit
    def caller(x):
        return scaled(x, first) + scaled(x, second) + scaled(x, x)

    assert caller(5) == 50
    return [str(factor) for _, factor in scaled.signatures]


for numbers in ((2, 3), (np.int64(2), np.int64(3))):
    print(sys.argv[1], type(numbers[0]).__name__, *pair(*numbers))
PYTHON
for version in 0.61.2 0.68.1; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "numba==$version"
  "$folder/$version/bin/python" "$folder/seen.py" "$version" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
0.61.2 int Literal[int](2) Literal[int](3) int64
0.61.2 int64 int64
0.68.1 int Literal[int](2) Literal[int](3) int64
0.68.1 int64 int64
SEEN
