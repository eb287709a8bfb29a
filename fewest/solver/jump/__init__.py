"""Peg solitaire on any jump table.

The puzzle
----------
A board has up to 128 holes and a list of jumps ``(from, over, to)``. A jump needs pegs in ``from`` and ``over`` and
none in ``to``; the peg in ``from`` goes to ``to``, the peg in ``over`` is removed. Consecutive jumps by one peg, a
chain, are one move. Find the fewest moves from the start to a position that meets the goal. An opening, a list of
jumps, may be prescribed; its last move may be continued.

A position
----------
One 64-bit word, or two on a board of more than 64 holes (:mod:`fewest.solver.jump.words`): bit h is set where hole h
has a peg. So a jump is one exclusive or with its three holes::

    board   0 1 2       hole      7 6 5 4 3 2 1 0
            3 4 5       position  0 1 0 1 1 1 1 1     pegs in 0 1 2 3 4 6
            6 7         jump      0 0 1 1 1 0 0 0     (3, 4, 5): from 3 over 4 to 5
                        after     0 1 1 0 0 1 1 1     position xor jump

Symmetric positions (images under an automorphism of jumps and goals) need the same number of moves; the search stores
only the least image, the smallest of their words. The empty position, 0, occurs in no jump: it marks an empty slot of
a position set.

Maps that add up
----------------
The search derives several words from a position: its images, its projections to regions, its pagoda weights. Each is a
sum over the bytes of the position, looked up in byte tables, and changes by a constant when a jump is made::

    map m of a position  =  sum over its bytes b of byte_tables[m, b, value of byte b], modulo 2**64 or 2**128
    projection           =  contents of a partition's regions, side by side:  | region 2 | region 1 | region 0 |
    pagoda word          =  eight pagoda functions, one byte each (SWAR); a top bit of 0 refutes the position

Bounds
------
Pattern table: a partition divides the holes into disjoint regions. A region forgets all holes outside; its table holds
the fewest moves that start inside it and lead from each content to a content of a goal. Every move starts in one
region, so the costs of a partition's regions add up to a lower bound (a disjoint pattern database: Korf & Felner,
Disjoint pattern database heuristics, Artificial Intelligence 134, 2002).

Pagoda function: integer weights of the holes whose sum over the pegs no jump increases (Conway; Berlekamp, Conway &
Guy, Winning Ways, ch. 23). A position lighter than every goal cannot reach one.

Slack: moves available minus moves needed. At level k of a search for solutions of a given length, the goal slack is
the moves left minus the bound to the goal, the start slack the moves made minus the bound from the start. Along a
solution the goal slack never rises and the start slack never falls. A slack class is a level with one pair of slacks;
the class index ``16 * goal slack + start slack`` fits a byte (slacks above 15 count as 15).
"""
