"""PDDL: a domain and a problem for each kind, with action costs, and a solution as a plan.

What starts a move costs 1; what goes on with it and what ends it cost nothing. So the cost of a plan is the number of
moves in the metric of the puzzle. Typing, action costs and positive preconditions are all that a planner must know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fewest.notation.formats.written.subject import File


class Action(NamedTuple):
    """An action of a domain: its parameters as PDDL has them, facts, and what it costs, 0 or 1."""

    name: str
    parameters: str
    needs: Sequence[str]
    takes: Sequence[str]
    adds: Sequence[str]
    cost: int

    @property
    def text(self) -> str:
        """The action as PDDL."""
        effects = [*(f"(not {fact})" for fact in self.takes), *self.adds, *["(increase (total-cost) 1)"] * self.cost]
        return (
            f" (:action {self.name}\n  :parameters ({self.parameters})\n  :precondition {both(self.needs)}\n"
            f"  :effect {both(effects)})"
        )


def both(facts: Iterable[str]) -> str:
    """The conjunction of facts."""
    return f"(and {' '.join(facts)})"


def domain(name: str, types: str, predicates: Sequence[str], actions: Iterable[Action], constants: str = "") -> File:
    """The file of a domain."""
    parts = [
        f"(define (domain {name})",
        " (:requirements :typing :action-costs)",
        f" (:types {types})",
        *([f" (:constants {constants})"] if constants else []),
        f" (:predicates {' '.join(predicates)})",
        " (:functions (total-cost) - number)",
        *(action.text for action in actions),
    ]
    return File("domain.pddl", "\n".join(parts) + ")\n")


def problem(name: str, objects: str, always: Sequence[str], start: Sequence[str], goal: Sequence[str]) -> File:
    """The file of a problem: facts that never change, those of the start, and those of the goal."""
    parts = [
        f"(define (problem puzzle)\n (:domain {name})",
        *([f" (:objects {objects})"] if objects else []),
        " (:init",
        *(f"  {fact}" for fact in always),
        f"  {' '.join(start)}",
        "  (= (total-cost) 0))",
        f" (:goal {both(goal)})",
        " (:metric minimize (total-cost)))",
    ]
    return File("problem.pddl", "\n".join(parts) + "\n")


def plan(steps: Iterable[Sequence[str]], cost: int) -> File:
    """The file of a plan, in the form of Fast Downward and VAL."""
    return File("plan.txt", "".join(f"({' '.join(step)})\n" for step in steps) + f"; cost = {cost} (general cost)\n")
