"""Solve the levels that public packages ship, and compare them with what is published: docs/benchmarks/collections.md.

    python -m benchmarks.collections                                  everything, for twenty minutes; call it again
    python -m benchmarks.collections --only rushcards --most 100000   a collection, and no more levels of it
    python -m benchmarks.collections --only atlas --seconds 60        those that were stopped before once more
    python -m benchmarks.collections --only atlas --again             everything that is known of it forgotten
    python -m benchmarks.collections --list                           the names of the collections
    python -m benchmarks.collections --render                         the page anew, from the numbers beside it
    python -m benchmarks.collections --smallest                       three levels of this project's own, and no page

Packages and results, a line for each level, are kept in build/collections: a later call goes on where this one ended.
The exit status is 1 if a difference is not explained, or a package could not be downloaded.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from benchmarks.collections import page
from benchmarks.collections.comparing import found_in, is_equal, searched, summary
from benchmarks.collections.packages import CannotDownload, unpacked
from benchmarks.collections.solving import document_of, keep, rows_in, service, solve, unsolved
from benchmarks.collections.sources import COLLECTIONS, Collection, Level
from benchmarks.programs import ROOT
from benchmarks.results import commit, today

FOLDER = ROOT / "build" / "collections"
REGISTRIES = {"debian": "Debian", "pypi": "PyPI", "npm": "npm"}
SMALLEST = 3


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        prog="python -m benchmarks.collections",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--only", action="append", choices=COLLECTIONS, metavar="NAME")
    made.add_argument("--minutes", type=float, default=20.0, help="of this call; what is left is left to the next")
    made.add_argument("--most", type=int, help="levels of a collection")
    made.add_argument("--seconds", type=float, help="limit of a search; default: that of the collection")
    made.add_argument("--workers", type=int, default=2, help="searches at once")
    for name in ("again", "list", "render", "smallest"):
        made.add_argument(f"--{name}", action="store_true")
    return made


def levels_of(collection: Collection, folder: Path) -> tuple[list[Level], str]:
    """The levels of a collection, and what they are from."""
    if collection.package is None:
        return list(collection.read(folder)), collection.source
    files, number = unpacked(collection.package, folder / "packages")
    return list(collection.read(files)), f"{REGISTRIES[collection.package.registry]} {collection.package.name} {number}"


def compared(collection: Collection, levels: list[Level], path: Path) -> dict[str, object]:
    """The numbers of a collection, and its differences; each is searched once more, and its row kept with that."""
    rows, differences = rows_in(path), []
    for level in levels:
        row = rows.get(level.name)
        if row is not None and is_equal(row) is False:
            if "searched" not in row:
                row["searched"] = searched(document_of(level, collection))
                keep(path, row)
            both = {"published": row["published"], "found": found_in(row), "searched": row["searched"]}
            differences.append({"name": level.name, **both})
    return {**summary(collection, len(levels), rows.values()), "differences": differences}


def run(names: Iterable[str], options: argparse.Namespace, folder: Path, numbers: page.Numbers) -> list[str]:
    """Solve collections, and put their numbers to the others; what went wrong."""
    until, wrong, client = time.monotonic() + 60 * options.minutes, list[str](), None
    with ExitStack() as stack:
        for name in names:
            collection = COLLECTIONS[name]
            try:
                levels, package = levels_of(collection, folder)
            except CannotDownload as error:
                wrong.append(f"{name}: {error}")
                continue
            path, seconds = folder / "results" / f"{name}.jsonl", options.seconds or collection.seconds
            if options.again:
                path.unlink(missing_ok=True)
            todo = unsolved(levels[: options.most], rows_in(path), seconds)
            if todo and time.monotonic() < until:
                client = client or stack.enter_context(service(folder / "data", options.workers))
                solve(client, collection, todo, seconds, path, until)
            if path.exists():
                about = {"options": said(name, options), "date": today(), "commit": commit()}
                if not todo and name in numbers:
                    about = {each: numbers[name][each] for each in about}
                numbers[name] = {"package": package, **about, **compared(collection, levels, path)}
    return wrong


def said(name: str, options: argparse.Namespace) -> str:
    """The options with which others get the row of a collection."""
    most = f" --most {options.most}" if options.most else ""
    return f"--only {name}{most}" + (f" --seconds {options.seconds:g}" if options.seconds else "")


def main() -> None:
    """Solve, compare, and write the page."""
    options = parser().parse_args()
    if options.list:
        print("\n".join(COLLECTIONS))
        return
    if options.smallest:
        options.most = SMALLEST
        with tempfile.TemporaryDirectory() as folder:
            numbers: page.Numbers = {}
            run(["atlas"], options, Path(folder), numbers)
            print(page.table(numbers))
            return
    numbers = page.numbers_in(page.NUMBERS)
    wrong = [] if options.render else run(options.only or COLLECTIONS, options, FOLDER, numbers)
    page.write(page.NUMBERS, {name: numbers[name] for name in COLLECTIONS if name in numbers})
    wrong += [f"{name}: a difference is not explained" for name in page.unexplained(numbers)]
    print(page.table(numbers))
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
