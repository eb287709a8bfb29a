"""What several kernels need: single instructions on words, and short loops over their bits.

The only kernel file that others import. Code that is cached for any of them is stale once this file has changed.

Words of one type or two
------------------------
A set of up to 64 places is a uint64. One of more is a ``Wide``: an integer of more bits that exists in compiled code
only. NumPy has none, so there it is a record of several words, the lowest first; its bytes are those of the integer.
Positions of jump boards have 128 bits (:mod:`fewest.solver.jump.words`), sets of cells of sliding blocks 384
(:mod:`fewest.solver.block.search.instance`). A kernel for both begins with :func:`as_words`, which makes an array of
``Wide`` of an array of records, without a copy, and leaves one of uint64 as it is. After that ``&``, ``^``, ``+``,
``==`` and ``!=`` do for both, and the functions below. Numba compiles a kernel for the type it is called with: for one
word it is the code that it would be without the other type.
"""

from __future__ import annotations

import operator

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_borrowed, lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, models, register_model

from fewest.solver.kernels.jit import inlined

UNREACHED = 255
"""Cost of a pattern or placement from which the goal cannot be reached; the largest byte."""
EXCESS_BITS = 4
"""Bits of an excess, in tables and words."""
MAX_EXCESS = 15
"""Units of excess that they hold at most; greater ones are stored as this, which is still a lower bound."""
LOWER_BITS = 16
"""Bits of the lower half of a split number: four digits."""


WORD_BITS = 64
BYTE_BITS = 8


class Wide(types.Type):
    """The type of integers of so many bits: a multiple of 128, so that they follow each other in an array."""

    def __init__(self, bits):
        self.bits = bits
        super().__init__(f"Wide({bits})")


@register_model(Wide)
class _WideModel(models.PrimitiveModel):
    """How they are held in registers and in memory."""

    def __init__(self, manager, kind):
        super().__init__(manager, kind, ir.IntType(kind.bits))


def _define(function, emit, result=None):
    """Compile an operator of two wide integers to what ``emit`` makes of a builder and two values.

    Its type is ``result``, by default that of the integers.
    """

    class Template(AbstractTemplate):
        def generic(self, arguments, keywords):
            left, right = arguments
            return signature(result or left, left, left) if isinstance(left, Wide) and left == right else None

    infer_global(function)(Template)
    lower_builtin(function, Wide, Wide)(lambda context, builder, signature, args: emit(builder, *args))


for _operators, _emit in (
    ((operator.and_, operator.iand), ir.IRBuilder.and_),
    ((operator.xor, operator.ixor), ir.IRBuilder.xor),
    ((operator.add, operator.iadd), ir.IRBuilder.add),
):
    for _operator in _operators:
        _define(_operator, _emit)
_define(operator.eq, lambda builder, left, right: builder.icmp_unsigned("==", left, right), types.boolean)
_define(operator.ne, lambda builder, left, right: builder.icmp_unsigned("!=", left, right), types.boolean)


@intrinsic
def as_words(typingctx, array):
    """An array of records of several words as one of wide integers; any other as it is."""
    if not isinstance(array.dtype, types.Record):
        return array(array), lambda context, builder, signature, args: impl_ret_borrowed(
            context, builder, array, args[0]
        )
    # Records are aligned like their words, to eight bytes.
    wide = types.Array(Wide(BYTE_BITS * array.dtype.size), array.ndim, "C", readonly=not array.mutable, aligned=False)

    def codegen(context, builder, signature, args):
        given = context.make_array(array)(context, builder, args[0])
        made = context.make_array(wide)(context, builder)
        for field in ("meminfo", "parent", "nitems", "itemsize", "shape", "strides"):
            setattr(made, field, getattr(given, field))
        made.data = builder.bitcast(given.data, made.data.type)
        return impl_ret_borrowed(context, builder, wide, made._getvalue())

    return wide(array), codegen


