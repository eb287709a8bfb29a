"""What the page says beside its tables: what the columns are, and why published numbers differ."""

from __future__ import annotations

HEAD = """# Collections

<!-- Made by benchmarks/collections: edit the files there, then type `make collections COLLECTIONS=--render`. -->

`make collections` downloads what public packages ship, reads their levels by the [formats](../12-formats.md) of this
project, solves them through `POST /v1/batches` of a service of its own, and compares the minima with those published
beside them. Nothing of the packages is kept here but names and numbers.

* **levels** are those of the package, **taken** those that were searched or refused; a part of a large collection is
  drawn by a fixed seed. **read** are those that a format understood.
* **proven** are minima that none is shorter than, and levels without a solution. **stopped** reached the limit of a
  search (**limit s**).
* **equal** and **different** compare what is proven with what is published: a number, or that there is a solution, or
  none. A dash means that nothing is published.
* A move of the metric **line** is one piece straight any distance; of **path** one piece any way; of **slides** one
  piece by one cell; of **moves of pegs** one peg, as often as it jumps on.
* **s** are seconds of the clock, with the reading of the texts, on a machine with two cores that others use, too.
"""

NOT_RUN = """
## Not run

* R. E. Korf and A. Felner's fifty 24-puzzles (Artificial Intelligence 134, 2002): each takes minutes to hours.
"""

WHY: dict[str, str] = {}
"""By collection: what is published, what is true, and why."""
