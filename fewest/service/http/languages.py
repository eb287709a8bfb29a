"""The language that a request asks for, and that a response is in."""

from __future__ import annotations

from functools import lru_cache

from flask import Request, Response
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from fewest.service.translations import ENGLISH

LANGUAGES = (ENGLISH, "ja")

REMEMBERED = 64
"""Preferences that a process need not parse again; each may be as long as all headers together."""


def language_of(request: Request) -> str:
    """The language that a request prefers (``Accept-Language``, RFC 9110), whatever the region; English, if none."""
    return _preferred(request.headers.get("Accept-Language", ""))


@lru_cache(REMEMBERED)
def _preferred(given: str) -> str:
    # Werkzeug looks at regions only if no language matches without one (RFC 4647, section 3.4).
    preferred = parse_accept_header(given, LanguageAccept)
    languages = LanguageAccept([(tag.partition("-")[0], quality) for tag, quality in preferred])
    return languages.best_match(LANGUAGES, ENGLISH)


def in_language(response: Response, language: str) -> Response:
    """Mark a response with its language and with ``Vary``."""
    response.content_language.add(language)
    response.vary.add("Accept-Language")
    return response
