"""Spaces that are stored in the plainest form of their kind, the same for all spellings in one numbering."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from fewest.design.space import SpaceTask
from fewest.notation import JsonObject
from fewest.notation.errors import FieldError


class PlainSpaceForms(ABC):
    """A board, with a start or a goal, or both (see :class:`fewest.design.forms.kinds.SpaceForms`)."""

    fields: tuple[str, ...] = ("board", "start", "goal")
    optional: tuple[str, ...] = ("start", "goal")

    def read(self, puzzle: Any, forward: bool, errors: list[FieldError]) -> tuple[Any, tuple[Any, ...]] | None:
        """The board, and the origins."""
        origins = self.origins(puzzle, forward, errors)
        return None if origins is None else (puzzle.board, origins)

    def dump_task(self, task: SpaceTask, _: JsonObject) -> JsonObject:
        """Write board, start and goal."""
        plain: JsonObject = {"board": self.dump_board(task.board)}
        if task.forward:
            plain["start"] = self.dump_start(task.origins[0])
        else:
            plain["goal"] = self.dump_goal(task)
        if task.given is not None:
            plain["start"] = self.dump_start(task.given)
        return plain

    @abstractmethod
    def origins(self, puzzle: Any, forward: bool, errors: list[FieldError]) -> tuple[Any, ...] | None:
        """The positions of depth 0, of the start if ``forward``, else of the goal; None if there are errors."""

    @abstractmethod
    def dump_board(self, board: Any) -> JsonObject:
        """Write a board."""

    @abstractmethod
    def dump_start(self, position: Any) -> Any:
        """Write a position as the start of a puzzle."""

    @abstractmethod
    def dump_goal(self, task: SpaceTask) -> Any:
        """Write the origins as the goal of a puzzle."""
