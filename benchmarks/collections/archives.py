"""Levels inside programs and archives, taken out without running them."""

from __future__ import annotations

import pickle
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

RELOCATIONS, RELATIVE = 4, 8
"""Of ELF: the type of a section, and of an entry whose addend is the address of something in the same file."""

NAMES_OF_TYPES = {("collections", "defaultdict"), ("builtins", "list")}


def resources(path: Path) -> Iterator[bytes]:
    """The files in an archive of Qt's resource compiler (``.rcc``); of pictures and sounds, as they are stored."""
    archive = path.read_bytes()
    _, data, names = struct.unpack_from(">3I", archive, 8)
    while data < names:
        (size,) = struct.unpack_from(">I", archive, data)
        stored = archive[data + 4 : data + 4 + size]
        data += 4 + size
        try:
            yield zlib.decompress(stored[4:])  # four bytes say how long it is
        except zlib.error:
            yield stored


class Map(NamedTuple):
    """A level of GNOME Klotski: its name and its rows."""

    name: str
    rows: list[str]


def gnome_levels(path: Path) -> Iterator[Map]:
    """The levels in the program ``gnome-klotski``, whose package has no source.

    Each is a record of the program: the address of its name; its group, width and height in a byte each; and the
    address of its rows, all in one text.
    """
    program = path.read_bytes()
    (table,), (size, number) = struct.unpack_from("<Q", program, 0x28), struct.unpack_from("<HH", program, 0x3A)
    # Of a section: type, address, offset, size.
    sections = [struct.unpack_from("<4xI8xQQQ", program, table + size * n) for n in range(number)]
    addends = {}
    for _, _, offset, length in (section for section in sections if section[0] == RELOCATIONS):
        for place, kind, addend in struct.iter_unpack("<QQq", program[offset : offset + length]):
            addends |= {place: addend} if kind == RELATIVE else {}

    def at(address: int) -> int:
        for _, begin, offset, length in sections:
            if begin and begin <= address < begin + length:
                return offset + address - begin
        return len(program)

    def text(address: int) -> str:
        begin = at(address)
        return program[begin : program.find(b"\0", begin)].decode("latin-1")

    for place in sorted(addends):
        if place + 16 in addends:
            width, height = program[at(place) + 9 : at(place) + 11]
            rows = text(addends[place + 16])
            if "*" in rows and len(rows) == width * height:
                cut = [rows[begin : begin + width] for begin in range(0, len(rows), width)]
                yield Map(text(addends[place]), cut)


class _Texts(pickle.Unpickler):
    """A pickle from elsewhere may run anything: only lists and dictionaries of texts are taken."""

    def find_class(self, module: str, name: str) -> object:
        if (module, name) not in NAMES_OF_TYPES:
            raise pickle.UnpicklingError(f"unexpected: {module}.{name}")
        return super().find_class(module, name)


def pickled_texts(path: Path) -> list[str]:
    """The texts of a pickled dictionary of lists."""
    with path.open("rb") as file:
        return [text for texts in _Texts(file).load().values() for text in texts]
