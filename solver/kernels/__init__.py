"""Compiled loops: the only files that import numba, each standing alone.

Rules every kernel keeps: it calls functions of its own file only; it is fed scalars and C-contiguous
arrays; tables are arguments; it takes a node budget, keeps its state in its arguments and can be called
again; it raises nothing and returns a code explained in its docstring; no eager signatures, no
``parallel=True``.
"""
