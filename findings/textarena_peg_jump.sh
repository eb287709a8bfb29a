#!/usr/bin/env bash
# textarena: PegJump, the triangle of 15 holes, has eight jumps that are on no line, and not the six along the last row.
# Guess: 36 jumps, each from hole to hole over the hole between them, as on the wooden board; some last holes are impossible.
# Seen (0.7.4, Python 3.11): 38 jumps, such as from 7 over 11 to 13, which is not next to 11; none from 11 over 12 to 13. With
# the first hole empty at the start, the last peg can be anywhere; on the wooden board it can be in 1, 7, 10 or 13 only. Known
# solutions that jump along the last row are refused.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet textarena==0.7.4
cat > "$folder/seen.py" << 'PYTHON'
from textarena.envs.PegJump.env import PegJumpEnv

# Of each hole its row and its place in the row.
AT = {number: (row, place) for number, (row, place) in enumerate(((r, p) for r in range(5) for p in range(r + 1)), 1)}


def between(a, c):
    (r, p), (s, q) = AT[a], AT[c]
    return (s - r, q - p) in {(0, 2), (0, -2), (2, 0), (-2, 0), (2, 2), (-2, -2)} and ((r + s) // 2, (p + q) // 2)


def last_holes(jumps):
    begin = frozenset(AT) - {1}
    found, left = {begin}, [begin]
    for pegs in left:
        for a, b, c in jumps:
            after = pegs - {a, b} | {c}
            if {a, b} <= pegs and c not in pegs and after not in found:
                found.add(after)
                left.append(after)
    return sorted(hole for pegs in found if len(pegs) == 1 for hole in pegs)


wooden = {(a, b, c) for a in AT for b in AT for c in AT if AT[b] == between(a, c)}
env = set(PegJumpEnv().ALLOWED_MOVES)
print(len(wooden), "jumps, last holes", *last_holes(wooden))
print(len(env), "jumps, last holes", *last_holes(env))
print("too many:", *sorted(env - wooden))
print("missing:", *sorted(wooden - env))
PYTHON
"$folder/venv/bin/python" "$folder/seen.py" | tee "$folder/seen"
diff "$folder/seen" - << 'SEEN'
36 jumps, last holes 1 7 10 13
38 jumps, last holes 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
too many: (7, 11, 13) (8, 12, 14) (9, 12, 13) (9, 13, 15) (13, 11, 7) (13, 12, 9) (14, 12, 8) (15, 13, 9)
missing: (11, 12, 13) (12, 13, 14) (13, 12, 11) (13, 14, 15) (14, 13, 12) (15, 14, 13)
SEEN
