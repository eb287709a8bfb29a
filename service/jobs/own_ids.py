"""Ids that clients choose: each belongs to one request of one client, whatever noun it is for."""

from __future__ import annotations

import hashlib
import json

from fewest.service.http.problems import Problem
from fewest.solver.errors import Message
from fewest.store.ids import Ids


def claim(ids: Ids, chosen: str, digest: str) -> None:
    """Have an id belong to a request, by its digest, for as long as jobs are kept.

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
        What is asked for, as addresses call it.
    body
        Parsed JSON.
    """
    return hashlib.sha256(json.dumps([owner, noun, body], sort_keys=True).encode()).hexdigest()
