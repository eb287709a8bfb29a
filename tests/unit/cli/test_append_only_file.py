"""The parts of the append-only file: their order, and what is left of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fewest.cli.append_only_file import FOLDER, MANIFEST, REFUSED, _check, repair
from tests.conftest import embedded
from tests.hang import HANG_SECONDS, until


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


def test_the_guide_checks_part_by_part(tmp_path: Path) -> None:
    """The programs that the guide names find the parts of a sound folder sound, but not its manifest."""
    with embedded(tmp_path) as store:
        store.redis.set("key", "value")
        store.redis.bgrewriteaof()
        until(lambda: not store.redis.info("persistence")["aof_rewrite_in_progress"])
        store.redis.set("other", "value")
        store.write_out(HANG_SECONDS)
    guide = (Path(__file__).parents[3] / "docs" / "08-operating.md").read_text(encoding="utf-8")
    programs = {ending: program for program, ending in re.findall(r"`(valkey-check-\w+)` for `\*(\S+)`", guide)}
    assert programs.keys() == {".base.rdb", ".incr.aof"}
    for part in (tmp_path / FOLDER).glob("*.*.*.*"):
        (program,) = (name for ending, name in programs.items() if part.name.endswith(ending))
        assert _check(program, part)
    assert not _check("valkey-check-aof", tmp_path / FOLDER / MANIFEST)
