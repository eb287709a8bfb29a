"""The wire contract as it was last agreed: a change of it is deliberate, and seen in a review."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fewest.config.settings import Settings
from fewest.service.limits import limits_document
from fewest.wsgi import describe_api

ROOT = Path(__file__).parents[3]
CONTRACT = ROOT / "tests" / "cases" / "contract.json"


def contract() -> dict[str, Any]:
    """The OpenAPI document without the prose and the examples of fields, and the limits under the default settings."""

    def bare(part: Any) -> Any:
        if isinstance(part, dict):
            texts = {name for name in ("description", "summary") if isinstance(part.get(name), str)}
            texts |= {"examples"} if isinstance(part.get("examples"), list) else set()
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


if __name__ == "__main__":
    CONTRACT.write_text(json.dumps(contract(), indent=1, sort_keys=True) + "\n", encoding="utf-8")
