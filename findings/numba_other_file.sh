#!/usr/bin/env bash
# numba: code in its cache is run although a function that it calls has changed, if that is in another file.
# Guess: an edit of either file compiles the caller anew.
# Seen (0.61.2, 0.68.0, Python 3.11): only an edit of the caller's own file does; a change of the helper's file from + 1
# to + 100 goes unnoticed, and the old sum is returned.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/caller.py" << 'PYTHON'
from numba import njit

from helper import step


@njit(cache=True)
def call(x):
    return step(x)
PYTHON
for version in 0.61.2 0.68.0; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "numba==$version"
  for added in 1 100; do
    printf 'from numba import njit\n\n\n@njit\ndef step(x):\n    return x + %s\n' "$added" > "$folder/helper.py"
    (cd "$folder" && NUMBA_CACHE_DIR="$folder/cache-$version" "$version/bin/python" -B -c "
import caller
print('$version: 0 + $added =', caller.call(0), 'compiled' if sum(caller.call.stats.cache_misses.values()) else 'cached')
") | tee -a "$folder/seen"
  done
done
diff "$folder/seen" - << 'SEEN'
0.61.2: 0 + 1 = 1 compiled
0.61.2: 0 + 100 = 1 cached
0.68.0: 0 + 1 = 1 compiled
0.68.0: 0 + 100 = 1 cached
SEEN
