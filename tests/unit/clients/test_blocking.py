"""The blocking client is made from the one for event loops."""

from __future__ import annotations

import pytest

from clients.python.make_blocking import MADE, PACKAGE, blocking


@pytest.mark.parametrize("name", MADE)
def test_modules_are_up_to_date(name: str) -> None:
    """What ``python clients/python/make_blocking.py`` would write is there."""
    assert (PACKAGE / name).read_text(encoding="utf-8") == blocking(name)
