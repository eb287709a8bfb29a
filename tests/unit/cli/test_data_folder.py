"""The look at the data folder, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from cli import data_folder
from cli.data_folder import DataFolder, Lock
from cli.supervisor import Child
from store import Store


class Fakes:
    """A server, its process and its store in one, which take down what they are asked."""

    def __init__(self, code: int | None) -> None:
        self.code, self.asked = code, list[str]()
        self.process = self

    def poll(self) -> int | None:
        """The exit code, None while it runs."""
        return self.code

    def __getattr__(self, name: str) -> Any:
        return lambda *_: self.asked.append(name) or True


@pytest.mark.parametrize(
    ("there", "code", "asked"),
    [
        ({"socket", "lock"}, None, ["reachable"]),
        ({"socket"}, None, ["make", "save_to", "signal"]),
        ({"lock"}, None, ["make", "save_to", "signal"]),
        (set(), 1, []),
    ],
)
def test_only_a_server_that_runs_without_its_folder_is_restarted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: set[str], code: int | None, asked: list[str]
) -> None:
    """With its socket and folder it is asked whether it is there; without, it saves and is ended; one that has ended is
    left. Afterwards the folder is locked again.
    """
    monkeypatch.setattr(data_folder, "LOOK_SECONDS", 0.0)
    fakes, socket, lock = Fakes(code), tmp_path / "socket", Lock(tmp_path)
    if "socket" in there:
        socket.touch()
    if "lock" not in there:
        (tmp_path / "lock").unlink()
    folder = DataFolder(tmp_path, cast(Child, fakes), cast(Store, fakes), socket, lock, fakes.make)
    assert not folder.look()
    assert lock.exists() == (code is None)
    assert fakes.asked == asked
