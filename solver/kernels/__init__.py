"""Compiled loops: the only files that import numba, each independent of the others.

Every kernel keeps these rules. It calls functions of its own file only. Its arguments are scalars, C-contiguous arrays
and NamedTuples of them, defined in the same file; tables are arguments, never globals. It takes a budget, keeps its
state in its arguments and can be called again. It raises nothing and returns a code documented in its file. It has no
eager signature and no ``parallel=True``.

A helper that takes arrays is inlined and uses each of them on every path: otherwise every call counts the references
to each array, atomically, which once took a third of a kernel's time. For the same reason a kernel unpacks its tuples
once. Arrays of indices are unsigned and small where it matters: a signed index is tested for wrapping around.

Numba's cache does not notice an edit in another file, so helpers that several kernels need are copied into each of
their files; ``tests/unit/solver/test_kernel_copies.py`` keeps the copies equal.
"""
