"""The client of the tests of the service."""

from tests.unit.service.conftest import client

__all__ = ["client"]
