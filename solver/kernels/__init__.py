"""Compiled loops: the only files that import numba, each standing alone.

Rules every kernel keeps: it calls functions of its own file only; it is fed scalars and C-contiguous
arrays; tables are arguments; it takes a node budget, keeps its state in its arguments and can be called
again; it raises nothing and returns a code explained in its docstring; no eager signatures, no
``parallel=True``. A helper that takes arrays is inlined and uses all of them on every way through it:
else each call counts the references to each array, atomically, which once took a third of a kernel's
time. Arrays of indices are unsigned and small where it matters: a signed index is looked at for wrapping
around.

Because numba's cache does not notice an edit in another file, what several kernels need stands in each file
that needs it, and a few files are longer than others of this project.
"""
