"""What this project replaces or uses in libraries beyond what their guides describe. A release without it is refused
at the start, in a sentence, instead of failing in a request or in a search.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import requires, version

NEEDED: Mapping[str, Mapping[str, frozenset[str]]] = {
    "gunicorn": {
        "gunicorn.app.base:Application": frozenset({"chdir"}),
        "gunicorn.workers.gthread:ThreadWorker": frozenset(
            {
                "_cap_keepalive",
                "accept",
                "get_thread_pool",
                "handle_request",
                "murder_keepalived",
                "notify",
            }
        ),
    },
    "redis": {
        "redis:Redis": frozenset({"execute_command", "pipeline"}),
        "redis.client:Pipeline": frozenset({"annotate_exception", "execute"}),
    },
    "rq": {
        "rq:Queue": frozenset({"lmove", "redis_queue_namespace_prefix"}),
        "rq:Worker": frozenset(
            {
                "cleanup_execution",
                "execute_job",
                "get_heartbeat_ttl",
                "get_state",
                "handle_execution_ended",
                "handle_job_failure",
                "handle_job_success",
                "handle_warm_shutdown_request",
                "heartbeat",
                "horse_pid",
                "job_class",
                "kill_horse",
                "maintain_heartbeats",
                "max_connection_wait_time",
                "perform_job",
                "prepare_execution",
                "prepare_job_execution",
                "register_birth",
                "set_state",
                "work",
            }
        ),
    },
}
"""By package: names of modules, or of classes in them, and the members that each must have."""


def lacking(*packages: str) -> str:
    """A sentence for the first member that the installed release of a package lacks; empty if all have everything."""
    for package in packages:
        for place, members in NEEDED[package].items():
            module, _, name = place.partition(":")
            # Imported here: each part of the service needs only some of the packages.
            holder = getattr(import_module(module), name, None) if name else import_module(module)
            gone = sorted(member for member in members if not hasattr(holder, member))
            if gone:
                return (
                    f"{package} {version(package)} has no {gone[0]} in {place.replace(':', '.')}, which this service"
                    f" needs: install {_allowed(package)}."
                )
    return ""


def _allowed(package: str) -> str:
    """What this project asks for of a package, as in its metadata."""
    return next(each for each in requires("fewest") or [package] if re.match(rf"{package}\b(?!-)", each))
