"""Puzzles and solutions written as other programs read them, one module for each family of formats.

A writer is a function from a :class:`~fewest.notation.formats.written.subject.Subject` to files. It refuses what its
format cannot hold, by name, and never writes a puzzle that is nearly the same.
"""
