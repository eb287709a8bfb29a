"""Every key, with its type, content and lifetime.

=======================  ======  ==================================================  ==================
key                      type    holds                                               lifetime
=======================  ======  ==================================================  ==================
job:{id}                 hash    a client's request; once ended, the final document  ``job_seconds`` (*)
jobs:{owner}             zset    ids of the last jobs of an API key, by time         ``job_seconds``
reserved:{id}            string  digest of the request that has chosen a job's id    ``job_seconds`` (*)
group:{id}               string  jobs requested together: a batch or a hint          ``job_seconds`` (*)
search:{id}              hash    a search: canonical puzzle, progress, result        ``job_seconds`` (*)
search:{id}:jobs         set     ids of the jobs that share it and have not read it  with the search
search:{id}:events       stream  the last changes of the search                      seconds (*)
searches:open            set     ids of the searches that are queued or running      –
searches:created         string  number of searches ever created                     –
flight:{version}:{…}     string  id of the open search for equal requests            ``job_seconds``
answer:{version}:{key}   hash    the result of a canonical puzzle, and its listing   until dropped
solution:{id}            hash    a puzzle in its client's numbering, with its        until dropped
                                 result
used                     zset    names of the above two kinds of key, by last use    –
ended                    zset    names of ended work, by the time it expires         –
sizes                    hash    bytes that each entry takes                         –
kept                     hash    sums of ``sizes``: of work, and of results          –
clients                  hash    API keys: name of the holder and digest of the key  until revoked
access                   string  whether the service is open without keys            –
totals                   hash    ended searches by outcome; their seconds and nodes  –
histograms               hash    times in the queue and of searches, by bucket       –
response:{digest}        string  id of the ended job that answers this request       an hour
rate*                    string  requests and searches per client (flask-limiter's)  a minute
wake:{process}           stream  ends the wait of the thread that reads events       a minute
turns:{lane}             zset    ids of queued searches, by their client's turn      –
turns:{lane}:last        hash    the last turn of each client                        while others wait
webhook:{job}            hash    where a job's events go; the event to be sent now   until it is sent
webhooks:due:{origin}    zset    ids of jobs with an event for this host, by the     until they are sent
                                 time of the next attempt
webhooks:origins         zset    these hosts, by the time of their next attempt      –
webhooks:totals          hash    numbers of webhooks and events                      –
webhooks:secrets         hash    secrets that sign webhooks, by API key              until revoked
recovery                 string  lock of the process that looks for lost searches    seconds
=======================  ======  ==================================================  ==================

(*) After the end; open work has no lifetime. Ended work may be dropped earlier if memory is short (``store.memory``).

RQ has its own keys under ``rq:``. Equal requests share one search in flight ("single flight", after Go's
``singleflight`` package): ``flight`` is the digest of everything that makes two requests equal.
"""

from __future__ import annotations

from solver.version import ANSWERS

VERSION = "fewest:2:"
"""Prefix of every key; a new number starts with an empty store."""

OPEN = VERSION + "searches:open"
CREATED = VERSION + "searches:created"
USED = VERSION + "used"
ENDED = VERSION + "ended"
SIZES = VERSION + "sizes"
KEPT = VERSION + "kept"
CLIENTS = VERSION + "clients"
ACCESS = VERSION + "access"
TOTALS = VERSION + "totals"
HISTOGRAMS = VERSION + "histograms"
RATE = VERSION + "rate"
RECOVERY = VERSION + "recovery"
WEBHOOK_ORIGINS = VERSION + "webhooks:origins"
WEBHOOK_TOTALS = VERSION + "webhooks:totals"
WEBHOOK_SECRETS = VERSION + "webhooks:secrets"


def job(job_id: str) -> str:
    """A job."""
    return f"{VERSION}job:{job_id}"


def jobs_of(owner: str) -> str:
    """The jobs of an API key."""
    return f"{VERSION}jobs:{owner}"


def reserved(job_id: str) -> str:
    """The request that has chosen the id of its job."""
    return f"{VERSION}reserved:{job_id}"


def group(group_id: str) -> str:
    """A batch, or a hint."""
    return f"{VERSION}group:{group_id}"


def response(digest: str) -> str:
    """The job that answers a request, by a digest of the request."""
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


def turns(lane: str) -> str:
    """The turns of the searches that are queued in a lane."""
    return f"{VERSION}turns:{lane}"


def last_turns(lane: str) -> str:
    """The last turn of each client in a lane."""
    return f"{VERSION}turns:{lane}:last"


def webhook(job_id: str) -> str:
    """The webhook of a job."""
    return f"{VERSION}webhook:{job_id}"


def webhooks_due(origin: str) -> str:
    """The events that are to be sent to a host."""
    return f"{VERSION}webhooks:due:{origin}"


def flight(digest: str) -> str:
    """The open search for equal requests."""
    return f"{VERSION}flight:{ANSWERS}:{digest}"


def answer(key: str) -> str:
    """The result of a canonical puzzle, with the list of all its solutions."""
    return f"{VERSION}answer:{ANSWERS}:{key}"


def solution(solution_id: str) -> str:
    """A puzzle with its result."""
    return f"{VERSION}solution:{solution_id}"
