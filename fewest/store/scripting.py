"""Scripts: the files of ``fewest/store/scripts``, read once, called by name, sent by digest.

A script names its keys and arguments at its head, and is called with these names: ``Client.run_script("drop",
name=…)``. It is plain Lua, but the server has no ``require`` and does not know our constants. So when a script is read:

* ``local name = require('name')`` becomes the text of ``shared/name.lua``, once for all that require it. Every script
  gets ``shared/redis.lua``.
* ``store.module.NAME`` becomes the value of that name in Python. A function of :mod:`fewest.store.keys` becomes what it
  returns for the empty string, with which all its keys begin: ``store.keys.job .. id`` is the key of a job.

A script that meets a key of another type fails half-way, and may be called again once that key is deleted
(:mod:`fewest.store.damage`). So a script writes the mark of completion last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha1
from importlib import import_module
from importlib.resources import files

Value = str | bytes | int | float

_COMMENTS = re.compile(r"^ *--.*\n", re.MULTILINE)
_CONSTANTS = re.compile(r"\bstore\.(\w+)\.(\w+(?:\.\w+)*)")
_REQUIRED = re.compile(r"^local (\w+) = require\('\1'\)\n", re.MULTILINE)
_NAMES = re.compile(r"\b(\w+) = (?:tonumber\()?(\{unpack\()?(KEYS|ARGV)(?:\[|, )(\d+)")


@dataclass(frozen=True, slots=True)
class Script:
    """A script as the server gets it.

    Attributes
    ----------
    keys, arguments
        Their names, in order.
    lists
        The names that take all following values as a list.
    """

    text: str
    digest: str
    keys: tuple[str, ...]
    arguments: tuple[str, ...]
    lists: frozenset[str]

    def operands(self, values: Mapping[str, Value | Iterable[Value]]) -> list[Value]:
        """The arguments of EVALSHA: the digest, the number of keys, keys and arguments.

        Raises
        ------
        TypeError
            If a key or an argument is missing or unknown.
        """
        if differing := values.keys() ^ {*self.keys, *self.arguments}:
            raise TypeError(f"missing or unknown: {', '.join(sorted(differing))}")
        keys = self._in_order(self.keys, values)
        return [self.digest, len(keys), *keys, *self._in_order(self.arguments, values)]

    def _in_order(self, names: Sequence[str], values: Mapping[str, Value | Iterable[Value]]) -> list[Value]:
        found: list[Value] = []
        for name in names:
            value = values[name]
            if name in self.lists:
                assert not isinstance(value, Value)
                found += value
            else:
                assert isinstance(value, Value)
                found.append(value)
        return found


_loaded: dict[str, Script] = {}
"""All scripts by digest."""


@cache
def load(name: str) -> Script:
    """A script by its name."""
    source = _read(name)
    text = assembled(source)
    found = {(table, int(index)): (name, bool(rest)) for name, rest, table, index in _NAMES.findall(text)}
    names = {table: [found[at][0] for at in sorted(found) if at[0] == table] for table in ("KEYS", "ARGV")}
    lists = frozenset(name for name, rest in found.values() if rest)
    script = Script(text, sha1(text.encode()).hexdigest(), tuple(names["KEYS"]), tuple(names["ARGV"]), lists)
    _loaded[script.digest] = script
    return script


def by_digest(digest: Value) -> Script | None:
    """Our script with this digest, if any."""
    return _loaded.get(str(digest))


def assembled(source: str) -> str:
    """A script with all that it requires."""
    head, newline, rest = source.partition("\n") if source.startswith("#!") else ("", "", source)
    modules = {"redis": _read("shared/redis")}
    _require(rest, modules)
    texts = "".join(f"local {name} = (function()\n{text}end)()\n" for name, text in modules.items())
    return f"{head}{newline}{texts}{_REQUIRED.sub('', rest)}"


def _require(source: str, modules: dict[str, str]) -> None:
    """Collect the modules that a text requires, each after the modules it requires itself."""
    for name in _REQUIRED.findall(source):
        if name not in modules:
            text = _read(f"shared/{name}")
            _require(text, modules)
            modules[name] = _REQUIRED.sub("", text)


@cache
def _read(name: str) -> str:
    """The text of a file, without comments, with our constants."""
    text = (files("fewest.store") / "scripts" / f"{name}.lua").read_text("utf-8")
    # The server need not get the comments.
    return _CONSTANTS.sub(_constant, _COMMENTS.sub("", text))


def _constant(found: re.Match[str]) -> str:
    value: object = import_module(f"fewest.store.{found[1]}")
    for name in found[2].split("."):
        value = getattr(value, name)
    return _literal(value("") if callable(value) else value)


def _literal(value: object) -> str:
    """A value as Lua writes it."""
    if isinstance(value, tuple):
        return "{" + ", ".join(map(_literal, value)) + "}"
    return "'" + value + "'" if isinstance(value, str) else repr(value)
