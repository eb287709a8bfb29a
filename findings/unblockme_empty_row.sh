#!/usr/bin/env bash
# unblockme (PyPI) 0.0.3: a board with a row that has no block is refused as invalid.
# Guess: blanks are empty cells, also six of them; the README's board has rows that begin or end with them.
# Seen (Python 3.11): lines of blanks are dropped before the rows are counted. The same board with a block more is solved.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet unblockme==0.0.3
cat > "$folder/try.py" << 'PYTHON'
from unblockme import unblockme

for last in ("CC    ", "      "):
    rows = ["   A  ", "   A  ", "XX A  ", "    DD", "BB    ", last]
    try:
        print(repr(last), len(unblockme("\n".join(rows), animate=False)) - 1, "moves")
    except Exception as error:
        print(repr(last), str(error).partition(".")[0])
PYTHON
"$folder/venv/bin/python" "$folder/try.py" | tee "$folder/seen"
diff "$folder/seen" - << 'SEEN'
'CC    ' 2 moves
'      ' invalid state
SEEN
