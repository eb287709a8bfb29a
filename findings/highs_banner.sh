#!/usr/bin/env bash
# highspy 1.16.0: the first solver object of a process writes to standard output before it can be told not to.
# Guess: nothing is printed once output_flag is false, as in 1.15.1.
# Seen (Python 3.11): 1.16.0 prints two lines from Highs(). In a program whose standard output is JSON, that breaks it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for version in 1.15.1 1.16.0; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "highspy==$version"
  lines=$("$folder/$version/bin/python" -c "
import highspy
solver = highspy.Highs()
solver.setOptionValue('output_flag', False)" | wc -l)
  echo "$version: $((lines)) lines" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
1.15.1: 0 lines
1.16.0: 2 lines
SEEN
