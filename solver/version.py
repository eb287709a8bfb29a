"""Version of the answers.

Raise ``ANSWERS`` with every change after which the solver, or ``fewest.schemas.result``, may answer a puzzle
differently than an answer already stored: a wrong length, count, bound or proof was corrected, or a result is written
in another form. Do not raise it for a faster search, or for one that may find another solution of the same length:
those stored are as good. The version is part of the answers' keys, so every puzzle is then searched again on its next
request; a solution that is stored under its id stays readable and is replaced by the new one.
"""

from __future__ import annotations

ANSWERS = 1
