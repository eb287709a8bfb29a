"""Everything this library raises.

FewestError
├── PuzzleError   the puzzle breaks a rule of its kind (bad input)
├── ReplayError   a solution or a proof does not hold by the plain rules
└── WorkError     a page of solutions takes more work than was allowed for it

A limit that ends a search is no error: it is the outcome "stopped".
"""


class FewestError(Exception):
    """Root of all errors of this library."""


class PuzzleError(FewestError, ValueError):
    """The puzzle breaks a rule of its kind; ``errors`` names every one.

    Parameters
    ----------
    errors
        ``(path, text)`` pairs; a path is a tuple of keys and indices into the puzzle.
    """

    def __init__(self, errors: list[tuple[tuple[str | int, ...], str]]) -> None:
        self.errors = errors
        super().__init__("; ".join(f"{'/'.join(map(str, path))}: {text}" for path, text in errors))


class ReplayError(FewestError):
    """A solution does not play by the rules, or a proof does not hold."""


class WorkError(FewestError):
    """A page of solutions takes more work than was allowed for it."""
