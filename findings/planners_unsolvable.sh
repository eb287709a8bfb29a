#!/usr/bin/env bash
# unified-planning: of engines that search everything, two say UNSOLVABLE_PROVEN of a board without solution, two say less.
# Guess: after a complete search, all say UNSOLVABLE_PROVEN, or all say UNSOLVABLE_INCOMPLETELY.
# Seen (unified-planning 1.3.0, Python 3.11): on 2 rows of 3 with two pieces exchanged, where 360 positions can be reached,
# each engine ends in less than a second. The statuses follow the engine, not what it knows: a program that takes only
# UNSOLVABLE_PROVEN as an answer gets none from two of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet unified-planning==1.3.0 up-fast-downward==1.0.0 up-symk==1.6.0 up-pyperplan==1.1.0 \
  up-enhsp==0.1.1
cat > "$folder/seen.py" << 'PYTHON'
from unified_planning.shortcuts import BoolType, Fluent, InstantaneousAction, OneshotPlanner, Problem, UserType
from unified_planning.shortcuts import get_environment

get_environment().credits_stream = None
CELLS = [(row, column) for row in range(2) for column in range(3)]
cell, piece = UserType("cell"), UserType("piece")
near = Fluent("near", BoolType(), a=cell, b=cell)
at, free = Fluent("at", BoolType(), p=piece, a=cell), Fluent("free", BoolType(), a=cell)
slide = InstantaneousAction("slide", p=piece, a=cell, b=cell)
p, a, b = slide.parameters
for condition in (at(p, a), free(b), near(a, b)):
    slide.add_precondition(condition)
for fluent, value in ((at(p, a), False), (free(b), False), (at(p, b), True), (free(a), True)):
    slide.add_effect(fluent, value)
problem = Problem("exchanged")
for fluent in (near, at, free):
    problem.add_fluent(fluent, default_initial_value=False)
problem.add_action(slide)
cells = [problem.add_object(f"c{number}", cell) for number in range(6)]
pieces = [problem.add_object(f"p{number}", piece) for number in range(5)]
for first, (row, column) in zip(cells, CELLS):
    for second, (y, x) in zip(cells, CELLS):
        problem.set_initial_value(near(first, second), abs(row - y) + abs(column - x) == 1)
for number, begin in enumerate((1, 0, 2, 3, 4)):
    problem.set_initial_value(at(pieces[number], cells[begin]), True)
    problem.add_goal(at(pieces[number], cells[number]))
problem.set_initial_value(free(cells[5]), True)
for engine in ("fast-downward-opt", "enhsp-opt", "symk-opt", "pyperplan-opt"):
    with OneshotPlanner(name=engine) as planner:
        print(engine, planner.solve(problem).status.name)
PYTHON
"$folder/venv/bin/python" "$folder/seen.py" | tee "$folder/seen"
diff "$folder/seen" - << 'SEEN'
fast-downward-opt UNSOLVABLE_PROVEN
enhsp-opt UNSOLVABLE_PROVEN
symk-opt UNSOLVABLE_INCOMPLETELY
pyperplan-opt UNSOLVABLE_INCOMPLETELY
SEEN
