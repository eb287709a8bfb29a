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
* **equal** and **different** compare what is proven with what is published: a number; that there is no solution; or
  that there is one, as of generated and of played games. A dash means that nothing is published.
* A move of the metric **line** is one piece straight any distance; of **path** one piece any way; of **slides** one
  piece by one cell; of **moves of pegs** one peg, as often as it jumps on.
* **s** are seconds of the clock, with the reading of the texts, on a machine with two cores that others use, too. What
  an earlier row has solved is known: the games of the two versions of npm's klotski are the same.
"""

NOT_RUN = """
## Two sources

* 并分三路 takes 72 moves in Wikipedia, as the tests of klotski 4.0.0 quote it, and 73 in klotski: 72 is right.
* 峰回路转, also called Super Century, takes 138 moves by M. Gardner, J. Storer and J. Bickford, and 140 in the README
  of klotski 2.1.0: 138 is right.
* M. Hiroi's table of チャイニーズ・チェッカー (2022) leaves out the opening move, which counts here: one more each.

## Not run

* R. E. Korf and A. Felner's fifty 24-puzzles (Artificial Intelligence 134, 2002): each takes minutes to hours.
"""

WHY = {
    "klotski-npm-2": """The README has a number of moves for each game; a move is one block any way through free cells,
which on such boards is at most two cells. The program lets a block go on to a second cell only if the first one led to
a position that it had not seen before, and so finds too many moves for 21 of the forty games. With this condition
taken out, it finds the minima of all. In the row of 堵塞要道, a number was left out of the README, and the next ones
have moved up: the program finds 100, 80 and 78 where the README has 80, 78 and 88. The first two of these are fewer
than is possible. For 峰回路转, the program finds the minimum, and the README has two more.""",
    "klotski-npm-4": """The README has 73 and 57; 72 and 56 are enough. A remark in the tests, which have the 73, too,
says that Wikipedia's 72 moves are for a variation of 并分三路: they are for this game. The memory of the search knows
the shapes on all cells, and the number of the block that moved last. Where equal blocks have changed places, this
number is that of another block, and the way on, which costs nothing more, is lost. With the place of that block in the
memory instead of its number, the program finds 72 and 56.""",
}
"""By collection: what is published, what is true, and why; each was tried with a changed copy of the program."""
