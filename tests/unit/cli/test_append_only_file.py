"""The parts of the append-only file: their order, and what is left of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from fewest.cli.append_only_file import FOLDER, MANIFEST, REFUSED, repair


def command(*words: str) -> bytes:
    """A command as the file has it."""
    return b"".join([f"*{len(words)}\r\n".encode(), *(f"${len(word)}\r\n{word}\r\n".encode() for word in words)])


def written(data: Path, *names: str) -> Path:
    """A folder with parts of some names and no manifest."""
    folder = data / FOLDER
    folder.mkdir()
    for name in names:
        (folder / name).write_bytes(command("SET", "key", name))
    return folder


def manifest(*parts: tuple[str, int, str]) -> str:
    """A manifest that lists some parts: file, number and type."""
    return "".join(f"file {name} seq {number} type {type_}\n" for name, number, type_ in parts)


def increments(*numbers: int) -> list[tuple[str, int, str]]:
    """Increments as a manifest lists them."""
    return [(f"appendonly.aof.{number}.incr.aof", number, "i") for number in numbers]


def test_increments_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    """Without a manifest the tenth increment follows the ninth, not the first."""
    parts = increments(1, 2, 9, 10, 11)
    folder = written(tmp_path, *(name for name, *_ in reversed(parts)))
    repair(tmp_path)
    assert (folder / MANIFEST).read_text() == manifest(*parts)


def test_of_two_bases_the_newest_counts_with_the_increments_from_its_number_on(tmp_path: Path) -> None:
    """Increments before the newest base are part of it; the one of its own number is not."""
    bases = [(f"appendonly.aof.{number}.base.aof", number, "b") for number in (2, 3)]
    folder = written(tmp_path, *(name for name, *_ in (*bases, *increments(1, 2, 3, 4))))
    repair(tmp_path)
    assert (folder / MANIFEST).read_text() == manifest(bases[1], *increments(3, 4))


@pytest.mark.parametrize("damaged", [0, 1, 2, 3])
def test_all_that_follows_the_damage_is_cut_off(tmp_path: Path, damaged: int) -> None:
    """The damaged increment keeps what comes before the damage, those before it everything, those after it nothing."""
    parts = increments(1, 2, 3, 4)
    folder = written(tmp_path, *(name for name, *_ in parts))
    (folder / MANIFEST).write_text(manifest(*parts))
    files = [folder / name for name, *_ in parts]
    sound = [file.read_bytes() for file in files]
    files[damaged].write_bytes(sound[damaged] + b"\0" * 40)
    repair(tmp_path, REFUSED)
    assert [file.read_bytes() for file in files] == [*sound[: damaged + 1], *[b""] * (3 - damaged)]