@intrinsic
def as_word(typingctx, word):
    """A pair of words, the lower first, as a wide integer; any other number as it is."""
    if not isinstance(word, types.UniTuple):
        return word(word), lambda context, builder, signature, args: args[0]

    wide = Wide(2 * WORD_BITS)

    def codegen(context, builder, signature, args):
        low, high = (builder.zext(half, ir.IntType(wide.bits)) for half in cgutils.unpack_tuple(builder, args[0], 2))
        return builder.or_(low, builder.shl(high, ir.Constant(high.type, WORD_BITS)))

    return wide(word), codegen


@intrinsic
def nothing(typingctx, word):
    """The empty position, of the type of a word."""
    return word(word), lambda context, builder, signature, args: ir.Constant(args[0].type, 0)


@intrinsic
def occupied(typingctx, word):
    """Whether a word is not 0."""

    def codegen(context, builder, signature, args):
        return builder.icmp_unsigned("!=", args[0], ir.Constant(args[0].type, 0))

    return types.boolean(word), codegen


@intrinsic
def smaller(typingctx, left, right):
    """The smaller of two words, as numbers without a sign."""

    def codegen(context, builder, signature, args):
        return builder.select(builder.icmp_unsigned("<", args[1], args[0]), args[1], args[0])

    return left(left, left), codegen


@intrinsic
def cut(typingctx, word, shift, mask):
    """``word >> shift & mask``, uint64: both are uint64, whatever the word is."""

    def codegen(context, builder, signature, args):
        word, shift, mask = args
        if word.type.width == WORD_BITS:
            return builder.and_(builder.lshr(word, shift), mask)
        # Shifts are shorter than the word: LLVM leaves longer ones undefined.
        shifted = builder.lshr(word, builder.zext(shift, word.type))
        return builder.and_(builder.trunc(shifted, ir.IntType(WORD_BITS)), mask)

    return types.uint64(word, types.uint64, types.uint64), codegen


@intrinsic
def low_word(typingctx, word):
    """The lower 64 bits of a word, uint64."""

    def codegen(context, builder, signature, args):
        number = ir.IntType(WORD_BITS)
        return args[0] if args[0].type.width == WORD_BITS else builder.trunc(args[0], number)

    return types.uint64(word), codegen


@intrinsic
def pegs_of(typingctx, word):
    """Number of bits of a word that are set, uint64."""

    def codegen(context, builder, signature, args):
        number = builder.ctpop(args[0])
        return number if number.type.width == WORD_BITS else builder.trunc(number, ir.IntType(WORD_BITS))

    return types.uint64(word), codegen


@intrinsic
def folded(typingctx, word):
    """A word as a uint64 to be hashed: of a wide one, its lower half and a multiple of the upper."""

    def codegen(context, builder, signature, args):
        word = args[0]
        if word.type.width == WORD_BITS:
            return word
        number = ir.IntType(WORD_BITS)
        high = builder.trunc(builder.lshr(word, ir.Constant(word.type, WORD_BITS)), number)
        # An odd number loses nothing, and few positions differ so that the two halves cancel out: Steele, Lea and
        # Flood, Fast splittable pseudorandom number generators, OOPSLA 2014, have this one for its bits.
        spread = builder.mul(high, ir.Constant(number, 0xBF58476D1CE4E5B9))
        return builder.xor(builder.trunc(word, number), spread)

    return types.uint64(word), codegen


@intrinsic
def whole(typingctx, word):
    """Whether a slot that reads as a word holds it, although another thread may be writing it.

    A word of 128 bits is read in two halves. Another thread may have written one of them only, so a word with an empty
    half may be half of another one.
    """

    def codegen(context, builder, signature, args):
        word = args[0]
        if word.type.width == WORD_BITS:
            return ir.Constant(ir.IntType(1), 1)
        low = builder.trunc(word, ir.IntType(WORD_BITS))
        high = builder.lshr(word, ir.Constant(word.type, WORD_BITS))
        full = [builder.icmp_unsigned("!=", half, ir.Constant(half.type, 0)) for half in (low, high)]
        return builder.and_(*full)

    return types.boolean(word), codegen


