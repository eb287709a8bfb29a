"""The requests in the README get the answers they claim, and the programs run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.hang import HANG_SECONDS
from tests.integration.service import Service

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REQUESTS = [json.loads(text) for text in re.findall(r"-d '(\{.*?\n\})'", README, re.DOTALL)]


def answers(service: Service) -> list[dict[str, Any]]:
    return [service.end_of(service.post(request, wait=20).json()) for request in REQUESTS]


def test_requests_of_the_readme(service: Service) -> None:
    """The answers have the numbers of moves and solutions that are claimed."""
    (triangle,) = [job["result"] for job in answers(service)]
    shown = re.search(r'"length": (\d+),.*?"count": (\d+)', README, re.DOTALL)
    assert shown is not None
    assert [triangle["length"], triangle["count"]] == [int(number) for number in shown.groups()]
    for field in ("moves", "removed"):
        parts = re.search(rf'"{field}": \[(.*?), …, (.*?)\],', README)
        assert parts is not None
        first, last = (json.loads(f"[{part}]") for part in parts.groups())
        assert (triangle[field][: len(first)], triangle[field][-len(last) :]) == (first, last)


def test_the_text_of_the_readme(service: Service, tmp_path: Path) -> None:
    """Klotski as a text is solved."""
    (script,) = re.findall(r"```sh\n(printf .*?)```", README, re.DOTALL)
    script = script.replace("http://127.0.0.1:8000", str(service.client.base_url).rstrip("/"))
    answer = subprocess.check_output(script, shell=True, cwd=tmp_path, timeout=HANG_SECONDS)
    assert service.end_of(json.loads(answer))["result"]["length"] == 81


def program(language: str, service: Service) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    return str(found).replace("http://127.0.0.1:8000", str(service.client.base_url).rstrip("/"))


def test_three_lines_of_python(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    """The Python program prints what its comment says."""
    text = program("python", service).replace("from fewest_client", "from clients.python.fewest_client")
    exec(compile(text, "README.md", "exec"), {})
    assert text.strip().endswith(f"# {capsys.readouterr().out.strip()}")


def test_three_lines_of_javascript(service: Service) -> None:
    """The JavaScript program prints what its comment says."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node: install nodejs")
    client = (ROOT / "clients" / "js" / "fewest.js").as_uri()
    text = program("js", service).replace('"fewest-client"', f'"{client}"')
    done = subprocess.run(
        [node, "--input-type=module", "-e", text], capture_output=True, text=True, timeout=HANG_SECONDS
    )
    assert text.strip().endswith(f"// {done.stdout.strip()}"), done.stderr
