"""A small planner: reads a domain and a problem of PDDL with action costs, and finds the least cost by brute force.

It knows nothing of puzzles. Slow: every action is grounded with all facts that could ever hold.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

Fact: TypeAlias = tuple[str, ...]


class Action(NamedTuple):
    """A grounded action."""

    name: Fact
    needs: frozenset[Fact]
    takes: frozenset[Fact]
    adds: frozenset[Fact]
    cost: int


def parse(text: str) -> Any:
    """Nested lists of words in lower case, without comments."""
    stack: list[list[Any]] = [[]]
    for word in re.findall(r"[()]|[^\s()]+", re.sub(";.*", "", text).lower()):
        if word == "(":
            stack.append([])
        elif word == ")":
            last = stack.pop()
            stack[-1].append(last)
        else:
            stack[-1].append(word)
    return stack[0][0]


def section(parsed: list[Any], name: str) -> list[Any]:
    """What follows the name in the part that begins with it; nothing if there is none."""
    return next((part[1:] for part in parsed[1:] if part[0] == name), [])


def typed(words: Sequence[str]) -> dict[str, str]:
    """The type of each name of a list such as ``a b - hole``."""
    found, names = {}, []
    places = iter(words)
    for word in places:
        if word == "-":
            found |= dict.fromkeys(names, next(places))
            names = []
        else:
            names.append(word)
    assert not names
    return found


class Task:
    """A domain and a problem."""

    def __init__(self, domain: str, problem: str) -> None:
        rules, given = parse(domain), parse(problem)
        assert section(rules, "domain") == section(given, ":domain")
        assert section(given, ":metric") == ["minimize", ["total-cost"]]
        self.types = typed([*section(rules, ":constants"), *section(given, ":objects")])
        self.known = {each[0] for each in section(rules, ":predicates")}
        self.actions = [part for part in rules if part[0] == ":action"]
        self.start = frozenset(self._facts(part for part in section(given, ":init") if part[0] != "="))
        (goal,) = section(given, ":goal")
        self.goal = frozenset(self._facts(goal[1:]))

    def _facts(self, parts: Iterator[list[str]] | list[list[str]]) -> Iterator[Fact]:
        for fact in parts:
            assert fact[0] in self.known, fact
            assert all(word in self.types for word in fact[1:]), fact
            yield tuple(fact)

    def grounded(self) -> list[Action]:
        """Every action that could ever be taken if facts never ceased to hold."""
        holds = set(self.start)
        while True:
            by_name: dict[str, list[Fact]] = defaultdict(list)
            for fact in holds:
                by_name[fact[0]].append(fact)
            found = [made for each in self.actions for made in self._ground(each, by_name)]
            more = {fact for action in found for fact in action.adds} - holds
            if not more:
                return found
            holds |= more

    def _ground(self, action: list[Any], holds: dict[str, list[Fact]]) -> Iterator[Action]:
        name, parts = action[1], dict(zip(action[2::2], action[3::2], strict=True))
        wanted, needs = typed(parts[":parameters"]), parts[":precondition"][1:]
        # What has most names first: facts of the board bind nearly all variables.
        needs = sorted(needs, key=len, reverse=True)

        def bind(rest: list[list[str]], bound: dict[str, str]) -> Iterator[dict[str, str]]:
            if not rest:
                yield bound
                return
            for fact in holds[rest[0][0]]:
                if len(fact) != len(rest[0]):
                    continue
                more = dict(bound)
                if all(
                    more.setdefault(word, value) == value if word[0] == "?" else word == value
                    for word, value in zip(rest[0][1:], fact[1:], strict=True)
                ):
                    yield from bind(rest[1:], more)

        for bound in bind(needs, {}):
            if any(self.types[bound[variable]] != each for variable, each in wanted.items()):
                continue

            def put(fact: list[str], bound: dict[str, str] = bound) -> Fact:
                return tuple(bound.get(word, word) for word in fact)

            effects = parts[":effect"][1:]
            takes = frozenset(put(each[1]) for each in effects if each[0] == "not")
            adds = frozenset(put(each) for each in effects if each[0] not in ("not", "increase"))
            cost = sum(int(each[2]) for each in effects if each[0] == "increase")
            words = (name, *(bound[variable] for variable in wanted))
            yield Action(words, frozenset(map(put, needs)), takes, adds, cost)

    def least_cost(self) -> int | None:
        """The least cost of a plan; None if there is none."""
        actions = self.grounded()
        done: set[frozenset[Fact]] = set()
        left = deque([(0, self.start)])
        while left:
            cost, state = left.popleft()
            if state in done:
                continue
            if self.goal <= state:
                return cost
            done.add(state)
            for action in actions:
                if action.needs <= state:
                    after = (state - action.takes) | action.adds
                    (left.append if action.cost else left.appendleft)((cost + action.cost, after))
        return None

    def cost_of(self, plan: str) -> int | None:
        """The cost of a plan; None if a step cannot be taken, or it does not end in the goal."""
        known = {action.name: action for action in self.grounded()}
        state, cost = self.start, 0
        for step in parse(f"({plan})"):
            action = known.get(tuple(step))
            if action is None or not action.needs <= state:
                return None
            state, cost = (state - action.takes) | action.adds, cost + action.cost
        return cost if self.goal <= state else None
