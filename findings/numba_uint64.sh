#!/usr/bin/env bash
# numba: of a uint64 and a plain number, a shift is a uint64, but |, // and max() are not; half of it may be negative.
# Guess: as in NumPy 2, the plain number becomes a uint64; at worst all are floats, as in old NumPy.
# Seen (0.61.2, 0.68.1, NumPy 2.2.6, Python 3.11): | and // make an int64, so that half of a board whose last hole has a peg is
# negative; max() makes a float64, which loses the first peg; >> stays a uint64, as all do with np.uint64(1). Boards of up
# to 53 holes show nothing of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/seen.py" << 'PYTHON'
import sys

import numpy as np
from numba import njit

PEGS = np.uint64((1 << 63) + 1)
FORMS = {
    "pegs >> 1": lambda pegs: pegs >> 1,
    "pegs | 1": lambda pegs: pegs | 1,
    "pegs // 2": lambda pegs: pegs // 2,
    "max(pegs, 1)": lambda pegs: max(pegs, 1),
    "pegs | np.uint64(1)": lambda pegs: pegs | np.uint64(1),
}
for form, function in FORMS.items():
    compiled = njit(function)
    found = compiled(PEGS)
    kind = compiled.nopython_signatures[0].return_type
    print(sys.argv[1], form, "=", kind, int(found), "as NumPy" if int(found) == function(PEGS) else "differs")
PYTHON
for version in 0.61.2 0.68.1; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "numba==$version" numpy==2.2.6
  "$folder/$version/bin/python" "$folder/seen.py" "$version" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
0.61.2 pegs >> 1 = uint64 4611686018427387904 as NumPy
0.61.2 pegs | 1 = int64 -9223372036854775807 differs
0.61.2 pegs // 2 = int64 -4611686018427387904 differs
0.61.2 max(pegs, 1) = float64 9223372036854775808 differs
0.61.2 pegs | np.uint64(1) = uint64 9223372036854775809 as NumPy
0.68.1 pegs >> 1 = uint64 4611686018427387904 as NumPy
0.68.1 pegs | 1 = int64 -9223372036854775807 differs
0.68.1 pegs // 2 = int64 -4611686018427387904 differs
0.68.1 max(pegs, 1) = float64 9223372036854775808 differs
0.68.1 pegs | np.uint64(1) = uint64 9223372036854775809 as NumPy
SEEN
