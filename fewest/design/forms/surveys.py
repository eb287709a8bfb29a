"""Requests for surveys: every problem of a board, from each of some starts to each of some goals, up to symmetry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from fewest.config.settings import MAX_PAIRS, Settings
from fewest.design.answers import form_of
from fewest.design.forms.kinds import KINDS, KindForms, shapes_by_kind
from fewest.notation import JsonObject, kinds, meanings
from fewest.notation.errors import FieldError, InvalidRequest, field_error, pointer, read_object
from fewest.notation.fields import MAX_ERRORS, Component
from fewest.notation.meanings import describe
from fewest.notation.puzzle import ParsedPuzzle, read_puzzle
from fewest.notation.shape import Shape
from fewest.schemas.job import Request, WantShape, limits_shape
from fewest.schemas.task import kind_named
from fewest.schemas.webhook import Webhook, read_webhook
from fewest.solver.errors import Message
from fewest.solver.model import Limits, Puzzle, Want

MAX_VALUES = 4_000_000
"""Largest number of values in the boards, starts and goals of all problems; an object counts 100. Reading this many
takes seconds."""


class SurveyShape(WantShape):
    """The common fields of all surveys."""

    kind = fields.String(required=True, metadata=describe(meanings.BOARD_KIND))
    webhook = Component("Webhook", metadata=describe(f"Where to report events of every job. {meanings.NO_WEBHOOK}"))


ABOUT = {
    "starts": "Starts, as in a puzzle. On a jump board, by default: each hole empty, all others full.",
    "goals": "Goals, as in a puzzle. On a jump board, by default: one peg, in each hole. Of sliding blocks: each piece "
    "at each place that it gets to alone.",
}


def _parts_of(forms: KindForms) -> type[Shape]:
    """The common fields of the problems, which are read with each of them, and their starts and goals."""
    surveys = forms.surveys
    parts: dict[str, Any] = {"__doc__": surveys.__doc__}
    for name in surveys.fields:
        part = kinds.KINDS[forms.name].shape.fields[name]
        parts[name] = fields.Raw(required=part.required, metadata=part.metadata)
    for name, about in ABOUT.items():
        each = fields.Raw(allow_none=True)
        parts[name] = fields.List(each, required=name not in surveys.defaults, metadata=describe(about))
    return type("SurveyParts", (Shape,), parts)


SHAPES = shapes_by_kind(SurveyShape, _parts_of)
"""The body of ``POST /v1/surveys`` for each kind of puzzle."""


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
    puzzles
        The kind and the other common fields of all problems, as the client wrote them, in full forms.
    starts, goals
        As the client wrote them, or those by default.
    problems
        One problem for each class of symmetric ones, in the order of the starts, then of the goals.
    rows
        For each start and each goal, in the same order, the index of the problem that represents them.
    """

    puzzles: JsonObject
    starts: list[object]
    goals: list[object]
    want: Want
    webhook: Webhook | None
    problems: list[SurveyProblem]
    rows: list[int]


def load_survey(
    body: object, settings: Settings, count: Callable[[int], object] = int, pause: Callable[[], object] = int
) -> Survey:
    """Read the body of a survey.

    Parameters
    ----------
    count
        Called with the number of pairs of a start and a goal before any is read, since reading takes most of the time.
    pause
        Called between two pairs, since reading all of them takes seconds.

    Raises
    ------
    InvalidRequest
        With every error found.
    """
    errors: list[FieldError] = []
    kind = kind_named(body, SHAPES)
    survey = read_object(body, SHAPES[kind], (), errors)
    # Without starts, the size of the board makes the problems too many.
    listed = "starts" if "starts" in survey else "board"
    limits = read_object(survey.get("limits", {}), limits_shape(settings), ("limits",), errors)
    webhook = read_webhook(survey["webhook"], settings.webhook_targets, errors) if "webhook" in survey else None
    pairs = _read_pairs(kind, survey, errors, count, pause)
    firsts = [] if errors else first_equals([loaded.puzzle for loaded in pairs], settings.max_survey, pause)
    number = len(set(firsts))
    if number > settings.max_survey:
        template = "has at least {given|# problem|# problems} up to symmetry; the limit is {most}"
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
    written = [loaded.document for loaded in pairs]
    goals = len(survey["goals"])
    return Survey(
        {name: value for name, value in written[0].items() if name not in ("start", "goal")},
        [puzzle["start"] for puzzle in written[::goals]],
        [puzzle["goal"] for puzzle in written[:goals]],
        want,
        hook,
        problems,
        rows,
    )


