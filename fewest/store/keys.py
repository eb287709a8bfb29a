"""Every key, with its type, content and lifetime.

=======================  ======  ==================================================  ==================
key                      type    holds                                               lifetime
=======================  ======  ==================================================  ==================
job:{id}                 hash    a client's request; once ended, the final document  ``job_retention_seconds`` (*)
jobs:{owner}             zset    ids of the last jobs of an API key, by time         ``job_retention_seconds``
reserved:{id}            string  digest of the request that has chosen this id        ``job_retention_seconds`` (*)
group:{id}               string  jobs requested together: a batch, a survey, a hint   ``job_retention_seconds`` (*)
search:{id}              hash    a search: canonical puzzle (or a task),            ``job_retention_seconds`` (*)
                                 progress, result
search:{id}:jobs         set     ids of the jobs that share it and have not read it  with the search
search:{id}:events       stream  the last changes of the search                      seconds (*)
search:{id}:round        hash    sums over the units of a search that have ended     while it is shared
search:{id}:units        set     ids of its units that have not ended                while it is shared
searches:open            set     ids of the searches that are queued or running      –
searches:created         string  number of searches ever created                     –
request:{version}:{…}    string  id of the open search for equal requests            ``job_retention_seconds``
answer:{version}:{key}   hash    the result of a canonical puzzle, and its listing,  until dropped
                                 or the findings of searches without a result; the
                                 result of a task
solution:{id}            hash    a puzzle in its client's numbering, with its        until dropped
                                 result
share:{id}               hash    a puzzle that was shared, with its game             until dropped
set:{id}                 hash    a class set                                         until dropped
used                     zset    names of the above three kinds of key, by last use  –
ended                    zset    names of ended work, by the time it expires         –
sizes                    hash    bytes that each entry takes                         –
kept                     hash    sums of ``sizes``: of work, and of results          –
clients                  hash    API keys: name of the holder and digest of the key  until revoked
access                   string  whether the service is open without keys            –
totals                   hash    ended searches by outcome; their seconds and nodes  –
histograms               hash    times in the queue and of searches, by bucket       –
response:{digest}        string  id of the ended job that answers this request       an hour
rate:{client}:{…}        string  requests and searches of a client                   a minute
wake:{process}           stream  ends the wait of the thread that reads events       a minute
waiting:{queue}          zset    queued searches but the next, by turn and arrival   –
waiting:{queue}:members  hash    the members of ``waiting``, by the id of the run    while others wait
waiting:{queue}:last     zset    clients by their last turn                          while others wait
waiting:{queue}:clock    hash    the turn that is served; the number of arrivals     while others wait
webhook:{job}            hash    where a job's events go; the event to be sent now   until it is sent
webhooks:due:{origin}    zset    ids of jobs with an event for this host, by the     until they are sent
                                 time of the next attempt
webhooks:origins         zset    these hosts, by the time of their next attempt      –
webhooks:totals          hash    numbers of webhooks and events                      –
webhooks:secrets         hash    secrets that sign webhooks, by API key              until revoked
compiling                string  the kernels of the host that compiles the solver    seconds
recovery                 string  lock of the process that looks for lost searches    seconds
damaged                  hash    numbers of values that were damaged, by kind        –
=======================  ======  ==================================================  ==================

A unit is itself a search, whose id is "unit-", that of the search it belongs to, and a number (``fewest.store.units``).

(*) After the end; open work has no lifetime. Ended work may be dropped earlier if memory is short
  (``fewest.store.memory``).

RQ has its own keys under ``rq:``. Equal requests share one open search, which they find by ``request``, the digest of
everything that makes them equal.
"""

from __future__ import annotations

from fewest.solver.version import ANSWERS

PREFIX = "fewest:"

VERSION = PREFIX + "4:"
"""Prefix of every key but three, with the number of their layout (:mod:`fewest.store.layout`)."""

LASTING = PREFIX + "2:"
CLIENTS = LASTING + "clients"
ACCESS = LASTING + "access"
WEBHOOK_SECRETS = LASTING + "webhooks:secrets"
"""These three keep their names in every layout: a service that did not find its API keys would be open to everyone."""

ENCODING_ERRORS = "surrogateescape"
"""Error handler for ids: a damaged id is encoded to the bytes it was read from, so that it can be removed."""

