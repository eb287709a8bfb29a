"""Limits, as clients read them: each is the setting that bounds it."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from typing import Any

from fewest.config.settings import Settings
from fewest.service.limits import limits_document

BOUNDED_BY = {
    "seconds": "max_seconds",
    "nodes": "max_nodes",
    "bytes": "max_bytes",
    "body": "body_bytes",
    "batch": "max_batch",
    "batch_body": "batch_bytes",
    "survey": "max_survey",
    "hint": "hint_seconds",
    "hint_moves": "max_hint_moves",
    "wait": "wait_seconds",
    "waits": "max_waits",
    "streams": "max_streams",
    "computations": "max_computations",
    "queue": "max_queue",
    "retention": "job_retention_seconds",
    "store": "store_bytes",
    "listing": "listing_bytes",
    "webhooks": "max_webhooks",
    "webhook_tries": "webhook_attempts",
}
"""Names of limits that are called otherwise in the settings."""


def limits(settings: Settings) -> dict[str, dict[str, Any]]:
    return {limit.pop("name"): limit for limit in limits_document(settings)["limits"]}


def test_a_setting_changes_its_limit_only() -> None:
    """Each setting changes its own limit, and no other."""
    settings = Settings()
    usual = limits(settings)
    names = {field.name for field in fields(settings)}
    settable = {name: setting for name in usual if (setting := BOUNDED_BY.get(name, name)) in names}
    for name, setting in settable.items():
        changed = limits(replace(settings, **{setting: asdict(settings)[setting] + 1}))
        assert changed.pop(name)["maximum"] == usual[name]["maximum"] + 1
        assert changed == {other: limit for other, limit in usual.items() if other != name}
