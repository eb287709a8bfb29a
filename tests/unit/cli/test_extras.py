"""How extras are installed."""

from __future__ import annotations

import sys

import pytest

from fewest.cli import extras
from fewest.cli.extras import install_command


@pytest.mark.parametrize(
    ("has_pip", "command"),
    [
        (True, "'/an environment/python' -m pip install 'mcp<3,>=2'"),
        (False, "uv pip install --python '/an environment/python' 'mcp<3,>=2'"),
    ],
)
def test_the_command_installs_into_this_environment(
    has_pip: bool, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command installs the packages of the extra with pip, or with uv if the environment has no pip."""
    monkeypatch.setattr(sys, "executable", "/an environment/python")
    monkeypatch.setattr(extras, "find_spec", lambda _: has_pip or None)
    assert install_command("mcp") == command
