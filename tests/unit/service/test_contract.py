"""The wire contract as it was last agreed: a change of it is deliberate, and seen in a review."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemas.settings import Settings
from service import describe_api
from service.limits import limits_document
from store import Store
from tests.unit.service.worker import ROW, client_of, work

ROOT = Path(__file__).parents[3]
CONTRACT = ROOT / "tests" / "cases" / "contract.json"


def contract() -> dict[str, Any]:
    """The OpenAPI document without the prose, and the limits under the default settings."""

    def bare(part: Any) -> Any:
        if isinstance(part, dict):
            texts = {name for name in ("description", "summary") if isinstance(part.get(name), str)}
            return {name: bare(value) for name, value in part.items() if name not in texts}
        return [bare(item) for item in part] if isinstance(part, list) else part

    settings = Settings()
    document: dict[str, Any] = json.loads(
        json.dumps({"openapi": bare(describe_api(settings))} | limits_document(settings))
    )
    return document


def test_contract_is_the_agreed_one() -> None:
    """Paths, schemas and limits are those of tests/cases/contract.json.

    ``python -m tests.unit.service.test_contract`` writes the file anew after a deliberate change, which belongs in
    CHANGELOG.md.
    """
    assert contract() == json.loads(CONTRACT.read_text(encoding="utf-8"))


COUNTED = ['fewest_requests_total{method="POST",route="/v1/jobs",status="200"} 1.0', "fewest_request_seconds_bucket"]
COUNTED += ['fewest_answers_total{cache="miss"} 1.0', 'fewest_answers_total{cache="hit"} 1.0']
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
    CONTRACT.write_text(json.dumps(contract(), indent=1, sort_keys=True) + "\n", encoding="utf-8")
