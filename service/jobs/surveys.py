"""Surveys: every problem of a board in one request, each with its own job.

Jobs that have ended are settled when the survey is read, so that every row of an ended survey leads to its solution. A
survey is running until that is done.
"""

from __future__ import annotations

from fewest.schemas.documents.surveys import survey_document
from fewest.schemas.settings import Settings
from fewest.schemas.surveys import Survey, load_survey
from fewest.service.documents import Document
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.job_groups import JobGroups
from fewest.service.jobs.own_ids import claim, digest_of
from fewest.service.jobs.requests import Caller
from fewest.store.ids import Ids


class Surveys:
    """Submits surveys and reports their state.

    Parameters
    ----------
    groups
        Groups of the kind ``survey``.
    ids
        Reserves the ids that clients choose.
    """

    def __init__(
        self,
        settings: Settings,
        admission: Admission,
        groups: JobGroups,
        ids: Ids,
    ) -> None:
        self._settings = settings
        self._admission = admission
        self._groups = groups
        self._ids = ids

    def submit(self, body: bytes, caller: Caller) -> Document:
        """Submit every problem of a survey; under the id that its client has chosen, if any, at most once.

        Every pair of a start and a goal counts as a request before any is read, the first as the one that was counted.

        Raises
        ------
        InvalidRequest
            If the survey has errors.
        Problem
            If nothing can be submitted now, or the id is taken.
        """
        bodies = self._admission.bodies

        def load(document: object) -> tuple[Survey, str]:
            survey = load_survey(document, self._settings, lambda pairs: bodies.count_more(pairs - 1))
            return survey, digest_of(caller.owner, "surveys", document) if caller.job_id else ""

        survey, digest = bodies.read(body, load)
        if caller.job_id:
            claim(self._ids, caller.job_id, digest)
            if (document := self.get(caller.job_id, caller.owner)) is not None:
                return document
        content = _content(survey)
        requests = [problem.request for problem in survey.problems]
        return self._document(*self._groups.submit(requests, caller, content, webhook=survey.webhook is not None))

    def load(self, survey_id: str, owner: str) -> Document | None:
        """A survey as it is stored; None if the client has no such survey."""
        return self._groups.load(survey_id, owner)

    def get(self, survey_id: str, owner: str) -> Document | None:
        """The current state of a survey; None if the client has no such survey."""
        survey = self._groups.load(survey_id, owner)
        return None if survey is None else self._document(survey_id, survey)

    def wait(self, survey_id: str, owner: str, seconds: float) -> bool:
        """Wait for the jobs of a survey (see :meth:`fewest.service.jobs.job_groups.JobGroups.wait`)."""
        return self._groups.wait(survey_id, owner, seconds)

    def cancel(self, survey_id: str, owner: str) -> Document | None:
        """Cancel every job of a survey that has not ended."""
        survey = self._groups.cancel(survey_id, owner)
        return None if survey is None else self._document(survey_id, survey)

    def _document(self, survey_id: str, survey: Document) -> Document:
        return survey_document(survey_id, survey, self._groups.settled(survey))


def _content(survey: Survey) -> Document:
    """What is stored of a survey: enough to list it, and to draw it."""
    return {
        "puzzles": {"kind": survey.kind, "board": survey.board},
        "starts": survey.starts,
        "goals": survey.goals,
        "rows": survey.rows,
        "want": survey.want,
        "limits": survey.problems[0].request.written_limits,
        "items": [
            {
                "start": problem.request.loaded.written["start"],
                "goal": problem.request.loaded.written["goal"],
                "members": problem.members,
            }
            for problem in survey.problems
        ],
    }
