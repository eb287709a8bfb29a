#!/usr/bin/env bash
# reasoning-gym (PyPI) 0.1.25: in rush_hour, moves that cannot be made are left out, and the answer still scores 1.
# Guess: a solution with an impossible move scores as little as one that does not solve the board (0.01).
# Seen (Python 3.11): a car goes as far as it can, and only the last position counts. On a board with cars A and B, a move of
# a car D is left out, too, but one of a car C makes the score 0. Who compares models by these scores should know.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet reasoning-gym==0.1.25
cat > "$folder/try.py" << 'PYTHON'
import reasoning_gym

data = reasoning_gym.create_dataset("rush_hour", size=1, seed=1)
entry = {"metadata": {"board_config": "ooooooooooooAAoBoooooBoooooooooooooo"}}
for answer in ("A+4", "B+2 A+4", "B+9 A+9", "D+1 B+2 A+4", "C+1 B+2 A+4"):
    print(answer, data.score_answer(answer, entry))
PYTHON
"$folder/venv/bin/python" "$folder/try.py" 2> /dev/null | tee "$folder/seen"
diff "$folder/seen" - << 'SEEN'
A+4 0.01
B+2 A+4 1.0
B+9 A+9 1.0
D+1 B+2 A+4 1.0
C+1 B+2 A+4 0.0
SEEN