@intrinsic
def unsettled(typingctx, held, word):
    """Whether a slot that reads as ``held`` may be empty, or may hold ``word`` of which one half has been read.

    Then :func:`compare_and_swap` tells what it holds: it reads all of it at once.
    """

    def codegen(context, builder, signature, args):
        held, word = args
        zero = ir.Constant(word.type, 0)
        if word.type.width == WORD_BITS:
            return builder.icmp_unsigned("==", held, zero)
        low = builder.trunc(word, ir.IntType(WORD_BITS))
        high = builder.lshr(word, ir.Constant(word.type, WORD_BITS))
        halved = builder.or_(*(builder.icmp_unsigned("==", half, ir.Constant(half.type, 0)) for half in (low, high)))
        # A slot with a bit that the word lacks holds another word, even if only one half of it has been read.
        within = builder.icmp_unsigned("==", builder.and_(held, builder.not_(word)), zero)
        return builder.and_(within, builder.or_(halved, builder.icmp_unsigned("!=", held, word)))

    return types.boolean(word, word), codegen


@intrinsic
def ones(typingctx, word):
    """Number of bits that are set."""

    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def lowest(typingctx, word):
    """Number of the lowest bit that is set."""

    def codegen(context, builder, signature, args):
        # The second argument makes the answer for 0 defined: all places of the word.
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), codegen


@intrinsic
def prefetch(typingctx, table, at):
    """Start loading an entry of a table into the cache, without waiting for it."""

    def codegen(context, builder, signature, args):
        array = context.make_array(signature.args[0])(context, builder, args[0])
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        entry = builder.bitcast(builder.gep(array.data, [args[1]]), byte)
        # 0: to be read; 3: to be kept in all caches; 1: data. The instruction never faults, so an index may be outside
        # the table.
        builder.call(function, [entry, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(table, types.int64), codegen


@intrinsic
def compare_and_swap(typingctx, array, index, word):
    """Write a word into a slot if it is empty, atomically; returns what the slot held before.

    Of 128 bits it takes an address that is a multiple of 16, where :func:`fewest.solver.jump.words.zeros` begins an
    array, and an instruction that processors of 64 bits have had since 2006 (cmpxchg16b; casp, or a pair of exclusive
    loads).
    """

    def codegen(context, builder, signature, args):
        place = cgutils.get_item_pointer(
            context, builder, signature.args[0], context.make_array(signature.args[0])(context, builder, args[0]),
            [args[1]],
        )  # fmt: skip
        # Slots are independent of each other, so no memory order is needed beyond the atomicity of one slot.
        pair = builder.cmpxchg(place, ir.Constant(args[2].type, 0), args[2], "monotonic", "monotonic")
        return builder.extract_value(pair, 0)

    return word(array, types.intp, word), codegen


@inlined
def home_slot(slots, word):
    """The slot of a hash table, words (power of two,), where the search for a word begins."""
    # Multiplicative hashing by 2**64 / golden ratio (Knuth, TAOCP 3, 6.4). The product's high bits depend on all bits
    # of the word, the low ones do not: fold them together.
    mixed = folded(word) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(slots.size - 1))


@inlined
def distance_sum(have, wanted, reach):
    """Sum over the cells in ``wanted`` of the distance to the nearest cell in ``have``, or UNREACHED."""
    total = np.int64(0)
    while wanted:
        cell = lowest(wanted)
        wanted &= wanted - 1
        distance = 0
        # Each cell counts its nearest piece, even if another cell counts the same one: no assignment of pieces to cells
        # is shorter.
        while reach[cell, distance] & have == 0:
            distance += 1
            if distance == reach.shape[1]:
                return UNREACHED
        total += distance
    # Less than the true sum is still a lower bound; UNREACHED would exclude the goal.
    return min(total, UNREACHED - 1)


@inlined
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
