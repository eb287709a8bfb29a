"""`fewest atlas load`: what it stores, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import Result

from fewest.boards import catalogue
from fewest.boards.atlas import Atlas, atlas, digest
from fewest.solver.version import ANSWERS
from fewest.store import Store
from tests.command import invoke
from tests.unit.service.worker import client_of


def load(url: str, *arguments: str) -> Result:
    """Run the command."""
    return invoke("atlas", "load", *arguments, env={"REDIS_URL": url})


def test_a_new_service_answers_the_classics_at_once(server_url: str, store: Store) -> None:
    """After loading, the central game is answered with its count, without a search and without a worker."""
    ran = load(server_url)
    proven = sum(problem["proven_by"] is not None for problem in atlas().problems.values())
    assert (ran.exit_code, ran.output) == (0, f"{proven} of {len(atlas().problems)} problems are stored\n")
    central_game = catalogue()["english"]["examples"][0]["puzzle"]
    response = client_of(store).post("/v1/jobs", json={"puzzle": central_game, "want": "count"})
    assert response.status_code == 200
    assert response.json is not None
    result = response.json["result"]
    assert (result["length"], result["count"], result["optimal"]) == (18, 7488, True)
    assert store.searches.open_ids() == []


def some() -> Atlas:
    """An atlas with two solved problems."""
    names = "english/16-16", "hoppers/6-6"
    problems = {name: dict(atlas().problems[name]) for name in names}
    boards = {name: atlas().boards[name] for name in ("english", "hoppers")}
    return Atlas(boards, problems)


def written(tmp_path: Path, found: Atlas) -> str:
    """The file of an atlas, with digests that agree."""
    for problem in found.problems.values():
        problem["digest"] = digest(found.boards[problem["board"]], problem)
    path = tmp_path / "atlas.jsonl"
    path.write_text("\n".join(found.lines()), encoding="utf-8")
    return str(path)


def test_another_file_is_loaded(server_url: str, store: Store, tmp_path: Path) -> None:
    """A file can be named; open problems and answers of another version are skipped."""
    found = some()
    found.problems["hoppers/6-6"]["answers"] = ANSWERS + 1
    assert load(server_url, written(tmp_path, found)).output == "1 of 2 problems are stored\n"
    assert len(store.redis.keys("*answer*")) == 1
    found = some()
    found.problems["english/16-16"]["proven_by"] = None
    assert load(server_url, written(tmp_path, found)).output == "1 of 2 problems are stored\n"
    assert len(store.redis.keys("*answer*")) == 2


def test_a_solution_that_does_not_hold_is_not_loaded(server_url: str, store: Store, tmp_path: Path) -> None:
    """A solution that cannot be played is refused by name, though its digest agrees."""
    found = some()
    problem = found.problems["english/16-16"]
    moves = [[*reversed(path)] for path in problem["result"]["moves"]]
    problem["result"] = problem["result"] | {"moves": moves}
    ran = load(server_url, written(tmp_path, found))
    assert ran.exit_code == 1
    assert ran.stderr.startswith("Error: english/16-16: move 1: ")
    assert store.redis.keys("*answer*") == []


def test_an_altered_file_is_refused(server_url: str, store: Store, tmp_path: Path) -> None:
    """A file whose digests do not agree is refused before anything is stored."""
    path = Path(written(tmp_path, some()))
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    lines[-1]["result"]["count"] += 1
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    ran = load(server_url, str(path))
    assert ran.exit_code == 1
    assert ran.stderr.startswith("Error: line 5: the digest of hoppers/6-6 is wrong")
    assert store.redis.keys("*answer*") == []
