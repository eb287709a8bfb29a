"""What jobs are made of, without an application: for tests that choose the clock."""

from __future__ import annotations

from typing import NamedTuple

from schemas.settings import Settings
from service.http.computing import Computing
from service.http.response_cache import ResponseCache
from service.jobs.acceptance import Acceptance
from service.jobs.admission import Admission, ClientRates
from service.jobs.canonical_forms import CanonicalForms
from service.jobs.known_answers import KnownAnswers
from service.jobs.views import JobReader
from service.jobs.waiting import JobFollower
from store import Store
from tests.unit.service.worker import set_worker


class Parts(NamedTuple):
    """The parts that depend on a store and settings."""

    admission: Admission
    acceptance: Acceptance
    reader: JobReader
    follower: JobFollower


def parts_of(store: Store, settings: Settings) -> Parts:
    """The parts; a worker seems to be alive, and nothing is kept in memory."""
    set_worker(store, alive=True)
    known = KnownAnswers(store, ResponseCache(0, 0, len), CanonicalForms(str))
    admission = Admission(settings, store, ClientRates(settings, store), Computing(4))
    reader = JobReader(store, known)
    follower = JobFollower(reader, store.searches, store.events, admission.waits)
    return Parts(admission, Acceptance(settings, store, known, admission), reader, follower)
