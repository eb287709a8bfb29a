"""What jobs are made of, without an application: for tests that choose the clock."""

from __future__ import annotations

from typing import NamedTuple

from fewest.config.settings import Settings
from fewest.schemas.job import Request
from fewest.service.http.computing import Computing
from fewest.service.jobs.admission import Admission, ClientRates
from fewest.service.jobs.canonical_forms import CanonicalForms
from fewest.service.jobs.intake import Intake
from fewest.service.jobs.solving import Solving
from fewest.service.jobs.tasks import served_tasks
from fewest.service.jobs.views import JobReader
from fewest.service.jobs.waiting import JobFollower
from fewest.store import Store
from tests.unit.service.worker import set_worker


class Parts(NamedTuple):
    """The parts that depend on a store and settings."""

    admission: Admission
    intake: Intake[Request]
    reader: JobReader
    follower: JobFollower


def parts_of(store: Store, settings: Settings) -> Parts:
    """The parts; a worker seems to be alive, and nothing is kept in memory."""
    set_worker(store, alive=True)
    admission = Admission(settings, store, ClientRates(settings, store), Computing(4))
    tasks = served_tasks(Solving(store, CanonicalForms(str)))
    reader = JobReader(store, tasks)
    follower = JobFollower(reader, store.searches, store.events, admission.waits)
    return Parts(admission, Intake(tasks["solve"], settings, store, admission), reader, follower)
