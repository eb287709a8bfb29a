"""Answers to designers, each shape beside the function that makes it (see :mod:`fewest.schemas.documents`)."""
