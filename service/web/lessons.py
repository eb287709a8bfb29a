"""The lessons as class sets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from fewest.boards.atlas import atlas
from fewest.boards.lessons import lessons
from fewest.schemas import JsonObject
from fewest.schemas.documents.sets import set_document
from fewest.service.web.named import Named, of_atlas


@cache
def lesson_sets() -> Mapping[str, bytes]:
    """The documents of the lessons by their ids."""
    return {name: set_document(name, lesson["title"], _problems(lesson)) for name, lesson in lessons().items()}


def _problems(lesson: JsonObject) -> list[JsonObject]:
    named = (_named(each, f"{lesson['id']}/{number}") for number, each in enumerate(lesson["puzzles"], 1))
    return [each.in_set(problem["aim"]) for each, problem in zip(named, lesson["puzzles"], strict=True)]


def _named(problem: JsonObject, name: str) -> Named:
    """A problem of a lesson; ``name`` is its id if it has none in the atlas."""
    if "id" not in problem:
        return Named(name, "", problem["puzzle"], problem["result"])
    found = atlas().problems[problem["id"]]
    return of_atlas(atlas().boards[found["board"]], found)
