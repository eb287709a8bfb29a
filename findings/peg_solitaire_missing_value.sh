#!/usr/bin/env bash
# peg-solitaire (Debian 12) 2.2-3: one of its 339 boards has a value fewer than places, and so a second empty hole.
# Guess: each board of data.sol has as many values as its rows and columns say, and the pentagons have one hole empty.
# Seen: record 170, of 7 rows and 9 columns, has 62 values and two blanks between two of them. The codes in codis.txt, which
# the program knows boards by, have an empty hole there. Four more records are no boards: their games are made at random.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && apt-get download --quiet peg-solitaire=2.2-3 > /dev/null 2>&1 && dpkg-deb --extract peg-solitaire_*.deb .)
awk '!/^#/ && NF { line = count++ % 4; if (line == 0) code = $1; if (line == 1) { rows = $1; columns = $2 }
  if (line == 2) {
    cells = columns ? rows * columns : rows * (rows - 1) / 2
    if (NF == 1) random++; else if (NF == cells) right++; else print code, cells, NF, /[0-9]  / ? "two blanks" : ""
  } } END { print right, "right,", random, "random" }' "$folder/usr/share/games/peg-solitaire/games/data.sol" | tee "$folder/seen"
grep -o '^[01]*_170' "$folder/usr/share/games/peg-solitaire/games/codis.txt" | tee -a "$folder/seen"
diff "$folder/seen" - << 'SEEN'
170 63 62 two blanks
338 right, 4 random
1101111111111111111101111111111111111_170
SEEN
