"""A client of the service, for tests that need no settings of their own."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from fewest.store import Store
from tests.unit.service.worker import client_of


@pytest.fixture
def client(store: Store) -> FlaskClient:
    """A client of an application with default settings; the test is its worker."""
    return client_of(store)
