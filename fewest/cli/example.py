"""Solve an example over HTTP, like any client: ``python -m fewest.cli.example ADDRESS``.

It begins when its standard input ends. So it can be started, which takes a second, before the service is ready.
"""

from __future__ import annotations

import sys
from textwrap import indent
from typing import Any

import click

from fewest.boards import catalogue
from fewest.cli.remote import Remote
from fewest.cli.solve import progress_text
from fewest.cli.text import follow, headline
from fewest.notation.puzzle import load_puzzle


def show(job: dict[str, Any]) -> None:
    """Print the progress of the job."""
    if "result" not in job:
        print(f"  {progress_text(job)}", flush=True)


def main() -> None:
    """Solve the first example of the board トライトライ and print it."""
    address = sys.argv[1]
    sys.stdin.read()
    example = catalogue()["tritri"]["examples"][0]
    print(f"\nPOST {address}/v1/jobs: {catalogue()['tritri']['title']}; {example['title']}.", flush=True)
    try:
        job = Remote(address).solve({"puzzle": example["puzzle"], "want": "count"}, show)
    except click.ClickException as error:
        sys.exit(f"  {error.message}")
    if "result" not in job:
        sys.exit(f"  {job['status']}")
    loaded = load_puzzle(example["puzzle"])
    print(f"  {headline(job['result'])} [cache: {job['result']['statistics']['cache']}]\n")
    print(indent("\n".join(follow(loaded.puzzle, job["result"], loaded.layout)), "    "))
    print(f"\nOpen {address} in a browser, or see {address}/docs/. Ctrl-C stops it.", flush=True)


if __name__ == "__main__":
    main()
