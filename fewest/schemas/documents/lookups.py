"""Known answers."""

from __future__ import annotations

from marshmallow import fields

from fewest.notation import JsonObject, meanings
from fewest.notation.meanings import always
from fewest.schemas.documents.base import AnswerSchema, SolutionLinksAnswer, solution_links
from fewest.schemas.documents.jobs import RESULT_STATUS, ResultAnswer


class LookupAnswer(AnswerSchema):
    """A known answer."""

    status = RESULT_STATUS
    kind = fields.String(**always(meanings.KIND))
    want = fields.String(**always(meanings.WANT))
    solution_id = fields.String(**always(meanings.SOLUTION_ID))
    result = fields.Nested(ResultAnswer, **always("The answer, in the form of a job's result."))
    links = fields.Nested(SolutionLinksAnswer, **always(meanings.LINKS))


def lookup_document(kind: str, want: str, name: str, result: JsonObject) -> JsonObject:
    """The document of a known answer; ``name`` is the id of its solution, ``result`` that of :func:`result_for_job`."""
    return {
        "status": result["status"],
        "kind": kind,
        "want": want,
        "solution_id": name,
        "result": result,
        "links": solution_links(name),
    }
