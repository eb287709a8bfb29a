"""How extras are installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fewest.cli import extras
from fewest.cli.extras import install_command


@pytest.mark.parametrize(
    ("mark", "command"),
    [
        ("pipx_metadata.json", "pipx inject fewest 'mcp<3,>=2'"),
        ("uv-receipt.toml", "uv tool install '--with=mcp<3,>=2' PATH_OF_THE_CLONE"),
        ("pyvenv.cfg", "/bin/python -m pip install 'mcp<3,>=2'"),
    ],
)
def test_it_is_installed_where_the_program_is(
    mark: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What made the environment adds to it, and the name of the project is asked of no index."""
    environment = tmp_path / "fewest"
    environment.mkdir()
    (environment / mark).touch()
    monkeypatch.setattr(sys, "prefix", str(environment))
    monkeypatch.setattr(sys, "executable", "/bin/python")
    monkeypatch.setattr(extras, "find_spec", str)  # pip is there
    assert install_command("mcp") == command


def test_an_environment_without_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pip, uv is what adds to it."""
    monkeypatch.setattr(sys, "executable", "/an environment/python")
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    assert install_command("mcp") == "uv pip install --python '/an environment/python' 'mcp<3,>=2'"
