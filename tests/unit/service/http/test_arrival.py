"""The end of a request is found however it is cut into pieces, and every byte is searched once."""

from __future__ import annotations

import pytest
from gunicorn.http import errors

from fewest.service.http.arrival import MAX_HEAD_BYTES, Arrival, Refusal

POST = b"POST / HTTP/1.1\r\nHost: x\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
MOST = 1000

REQUESTS = [
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.0\r\n\r\n",
    POST + b"Content-Length: 0\r\n\r\n",
    POST + b"Content-Length: 5\r\n\r\nabcde",
    POST + b"content-length:\t005 \r\nX: 7\r\n\r\n\r\n\r\nx",
    POST + b"X-Content-Length: 50\r\nContent-Length: 5\r\n\r\nabcde",
    POST + b"Content-Length: 5\r\nContent-Lengths: 50\r\n\r\nabcde",
    POST + b"Content-Length: 1000\r\n\r\n" + b"\r" * 1000,
    CHUNKED + b"0\r\n\r\n",
    CHUNKED + b"3\r\nabc\r\n2\r\n\r\n\r\n0\r\n\r\n",
    CHUNKED + b"1F\r\n" + b"\n" * 31 + b"\r\n0a \r\n" + b"\r" * 10 + b"\r\n000\r\n\r\n",
    CHUNKED + b'3;a=b;c="d"\r\nabc\r\n0;last\r\nTrailer: x\r\nOther: 0\r\n\r\n',
    POST + b"TRANSFER-ENCODING:  Chunked \r\n\r\n1\r\n0\r\n0\r\n\r\n",
]


def arrived(pieces: list[bytes]) -> Arrival:
    arrival = Arrival(MOST)
    for piece in pieces:
        arrival.add(piece)
    return arrival


@pytest.mark.parametrize("request_bytes", REQUESTS)
def test_the_end_is_found_byte_by_byte(request_bytes: bytes) -> None:
    """A request is complete with its last byte, not before; what follows belongs to the next one."""
    arrival = Arrival(MOST)
    for number in range(len(request_bytes)):
        assert not arrival.complete, request_bytes[:number]
        head = b"\r\n\r\n" in request_bytes[:number].removeprefix(b"\r\n")
        assert arrival.in_body == head
        arrival.add(request_bytes[number : number + 1])
    assert arrival.complete
    assert arrived([request_bytes + REQUESTS[0]]).complete


class Counted(bytearray):
    """Bytes that count how many of them are searched."""

    searched = 0

    def find(self, wanted: bytes, begin: int = 0, end: int | None = None) -> int:  # type: ignore[override]
        """Find, and count from where to where."""
        at = super().find(wanted, begin, len(self) if end is None else end)
        self.searched += (len(self) if at < 0 else at + len(wanted)) - begin
        return at

    def __contains__(self, _: object) -> bool:
        raise AssertionError("this searches everything")


@pytest.mark.parametrize(
    "request_bytes",
    [
        POST + b"X: " + b"\r" * 16_000 + b"\r\n\r\n",
        POST + b"X: x\r\n" * 2500,
        POST + b"Content-Length: 50000\r\n\r\n" + b"\r" * 50_000,
        CHUNKED + b"1\r\n\r\r\n" * 8000 + b"0\r\n\r\n",
        CHUNKED + b"C350\r\n" + b"\r" * 50_000 + b"\r\n0\r\n\r\n",
        CHUNKED + b"1;" + b"\r" * 50_000,
        CHUNKED + b"0\r\n" + b"\rX" * 25_000,
    ],
)
@pytest.mark.parametrize("size", [1, 7])
def test_every_byte_is_looked_at_once(request_bytes: bytes, size: int) -> None:
    """In pieces of a byte, no more than four bytes are searched for each that arrives."""
    arrival = Arrival(60_000)
    arrival.content = counted = Counted()
    for begin in range(0, len(request_bytes), size):
        arrival.add(request_bytes[begin : begin + size])
    assert len(counted) == len(request_bytes)
    assert counted.searched <= 4 * len(request_bytes)


@pytest.mark.parametrize("coding", [b"identity", b"gzip, chunked", b"chunked, chunked", b""])
def test_other_codings(coding: bytes) -> None:
    """Any transfer coding but ``chunked`` is refused as soon as the headers have arrived."""
    with pytest.raises(errors.UnsupportedTransferCoding):
        arrived([POST + b"Transfer-Encoding: " + coding + b"\r\n\r\n"])


@pytest.mark.parametrize(
    ("request_bytes", "detail"),
    [
        (POST + b"Content-Length: 1001\r\n\r\n", "It has 1001 bytes; the limit is 1000 bytes."),
        (POST + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n", f"It has {'9' * 30}… bytes; the limit is 1000 bytes."),
        (CHUNKED + b"3E9\r\n", "The chunks add up to more than the limit of 1000 bytes."),
        (CHUNKED + b"1\r\nx\r\n" * 167, "The chunks add up to more than the limit of 1000 bytes."),
        (CHUNKED + b"0\r\n" + b"X" * 998, "The chunks add up to more than the limit of 1000 bytes."),
    ],
)
def test_long_bodies(request_bytes: bytes, detail: str) -> None:
    """A body that is too long is refused when that is known, before it arrives."""
    with pytest.raises(Refusal) as refused:
        arrived([request_bytes])
    assert (refused.value.code, refused.value.detail) == ("body-too-large", detail)


def test_longest_bodies() -> None:
    """A body of the longest length is accepted; in chunks, their own lines count as well."""
    assert not arrived([POST + b"Content-Length: 1000\r\n\r\n" + b"x" * 999]).complete
    chunks = b"3DB\r\n" + b"x" * 987 + b"\r\n0\r\n\r\n"
    assert len(chunks) == 999
    assert not arrived([CHUNKED + chunks[:-1]]).complete
    assert arrived([CHUNKED + chunks]).complete
    assert arrived([CHUNKED + chunks + REQUESTS[0] * 100]).complete


def test_long_heads() -> None:
    """Headers that are too long are refused, complete or not; so is a first line."""
    longest = POST.ljust(MAX_HEAD_BYTES, b"x")
    assert arrived([longest, b"\r\n\r\n"]).complete
    for more in (b"x", b"x\r\n\r\n"):
        with pytest.raises(errors.LimitRequestHeaders):
            arrived([longest + more])
        with pytest.raises(errors.LimitRequestLine):
            arrived([longest.replace(b"\r\n", b"xx") + more])


@pytest.mark.parametrize(
    "request_bytes",
    [
        CHUNKED + b"\r\n",
        CHUNKED + b"-1\r\n",
        CHUNKED + b"0000000000000001\r\n",
        CHUNKED + b"1\r\nxx1\r\n",
        POST + b"Content-Length: -1\r\n\r\n",
        POST + b"Content-Length: \xb2\r\n\r\n",
        POST + b"Content-Length:\r\n\r\n",
        POST + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\n",
    ],
)
def test_nothing_more_is_waited_for_after_an_error(request_bytes: bytes) -> None:
    """If a length is invalid, nothing more is waited for: the parser refuses the request."""
    assert arrived([request_bytes]).complete


@pytest.mark.parametrize(
    ("field", "expects"),
    [(b"Expect: 100-continue", True), (b"expect:100-Continue", True), (b"Expect: x", False), (b"X: Expect", False)],
)
def test_clients_that_wait_before_the_body(field: bytes, expects: bool) -> None:
    """``Expect: 100-continue`` says that the client waits for a response before it sends the body."""
    assert arrived([POST + field + b"\r\nContent-Length: 5\r\n\r\n"]).expects is expects
