"""Requests and answers of the API, as marshmallow schemas; answers stand beside the functions that make them.

How the puzzle in a request is written is the affair of :mod:`fewest.notation`.
"""
