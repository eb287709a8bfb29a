"""Translations of the API and the pages: gettext catalogues, each read at its first use.

Pointers, codes, and names of fields, parameters and settings are the same in all languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

from fewest.notation.errors import Say
from fewest.solver.errors import Message

ENGLISH = "en"

LOCALE = Path(__file__).parent / "locale"


@cache
def translations(language: str, domain: str) -> Mapping[str, str]:
    """The catalogue of a language for what the ``"api"`` or a ``"page"`` says: what stands for each English text.

    Where a text has a context, it is named by the context, U+0004 and the text, as in compiled catalogues of gettext.
    """
    from babel.messages.pofile import read_po  # takes 0.15 s, and many services never need it

    with (LOCALE / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        messages = [message for message in read_po(file, locale=language) if message.id]
    return {f"{each.context}\4{each.id}" if each.context else str(each.id): str(each.string) for each in messages}


def translate(text: str, language: str) -> Message:
    """A message in a language. Texts of other programs, such as a parser, stay in English."""
    message = text if isinstance(text, Message) else Message(text)
    if language == ENGLISH:
        return message
    translated = translations(language, "api").get(message.template)
    if translated is None:
        return message
    values = {
        name: translate(value, language) if isinstance(value, Message) else value
        for name, value in message.values.items()
    }
    return Message(translated, **values)


def translator(language: str) -> Say:
    """A function that translates messages into a language."""
    return partial(translate, language=language)
