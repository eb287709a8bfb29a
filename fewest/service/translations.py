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
    import polib  # takes 0.02 s, and many services never need it

    entries = polib.pofile(
        str(LOCALE / language / "LC_MESSAGES" / f"{domain}.po"), encoding="utf-8"
    ).translated_entries()
    return {entry.msgid_with_context: entry.msgstr for entry in entries}


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
