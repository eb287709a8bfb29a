"""The languages of errors: which one a request asks for, and what a message is in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from flask import Request, Response
from werkzeug.datastructures import LanguageAccept

from schemas.errors import FieldError
from service.translations import translations
from solver.errors import Message

ENGLISH = "en"
LANGUAGES = (ENGLISH, "ja")


def language_of(request: Request) -> str:
    """The language that a request prefers (``Accept-Language``, RFC 9110), whatever the region; English, if none."""
    # Werkzeug looks at regions only if no language matches without one (RFC 4647, section 3.4).
    languages = LanguageAccept([(tag.partition("-")[0], quality) for tag, quality in request.accept_languages])
    return languages.best_match(LANGUAGES, ENGLISH)


def said(text: str, language: str) -> Message:
    """A message in a language. What other programs say, such as a parser, stays in English."""
    message = text if isinstance(text, Message) else Message(text)
    if language == ENGLISH:
        return message
    translated = translations(language, "api").get(message.template)
    if translated is None:
        return message
    values = {
        name: said(value, language) if isinstance(value, Message) else value for name, value in message.values.items()
    }
    return Message(translated, **values)


def all_said(errors: Iterable[FieldError], language: str) -> list[FieldError]:
    """Errors, or notices, in a language."""
    return [replace(error, detail=said(error.detail, language)) for error in errors]


def in_language(response: Response, language: str) -> Response:
    """Say on a response in which language it is, and that there are others."""
    response.content_language.add(language)
    response.vary.add("Accept-Language")
    return response
