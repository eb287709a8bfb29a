"""Connections of clients, and those that wait for the same step of theirs."""

from __future__ import annotations

import socket

from gunicorn import http

from fewest.service.http.arrival import Arrival, Refusal
from fewest.solver.errors import Message


class WaitingConnections:
    """Connections that wait for the same step of their clients, in the order of their deadlines."""

    def __init__(self, step: Message, seconds: float) -> None:
        self.step = step
        self.seconds = seconds
        self.connections: dict[Connection, None] = {}


class Exhausted:
    """Stands for further input of the parser, which never reads it: the request is complete."""

    def recv(self, _size: int) -> bytes:
        """Read more."""
        raise Refusal("bad-request", Message("The request is not complete."))


class Connection:
    """A client's connection.

    Attributes
    ----------
    arrival
        Bytes that have arrived since the last request.
    waiting
        The client's step that it waits for; None while a thread serves it.
    waits_until
        The deadline of that step.
    dropped_bytes
        Number of bytes that have arrived since the last response.
    """

    def __init__(
        self, configuration: object, client: socket.socket, address: object, server: object, arrival: Arrival
    ) -> None:
        # The names sock, client and server are those that gunicorn expects.
        self.sock = client
        self.client = address
        self.server = server
        self.parser = http.get_parser(configuration, Exhausted(), address)
        self.arrival = arrival
        self.waiting: WaitingConnections | None = None
        self.waits_until = 0.0
        self.dropped_bytes = 0
