"""Layouts of the keys: the data of another one are refused, and never is a service open whose keys are not found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fewest.cli import up
from fewest.config.settings import Settings
from fewest.store import Store, StoreError, keys
from fewest.wsgi import create_app
from tests.unit.cli.test_up import FakeSupervisor, child
from tests.unit.workers.test_worker import url


@pytest.mark.parametrize("number", [1, 3, 5, 99])
def test_data_of_another_layout_are_refused(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str], number: int
) -> None:
    """With data of another layout, `fewest up` starts nothing and says what to do, and a web process admits nobody."""
    assert store.other_layout() == ""
    store.redis.hset(f"fewest:{number}:kept", "a", "b")
    fake: Any = FakeSupervisor()
    assert up.run(fake, url(store), "http://127.0.0.1:1", [], [child("web", tmp_path)], example=False) == 1
    assert fake.started == []
    line = capsys.readouterr().err.splitlines()[-1]
    assert f"holds data of layout {number}, and this version reads those of layout 4: start the version" in line
    assert "`fewest up --data FOLDER`" in line
    with pytest.raises(StoreError, match=f"layout {number}"):
        store.clients.access()
    app = create_app(Settings(), store, tmp_path / "closed").test_client()
    assert app.post("/v1/puzzles/check", json={}).status_code == 503


def test_api_keys_are_valid_in_every_layout(store: Store) -> None:
    """The keys of clients have the same names in every layout."""
    assert (keys.CLIENTS, keys.ACCESS, keys.WEBHOOK_SECRETS) == (
        "fewest:2:clients",
        "fewest:2:access",
        "fewest:2:webhooks:secrets",
    )
    client, _ = store.clients.add("one")
    store.redis.set("fewest:5:kept", "x")
    assert set(store.clients.all()) == {client.id}
