#!/usr/bin/env bash
# numba: `in` turns what is asked for into the type of a set's members first, so that 1.5 is in {1}, and -1 in a set of uint64.
# Guess: as in Python and as `in` a list of the same members: a value is in a set if it equals a member.
# Seen (0.61.2, 0.68.1, NumPy 2.2.6, Python 3.11): a set has values that none of its members equals, without a warning. So a
# set of boards of 64 holes has -1 if it has the full board. A typed dictionary does so too for integers, with a
# NumbaTypeSafetyWarning when it is compiled, and refuses 1.5. A list is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/seen.py" << 'PYTHON'
import sys
import warnings

import numpy as np
from numba import njit
from numba.core.errors import TypingError

FULL = np.uint64(2**64 - 1)
ASKED = ((np.int64(-1), FULL), (np.uint64(2**32 + 7), np.int32(7)), (1.5, np.int64(1)))
CONTAINERS = {
    "list": lambda asked, member: asked in [member],
    "set": lambda asked, member: asked in {member},
    "dict": lambda asked, member: asked in {member: True},
}
for asked, member in ASKED:
    for name, function in CONTAINERS.items():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                found = njit(function)(asked, member)
            except TypingError:
                found = "TypingError"
        warned = " ".join(sorted({one.category.__name__ for one in caught})) or "no warning"
        print(sys.argv[1], asked, "in a", name, "of", member, function(asked, member), "by numba", found, warned)
PYTHON
for version in 0.61.2 0.68.1; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "numba==$version" numpy==2.2.6
  "$folder/$version/bin/python" "$folder/seen.py" "$version" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
0.61.2 -1 in a list of 18446744073709551615 False by numba False no warning
0.61.2 -1 in a set of 18446744073709551615 False by numba True no warning
0.61.2 -1 in a dict of 18446744073709551615 False by numba True NumbaTypeSafetyWarning
0.61.2 4294967303 in a list of 7 False by numba False no warning
0.61.2 4294967303 in a set of 7 False by numba True no warning
0.61.2 4294967303 in a dict of 7 False by numba True NumbaTypeSafetyWarning
0.61.2 1.5 in a list of 1 False by numba False no warning
0.61.2 1.5 in a set of 1 False by numba True no warning
0.61.2 1.5 in a dict of 1 False by numba TypingError no warning
0.68.1 -1 in a list of 18446744073709551615 False by numba False no warning
0.68.1 -1 in a set of 18446744073709551615 False by numba True no warning
0.68.1 -1 in a dict of 18446744073709551615 False by numba True NumbaTypeSafetyWarning
0.68.1 4294967303 in a list of 7 False by numba False no warning
0.68.1 4294967303 in a set of 7 False by numba True no warning
0.68.1 4294967303 in a dict of 7 False by numba True NumbaTypeSafetyWarning
0.68.1 1.5 in a list of 1 False by numba False no warning
0.68.1 1.5 in a set of 1 False by numba True no warning
0.68.1 1.5 in a dict of 1 False by numba TypingError no warning
SEEN
