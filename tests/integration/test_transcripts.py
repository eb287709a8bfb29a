"""The transcripts in the documentation are true, and every operation has one."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from fewest.schemas.settings import Settings
from tests.hang import HANG_SECONDS
from tests.integration.service import Service

PAGE = (Path(__file__).parents[2] / "docs" / "04-http-api.md").read_text()
MARK = "=== transcript {} ==="
DEFAULT_SECONDS = f'"default":{Settings.__dataclass_fields__["seconds"].default}'


def transcripts() -> list[tuple[str, str]]:
    """Every command of the page with the output it claims, but for the time limit, which is another one in tests."""
    steps: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            steps.append((command, output.strip().replace(DEFAULT_SECONDS, f'"default":{HANG_SECONDS:.1f}', 1)))
    return steps


def test_transcripts(service: Service, tmp_path: Path) -> None:
    """Run in one shell, every command prints the output on the page."""
    steps = transcripts()
    script = "\n".join(f"{command}\necho; echo '{MARK.format(index)}'" for index, (command, _) in enumerate(steps))
    environment = {"FEWEST": str(service.client.base_url).rstrip("/"), "PATH": "/usr/bin:/bin"}
    ran = subprocess.run(
        ["bash"], input=script, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    rest = ran.stdout
    for index, (command, output) in enumerate(steps):
        printed, _, rest = rest.partition(MARK.format(index))
        pattern = ".*".join(re.escape(part) for part in output.split("…"))
        assert re.fullmatch(pattern, printed.strip(), re.DOTALL), f"$ {command}\n{printed}"


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
