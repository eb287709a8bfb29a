#!/usr/bin/env bash
# numba: an assignment of one slice to another compiles the formatting of texts, for an error that says both sizes.
# Guess: `a[1:3] = b[0:2]` compiles as much as the loop that does the same: one function.
# Seen (0.61.2, 0.68.1, Python 3.11): 37 and 38 functions, most of them of numba's unicode.py and builtins.py, two seconds
# of processor time; the loop compiles one, in some tenths. Assigning a number to a slice compiles no texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/seen.py" << 'PYTHON'
import sys

import numpy as np
from numba import njit
from numba.core import event

compiled = []


class Listener(event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__code__.co_filename.rpartition("/")[2])

    def on_end(self, event):
        pass


@njit
def loop(a, b):
    for i in range(2):
        a[1 + i] = b[i]


@njit
def slices(a, b):
    a[1:3] = b[0:2]


@njit
def number(a, b):
    a[1:3] = b[0]


event.register("numba:compile", Listener())
for function in (loop, number, slices):
    compiled.clear()
    function(np.zeros(4), np.ones(4))
    many = "more than 30" if len(compiled) > 30 else len(compiled)
    print(sys.argv[1], function.__name__, many, "with texts" if "unicode.py" in compiled else "without texts")
PYTHON
for version in 0.61.2 0.68.1; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "numba==$version"
  "$folder/$version/bin/python" "$folder/seen.py" "$version" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
0.61.2 loop 1 without texts
0.61.2 number 1 without texts
0.61.2 slices more than 30 with texts
0.68.1 loop 1 without texts
0.68.1 number 1 without texts
0.68.1 slices more than 30 with texts
SEEN
