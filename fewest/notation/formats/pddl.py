"""PDDL, read: peg solitaire in the problems of the planning competition of 2008, and as this library writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from fewest.notation.formats.draft import ROOT, Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.steps import spend
from fewest.solver.errors import Message

DEFINITION = re.compile(r"\(\s{0,9}define\s{0,9}\(\s{0,9}(problem|domain)\b", re.IGNORECASE)
COMMENT = re.compile(r";[^\n]*")
FACT = re.compile(
    r"\(\s{0,9}(in-line|free|occupied)\s{1,9}([\w-]{1,40})(?:\s{1,9}([\w-]{1,40})\s{1,9}([\w-]{1,40}))?\s{0,9}\)", re.I
)
PLACE = re.compile(r"[a-z]+-(\d{1,3})-(\d{1,3})")
MOVING = re.compile(r"\(\s{0,9}(?:moving|last-visited)\s[^()]{1,80}\)", re.I)
STEPS_OF_A_FACT = 20
MOST = 9
"""Definitions that are looked at."""


def _read(text: Text) -> Iterator[Draft]:
    """The board of the facts, its start, and its goal."""
    plain = COMMENT.sub(lambda found: " " * len(found[0]), text.whole) if "define" in text.whole.lower() else ""
    definitions = list(islice(DEFINITION.finditer(plain), MOST))
    if not definitions:
        return
    # The domain may stand above its problem.
    defined = next((each for each in definitions if each[1].lower() == "problem"), definitions[0])
    init, goal = (plain.lower().find(part, defined.end()) for part in ("(:init", "(:goal"))
    facts = [(found[1].lower(), *(name for name in found.groups()[1:] if name)) for found in FACT.finditer(plain)]
    spend(STEPS_OF_A_FACT * len(facts) + len(plain) // 10)
    lines = [fact[1:] for fact in facts if fact[0] == "in-line" and len(fact) == 4]
    if defined[1].lower() == "domain" or not lines or not 0 < init < goal:
        said = Message("this PDDL is no problem of peg solitaire with its facts in-line, free and occupied")
        raise TextError(Span(*defined.span()), said)
    starts, goals = ({name: kind for kind, name in _states(part)} for part in (plain[init:goal], plain[goal:]))
    number = {name: hole for hole, name in enumerate(starts)}
    at = Span(goal, goal + len("(:goal"))
    if (moving := MOVING.search(plain, init, goal)) is not None:
        said = Message("this PDDL problem begins in the middle of a move, which is not read")
        raise TextError(Span(*moving.span()), said)
    if "preference" in plain[goal:] or goals.keys() != starts.keys():
        said = Message(
            "the goal of this PDDL problem is not a peg or an empty hole for each location, which alone is read"
        )
        raise TextError(at, said)
    if any(name not in number for line in lines for name in line):
        raise TextError(
            Span(init, init + len("(:init")), Message("a location of this PDDL problem is neither free nor occupied")
        )
    board = {"holes": len(number), "jumps": [[number[name] for name in line] for line in dict.fromkeys(lines)]}
    places = [PLACE.fullmatch(name.lower()) for name in number]
    if all(places) and places:
        board["layout"] = [[int(place[2]), int(place[1])] for place in places if place is not None]
    start, end = ({"pegs": [number[n] for n, kind in part.items() if kind == "occupied"]} for part in (starts, goals))
    words = Message(
        "a problem of peg solitaire in PDDL (holes: {holes}, pegs: {pegs})", holes=len(number), pegs=len(start["pegs"])
    )
    if "total-time" in plain.lower():
        words = Message("{what}, counting moves where it counts time", what=words)
    spans = {ROOT: Span(*defined.span()), f"{ROOT}/goal": at}
    yield Draft({"kind": "jump", "board": board, "start": start, "goal": end}, words, spans)


def _states(part: str) -> Iterator[tuple[str, str]]:
    """Which locations are free and which are occupied."""
    return ((found[1].lower(), found[2]) for found in FACT.finditer(part) if found[3] is None)


PDDL = Format(
    name="pddl",
    title="PDDL: peg solitaire is read, every puzzle is written",
    source="Planning competition of 2008, pegsol-08: problems 030, 031, 068, their domains and their generator",
    conventions="Read: (IN-LINE from over to) is a jump; locations are free or occupied, at the start and in the goal. "
    "Several jumps of one peg are one move, as in the sequential tracks. Written for every kind: a domain and a "
    "problem whose cost is the number of moves, as Fast Downward takes them, after the prescribed opening if there is "
    "one. The goals fewest_pegs and dead_end are refused, and goals of more than 64 positions.",
    example="(define (problem three)\n  (:init (IN-LINE a b c) (occupied a) (occupied b) (free c))\n"
    "  (:goal (and (free a) (free b) (occupied c))))",
    read=_read,
    whole=True,
)
