"""How kernels are compiled: the decorators of all kernel files.

They keep the compilation short, which the first start waits for: numba makes no wrapper for C callbacks, which nothing
here is, and none for Python where only kernels call. Functions are inlined by LLVM, not by numba's
``inline="always"``, which copies the function twice for each call and types it there anew.
"""

from __future__ import annotations

from numba import njit

kernel = njit(cache=True, nogil=True, no_cfunc_wrapper=True)
"""A function that Python calls."""

helper = njit(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True)
"""A function that only kernels call: Python would crash. What is cached for them has its code."""

inlined = njit(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True, forceinline=True)
"""A helper whose code LLVM puts into its callers."""
