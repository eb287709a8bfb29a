"""What several kernels need: single instructions on words, and short loops over their bits.

The only kernel file that others import. Code that is cached for any of them is stale once this file has changed.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

UNREACHED = 255
"""Cost of a placement from which the goal cannot be reached."""
EXCESS_BITS = 4
"""Bits of an excess, in tables and words."""
MAX_EXCESS = 15
"""Units of excess that they hold at most; greater ones are stored as this, which is still a lower bound."""
LOWER_BITS = 16
"""Bits of the lower half of a split number: four digits."""


@intrinsic
def ones(typingctx, word):  # noqa: ARG001
    """Number of bits that are set."""

    def codegen(context, builder, signature, args):  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def lowest(typingctx, word):  # noqa: ARG001
    """Number of the lowest bit that is set."""

    def codegen(context, builder, signature, args):  # noqa: ARG001
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), codegen


@intrinsic
def prefetch(typingctx, table, at):  # noqa: ARG001
    """Start loading an entry of a table into the cache, without waiting for it."""

    def codegen(context, builder, signature, args):
        array = context.make_array(signature.args[0])(context, builder, args[0])
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        entry = builder.bitcast(builder.gep(array.data, [args[1]]), byte)
        builder.call(function, [entry, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(table, types.int64), codegen


@intrinsic
def compare_and_swap(typingctx, array, index, word):  # noqa: ARG001
    """Write a word into a slot if it is empty, atomically; returns what the slot held before."""

    def codegen(context, builder, signature, args):
        place = cgutils.get_item_pointer(
            context, builder, signature.args[0], context.make_array(signature.args[0])(context, builder, args[0]),
            [args[1]],
        )  # fmt: skip
        # Slots are independent of each other, so no memory order is needed beyond the atomicity of one slot.
        pair = builder.cmpxchg(place, ir.Constant(ir.IntType(64), 0), args[2], "monotonic", "monotonic")
        return builder.extract_value(pair, 0)

    return types.uint64(array, types.intp, types.uint64), codegen


@njit(cache=True, nogil=True, inline="always")
def home_slot(slots, word):
    """The slot of a hash table, uint64 (power of two,), where the search for a word begins."""
    # Multiplicative hashing by 2**64 / golden ratio (Knuth, TAOCP 3, 6.4). The product's high bits depend on all bits
    # of the word, the low ones do not: fold them together.
    mixed = word * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(slots.size - 1))


@njit(cache=True, nogil=True, inline="always")
def distance_sum(have, wanted, reach):
    """Sum over the cells in ``wanted`` of the distance to the nearest cell in ``have``, or UNREACHED."""
    total = np.int64(0)
    while wanted:
        cell = lowest(wanted)
        wanted &= wanted - 1
        distance = 0
        while reach[cell, distance] & have == 0:
            distance += 1
            if distance == reach.shape[1]:
                return UNREACHED
        total += distance
    return min(total, UNREACHED - 1)


@njit(cache=True, nogil=True)
def excess_index(word, slot, upper, upper_cells, lower, lower_begin):
    """Index of a placement in a table of excesses, by its word; ``kernels.slide_ida_star_excess`` describes both.

    Numba compiles the numbering that is used: ``upper`` is None if the index is positional.
    """
    number = word >> EXCESS_BITS
    if upper is None:
        return number
    half = np.uint64(number) >> np.uint64(LOWER_BITS)
    taken, left = np.int64(upper_cells[half]), number & ((1 << LOWER_BITS) - 1)
    # Among the cells left, each has as many numbers less as cells below it are taken.
    left -= ones(taken & ((1 << (number & 15)) - 1))
    left -= ones(taken & ((1 << (number >> 4 & 15)) - 1)) << 4
    left -= ones(taken & ((1 << (number >> 8 & 15)) - 1)) << 8
    left -= ones(taken & ((1 << (number >> 12 & 15)) - 1)) << 12
    return np.int64(upper[half]) + np.int64(lower[np.uint64(lower_begin[slot] + left)])
