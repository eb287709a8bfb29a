#!/usr/bin/env bash
# up-pyperplan: the engine says SOLVED_OPTIMALLY of a plan that costs twice the optimum.
# Guess: an engine that cannot read costs of actions refuses a problem that has them, as pyperplan itself does.
# Seen (up-pyperplan 1.1.0, unified-planning 1.3.0, Python 3.11): only a Python warning says that it may not be able to solve
# the problem. Then it leaves the costs out, returns the plan with fewest actions, and reports it as optimal for the metric.
# In peg solitaire counted in moves, further jumps of a move cost 0: there, fewest actions and least cost differ.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet unified-planning==1.3.0 up-pyperplan==1.1.0 pyperplan==2.1 up-fast-downward==1.0.0
cat > "$folder/seen.py" << 'PYTHON'
import warnings

from unified_planning.shortcuts import Fluent, InstantaneousAction, Int, MinimizeActionCosts, OneshotPlanner, Problem
from unified_planning.shortcuts import get_environment

get_environment().credits_stream = None
warnings.simplefilter("ignore")
places = [Fluent(f"at{i}") for i in range(4)]
problem = Problem("hops", initial_defaults={})
costs = {}
for begin, end, cost in ((0, 1, 1), (1, 2, 0), (2, 3, 0), (0, 3, 2)):
    action = InstantaneousAction(f"from{begin}to{end}")
    action.add_precondition(places[begin])
    action.add_effect(places[begin], False)
    action.add_effect(places[end], True)
    problem.add_action(action)
    costs[action] = Int(cost)
for place in places:
    problem.add_fluent(place, default_initial_value=place is places[0])
problem.add_goal(places[3])
problem.add_quality_metric(MinimizeActionCosts(costs))
for engine in ("fast-downward-opt", "pyperplan-opt"):
    with OneshotPlanner(name=engine) as planner:
        found = planner.solve(problem)
    steps = [step.action for step in found.plan.actions]
    print(engine, found.status.name, "actions", len(steps), "cost", sum(costs[step].constant_value() for step in steps))
PYTHON
"$folder/venv/bin/python" "$folder/seen.py" 2> "$folder/errors" | tee "$folder/seen"
diff "$folder/seen" - << 'SEEN'
fast-downward-opt SOLVED_OPTIMALLY actions 3 cost 1
pyperplan-opt SOLVED_OPTIMALLY actions 1 cost 2
SEEN
