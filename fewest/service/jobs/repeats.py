"""Requests that repeat an answered one byte for byte: they get its document, and nothing is parsed."""

from __future__ import annotations

from fewest.config.settings import Settings
from fewest.service.http.response_cache import ResponseCache
from fewest.service.jobs.admission import ClientRates


class Repeats:
    """Finds the documents of finished jobs by the digests of their requests."""

    def __init__(self, settings: Settings, rates: ClientRates) -> None:
        self._documents: ResponseCache[bytes] = ResponseCache(
            settings.response_cache_bytes, settings.response_cache_seconds, len
        )
        self._rates = rates

    def find(self, request_digest: str) -> bytes | None:
        """The document of the job that has answered a request.

        Most requests are not repeats, so the round trip that looks for the job also counts a new request against its
        client's rate. Raises ``Problem`` if the client exceeds its rate.
        """
        document = self._documents.get(request_digest)
        if document is None and (found := self._rates.begin(request_digest)):
            document = self.keep(request_digest, found[1])
        return document

    def keep(self, request_digest: str, document: bytes) -> bytes:
        """Keep the document of the job that has answered a request."""
        self._documents.put(request_digest, document)
        return document
