"""The transcripts in the documentation are true, and every operation has one."""

from __future__ import annotations

import re
from pathlib import Path

from fewest.config.settings import Settings
from tests.hang import HANG_SECONDS, until
from tests.integration.service import Service
from tests.integration.transcripts import check, steps_of

PAGE = (Path(__file__).parents[2] / "docs" / "04-http-api.md").read_text()
DEFAULT_SECONDS = f'"default":{Settings.__dataclass_fields__["seconds"].default}'


def transcripts() -> list[tuple[str, str]]:
    """The commands of the page and their output, but for the time limit, which is another one in tests."""
    return steps_of(PAGE.replace(DEFAULT_SECONDS, f'"default":{HANG_SECONDS:.1f}', 1))


def explored(service: Service) -> bool:
    """Whether a space is explored, for which kernels are needed that are compiled after those of most searches."""
    body = {"kind": "slide", "board": {"rows": 2, "columns": 2}, "goal": [1, 2, 3, 0]}
    task = service.client.post("/v1/spaces", json=body, headers={"Prefer": "wait=5"}).json()
    return bool(task["status"] == "finished")


def test_transcripts(service: Service, tmp_path: Path) -> None:
    """Run in one shell, every command prints the output on the page, once the solver has been compiled."""
    until(lambda: explored(service))
    check(transcripts(), tmp_path, {"FEWEST": str(service.client.base_url).rstrip("/"), "PATH": "/usr/bin:/bin"})


def test_every_operation_has_a_transcript(service: Service) -> None:
    """Each path and method of the OpenAPI document occurs in a command on the page."""
    commands = [command for command, _ in transcripts()]
    for path, item in service.client.get("/openapi.json").json()["paths"].items():
        place = re.sub(r"\\\{\w+\\\}", r"[$\\w-]+", re.escape(path))
        for method in set(item) - {"parameters"}:
            shape = {"get": "", "post": ".* -d ", "put": ".* -d ", "delete": ""}[method]
            fitting = [c for c in commands if re.search(rf"\$FEWEST{place}(?![/\w]){shape}", c)]
            if method in ("put", "delete"):
                fitting = [c for c in fitting if f"-X {method.upper()}" in c]
            assert fitting, f"{method} {path}"
