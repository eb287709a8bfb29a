"""Machines of their own: network namespaces on a bridge, each with its processes, host name and data folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.parts import send
from tests.processes import children

ROOT = Path(__file__).parents[2]
IP = shutil.which("ip", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin{os.pathsep}/sbin")
UNSHARE = shutil.which("unshare")
MISSING = "" if IP and UNSHARE and os.getuid() == 0 else "network namespaces need root, and the commands ip and unshare"

NETWORK = "10.213.77"
"""The first three numbers of all addresses."""


class NamespacesMissing(Exception):
    """The system makes no network namespaces; says why."""


def ip(*arguments: str) -> None:
    """Run the command ip of iproute2."""
    subprocess.run([str(IP), *arguments], check=True, capture_output=True, text=True)


class Host:
    """A machine.

    Its processes have a process namespace of their own, so that they all end at once, as when the power fails.

    Attributes
    ----------
    name
        Its host name.
    address
        Its address, which all hosts and the test can reach.
    data
        Its data folder.
    """

    def __init__(self, name: str, number: int, folder: Path, bridge: str) -> None:
        self.name, self.address, self.data = name, f"{NETWORK}.{number}", folder / name
        self.data.mkdir()
        self._space, self._port = f"{bridge}-{name}", f"{bridge}p{number}"
        self._processes: list[subprocess.Popen[bytes]] = []
        ip("netns", "add", self._space)
        ip("link", "add", self._port, "type", "veth", "peer", "name", "eth0", "netns", self._space)
        ip("link", "set", self._port, "master", bridge, "up")
        ip("-n", self._space, "address", "add", f"{self.address}/24", "dev", "eth0")
        for interface in ("lo", "eth0"):
            ip("-n", self._space, "link", "set", interface, "up")

    def start(self, *command: str, **variables: str) -> subprocess.Popen[bytes]:
        """Start a command on this host, with its output in its data folder."""
        inside = [str(UNSHARE), "--uts", "--pid", "--fork", "--kill-child", "--mount-proc"]
        named = ["sh", "-c", f'hostname {self.name}; exec "$@"', "sh"]
        with (self.data / "log").open("ab") as log:
            process = subprocess.Popen(
                [str(IP), "netns", "exec", self._space, *inside, *named, *command],
                cwd=ROOT,
                env=os.environ | {"FEWEST_DATA": str(self.data)} | variables,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self._processes.append(process)
        return process

    def fewest(self, *arguments: str, **variables: str) -> None:
        """Start the command `fewest` on this host."""
        self.start(sys.executable, "-m", "fewest.cli", *arguments, **variables)

    def kill(self) -> None:
        """End all processes at once. The network goes first, so that no connection is closed properly."""
        ip("link", "set", self._port, "down")
        self.end()
        ip("link", "set", self._port, "up")

    def end(self, *only: subprocess.Popen[bytes]) -> None:
        """End all processes at once, or what some commands have started."""
        for process in only or tuple(self._processes):
            process.kill()
            process.wait()
            self._processes.remove(process)

    def freeze(self) -> None:
        """Stop all processes, from parents to children, and again until no new one is found."""
        frozen: set[int] = set()
        while new := set(self._pids()) - frozen:
            for pid in new:
                send(pid, signal.SIGSTOP)
            frozen |= new

    def thaw(self) -> None:
        """Continue all processes."""
        for pid in self._pids():
            send(pid, signal.SIGCONT)

    def remove(self) -> None:
        """End all processes and remove the namespace, and with it the network."""
        self.end()
        ip("netns", "delete", self._space)

    def _pids(self) -> list[int]:
        found = [process.pid for process in self._processes]
        for pid in found:  # grows meanwhile
            found += children(pid)
        return found


@contextmanager
def hosts(folder: Path, *names: str) -> Iterator[dict[str, Host]]:
    """Make hosts on one network, which also the test is on, at the address ``.254``.

    Raises
    ------
    NamespacesMissing
        If they cannot be made.
    """
    bridge = f"fw{os.getpid()}"
    try:
        ip("link", "add", bridge, "type", "bridge")
    except subprocess.CalledProcessError as error:
        raise NamespacesMissing(f"no network namespaces: {error.stderr.strip()}") from None
    made: dict[str, Host] = {}
    try:
        ip("address", "add", f"{NETWORK}.254/24", "dev", bridge)
        ip("link", "set", bridge, "up")
        for number, name in enumerate(names, start=1):
            made[name] = Host(name, number, folder, bridge)
        yield made
    finally:
        for host in made.values():
            host.remove()
        ip("link", "delete", bridge)
