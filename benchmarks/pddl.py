"""Puzzles as planning problems, in PDDL."""

from __future__ import annotations

from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.slide.puzzle import SlidePuzzle

JUMP = """(define (domain jumping)
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
"""The first jump of a move costs 1, the others 0."""

SLIDE = """(define (domain sliding)
 (:requirements :typing :action-costs)
 (:types piece cell)
 (:predicates (adjacent ?a ?b - cell) (on ?p - piece ?a - cell) (free ?a - cell))
 (:functions (total-cost) - number)
 (:action slide :parameters (?p - piece ?a ?b - cell)
  :precondition (and (adjacent ?a ?b) (on ?p ?a) (free ?b))
  :effect (and (not (on ?p ?a)) (not (free ?b)) (on ?p ?b) (free ?a) (increase (total-cost) 1))))
"""


def task_of(puzzle: JumpPuzzle | SlidePuzzle) -> tuple[str, str] | None:
    """Domain and problem of a puzzle.

    None if it cannot be written in these domains: a jump puzzle with an opening or without one exact goal.
    """
    if isinstance(puzzle, SlidePuzzle):
        return SLIDE, _slide_problem(puzzle)
    if puzzle.opening or len(puzzle.goal.positions) != 1 or puzzle.goal.counts:
        return None
    return JUMP, _jump_problem(puzzle)


def _jump_problem(puzzle: JumpPuzzle) -> str:
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


def _slide_problem(puzzle: SlidePuzzle) -> str:
    def state(position: tuple[int | None, ...]) -> str:
        placed = ((cell, piece) for cell, piece in enumerate(position) if piece is not None)
        return " ".join(f"(on p{piece} c{cell})" if piece else f"(free c{cell})" for cell, piece in placed)

    edges = " ".join(f"(adjacent c{a} c{b})" for a, row in enumerate(puzzle.board.adjacency) for b in row)
    pieces = " ".join(f"p{piece}" for piece in sorted(set(puzzle.start)) if piece)
    return f"""(define (problem p) (:domain sliding)
 (:objects {pieces} - piece {" ".join(f"c{cell}" for cell in range(puzzle.board.cells))} - cell)
 (:init {edges} {state(puzzle.start)} (= (total-cost) 0))
 (:goal (and {state(puzzle.goal)}))
 (:metric minimize (total-cost)))
"""
