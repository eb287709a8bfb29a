"""The project uses one vocabulary: the words of the glossary in ``solver/__init__.py``."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

TEXTS = {".py", ".md", ".html", ".js", ".toml", ".yml", ".example"}

GENERATED = {"build", "data", "node_modules"}

CLASSES = {
    "Account": "Budget",
    "Asker": "Caller",
    "Contents": "SearchInstance",
    "Crew": "ThreadPool",
    "Desk": "JobService",
    "Dive": "IdaStar",
    "Frame": "SearchInstance",
    "Half": "Side",
    "Halves": "BidirectionalSearch",
    "Hand": "WalkState",
    "Ledger": "Budget",
    "Parts": "ParsedBody",
    "Quest": "SlideSearch",
    "RANKS": "GRADES",
    "Sieve": "TargetSet",
    "Standard": "SearchInstance",
    "Standing": "JobSummary",
    "Steps": "PiecewiseSolver, DirectedJumps",
    "Told": "JobView",
    "Whole": "BoundedInteger",
}
"""Superseded class names, some of them ordinary words: found only where they are used as names."""

PHRASES = {
    r"askers?": "caller",
    r"crew": "pool",
    r"dive": "beam_search, ida_star",
    r"hopeless": "dead",
    r"ledger": "budget",
    r"nobody": "no worker, no client",
    r"quest": "search",
    r"sieve": "target set",
    r"(?<!page )(?<![\"'`.])faults?(?![\"'`:]| ?=)": "error",
    r"told": "report, describe, return",
    r"tells? (?:how|that|what|which)": "report, return, state",
    r"telling": "reporting, returning",
    r"(?:takes?|taken) up": "expand",
    r"(?:send|sends|sent) (?:the \w+ )?home": "shut down",
    r"so many (?:times|seconds|moves|positions|nodes)": "a number, or a parameter by name",
    r"listened to": "read, processed",
    r"in vain": "without success",
    r"com(?:e|es) again": "retry",
    r"words? of its own": "a name",
    r"said no|says no": "returned an error",
}
"""Superseded words and phrases, in any case, with what to write instead."""

ALLOWED = {
    "tests/unit/test_vocabulary.py": "lists the words",
}


def texts() -> Iterator[tuple[str, Path]]:
    """Every text file of the project with its path, outside of generated and hidden folders."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in GENERATED)
        for path in (Path(folder, name) for name in sorted(files)):
            if path.suffix in TEXTS and not path.is_symlink():
                yield path.relative_to(ROOT).as_posix(), path


def patterns() -> dict[re.Pattern[str], str]:
    """Each pattern with its replacement. A class name counts after a keyword or an operator, or before a call."""
    named = {
        re.compile(rf"(?:\bclass|\bimport|->|[:,=([|`])\s*{name}\b(?! [a-z])|\b{name}[.(\[`](?!\s)"): new
        for name, new in CLASSES.items()
    }
    return named | {re.compile(rf"(?i)\b(?:{phrase})\b"): new for phrase, new in PHRASES.items()}


def test_superseded_words() -> None:
    """No text contains a superseded word; the message gives file, line and replacement."""
    superseded = patterns()
    found = []
    for name, path in texts():
        text = "" if name in ALLOWED else path.read_text(encoding="utf-8")
        for pattern, new in superseded.items():
            for match in pattern.finditer(text):
                line = text.count("\n", 0, match.end()) + 1
                found.append(f"{name}:{line}: {match.group().strip()!r}, write: {new}")
    assert not found, "\n" + "\n".join(found)


def test_allowed_files_exist() -> None:
    """Every exception names a file that exists."""
    assert {name for name in ALLOWED if not (ROOT / name).is_file()} == set()
