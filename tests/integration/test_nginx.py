"""Behind a real nginx, with the configuration that is shipped, under a prefix."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest

from clients.python.fewest_client import Fewest
from fewest.cli.up import free_port
from fewest.service.openapi.operations import HOPPERS, TRITRI
from tests.conftest import start, stop
from tests.hang import HANG_SECONDS, until
from tests.integration.service import Service
from tests.integration.test_jobs import hard

CONF = Path(__file__).parents[2] / "deploy" / "nginx.conf"
PREFIX = "/fewest"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/bin")

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(NGINX is None, reason="nginx is not installed: apt-get install nginx-light"),
]

HARD = hard(1)


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Service]]:
    """The address of an nginx, with the prefix, and the service behind it."""
    folder, port = tmp_path_factory.mktemp("nginx"), free_port("127.0.0.1")
    address = f"http://127.0.0.1:{port}{PREFIX}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FEWEST_PUBLIC_URL", address)
        patch.setenv("FEWEST_PROXIES", "1")
        running = start(tmp_path_factory.mktemp("data"), "--workers", "1")
    text = CONF.read_text(encoding="utf-8")
    for old, new in {
        "location / {": f"location {PREFIX}/ {{",
        "server web:8000": f"server {running.client.base_url.netloc.decode()}",
        "listen 8080": f"listen 127.0.0.1:{port}",
        "/tmp/nginx": str(folder / "nginx"),
        "access_log /dev/stdout": f"access_log {folder / 'access.log'}",
    }.items():
        assert old in text
        text = text.replace(old, new)
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    command = [str(NGINX), "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    process = subprocess.Popen(command)
    try:
        until(lambda: answers(address))
        yield address, running
        lines = (folder / "access.log").read_text(encoding="utf-8").splitlines()
        assert all(json.loads(line)["logger"] == "nginx" for line in lines)
    finally:
        process.terminate()
        process.wait(HANG_SECONDS)
        stop(running)


get, post, delete = (partial(method, timeout=HANG_SECONDS) for method in (httpx.get, httpx.post, httpx.delete))


def answers(address: str) -> bool:
    try:
        return get(f"{address}/v1/limits").status_code == 200
    except httpx.HTTPError:
        return False


def links(document: Any) -> Iterator[str]:
    if isinstance(document, dict):
        for name, value in document.items():
            if name in ("next", "type") and isinstance(value, str):
                yield value
            elif name == "links":
                yield from value.values()
            else:
                yield from links(value)
    elif isinstance(document, list):
        for value in document:
            yield from links(value)


def test_links_of_documents_lead_somewhere(proxied: tuple[str, Service]) -> None:
    """Every link, ``Location`` and type of problem has the prefix and can be read."""
    address, service = proxied
    with httpx.Client(timeout=HANG_SECONDS) as client:
        body = {"puzzle": HOPPERS, "want": "all"}
        submitted = client.post(f"{address}/v1/jobs", json=body).json()
        service.end_of(submitted | {"links": {"self": f"/v1/jobs/{submitted['id']}"}})
        job = client.get(urljoin(address, submitted["links"]["self"]))
        solution = client.get(urljoin(address, job.json()["links"]["solution"]))
        page = client.get(urljoin(address, solution.json()["links"]["all"]), params={"limit": 50})
        batch = client.post(f"{address}/v1/batches", json={"puzzles": [HOPPERS, TRITRI]})
        refused = client.post(f"{address}/v1/jobs", json={})
        event = client.get(urljoin(address, job.json()["links"]["events"])).text
        boards = client.get(f"{address}/v1/boards")
        documents = [answer.json() for answer in (job, solution, page, batch, refused, boards)]
        found = {link for document in documents for link in links(document)}
        found |= set(links(json.loads(re.findall(r"^data: (.*)$", event, re.MULTILINE)[-1])))
        found.add(page.links["next"]["url"])
        later = client.post(f"{address}/v1/jobs", json={"puzzle": HARD})
        assert later.headers["Location"].startswith(address)
        found.add(later.headers["Location"])
        assert len(found) > 20
        for link in found:
            assert PREFIX + "/" in link
            with client.stream("GET", urljoin(address, link)) as answer:
                assert answer.status_code == 200, link
        client.delete(later.headers["Location"])
        assert client.get(f"{address}/openapi.json").json()["servers"] == [{"url": address}]


def test_pages_load_what_they_refer_to(proxied: tuple[str, Service]) -> None:
    """Everything that the page, the player, the guide and the API reference load or link to on the service is found."""
    address, _ = proxied
    solution = Fewest(address).solve(HOPPERS)
    assert solution["length"] == 7
    job = post(f"{address}/v1/jobs", json={"puzzle": HOPPERS}).json()
    for place in (f"{address}/", urljoin(address, job["links"]["embed"]), f"{address}/docs/", f"{address}/docs/api/"):
        page = get(place)
        text = re.sub(r'<a [^>]*href="https?://[^>]*>', "", page.text)  # links to other sites
        parts = set(re.findall(r'(?:src|href)="([^"]+)"', text))
        assert len(parts) >= 3
        for part in parts:
            assert get(urljoin(place, part)).status_code == 200, (place, part)
    assert f'data-openapi="{PREFIX}/openapi.json"' in get(f"{address}/docs/api/").text


LONG = {
    "jobs": {"puzzle": HARD},
    "generations": {"kind": "slide", "board": {"name": "15-puzzle"}, "length": {"min": 79}},
}
"""Work that takes long, by its address."""


@pytest.mark.parametrize("noun", LONG)
def test_streams_are_not_buffered(proxied: tuple[str, Service], noun: str) -> None:
    """Events of jobs and tasks arrive while the work is running, uncompressed, whatever the client accepts."""
    address, _ = proxied
    job = post(f"{address}/v1/{noun}", json=LONG[noun]).json()
    place = urljoin(address, job["links"]["self"])
    try:
        accepts = {"Accept-Encoding": "gzip, zstd"}
        with httpx.stream("GET", f"{place}/events", headers=accepts, timeout=HANG_SECONDS) as answer:
            assert "Content-Encoding" not in answer.headers
            events = (line for line in answer.iter_lines() if line.startswith("data: "))
            seen = [json.loads(next(events).removeprefix("data: ")) for _ in range(4)]
        assert [event["status"] for event in seen][1:] == ["running"] * 3
        assert seen[1]["progress"]["seconds"] < seen[3]["progress"]["seconds"]
        assert get(place).json()["status"] == "running"
    finally:
        delete(place)


def test_other_paths_are_not_the_service(proxied: tuple[str, Service]) -> None:
    """What is outside the prefix never reaches the service, not even what ends as one of its addresses."""
    address, _ = proxied
    for path in ("/v1/limits", "/other/v1/jobs/00000000-0000-7000-8000-000000000000/events"):
        answer = get(address[: -len(PREFIX)] + path)
        assert answer.status_code in (403, 404)  # nginx's own, from an empty folder
        assert "X-Request-ID" not in answer.headers


def test_client_addresses_and_hidden_pages(proxied: tuple[str, Service]) -> None:
    """The log has the client's address as nginx saw it, not as the client says; the operator's pages are hidden."""
    address, service = proxied
    name = f"forged-{time.monotonic_ns()}"
    headers = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Prefix": "/forged", "X-Request-ID": name}
    job = post(f"{address}/v1/puzzles/check", json={"puzzle": HOPPERS}, headers=headers)
    assert job.status_code == 200
    log = service.data / "log" / "web.log"
    until(lambda: name in log.read_text(encoding="utf-8"))
    line = next(json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if name in line)
    assert line["client"] == "127.0.0.1"
    assert "/forged" not in get(f"{address}/v1/boards", headers=headers).text
    for place in ("/metrics", "/livez", "/readyz"):
        assert get(address + place).status_code == 404
        assert get(f"{address[: -len(PREFIX)]}{place}").status_code == 404


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no browser: make test-browser installs chromium")
def test_page_in_a_browser(proxied: tuple[str, Service]) -> None:
    """Under the prefix, the page solves a puzzle and shows the player; nothing fails to load."""
    playwright = pytest.importorskip("playwright.sync_api")
    address, service = proxied
    job = service.end_of(service.post({"puzzle": HOPPERS}).json())
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page, failed = browser.new_page(), []
        page.set_default_timeout(1000 * HANG_SECONDS)
        page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.on("console", lambda said: failed.append(said.text) if said.type == "error" else None)
        page.goto(f"{address}/")
        page.wait_for_selector("body[data-ready]")
        page.click("#solve")
        page.get_by_text("proven optimal").wait_for()
        page.goto(urljoin(address, job["links"]["embed"]))
        page.get_by_role("button", name="Play").first.click()
        page.goto(f"{address}/docs/api/")
        page.locator(".opblock").first.wait_for()
        browser.close()
        assert failed == []
