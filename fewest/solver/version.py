"""Version of the answers.

Raise ``ANSWERS`` with every change that may contradict stored answers: a wrong length, count, bound or proof is
corrected, or ``fewest.notation.result`` writes results in another form. Do not raise it for a faster search, or for one
that may find another solution of the same length. The version is part of the keys of answers, so every puzzle is
searched again on its next request. Solutions that are stored under their ids stay readable.
"""

from __future__ import annotations

ANSWERS = 1
