"""Sliding pieces on any graph: the fewest slides from a start to a goal.

A cell holds a piece or is empty. A slide moves a piece to an adjacent empty cell; that is all. The goal names the
pieces of some cells and may leave other cells free. Equal numbers are identical pieces. The 15-puzzle is the case of a
grid, one empty cell and different pieces.

A search works on *labels* instead of pieces: 0 is an empty cell, then one label per number that the goal names, then
one label for all other pieces, which no goal distinguishes::

    cells      start      goal       labels     label  0  empty
    0 1 2      5 9 7      5 5 8      1 3 3             1  piece 5, twice
    3 4 5      8 5 .      * * .      2 1 0             2  piece 8
                                                       3  pieces 7 and 9

Breadth-first searches store positions packed into 64-bit words, the same number of bits for every cell, cell 0 lowest.
A cell never straddles two words. Four labels take two bits; 32 cells fit one word::

    cell       5  4  3  2  1  0
    word   0b 00 01 10 11 11 01

A *pattern database* bounds the slides that are left from below. Its groups partition the labels; cells of a label or
group are a set of bits, bit c for cell c: above, label 1 is on the cells ``0b010001``. The longest searches take the
maximum over several partitions; their tables hold *excesses*: the cost of a group less the distances of its pieces.

On boards of more than 64 cells, whose sets do not fit a word, the distances of the pieces are the only bound.

search/driver.py lists the methods in the order they are tried. Each has a module there; inner loops are in
``fewest.solver.kernels.slide_frontier`` (breadth-first), ``slide_ida_star`` (depth-first), ``slide_ida_star_excess``
(the same under tables of excesses), ``slide_ida_star_distances`` (the same by distances alone) and
``slide_pattern_tables`` (building pattern databases).
"""
