"""The wire contract as it was last agreed: a change of it is deliberate, and seen in a review."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from schemas.settings import Settings
from service.limits import limits_document
from service.openapi import openapi
from store import Store
from tests.breaking_changes import breaking_changes
from tests.unit.service.worker import ROW, client_of, work

ROOT = Path(__file__).parents[3]
CONTRACT = ROOT / "tests" / "cases" / "contract.json"
RELEASED = ROOT / "tests" / "cases" / "contract_released.json"
"""The contract of the last release; of the first version, until there is one."""


def contract() -> dict[str, Any]:
    """The OpenAPI document without the prose, and the limits under the default settings."""

    def bare(part: Any) -> Any:
        if isinstance(part, dict):
            texts = {name for name in ("description", "summary") if isinstance(part.get(name), str)}
            return {name: bare(value) for name, value in part.items() if name not in texts}
        return [bare(item) for item in part] if isinstance(part, list) else part

    settings = Settings()
    document: dict[str, Any] = json.loads(json.dumps({"openapi": bare(openapi(settings))} | limits_document(settings)))
    return document


def test_contract_is_the_agreed_one() -> None:
    """Paths, schemas and limits are those of tests/cases/contract.json.

    ``python -m tests.unit.service.test_contract`` writes the file anew after a deliberate change, which belongs in
    CHANGELOG.md. At a release, the option ``--release`` writes contract_released.json, too.
    """
    assert contract() == json.loads(CONTRACT.read_text(encoding="utf-8"))


def undeclared(changes: list[str], released: str, version: str, changelog: str) -> list[str]:
    """The breaking changes that a version may not make: those which its number or the changelog does not announce.

    A version may break the contract if its first number that is not zero is larger (0.2.0 after 0.1.4, 2.0.0 after
    1.3.0) and CHANGELOG.md names each change in these words, in backticks.
    """

    def leading(text: str) -> list[int]:
        numbers = [int(part) for part in text.split(".")]
        return numbers[: 1 if numbers[0] else 2]

    if leading(released) == leading(version):
        return changes
    return [change for change in changes if f"`{change}`" not in changelog]


def test_released_contract_is_kept() -> None:
    """Clients of the last release work with this version, unless it announces that they do not (CONTRIBUTING.md)."""
    released = json.loads(RELEASED.read_text(encoding="utf-8"))["openapi"]
    document = openapi(Settings())
    changes = breaking_changes(released, document, date.today())
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    broken = undeclared(changes, released["info"]["version"], document["info"]["version"], changelog)
    assert not broken, "breaking changes of the API:\n" + "\n".join(broken)


@pytest.mark.parametrize(
    ("released", "version", "changelog", "broken"),
    [
        ("0.1.0", "0.1.1", "* `Job.id: removed`", True),
        ("0.1.0", "0.2.0", "* `Job.id: removed`", False),
        ("0.1.0", "0.2.0", "* Jobs are simpler.", True),
        ("1.4.0", "1.5.0", "* `Job.id: removed`", True),
        ("1.4.0", "2.0.0", "* `Job.id: removed`", False),
        ("0.1.0", "1.0.0", "* `Job.id: removed`", False),
    ],
)
def test_deliberate_break(released: str, version: str, changelog: str, broken: bool) -> None:
    """A breaking change needs a new leading number and a line in the changelog."""
    assert undeclared(["Job.id: removed"], released, version, changelog) == (["Job.id: removed"] if broken else [])


COUNTED = ["fewest_requests_total", "fewest_request_seconds_bucket", "fewest_answers_total"]
COUNTED += ['fewest_queue_seconds_bucket{le="+Inf"} 1.0', 'fewest_solve_seconds_bucket{le="3000"} 1.0']


@pytest.mark.parametrize("name", COUNTED)
def test_requests_are_counted(store: Store, name: str) -> None:
    """After a request for a known answer, each of the counters of the web process is exported."""
    client = client_of(store)
    client.post("/v1/jobs", json={"puzzle": ROW})
    work(store)
    client.post("/v1/jobs", json={"puzzle": ROW})
    assert name in client.get("/metrics").text


if __name__ == "__main__":
    for path in [CONTRACT, RELEASED] if "--release" in sys.argv else [CONTRACT]:
        path.write_text(json.dumps(contract(), indent=1, sort_keys=True) + "\n", encoding="utf-8")
