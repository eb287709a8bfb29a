"""What the OpenAPI document says about each operation beyond its title, and about each group of operations."""

from __future__ import annotations

TAGS = {
    "jobs": "One request for the solution of a puzzle: submit, wait, follow, cancel.",
    "batches": "Many puzzles in one request, each with a job of its own.",
    "hints": "Every next move, with its distance to the goal.",
    "puzzles": "What can be said about a puzzle without a search.",
    "solutions": "A puzzle with its result: documents that never change, pictures, players.",
    "boards": "The catalogue of boards.",
    "system": "The service itself: limits, kinds of problems, and what operators watch.",
}

DESCRIPTIONS = {
    "submitJob": "A known answer is returned at once, with status 200. Otherwise the puzzle is queued, or joined to an "
    "equal search under way, and the job is returned with status 202 and a `Location`. `Prefer: wait=10` holds the "
    "response until the job has ended, for at most that many seconds.",
    "putJob": "Idempotent: the same body sent again, after a lost response for example, leads to the same job. "
    "Another body under the same id is refused with 409. An id belongs to the first valid request that names it, for "
    "as long as jobs are kept.",
    "listJobs": "The jobs made with the API key of the request, the last ones first. `next` leads to the next page.",
    "getJob": "The job as it stands. `Prefer: wait=10` waits for its end. The document of an ended job never changes.",
    "cancelJob": "Ends the job for its client. The search goes on if other clients wait for it. An ended job stays as "
    "it is.",
    "followJob": "Sends the job's document after every change, until it has ended. A client that reconnects with "
    "`Last-Event-ID` gets only what it has not seen. The stream may close earlier; then reconnect.",
    "receiveEvent": "Sent to the `webhook` of a request, by the Standard Webhooks specification 1.0.0: check the "
    "signature with one of its libraries and your secret. An event may arrive more than once, and events may arrive "
    "in another order than they happened. Redirects are not followed.",
    "submitBatch": "Every puzzle becomes a job, or is reported as invalid or refused; a batch fails as a whole only if "
    "it is no batch. `want` and `limits` are those of all.",
    "getBatch": "The state of each puzzle, in the order in which they were submitted.",
    "cancelBatch": "Cancels all jobs of the batch that have not ended.",
    "hint": "Searches from every position one move later, waits for the results for about a second, and returns the "
    "distances known by then. With status 202, get the hint again for the others.",
    "getHint": "The distances known by now.",
    "checkPuzzle": "Validates a puzzle, counts its symmetries, tries the simple proofs that there is no solution, and "
    "computes a lower bound.",
    "lookUp": "Like submitting a job, but with a 404 of type `/problems/not-known` instead of a search.",
    "replay": "Plays the moves by the rules: whether they are legal, whether they reach the goal, and how many there "
    "are as the rules count them.",
    "getSolution": "An id names one document, for good: a better answer to the same puzzle has another id.",
    "listSolutions": "A page of all optimal solutions of a puzzle that was solved with `want: all`. The order never "
    "changes.",
    "getPicture": "The position after a number of moves, or the whole solution as an animation, as SVG.",
    "getPlayer": "A page for an iframe in which the solution is played move by move.",
    "listBoards": "The name, kind and size of every board.",
    "getBoard": "A board with its layout and with puzzles on it whose answers are known.",
    "listLimits": "Every limit: its default where clients may choose, its maximum, and what it bounds.",
    "getMetrics": "For the operator; proxies should not pass it on.",
    "isAlive": "Whether the process responds, whatever else is missing. For the operator.",
    "isReady": "Whether puzzles would be solved now; answers within a second. For the operator.",
    "getProblem": "What the `type` of an error leads to: its title and status.",
}
