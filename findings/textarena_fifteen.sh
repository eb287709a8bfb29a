#!/usr/bin/env bash
# textarena: about half of the boards of its FifteenPuzzle have no solution.
# Guess: boards are shuffled by moves, or a permutation of the wrong parity is repaired, as in other programs for this puzzle.
# Seen (0.7.4, Python 3.11): 521 of the boards of 1000 seeds can be solved. The board is any permutation. The
# reward is the share of pieces in place, so that it does not show that nobody can get all of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet textarena==0.7.4
cat > "$folder/seen.py" << 'PYTHON'
from textarena.envs.FifteenPuzzle.env import FifteenPuzzleEnv


def can_be_solved(board):
    """Each move exchanges two values and takes the gap to a cell of the other colour of a chessboard."""
    values = [value or 16 for row in board for value in row]
    exchanged = sum(first > second for place, first in enumerate(values) for second in values[place:])
    row, column = divmod(values.index(16), 4)
    return (exchanged + row + column) % 2 == 0


puzzle = FifteenPuzzleEnv()
solved = 0
for seed in range(1000):
    puzzle.reset(num_players=1, seed=seed)
    solved += can_be_solved(puzzle.board)
print(solved, "of 1000 can be solved")
PYTHON
"$folder/venv/bin/python" "$folder/seen.py" | tee "$folder/seen"
diff "$folder/seen" - << 'SEEN'
521 of 1000 can be solved
SEEN
