"""Requests and answers of the API, as marshmallow schemas; answers stand beside the functions that make them.

They validate and describe; they do not act. How a puzzle is written is the affair of :mod:`fewest.notation`, and what
designers ask for that of :mod:`fewest.design`. Whoever works on searches may leave this room unread.
"""