KINDS = (
    *("access", "answer", "clients", "compiling", "damaged", "ended", "request", "group", "histograms", "job", "jobs"),
    *("kept", "rate", "recovery", "reserved", "response", "search", "searches", "set", "share", "sizes"),
    *("solution", "totals", "used", "waiting", "wake", "webhook", "webhooks", "other"),
)
"""Damaged values are counted by the first word of their key."""

OPEN = VERSION + "searches:open"
CREATED = VERSION + "searches:created"
USED = VERSION + "used"
ENDED = VERSION + "ended"
SIZES = VERSION + "sizes"
KEPT = VERSION + "kept"
TOTALS = VERSION + "totals"
HISTOGRAMS = VERSION + "histograms"
COMPILING = VERSION + "compiling"
RECOVERY = VERSION + "recovery"
DAMAGED = VERSION + "damaged"
WEBHOOK_ORIGINS = VERSION + "webhooks:origins"
WEBHOOK_TOTALS = VERSION + "webhooks:totals"


def job(job_id: str) -> str:
    """A job."""
    return f"{VERSION}job:{job_id}"


def jobs_of(owner: str) -> str:
    """The jobs of an API key."""
    return f"{VERSION}jobs:{owner}"


def reserved(chosen: str) -> str:
    """The request that chose an id."""
    return f"{VERSION}reserved:{chosen}"


def group(group_id: str) -> str:
    """A batch, a survey, or a hint."""
    return f"{VERSION}group:{group_id}"


def response(digest: str) -> str:
    """The job that answers a request, by a digest of the request."""
    return f"{VERSION}response:{digest}"


def rate(name: str) -> str:
    """What a client has done in the current minute."""
    return f"{VERSION}rate:{name}"


def search(search_id: str) -> str:
    """A search."""
    return f"{VERSION}search:{search_id}"


def search_jobs(search_id: str) -> str:
    """The jobs that share a search."""
    return f"{VERSION}search:{search_id}:jobs"


def events(search_id: str) -> str:
    """The progress and the end of a search."""
    return f"{VERSION}search:{search_id}:events"


def round_of(search_id: str) -> str:
    """The results of the units of a search."""
    return f"{VERSION}search:{search_id}:round"


def units_of(search_id: str) -> str:
    """The units of a search that have not ended."""
    return f"{VERSION}search:{search_id}:units"


def wake(process: str) -> str:
    """Wakes the thread that waits for the events of all searches that a web process follows."""
    return f"{VERSION}wake:{process}"


def waiting(queue: str) -> str:
    """The searches that are in a queue of RQ's, behind the next."""
    return f"{VERSION}waiting:{queue}"


def members(queue: str) -> str:
    """The member of ``waiting`` of each run."""
    return f"{VERSION}waiting:{queue}:members"


def last_turns(queue: str) -> str:
    """The last turn of each client in a queue."""
    return f"{VERSION}waiting:{queue}:last"


def turn_clock(queue: str) -> str:
    """The turn that is served in a queue."""
    return f"{VERSION}waiting:{queue}:clock"


def webhook(job_id: str) -> str:
    """The webhook of a job."""
    return f"{VERSION}webhook:{job_id}"


def webhooks_due(origin: str) -> str:
    """The events that are to be sent to a host."""
    return f"{VERSION}webhooks:due:{origin}"


def request(digest: str) -> str:
    """The open search for equal requests."""
    return f"{VERSION}request:{ANSWERS}:{digest}"


def answer(key: str) -> str:
    """The result of a canonical puzzle, with the list of all its solutions."""
    return f"{VERSION}answer:{ANSWERS}:{key}"


def solution(solution_id: str) -> str:
    """A puzzle with its result."""
    return f"{VERSION}solution:{solution_id}"


def class_set(set_id: str) -> str:
    """A class set."""
    return f"{VERSION}set:{set_id}"


def share(share_id: str) -> str:
    """A puzzle that was shared."""
    return f"{VERSION}share:{share_id}"


def decoded(raw: bytes) -> str:
    """An id as it was read."""
    return raw.decode("utf-8", ENCODING_ERRORS)


def kind_of(name: str) -> str:
    """The kind of a key: one of ``KINDS``."""
    kind = name.removeprefix(VERSION).removeprefix(LASTING).partition(":")[0]
    return kind if kind in KINDS else "other"
