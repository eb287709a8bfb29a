"""What does the work of a command or of a tool: a service, or this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

Document: TypeAlias = dict[str, Any]

Observe: TypeAlias = Callable[[Document], object]
"""Called with every state of what is under way; what it raises ends it."""


def ignore(_: Document) -> None:
    """Observe nothing."""


class Engine(Protocol):
    """The operations that :class:`fewest.cli.remote.Remote` and :class:`fewest.cli.library.Library` have in common.

    Bodies are those of the requests to a service. Every method raises :class:`click.ClickException` with a line for
    each error.
    """

    def solve(self, body: Document, observe: Observe = ignore) -> Document:
        """Solve a puzzle: a document with ``status``, and with ``result`` unless the job failed or was cancelled."""

    def check(self, body: Document) -> Document:
        """Describe a puzzle without a search."""

    def replay(self, body: Document) -> Document:
        """Judge a claimed solution."""

    def hint(self, body: Document, observe: Observe = ignore) -> Document:
        """Every next move with its distance to the goal, as far as they are found within the seconds of the limits."""

    def survey(self, body: Document, observe: Observe = ignore) -> Document:
        """Solve every problem of a survey: a document with ``problems``."""

    def run(self, task: str, body: Document, observe: Observe = ignore) -> Document:
        """Do a task: its result, with its ``status``.

        Parameters
        ----------
        task
            What kind of task it is, see :data:`fewest.schemas.tasks.TASKS`.
        """
