"""Every key, with its type, content and lifetime.

======================  ======  ====================================================  ==================
key                     type    holds                                                 lifetime
======================  ======  ====================================================  ==================
job:{id}                hash    a client's request; the final document once it ended  ``job_seconds``
group:{id}              string  jobs requested together: a batch or a hint            ``job_seconds``
search:{id}             hash    a search: canonical puzzle, progress, result          ``job_seconds``
search:{id}:jobs        set     ids of the jobs that share it                         ``job_seconds``
search:{id}:events      stream  its progress and its end                              ``job_seconds``
searches:open           set     ids of the searches that are queued or running        –
searches:created        string  number of searches ever created                       –
flight:{digest}         string  id of the open search for equal requests              ``job_seconds``
answer:{key}            hash    the result of a canonical puzzle                      until trimmed
listing:{key}           string  all optimal solutions of a canonical puzzle, packed   until trimmed
solution:{id}           hash    a puzzle in its client's numbering, with its result   until trimmed
used                    zset    names of the above three kinds of key, by last use    –
clients                 hash    API keys: name of the holder and digest of the key    until revoked
access                  string  whether the service is open without keys              –
totals                  hash    ended searches by outcome; their seconds and nodes    –
response:{digest}       string  the document that answers exactly this request        an hour
rate*                   string  requests and searches per client (flask-limiter's)    a minute
wake:{process}          stream  news for the thread that waits for a process's events  a minute
recovery                string  lock of the process that looks for lost searches      seconds
======================  ======  ====================================================  ==================

RQ has its own keys under ``rq:``. Equal requests share one search in flight ("single flight", after Go's
``singleflight`` package): ``flight`` is the digest of everything that makes two requests equal.
"""

from __future__ import annotations

VERSION = "fewest:2:"
"""Prefix of every key; a new number starts with an empty store."""

OPEN = VERSION + "searches:open"
CREATED = VERSION + "searches:created"
USED = VERSION + "used"
CLIENTS = VERSION + "clients"
ACCESS = VERSION + "access"
TOTALS = VERSION + "totals"
RATE = VERSION + "rate"
RECOVERY = VERSION + "recovery"


def job(job_id: str) -> str:
    """A job."""
    return f"{VERSION}job:{job_id}"


def group(group_id: str) -> str:
    """A batch, or a hint."""
    return f"{VERSION}group:{group_id}"


def response(digest: str) -> str:
    """The document that answers a request, by a digest of its body."""
    return f"{VERSION}response:{digest}"


def search(search_id: str) -> str:
    """A search."""
    return f"{VERSION}search:{search_id}"


def search_jobs(search_id: str) -> str:
    """The jobs that share a search."""
    return f"{VERSION}search:{search_id}:jobs"


def events(search_id: str) -> str:
    """The progress and the end of a search."""
    return f"{VERSION}search:{search_id}:events"


def wake(process: str) -> str:
    """What wakes the thread that waits for the events of all searches a web process follows."""
    return f"{VERSION}wake:{process}"


def flight(digest: str) -> str:
    """The open search for equal requests."""
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
