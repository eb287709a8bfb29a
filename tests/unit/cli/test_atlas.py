"""`fewest atlas load`."""

from __future__ import annotations

import pytest

from fewest.boards import catalogue
from fewest.boards.atlas import Atlas, atlas
from fewest.cli import atlas as command
from fewest.store import Store
from tests.command import invoke
from tests.unit.service.worker import client_of


def test_a_new_service_answers_the_classics_at_once(server_url: str, store: Store) -> None:
    """After loading, the central game is answered with its count, without a search and without a worker."""
    ran = invoke("atlas", "load", env={"REDIS_URL": server_url})
    proven = sum(problem["proven_by"] is not None for problem in atlas().problems.values())
    assert (ran.exit_code, ran.output) == (0, f"{proven} of {len(atlas().problems)} problems are stored\n")
    central_game = catalogue()["english"]["examples"][0]["puzzle"]
    response = client_of(store).post("/v1/jobs", json={"puzzle": central_game, "want": "count"})
    assert response.status_code == 200
    assert response.json is not None
    result = response.json["result"]
    assert (result["length"], result["count"], result["optimal"]) == (18, 7488, True)
    assert store.searches.open_ids() == []


@pytest.mark.parametrize("change", [{"answers": 0}, {"proven_by": None}])
def test_answers_that_are_not_loaded(
    change: dict[str, object], server_url: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Open problems and answers of another version of the solver are skipped."""
    first, second = (atlas().problems[name] for name in ("english/16-16", "hoppers/6-6"))
    monkeypatch.setattr(command, "atlas", lambda: Atlas(atlas().boards, {"one": first, "other": second | change}))
    assert invoke("atlas", "load", env={"REDIS_URL": server_url}).output == "1 of 2 problems are stored\n"
    assert len(store.redis.keys("*answer*")) == 1
