"""Fixtures: the stack of docker-compose.yml, started once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fewest.cli.up import free_port
from tests.containers.podman import PodmanMissing, Stack, prepare


@pytest.fixture(scope="package")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The stack, with images built of this source tree."""
    try:
        prepare()
    except PodmanMissing as missing:
        pytest.skip(str(missing))
    made = Stack(tmp_path_factory.mktemp("stack"), free_port("127.0.0.1"))
    try:
        yield made
    finally:
        made.down("-v")
