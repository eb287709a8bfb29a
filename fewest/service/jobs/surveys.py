"""Surveys: every problem of a board in one request, each with its own job.

Jobs that have ended are settled when the survey is read, so that every row of an ended survey leads to its solution. A
survey is running until that is done.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from fewest.config.settings import Settings
from fewest.design.documents.surveys import survey_document
from fewest.design.forms.surveys import load_survey
from fewest.schemas.job import dump_limits
from fewest.service.jobs.groups import GroupRequest, ServedGroup
from fewest.service.jobs.requests import made
from fewest.solver.errors import Message


class Surveys(ServedGroup):
    """Reads surveys, and sums them up.

    Parameters
    ----------
    pause
        Called every few milliseconds while a survey is read.
    """

    kind, noun = Message("survey"), "surveys"
    settles = True
    document = staticmethod(survey_document)

    def __init__(self, settings: Settings, pause: Callable[[], object] = int) -> None:
        self._settings = settings
        self._pause = pause

    def load(self, body: object, count: Callable[[int], object]) -> GroupRequest:
        """Validate a survey. Every pair of a start and a goal is counted before any is read.

        The stored fields suffice to list and to draw the survey.
        """
        survey = load_survey(body, self._settings, count, self._pause)
        requests = [problem.request for problem in survey.problems]
        items = [
            {name: problem.request.loaded.document[name] for name in ("start", "goal")} | {"members": problem.members}
            for problem in survey.problems
        ]
        content = {
            "created": time.time(),
            "puzzles": survey.puzzles,
            "starts": survey.starts,
            "goals": survey.goals,
            "rows": survey.rows,
            "want": survey.want,
            "limits": dump_limits(requests[0].limits),
        }
        return GroupRequest(list(map(made, requests)), items, content, webhook=survey.webhook is not None)
