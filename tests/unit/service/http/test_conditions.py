"""Conditions with dates: valid ones are followed, invalid ones are ignored."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

LATER = "Sun, 01 Jan 2090 00:00:00 GMT", "Sunday, 01-Jan-90 00:00:00 GMT", "Sun Jan  1 00:00:00 2090"
"""A date in its three forms (RFC 9110, section 5.6.7); a year of two digits is one of the past from 2026 on."""

INVALID = [
    "Mon, 01 Jan 99999999999999 00:00:00 GMT",
    "Mon, 01 Jan 2020 00:00:00 +99999999999999",
    "1 Jan 1 1.1.1 99999999999",
    '"1 Jan 99999999999999 00:00:00"',
    "01-Jan-99 1.1.1 99999999999999",
    "Mon, 99 Jan 2020 99:99:99 GMT",
    "*",
    "\xb2",
    "",
]


@pytest.mark.parametrize("date", LATER)
def test_conditions_with_a_date(client: FlaskClient, date: str) -> None:
    """A file is sent only to those whose copy is older, and parts of it only to those whose copy is not."""
    place = "/docs/api/index.css"
    changed = client.get(place).headers["Last-Modified"]
    past = date == LATER[1]
    assert client.get(place, headers={"If-Modified-Since": date}).status_code == (200 if past else 304)
    part = {"Range": "bytes=0-4"}
    assert client.get(place, headers=part | {"If-Range": changed}).status_code == 206
    assert client.get(place, headers=part | {"If-Range": "Wed, 01 Jan 1997 00:00:00 GMT"}).status_code == 200


@pytest.mark.parametrize("date", INVALID)
@pytest.mark.parametrize("place", ["/docs/api/index.css", "/static/fewest.js", "/v1/limits", "/livez"])
def test_an_invalid_date_is_ignored(client: FlaskClient, place: str, date: str) -> None:
    """A condition with an invalid date is ignored, and so is a range with such a condition."""
    conditions = [{"If-Modified-Since": date}, {"If-Unmodified-Since": date}, {"If-Range": date}]
    others: list[dict[str, str]] = [{}, {"If-None-Match": '"a", "b"'}]
    ranged = {"If-Range": date, "Range": "bytes=0-4"}
    sent = [ranged, *(condition | other for condition in conditions for other in others)]
    assert {client.get(place, headers=headers).status_code for headers in sent} == {200}
