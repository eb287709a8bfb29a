"""The requests in the README get the answers it claims."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.integration.service import Service

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
REQUESTS = [json.loads(text) for text in re.findall(r"-d '(\{.*?\n\})'", README, re.DOTALL)]


def answers(service: Service) -> list[dict[str, Any]]:
    """The ended job of each request in the README."""
    return [service.end_of(service.post(request, wait=20).json()) for request in REQUESTS]


def test_requests_of_the_readme(service: Service) -> None:
    """The answers have the numbers of moves and solutions in the README, and a proof."""
    triangle, eight, french = [job["result"] for job in answers(service)]
    shown = re.search(r'"length": (\d+),.*?"count": (\d+)', README, re.DOTALL)
    assert shown is not None
    assert [triangle["length"], triangle["count"]] == [int(number) for number in shown.groups()]
    assert f"{eight['length']} moves, {eight['count']} solutions" in README
    assert french["status"] == "unsolvable"
    assert french["proof"]["by"] != "exhaustion"
