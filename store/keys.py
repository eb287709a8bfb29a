"""Every key's name and lifetime, in one table.

======================  ======  ====================================================  ==================
key                     type    holds                                                 lifetime
======================  ======  ====================================================  ==================
job:{id}                hash    one client's request and, once ended, its document    ``job_seconds``
group:{id}              string  jobs asked for together: a batch, a hint              ``job_seconds``
search:{id}             hash    one search: canonical puzzle, progress, result        ``job_seconds``
search:{id}:jobs        set     the jobs that wait for it                             ``job_seconds``
search:{id}:events      stream  its progress and its end                              ``job_seconds``
searches:open           set     searches queued or running                            –
searches:begun          string  how many searches were ever begun                     –
flight:{digest}         string  the search under way for equal requests               ``job_seconds``
answer:{key}            hash    the result of a canonical puzzle                      until trimmed
listing:{key}           string  all optimal solutions of a canonical puzzle, packed   until trimmed
solution:{id}           hash    a puzzle as its client numbers it, with its result    until trimmed
used                    zset    names of the above three by last use                  –
clients                 hash    API keys: who they were given to, digests of them     until revoked
spent                   hash    ended searches by outcome; their seconds and nodes    –
asked:{digest}          string  the ended job that answers exactly this request       an hour
rate:*                  string  searches begun by each client (written by limits)     a minute
reaper                  string  held by the one process that looks for lost searches  seconds
======================  ======  ====================================================  ==================

RQ keeps keys of its own under ``rq:``.
"""

from __future__ import annotations

VERSION = "fewest:2:"
"""Put before every key; a new number begins with an empty store."""

OPEN = VERSION + "searches:open"
BEGUN = VERSION + "searches:begun"
USED = VERSION + "used"
CLIENTS = VERSION + "clients"
SPENT = VERSION + "spent"
REAPER = VERSION + "reaper"


def job(job_id: str) -> str:
    """A job."""
    return f"{VERSION}job:{job_id}"


def group(group_id: str) -> str:
    """A batch, or a hint."""
    return f"{VERSION}group:{group_id}"


def asked(digest: str) -> str:
    """The ended job that answers a request, by a digest of its body."""
    return f"{VERSION}asked:{digest}"


def search(search_id: str) -> str:
    """A search."""
    return f"{VERSION}search:{search_id}"


def members(search_id: str) -> str:
    """The jobs that wait for a search."""
    return f"{VERSION}search:{search_id}:jobs"


def events(search_id: str) -> str:
    """The progress of a search."""
    return f"{VERSION}search:{search_id}:events"


def flight(digest: str) -> str:
    """The search under way for equal requests."""
    return f"{VERSION}flight:{digest}"


def answer(key: str) -> str:
    """The result of a canonical puzzle."""
    return f"{VERSION}answer:{key}"


def listing(key: str) -> str:
    """All optimal solutions of a canonical puzzle."""
    return f"{VERSION}listing:{key}"


def solution(solution_id: str) -> str:
    """A puzzle with its result."""
    return f"{VERSION}solution:{solution_id}"
