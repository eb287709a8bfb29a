"""Orders become jobs: known ones at once, equal open ones joined, others queued like a search."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import Any

from fewest.schemas.job import written
from fewest.schemas.order import OrderRequest, OrderSchema, canonical_text
from fewest.schemas.settings import Settings
from fewest.service.documents import JobHeader, encode, job_document
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.deadline import Deadline
from fewest.service.jobs.intake import Caller, Intake, JobOrRefusal, Sought, new_id, store_full, webhook_registration
from fewest.service.jobs.views import JobView, result_of_order
from fewest.store import Store, StoreFull
from fewest.store.results import Answer


@dataclass(frozen=True, slots=True)
class KeyedOrder:
    """A valid request for an order, and the digest of the order."""

    request: OrderRequest
    key: str


class OrderIntake(Intake[OrderRequest, KeyedOrder]):
    """Takes in orders of one kind."""

    def __init__(self, schema: OrderSchema[Any], settings: Settings, store: Store, admission: Admission) -> None:
        super().__init__(OrderRequest, store, admission)
        self._schema = schema
        self._settings = settings

    def read(self, body: object) -> OrderRequest:
        """Validate an order."""
        return self._schema.load(body, self._settings)

    def identify(self, request: OrderRequest, _: Deadline) -> KeyedOrder:
        """Find the key of an order. Orders in different numberings are different orders."""
        text = canonical_text(self._schema.want, request.plain)
        return KeyedOrder(request, hashlib.sha256(text.encode()).hexdigest()[:32])

    def sought(self, asked: KeyedOrder) -> Sought:
        """A search that carries out the order."""
        request = asked.request
        return Sought(
            kind=request.plain["kind"],
            want=self._schema.want,
            limits=request.limits,
            webhook=request.webhook,
            raw_puzzle=request.plain,
            work=request.plain,
            key=asked.key,
            exact_digest=asked.key,
        )

    def cost(self, asked: KeyedOrder) -> int:
        """As how many searches an order counts."""
        return self._schema.searches(asked.request)

    def answer(self, asked: KeyedOrder, caller: Caller) -> JobOrRefusal | None:
        """A finished job, if the result of the order is known."""
        own = bool(caller.job_id or asked.request.webhook)
        names = () if own else self._names(asked, caller)
        found = self._store.known.find(asked.key, self._schema.want, *names)
        if found is None:
            return None
        if not isinstance(found, Answer):
            return JobView(*found, caller.owner, cache="hit")
        try:
            return self._finish_immediately(asked, found, caller, names)
        except StoreFull:
            return store_full()

    def _finish_immediately(self, asked: KeyedOrder, answer: Answer, caller: Caller, names: tuple[str, ...]) -> JobView:
        """Make a finished job; while the store is full, it is not stored, and refused if it has a webhook."""
        request = asked.request
        now = time.time()
        job_id = caller.job_id or new_id()
        header = JobHeader(job_id, request.plain["kind"], self._schema.want, written(request.limits), now, now, now)
        status = answer.result["status"]
        stands = self._store.jobs.add_ended(
            job_id,
            encode(job_document(header, status, result_of_order(answer.result))),
            caller.owner,
            *names,
            webhook=webhook_registration(request.webhook, caller.owner),
            status=status,
            want=self._schema.want,
        )
        return JobView(*stands, caller.owner, cache="hit")

    def _names(self, asked: KeyedOrder, caller: Caller) -> tuple[str, ...]:
        """Digests of all requests for this order with these limits, and of the bytes of one that draws nothing."""
        request = asked.request
        equal = hashlib.sha256(encode([caller.owner, asked.key, written(request.limits)])).hexdigest()
        same_bytes = "" if request.drawn else caller.request_digest
        return tuple(filter(None, (equal, same_bytes)))
