"""Requests for surveys: every problem of a board, from each of some starts to each of some goals, up to symmetry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from marshmallow import fields

from fewest.schemas import JsonObject, meanings
from fewest.schemas.errors import FieldError, InvalidRequest, field_error, pointer, read_object
from fewest.schemas.fields import MAX_ERRORS, Component
from fewest.schemas.job import Request, WantShape, limits_shape
from fewest.schemas.kinds import KINDS
from fewest.schemas.meanings import describe
from fewest.schemas.puzzle import ParsedPuzzle, read_puzzle
from fewest.schemas.settings import MAX_PAIRS, Settings
from fewest.schemas.webhook import Webhook, read_webhook
from fewest.solver.canonical import canonical
from fewest.solver.errors import DeadlineError, Message
from fewest.solver.graphs import ColouredGraph
from fewest.solver.model import Limits, Puzzle, Want

MAX_VALUES = 4_000_000
"""Largest number of values in the boards, starts and goals of all problems; an object counts 100. Reading this many
takes seconds."""


class SurveyShape(WantShape):
    """The body of ``POST /v1/surveys``."""

    kind = fields.String(required=True, metadata=describe(meanings.BOARD_KIND))
    board = Component("SurveyBoard", required=True, metadata=describe(meanings.BOARD))
    starts = fields.List(
        fields.Raw(allow_none=True),
        metadata=describe("Starts, as in a puzzle. On a jump board, by default: each hole empty, all others full."),
    )
    goals = fields.List(
        fields.Raw(allow_none=True),
        metadata=describe("Goals, as in a puzzle. On a jump board, by default: one peg, in each hole."),
    )
    webhook = Component("Webhook", metadata=describe(f"Where to report events of every job. {meanings.NO_WEBHOOK}"))


@dataclass(frozen=True, slots=True)
class SurveyProblem:
    """A problem of a survey: its start and goal as written, and the number of problems symmetric to it."""

    request: Request
    members: int


@dataclass(frozen=True, slots=True)
class Survey:
    """A valid survey.

    Attributes
    ----------
    kind, board
        As the client wrote them, in full forms.
    starts, goals
        As the client wrote them, or those of all single-vacancy problems.
    problems
        One problem for each class of symmetric ones, in the order of the starts, then of the goals.
    rows
        For each start and each goal, in the same order, the index of the problem that represents them.
    """

    kind: str
    board: JsonObject
    starts: list[object]
    goals: list[object]
    want: Want
    webhook: Webhook | None
    problems: list[SurveyProblem]
    rows: list[int]


def load_survey(body: object, settings: Settings, count: Callable[[int], object] = int) -> Survey:
    """Read the body of a survey.

    Parameters
    ----------
    count
        Called with the number of pairs of a start and a goal before any is read, since reading takes most of the time.

    Raises
    ------
    InvalidRequest
        With every error found.
    """
    errors: list[FieldError] = []
    survey = read_object(body, SurveyShape(), (), errors)
    listed = "starts" if "starts" in survey else "board"
    limits = read_object(survey.get("limits", {}), limits_shape(settings), ("limits",), errors)
    webhook = read_webhook(survey["webhook"], settings.webhook_targets, errors) if "webhook" in survey else None
    pairs = _read_pairs(survey, errors, count) if "kind" in survey and "board" in survey else []
    firsts = [] if errors else first_equals([loaded.puzzle for loaded in pairs], settings.max_survey)
    number = len(set(firsts))
    if number > settings.max_survey:
        template = "has at least {given} problems up to symmetry; the limit is {most}"
        text = Message(template, given=number, most=settings.max_survey)
        errors.append(field_error((listed,), text))
    if errors:
        raise InvalidRequest(errors)
    want = Want(survey["want"])
    hook = None if webhook is None else Webhook(**webhook)
    members = Counter(firsts)
    row = {first: index for index, first in enumerate(sorted(members))}
    problems = [SurveyProblem(Request(pairs[first], want, Limits(**limits), hook), members[first]) for first in row]
    rows = [row[first] for first in firsts]
    written = [loaded.written for loaded in pairs]
    goals = len(survey["goals"])
    return Survey(
        survey["kind"],
        written[0]["board"],
        [puzzle["start"] for puzzle in written[::goals]],
        [puzzle["goal"] for puzzle in written[:goals]],
        want,
        hook,
        problems,
        rows,
    )


def first_equals(puzzles: Sequence[Puzzle], most: int) -> list[int]:
    """For each puzzle on one board, the index of the first one that is equal to it up to symmetry.

    Stops once more than ``most`` differ, and leaves out the rest.
    """
    forms = KINDS[puzzles[0].kind].surveys if puzzles else None
    if forms is not None:
        return forms.first_equals(puzzles)
    first: dict[str, int] = {}
    firsts = []
    for index, puzzle in enumerate(puzzles):
        firsts.append(first.setdefault(canonical(puzzle, _too_long).key, index))
        if len(first) > most:
            break
    return firsts


def _too_long(_: ColouredGraph) -> list[int]:
    """Hard graphs are left to the searches, which share equal puzzles."""
    raise DeadlineError


def _read_pairs(survey: JsonObject, errors: list[FieldError], count: Callable[[int], object]) -> list[ParsedPuzzle]:
    """Every start with every goal, with defaults filled in."""
    before = len(errors)
    kind, board = survey["kind"], survey["board"]
    if kind not in KINDS:
        read_puzzle({"kind": kind}, (), errors)
    elif "starts" in survey and "goals" in survey:
        pass
    elif (forms := KINDS[kind].surveys) is not None:
        loaded = read_puzzle({"kind": kind, "board": board} | forms.some, (), errors)
        if loaded is None:
            return []
        starts, goals = forms.problems(loaded.puzzle)
        survey.setdefault("starts", starts)
        survey.setdefault("goals", goals)
    else:
        missing = [name for name in ("starts", "goals") if name not in survey]
        text = "is required: only surveys of jump boards have default starts and goals"
        errors.extend(field_error((name,), Message(text)) for name in missing)
    if len(errors) > before or not _are_few(survey, errors):
        return []
    count(len(survey["starts"]) * len(survey["goals"]))
    pairs = []
    seen = set(errors)
    for i, start in enumerate(survey["starts"]):
        for j, goal in enumerate(survey["goals"]):
            puzzle = {"kind": kind, "board": board, "start": start, "goal": goal}
            found: list[FieldError] = []
            loaded = read_puzzle(puzzle, (), found)
            new = [each for each in _moved(found, i, j) if each not in seen]
            errors.extend(dict.fromkeys(new))
            seen.update(new)
            if len(errors) >= MAX_ERRORS:
                return []
            if loaded is not None:
                pairs.append(loaded)
    return pairs


def _are_few(survey: JsonObject, errors: list[FieldError]) -> bool:
    """Check that starts and goals exist, and that their pairs are not too many."""
    before = len(errors)
    none = [name for name in ("starts", "goals") if not survey[name]]
    errors.extend(field_error((name,), Message("must not be empty")) for name in none)
    given = len(survey["starts"]) * len(survey["goals"])
    if given > MAX_PAIRS:
        text = Message("starts and goals make {given} problems; the limit is {most}", given=given, most=MAX_PAIRS)
        errors.append(field_error(("starts",), text))
    starts, goals = survey["starts"], survey["goals"]
    values = given * _size(survey["board"]) + len(goals) * _size(starts) + len(starts) * _size(goals)
    if values > MAX_VALUES and given <= MAX_PAIRS:
        template = "board, start and goal of all problems have {given} values in all; the limit is {most}"
        errors.append(field_error(("board",), Message(template, given=values, most=MAX_VALUES)))
    return len(errors) == before


def _size(value: object) -> int:
    """Number of values in parsed JSON. A text counts one for every eight characters, an object 100."""
    if isinstance(value, dict):
        return 100 + sum(map(_size, value.values()))
    if isinstance(value, list):
        return 1 + sum(map(_size, value))
    return 1 + len(value) // 8 if isinstance(value, str) else 1


def _moved(errors: Sequence[FieldError], start: int, goal: int) -> list[FieldError]:
    """The errors of a puzzle, at the places of its start and its goal in the survey."""
    places = {"/start": pointer(("starts", start)), "/goal": pointer(("goals", goal))}
    moved = []
    for error in errors:
        part = next((part for part in places if f"{error.pointer}/".startswith(f"{part}/")), None)
        at = error.pointer if part is None else places[part] + error.pointer.removeprefix(part)
        moved.append(FieldError(at, error.detail))
    return moved
