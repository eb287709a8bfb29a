"""The lessons as class sets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from fewest.boards.lessons import lessons
from fewest.notation import JsonObject
from fewest.schemas.documents.sets import set_document
from fewest.studio.named import Named, in_atlas


@cache
def lesson_sets() -> Mapping[str, bytes]:
    """The documents of the lessons by their ids."""
    return {name: set_document(name, lesson["title"], _problems(lesson)) for name, lesson in lessons().items()}


def _problems(lesson: JsonObject) -> list[JsonObject]:
    return [_named(each, f"{lesson['id']}/{at}").in_set(each["aim"]) for at, each in enumerate(lesson["puzzles"], 1)]


def _named(problem: JsonObject, name: str) -> Named:
    """A problem of a lesson; ``name`` is its id if it has none in the atlas."""
    return in_atlas(problem.get("id", "")) or Named(name, "", problem["puzzle"], problem["result"])
