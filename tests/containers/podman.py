"""Podman: its configuration, the images, and the stack of ``docker-compose.yml``.

Where no image registry can be reached, the base images are made of Debian's packages, under the same names: good for
checking that image, users, volumes, health checks, networks and restarts work, not for versions.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fewest.config.version import full_version

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "containers"
IMAGE = "fewest"

PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
COMPOSE = shutil.which("podman-compose", path=PATH) or ""
MISSING = "" if shutil.which("podman") and COMPOSE else "podman or podman-compose is missing: `make test-containers`"

PACKAGES = "python3,python3-venv,python3-pip,ca-certificates,redis-server,nginx-light"
"""What the base images have in common, if they are made here: one image serves as all of them."""

CONFIGURATION = """\
[containers]
default_ulimits = []
init_path = "{init}"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
"""

# Podman may fall back on a driver that copies the whole image for each container.
STORAGE = """\
[storage]
driver = "overlay"
graphroot = "{folder}/storage"
runroot = "{folder}/run"
"""


QUIET = ("healthcheck", "inspect", "ps")
"""Commands of podman that are asked again and again, and not printed."""


class PodmanMissing(Exception):
    """Podman cannot be had here; says why."""


def environment() -> dict[str, str]:
    """The environment of podman: where there is no systemd, it needs a configuration of its own."""
    if Path("/run/systemd/system").exists():
        return dict(os.environ)
    BUILD.mkdir(parents=True, exist_ok=True)
    containers, storage = BUILD / "containers.conf", BUILD / "storage.conf"
    containers.write_text(CONFIGURATION.format(init=shutil.which("catatonit")), encoding="utf-8")
    storage.write_text(STORAGE.format(folder=BUILD), encoding="utf-8")
    return os.environ | {"CONTAINERS_CONF": str(containers), "CONTAINERS_STORAGE_CONF": str(storage)}


class CommandFailed(Exception):
    """A command has failed, or took too long; says what it printed."""


def run(*command: str, seconds: float, folder: Path = ROOT, **variables: str) -> str:
    """Run a command, print how long it took, and return its output.

    The output goes through a file: daemons that podman starts inherit it, so a pipe would never be closed.

    Raises
    ------
    CommandFailed
        With its output.
    """
    began = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment() | variables,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code: int | str = process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            code = f"none after {seconds} s"
        output.seek(0)
        text = output.read().decode(errors="replace")
    if command[1] not in QUIET:
        print(f"{time.monotonic() - began:6.1f} s  {Path(command[0]).name} {' '.join(command[1:])[:100]}", flush=True)
    if code != 0:
        raise CommandFailed(f"{' '.join(command)}: exit code {code}\n{text[-4000:]}")
    return text


def succeeds(*command: str, seconds: float) -> bool:
    """Run a command; whether it succeeds."""
    try:
        run(*command, seconds=seconds)
    except CommandFailed:
        return False
    return True


def prepare() -> None:
    """Make the base images and the project's own.

    Raises
    ------
    PodmanMissing
        If that is not possible here.
    """
    if not succeeds("podman", "info", seconds=60):
        raise PodmanMissing("podman does not work here: see podman info")
    missing = [name for name in base_images() if not available(name)]
    if missing:
        make_base_images(missing)
    lent = [part for path in lent_paths() for part in ("--volume", f"{path}:{path}:ro")]
    commit = full_version().partition("+g")[2]
    options = ("--isolation", "chroot", "--network", "host", "--build-arg", f"COMMIT={commit}", *lent)
    run("podman", "build", *options, "-t", IMAGE, ".", seconds=900)


def base_images() -> list[str]:
    """The images that the Dockerfile and the compose file ask for."""
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in ("Dockerfile", "docker-compose.yml")]
    return re.findall(r"^(?:ARG PYTHON_IMAGE=| +image: \$\{[A-Z_]+:-)([^}\s]+)", "\n".join(texts), re.MULTILINE)


def available(name: str) -> bool:
    """Whether there is an image of this name, here or in a registry."""
    return succeeds("podman", "image", "exists", name, seconds=60) or succeeds("podman", "pull", name, seconds=300)


def make_base_images(names: list[str]) -> None:
    """Make an image of Debian's packages and give it these names."""
    if shutil.which("debootstrap") is None or os.getuid() != 0:
        raise PodmanMissing("no image registry can be reached, and debootstrap, as root, cannot be used instead")
    release = re.search(r"^VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text(encoding="utf-8"), re.MULTILINE)
    if release is None:
        raise PodmanMissing("no image registry can be reached, and this is not Debian")
    print(f"no image registry can be reached: Debian's packages stand in for {', '.join(names)}", flush=True)
    BUILD.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        root, archive = Path(folder, "root"), Path(folder, "root.tar")
        run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", release[1], str(root), seconds=900)
        for path in root.glob("usr/lib/python3*/EXTERNALLY-MANAGED"):
            path.unlink()  # the image installs with pip, as it may in Python's own image
        (root / "usr/bin/python").symlink_to("python3")
        run("chroot", str(root), "install", "-d", "-o", "redis", "-g", "redis", "/data", seconds=60)
        run("tar", "-C", str(root), "-cf", str(archive), ".", seconds=300)
        run("podman", "import", "--quiet", str(archive), f"localhost/{names[0]}", seconds=300)
    for name in names[1:]:
        run("podman", "tag", f"localhost/{names[0]}", f"localhost/{name}", seconds=60)


def lent_paths() -> set[str]:
    """The configuration of pip, and what it names on this machine: the build needs them to install as we do."""
    pip = (sys.executable, "-m", "pip", "config")
    files = re.findall(r"^ +(/.*), exists: True$", run(*pip, "debug", seconds=60), re.MULTILINE)
    named = re.findall(r"/[^\s']+", run(*pip, "list", seconds=60).replace("file://", ""))
    # An index of files lies beside the files it names.
    paths = {*files, *(name.removesuffix("/simple") for name in named)}
    return {path for path in paths if Path(path).exists()}


class Stack:
    """The stack of ``docker-compose.yml``, from a copy.

    Parameters
    ----------
    folder
        Where the copy is.
    port
        The port of nginx on 127.0.0.1.
    """

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port, self.name = folder, port, f"fewest-{port}"
        shutil.copy(ROOT / "docker-compose.yml", folder)
        shutil.copytree(ROOT / "deploy", folder / "deploy", dirs_exist_ok=True)

    def compose(self, *arguments: str, seconds: float = 120) -> str:
        """Run podman-compose."""
        command = (COMPOSE, "-p", self.name, "--podman-run-args=--ulimit=host", *arguments)
        return run(*command, seconds=seconds, folder=self.folder, FEWEST_PORT=str(self.port))

    def up(self, workers: int = 1) -> None:
        """Start what is not running."""
        self.compose("up", "-d", "--no-build", "--scale", f"worker={workers}")

    def down(self, *options: str) -> None:
        """Stop and remove the containers; with ``-v``, the volumes too."""
        scaled = [name for name in self.containers() if not name.endswith("_1")]
        if scaled:  # podman-compose forgets them
            run("podman", "rm", "--force", "--time", "10", *scaled, seconds=120)
        self.compose("down", *options)

    def containers(self, service: str = "") -> list[str]:
        """The containers of a service, or all."""
        names = run(
            "podman", "ps", "--all", "--filter", f"name={self.name}_{service}", "--format", "{{.Names}}", seconds=60
        )
        return sorted(names.split())

    def healthy(self, container: str) -> bool:
        """Whether the health check of a container passes now; podman itself runs none without systemd."""
        return succeeds("podman", "healthcheck", "run", container, seconds=60)

    def inspect(self, container: str, what: str) -> str:
        """A property of a container, as a template."""
        return run("podman", "inspect", container, "--format", what, seconds=60).strip()

    def read(self, container: str, path: str) -> str:
        """A file in a container."""
        return run("podman", "exec", container, "cat", path, seconds=60)

    def logs(self, container: str) -> str:
        """What a container has logged."""
        return run("podman", "logs", container, seconds=60)
