"""The same puzzles for an optimal planner: PDDL, and Fast Downward from the wheel ``up-fast-downward``.

The first jump of a move costs 1, the others 0.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from solver.jump.puzzle import JumpPuzzle

PEERS = Path(__file__).parent.parent / ".venv-peers"
"""Where ``make`` installs the programs used for comparison."""

CONFIGURATIONS = {
    "A* with iPDB": "astar(ipdb(max_time=60))",
    "A* with LM-cut": "astar(lmcut())",
}

DOMAIN = """(define (domain jumping)
 (:requirements :typing :action-costs)
 (:types hole)
 (:predicates (jump ?a ?b ?c - hole) (peg ?h - hole) (free ?h - hole) (still) (moving ?h - hole))
 (:functions (total-cost) - number)
 (:action begin :parameters (?a ?b ?c - hole)
  :precondition (and (jump ?a ?b ?c) (still) (peg ?a) (peg ?b) (free ?c))
  :effect (and (not (peg ?a)) (not (peg ?b)) (not (free ?c)) (peg ?c) (free ?a) (free ?b)
               (not (still)) (moving ?c) (increase (total-cost) 1)))
 (:action go-on :parameters (?a ?b ?c - hole)
  :precondition (and (jump ?a ?b ?c) (moving ?a) (peg ?a) (peg ?b) (free ?c))
  :effect (and (not (peg ?a)) (not (peg ?b)) (not (free ?c)) (peg ?c) (free ?a) (free ?b)
               (not (moving ?a)) (moving ?c) (increase (total-cost) 0)))
 (:action end :parameters (?a - hole)
  :precondition (moving ?a)
  :effect (and (not (moving ?a)) (still) (increase (total-cost) 0))))
"""


def problem(puzzle: JumpPuzzle) -> str:
    """Write a puzzle with one exact goal and no opening as a PDDL problem."""
    if puzzle.opening or len(puzzle.goal.positions) != 1 or puzzle.goal.counts:
        raise ValueError("only puzzles with one exact goal and no opening are written as PDDL")
    (goal,) = puzzle.goal.positions
    holes = range(puzzle.board.holes)

    def state(position: int) -> str:
        return " ".join(f"({'peg' if position >> h & 1 else 'free'} h{h})" for h in holes)

    jumps = " ".join(f"(jump h{a} h{b} h{c})" for a, b, c in puzzle.board.jumps)
    return f"""(define (problem p) (:domain jumping)
 (:objects {" ".join(f"h{h}" for h in holes)} - hole)
 (:init {jumps} {state(puzzle.start)} (still) (= (total-cost) 0))
 (:goal (and {state(goal)}))
 (:metric minimize (total-cost)))
"""


def installed() -> Path | None:
    """Path of the planner's driver, if the wheel is installed."""
    return next(PEERS.glob("lib/*/site-packages/up_fast_downward/**/fast-downward.py"), None)


def solve(driver: Path, puzzle: JumpPuzzle, configuration: str, seconds: float) -> tuple[int | None, float]:
    """Run the planner; the cost of its plan (None if it found none in time), and the seconds it took."""
    with tempfile.TemporaryDirectory() as folder:
        domain, task = Path(folder, "domain.pddl"), Path(folder, "problem.pddl")
        domain.write_text(DOMAIN)
        task.write_text(problem(puzzle))
        command = [PEERS / "bin" / "python", driver, domain, task, "--search", CONFIGURATIONS[configuration]]
        began = time.perf_counter()
        with subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
        ) as run:
            try:
                output, _ = run.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)
                return None, seconds
        cost = re.search(r"Plan cost: (\d+)", output)
        return (int(cost[1]) if cost else None), time.perf_counter() - began
