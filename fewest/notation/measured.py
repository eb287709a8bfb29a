"""Measured searches of long puzzles, for ``fewest.notation.estimates``. `make estimates` writes this file."""

SEARCHED = (  # jumps, solved, unsolvable, seconds, open, limit
    (35, 49, 1, 61, 14, 91),
    (39, 18, 13, 16, 275, 58),
)

SOLVED = (  # length, seconds
    (54, 0.17),
    (62, 2.7),
    (74, 13.0),
    (82, 16.0),
)
