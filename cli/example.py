"""An example, solved over HTTP as any client would: ``python -m cli.example ADDRESS``."""

from __future__ import annotations

import json
import sys
import time
import urllib.request
from textwrap import indent
from typing import Any

from boards import catalogue
from cli.text import follow, headline
from schemas.puzzle import load_puzzle


def ask(url: str, body: Any = None, wait: int = 2) -> dict[str, Any]:
    """POST a body, or GET without one, and return the JSON of the response."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Prefer": f"wait={wait}"}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60) as answer:
        document: dict[str, Any] = json.load(answer)
    return document


def main() -> None:
    """Solve the first example of the board トライトライ and print it."""
    address = sys.argv[1]
    example = catalogue()["tritri"]["examples"][0]
    print(f"\nPOST {address}/v1/jobs: {catalogue()['tritri']['title']}; {example['title']}.", flush=True)
    job = ask(f"{address}/v1/jobs", {"puzzle": example["puzzle"], "want": "count"}, wait=1)
    until = time.monotonic() + 120
    while "result" not in job and job["status"] in ("queued", "running") and time.monotonic() < until:
        progress = job.get("progress", {"lower_bound": 0, "nodes": 0})
        print(f"  {job['status']}: at least {progress['lower_bound']} moves, {progress['nodes']:,} nodes", flush=True)
        job = ask(address + job["links"]["self"], wait=1)
    if "result" not in job:
        sys.exit(f"  {job['status']}")
    loaded = load_puzzle(example["puzzle"])
    print(f"  {headline(job['result'])} [cache: {job['result']['statistics']['cache']}]\n")
    print(indent("\n".join(follow(loaded.puzzle, job["result"], loaded.layout)), "    "))
    print(f"\nOpen {address} in a browser, or see {address}/docs/. Ctrl-C stops it.", flush=True)


if __name__ == "__main__":
    main()
