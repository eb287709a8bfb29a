"""Engines do the work of a command or of a tool: a service, or this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

Document: TypeAlias = dict[str, Any]

Observe: TypeAlias = Callable[[Document], object]
"""Called with every state of the work; an exception that it raises ends the work."""


def ignore(_: Document) -> None:
    """Observe nothing."""


def with_seconds(body: Document, seconds: float | None) -> Document:
    """The body of a request with this limit on seconds, if it is given."""
    limits = body.get("limits", {})
    if seconds is None or not isinstance(limits, dict):
        return body
    return body | {"limits": limits | {"seconds": seconds}}


class Engine(Protocol):
    """The operations that :class:`fewest.cli.remote.Remote` and :class:`fewest.cli.library.Library` have in common.

    Bodies are those of the requests to a service. Every method raises :class:`click.ClickException` with a line for
    each error.
    """

    def solve(self, body: Document, observe: Observe = ignore) -> Document:
        """Solve a puzzle. Returns ``status``, and ``result`` unless the job failed or was cancelled."""

    def check(self, body: Document) -> Document:
        """Describe a puzzle without a search."""

    def replay(self, body: Document) -> Document:
        """Judge a claimed solution."""

    def hint(self, body: Document, observe: Observe = ignore) -> Document:
        """List the next moves, with the distances to the goal that are found within the limits."""

    def survey(self, body: Document, observe: Observe = ignore) -> Document:
        """Solve every problem of a survey. Returns a document with ``problems``."""

    def run(self, task: str, body: Document, observe: Observe = ignore) -> Document:
        """Run a task. Returns its result, with its ``status``.

        Parameters
        ----------
        task
            Its name in :data:`fewest.schemas.tasks.TASKS`.
        """
