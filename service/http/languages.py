"""The languages of errors: which one a request asks for, and what a message is in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from flask import Request, Response
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from schemas.errors import FieldError
from service.japanese import JAPANESE
from solver.errors import Message

ENGLISH = "en"
LANGUAGES = (ENGLISH, "ja")

FIELD = re.compile(rb"\r\naccept-language:[ \t]*([^\r\n]*)", re.IGNORECASE)


def language_of(request: Request) -> str:
    """The language that a request prefers (``Accept-Language``, RFC 9110): English, if it prefers none of them."""
    return _preferred(request.accept_languages)


def language_in(head: bytes | bytearray) -> str:
    """The language that the headers of a request prefer, as they have arrived."""
    found = FIELD.search(head)
    return _preferred(parse_accept_header(found[1].decode("latin-1") if found else "", LanguageAccept))


def _preferred(accepted: LanguageAccept) -> str:
    """The preferred language, whatever the region: Japanese for ``ja-JP, en;q=0.5`` (RFC 4647, section 3.4)."""
    # Werkzeug looks at regions only if no language matches without one.
    languages = LanguageAccept([(tag.partition("-")[0], quality) for tag, quality in accepted])
    return languages.best_match(LANGUAGES, ENGLISH)


def said(text: str, language: str) -> Message:
    """A message in a language. What other programs say, such as a parser, stays in English."""
    message = text if isinstance(text, Message) else Message(text)
    translated = JAPANESE.get(message.template)
    if language == ENGLISH or translated is None:
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
