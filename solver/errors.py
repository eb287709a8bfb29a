"""Everything this library raises.

FewestError
├── PuzzleError   the puzzle breaks a rule of its kind (bad input)
├── ReplayError   a solution breaks the plain rules, or a proof does not hold
├── WorkError     a page of solutions needs more work than allowed
└── DeadlineError compiled code took longer than allowed, or could not have been interrupted

A search that exceeds a limit raises nothing: its outcome is "stopped".
"""


class FewestError(Exception):
    """Root of all errors of this library."""


class PuzzleError(FewestError, ValueError):
    """The puzzle breaks rules of its kind; ``errors`` lists all of them.

    Parameters
    ----------
    errors
        ``(path, text)`` pairs; a path is a tuple of keys and indices into the puzzle.
    """

    def __init__(self, errors: list[tuple[tuple[str | int, ...], str]]) -> None:
        self.errors = errors
        super().__init__("; ".join(f"{'/'.join(map(str, path))}: {text}" for path, text in errors))


class ReplayError(FewestError):
    """A solution breaks the rules, or a proof does not hold."""


class WorkError(FewestError):
    """A page of solutions needs more work than allowed."""


class DeadlineError(FewestError):
    """Compiled code took longer than allowed, or runs in a thread in which it cannot be interrupted."""
