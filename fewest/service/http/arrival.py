"""The bytes of a request that have arrived, and whether the request is complete.

Only the ends of headers and body are found here: gunicorn's parser reads and validates the complete request. Every byte
is inspected once, however small the pieces are.
"""

from __future__ import annotations

import re

from gunicorn.http import errors

from fewest.solver.errors import Message

MAX_HEAD_BYTES = 1 << 14
"""Longest headers, with the request line. The parser also limits each line. To read a list of so many bytes takes
werkzeug up to 15 ms, before any key is checked or any request counted.
"""

END_OF_LINE = b"\r\n"
END_OF_HEAD = b"\r\n\r\n"

FIELD = re.compile(rb"\r\n(content-length|transfer-encoding|expect):[ \t]*([^\r\n]*)", re.IGNORECASE)
CHUNK_BYTES = re.compile(rb"([0-9a-fA-F]{1,15})[ \t]*(?:;.*)?", re.DOTALL)


class Refusal(Exception):
    """A request that does not reach the application: the code of its problem, and the detail."""

    def __init__(self, code: str, detail: Message) -> None:
        self.code = code
        self.detail = detail
        super().__init__(detail)


class Arrival:
    """A request on its way.

    Parameters
    ----------
    max_body_bytes
        Longest body; one in chunks is measured with the chunks' own lines.

    Attributes
    ----------
    content
        The bytes that have arrived, perhaps with the start of later requests.
    in_body
        Whether all headers have arrived.
    expects
        Whether the client waits for a response before it sends the body (``Expect: 100-continue``).
    complete
        Whether the whole request has arrived, or enough of it for the parser to refuse it.
    """

    def __init__(self, max_body_bytes: int) -> None:
        self.content = bytearray()
        self.in_body = self.expects = self.complete = False
        self._most = max_body_bytes
        self._head_bytes = 0
        self._seen = 0
        self._end: int | None = None  # of a body with a length
        self._body, self._in_trailers = 0, False  # of a body in chunks

    def add(self, piece: bytes) -> None:
        """Add what arrives.

        Raises
        ------
        Refusal, gunicorn.http.errors.ParseException
            If the request is too long, or has a transfer coding other than ``chunked``.
        """
        self.content += piece
        if not self.in_body:
            self._look_for_body()
        if not self.in_body:
            return
        if self._end is not None:
            self.complete = len(self.content) >= self._end
        else:
            self._look_for_end()

    def _look_for_body(self) -> None:
        at = self._find(END_OF_HEAD, self._seen - len(END_OF_HEAD) + 1)
        if max(at, 0) > MAX_HEAD_BYTES or (at < 0 and len(self.content) > MAX_HEAD_BYTES):
            if self.content.find(END_OF_LINE, 0, MAX_HEAD_BYTES) < 0:
                raise errors.LimitRequestLine(len(self.content), MAX_HEAD_BYTES)
            raise errors.LimitRequestHeaders(f"they have more than {MAX_HEAD_BYTES} bytes")
        if at >= 0:
            self.in_body = True
            self._head_bytes = at + len(END_OF_HEAD)
            self._read_head(bytes(self.content[: self._head_bytes]))

    def _read_head(self, head: bytes) -> None:
        fields = [(name.lower(), value.strip(b" \t").lower()) for name, value in FIELD.findall(head)]
        codings = [value for name, value in fields if name == b"transfer-encoding"]
        for coding in codings:
            if coding != b"chunked":
                raise errors.UnsupportedTransferCoding(coding.decode("latin-1"))
        if codings:
            self._body = self._seen = self._head_bytes
        else:
            # Of two lengths none counts: nothing more is waited for, and the parser refuses the request.
            lengths = [value for name, value in fields if name == b"content-length"]
            self._end = self._head_bytes + self._length(lengths[0] if len(lengths) == 1 else b"0")
        self.expects = (b"expect", b"100-continue") in fields

    def _length(self, text: bytes) -> int:
        """The length of the body; 0 if the text is not a length, which the parser refuses."""
        if not text.isdigit():
            return 0
        digits = text.lstrip(b"0") or b"0"
        if len(digits) > len(str(self._most)) or int(digits) > self._most:
            given = f"{digits[:30].decode()}{'…' if len(digits) > 30 else ''}"
            detail = Message("It has {given} bytes; the limit is {most} bytes.", given=given, most=self._most)
            raise Refusal("body-too-large", detail)
        return int(digits)

    def _look_for_end(self) -> None:
        """Step through the chunks that have arrived. ``_body`` is then where the line of the next one begins or, after
        the last one, where its line ends.
        """
        while not self._in_trailers and not self.complete:
            at = self._find(END_OF_LINE, max(self._body, self._seen - 1))
            if at < 0:
                break
            found = CHUNK_BYTES.fullmatch(self.content, self._body, at)
            size = int(found[1], 16) if found else 0
            if found is None:
                self.complete = True  # the parser refuses it
            elif size:
                self._body = self._seen = at + size + 2 * len(END_OF_LINE)
            else:
                self._in_trailers = True
                self._body = at
                self._seen = at
        if self._in_trailers:
            self.complete = self._find(END_OF_HEAD, max(self._body, self._seen - len(END_OF_HEAD) + 1)) >= 0
        if not self.complete and max(len(self.content), self._body) - self._head_bytes > self._most:
            detail = Message("The chunks add up to more than the limit of {most} bytes.", most=self._most)
            raise Refusal("body-too-large", detail)

    def _find(self, ending: bytes, begin: int) -> int:
        """Find an ending in the bytes not yet searched."""
        # To search all bytes again for each that arrives is quadratic: 400 clients held the event loop for 3.4 s.
        at = self.content.find(ending, max(0, begin))
        if at < 0:
            self._seen = len(self.content)
        return at
