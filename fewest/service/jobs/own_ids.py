"""Ids that clients choose: each belongs to one request of one client, whatever resource it names."""

from __future__ import annotations

import hashlib
import json

from fewest.schemas.texts import TextBody
from fewest.service.http.problems import Problem
from fewest.solver.errors import Message
from fewest.store.ids import Ids


def claim(ids: Ids, chosen: str, digest: str) -> None:
    """Reserve an id for a request, by its digest, for as long as jobs are retained.

    Raises
    ------
    Problem
        If it belongs to another request or another client, or is the id of any job, task, batch, survey or hint.
    """
    if not ids.reserve(chosen, digest):
        raise Problem("id-taken", Message("It belongs to another request. Choose another one."))


def digest_of(owner: str, noun: str, body: object) -> str:
    """Digest of a request: the same for the same JSON of the same client, however it is written.

    Parameters
    ----------
    noun
        The requested resource, as in addresses.
    body
        Parsed JSON, or a text.
    """
    body = body.written() if isinstance(body, TextBody) else body
    return hashlib.sha256(json.dumps([owner, noun, body], sort_keys=True).encode()).hexdigest()
