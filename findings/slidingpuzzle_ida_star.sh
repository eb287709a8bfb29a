#!/usr/bin/env bash
# slidingpuzzle (PyPI) 0.1.5: "ida*" with its defaults returns solutions that are not shortest.
# Guess: IDA* returns a shortest solution, as its name says; the default heuristic is admissible.
# Seen: 46 moves for number 79 of Korf's hundred 15-puzzles (R. E. Korf, Artificial Intelligence 27, 1985), whose minimum is 42.
# "a*" with the same board finds 42.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet slidingpuzzle==0.1.5
cat > "$folder/try.py" << 'PYTHON'
import slidingpuzzle

# Its goal has the blank last, Korf's first: the board turned by half a turn, with each tile t as 16 - t.
KORF_79 = [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15]
turned = [tile and 16 - tile for tile in reversed(KORF_79)]
for algorithm in ("ida*", "a*"):
    found = slidingpuzzle.search(slidingpuzzle.from_iter(4, 4, turned), algorithm)
    print(algorithm, len(found.solution))
PYTHON
"$folder/venv/bin/python" "$folder/try.py" | tee "$folder/seen"
diff "$folder/seen" - << 'SEEN'
ida* 46
a* 42
SEEN
