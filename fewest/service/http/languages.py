"""The language that a request asks for, and that a response is in."""

from __future__ import annotations

from flask import Request, Response
from werkzeug.datastructures import LanguageAccept

from fewest.service.translations import ENGLISH

LANGUAGES = (ENGLISH, "ja")


def language_of(request: Request) -> str:
    """The language that a request prefers (``Accept-Language``, RFC 9110), whatever the region; English, if none."""
    # Werkzeug looks at regions only if no language matches without one (RFC 4647, section 3.4).
    languages = LanguageAccept([(tag.partition("-")[0], quality) for tag, quality in request.accept_languages])
    return languages.best_match(LANGUAGES, ENGLISH)


def in_language(response: Response, language: str) -> Response:
    """Mark a response with its language and with ``Vary``."""
    response.content_language.add(language)
    response.vary.add("Accept-Language")
    return response
