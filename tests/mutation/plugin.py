"""A pytest plugin for runs on mutants: the same examples each time, no search for the smallest, limited memory."""

from __future__ import annotations

import resource

import pytest
from hypothesis import Phase, settings

MEMORY_BYTES = 12 << 30
"""Address space of a process: what a mutant that allocates without end may take."""


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    """Runs after ``tests/conftest.py`` has chosen its profile, before any test module is imported."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, hard))
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("mutants", settings.default, derandomize=True, database=None, phases=phases)
    settings.load_profile("mutants")
