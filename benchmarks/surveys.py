"""The survey of a board: its seconds, beside the seconds of its searches shared by two workers.

python -m benchmarks.surveys [board [want]]

The searches' seconds are those of the statistics of every job. What a survey takes beyond them is queues, results and
rows; it may be less than nothing, as searches that take long move to a third worker, that of the long lane. A second
survey of the same board finds every answer known.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.arguments import parser
from benchmarks.http_jobs import HOPPERS, send, service

WORKERS = 2
"""Those of the service."""


def survey(address: str, board: str, want: str) -> tuple[float, dict[str, Any]]:
    """Submit a survey and wait for its end: the seconds, and its document."""
    began = time.perf_counter()
    document = send(f"{address}/v1/surveys", {"kind": "jump", "board": {"name": board}, "want": want}, wait=20)
    while document["status"] == "running":
        document = send(address + document["links"]["self"], wait=20)
    return time.perf_counter() - began, document


def searched(address: str, document: dict[str, Any]) -> list[float]:
    """The seconds of every search of a survey that was not known."""
    jobs = [send(address + row["links"]["job"])["result"]["statistics"] for row in document["problems"]]
    return [statistics["seconds"] for statistics in jobs if statistics["cache"] == "miss"]


def main() -> None:
    """Measure and print."""
    asked = parser(__doc__, board="english", want="count").parse_args()
    with tempfile.TemporaryDirectory() as folder, service(Path(folder, "data")) as (address, _):
        send(f"{address}/v1/jobs", {"puzzle": HOPPERS}, wait=20)  # once the workers are there
        seconds, document = survey(address, asked.board, asked.want)
        each = searched(address, document)
        alone = max(sum(each) / WORKERS, max(each))
        print(f"{asked.board}: {document['total']} problems of {document['members']}, {document['progress']}")
        print(f"{seconds:.1f} s; {len(each)} searches take {sum(each):.1f} s, so {alone:.1f} s on {WORKERS} workers")
        print(f"beyond them: {100 * (seconds / alone - 1):.0f} %; the longest search takes {max(each):.1f} s")
        again, _ = survey(address, asked.board, asked.want)
        print(f"again, all known: {again:.2f} s")


if __name__ == "__main__":
    main()
