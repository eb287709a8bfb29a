#!/usr/bin/env bash
# reasoning-gym: of the knight_swap puzzles that it says are impossible, one in three has a solution, which scores 0.
# Guess: "No" is the answer only if no moves of knights on the squares shown exchange the colours.
# Seen (0.1.25, Python 3.11): the generator takes one move between two squares away, but shows the squares only: its search
# knows of the missing move, a reader of the question cannot. The score of "No" is 1, of a solution of six moves 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet reasoning-gym==0.1.25
cat > "$folder/seen.py" << 'PYTHON'
import json
from collections import deque

import reasoning_gym


def solution(squares, pieces, turn):
    """Moves of white and black by turns, as few as can be."""
    white, black = (frozenset(s for s in squares if pieces[s] == colour) for colour in "wB")
    begin = (white, black, turn)
    queue, moves = deque([begin]), {begin: []}
    while queue:
        whites, blacks, turn = state = queue.popleft()
        if (whites, blacks) == (black, white):
            return moves[state]
        for a in whites if turn == "w" else blacks:
            for b in squares - whites - blacks:
                if {abs(ord(a[0]) - ord(b[0])), abs(int(a[1]) - int(b[1]))} == {1, 2}:
                    moved = (whites - {a} | {b}, blacks, "B") if turn == "w" else (whites, blacks - {a} | {b}, "w")
                    if moved not in moves:
                        moves[moved] = [*moves[state], f"{turn},{a},{b}"]
                        queue.append(moved)


puzzles = reasoning_gym.create_dataset("knight_swap", size=60, seed=1, impossible_ratio=0.5)
impossible = [puzzle for puzzle in puzzles if puzzle["answer"] == "No"]
found = []
for puzzle in impossible:
    about = puzzle["metadata"]
    moves = solution(frozenset(about["board"]), about["pieces"], about["start_turn"])
    if moves:
        found.append((len(moves), puzzles.score_answer(json.dumps(moves), puzzle), puzzles.score_answer("No", puzzle)))
print(len(impossible), "impossible,", len(found), "of them solved")
print("the first: {} moves score {}, No scores {}".format(*min(found)))
PYTHON
"$folder/venv/bin/python" "$folder/seen.py" | tee "$folder/seen"
diff "$folder/seen" - << 'SEEN'
32 impossible, 10 of them solved
the first: 6 moves score 0.0, No scores 1.0
SEEN
