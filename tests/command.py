"""The command, run in the process of a test."""

from __future__ import annotations

from inspect import signature
from typing import Any

from click.testing import CliRunner, Result

from fewest.cli.__main__ import main

APART = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
"""Before click 8.2, the runner has to be told to keep the two outputs apart."""


def invoke(*arguments: str, **options: Any) -> Result:
    """Run ``fewest`` with arguments; the options are those of ``CliRunner.invoke``."""
    return CliRunner(**APART).invoke(main, arguments, **options)
