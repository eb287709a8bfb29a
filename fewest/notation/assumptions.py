"""What is assumed of a puzzle whose text gives no start or no goal; each kind has its own (``assume``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from fewest.notation import JsonObject
from fewest.solver.errors import Message

MayBeSolved: TypeAlias = Callable[[JsonObject], bool]
"""Whether a document is a valid puzzle that no simple argument proves unsolvable."""


class Assumption(NamedTuple):
    """Fields that complete a document.

    Attributes
    ----------
    text
        The sentence that says what was assumed.
    """

    fields: JsonObject
    text: Message