def first_equals(puzzles: Sequence[Puzzle], most: int, pause: Callable[[], object]) -> list[int]:
    """For each puzzle on one board, the index of the first one that is equal to it up to symmetry.

    Stops once more than ``most`` differ, and leaves out the rest. Calls ``pause`` between two puzzles.
    """
    # The symmetries of one board serve all its problems; canonical forms are made for each.
    known = KINDS[puzzles[0].kind].surveys.first_equals(puzzles, pause) if puzzles else []
    if known is not None:
        return known
    first: dict[str, int] = {}
    firsts = []
    for index, puzzle in enumerate(puzzles):
        pause()
        # Hard graphs are left to the searches, which share equal puzzles.
        firsts.append(first.setdefault(form_of(puzzle).key, index))
        # Each canonical form takes time, and one too many is enough to refuse.
        if len(first) > most:
            break
    return firsts


def _read_pairs(
    kind: str,
    survey: JsonObject,
    errors: list[FieldError],
    count: Callable[[int], object],
    pause: Callable[[], object],
) -> list[ParsedPuzzle]:
    """Every start with every goal, with defaults filled in. Missing fields have been reported."""
    before = len(errors)
    forms = KINDS[kind].surveys
    missing = {name for name in ABOUT if name not in survey}
    common = {"kind": kind} | {name: survey[name] for name in forms.fields if name in survey}
    if missing - set(forms.defaults) or ("board" not in common and SHAPES[kind].fields["board"].required):
        return []
    empty = [name for name in ABOUT if survey.get(name) == []]
    errors.extend(field_error((name,), Message("must not be empty")) for name in empty)
    if empty:
        return []
    found: list[FieldError] = []
    if missing:
        loaded = read_puzzle(common | forms.some(survey.get("starts", ())), (), found)
        # Without errors of the start, those of its goal say what it lacks.
        errors += _moved([error for error in found if not error.pointer.startswith("/goal")] or found, 0, 0)
        if loaded is None:
            return []
        survey |= {name: forms.problems(loaded.puzzle)[name] for name in missing}
    if len(errors) > before or not _are_few(common, survey, errors):
        return []
    # Counted against the rate before the time is spent.
    count(len(survey["starts"]) * len(survey["goals"]))
    pairs = []
    seen = set(errors)
    for i, start in enumerate(survey["starts"]):
        for j, goal in enumerate(survey["goals"]):
            pause()
            puzzle = common | {"start": start, "goal": goal}
            found = []
            loaded = read_puzzle(puzzle, (), found)
            # An error of a start comes up again with every goal.
            new = [each for each in _moved(found, i, j) if each not in seen]
            errors.extend(dict.fromkeys(new))
            seen.update(new)
            # No more errors are listed.
            if len(errors) >= MAX_ERRORS:
                return []
            if loaded is not None:
                pairs.append(loaded)
    return pairs


def _are_few(common: JsonObject, survey: JsonObject, errors: list[FieldError]) -> bool:
    """Check that pairs of starts and goals are not too many."""
    before = len(errors)
    given = len(survey["starts"]) * len(survey["goals"])
    if given > MAX_PAIRS:
        text = Message("starts and goals make {given} problems; the limit is {most}", given=given, most=MAX_PAIRS)
        errors.append(field_error(("starts",), text))
    starts, goals = survey["starts"], survey["goals"]
    each = sum(_size(value) for name, value in common.items() if name != "kind")
    values = given * each + len(goals) * _size(starts) + len(starts) * _size(goals)
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
