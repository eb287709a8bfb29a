"""Optimal solutions for jump boards and sliding puzzles, as a library.

No web, no queue, no environment. Ask with :func:`solver.solve.solve`.

Glossary
--------
board      holes with jumps between them, or cells with edges between them
position   what stands where: a 64-bit word of pegs, or a tuple of pieces
puzzle     a board, a start, a goal, and for jump boards perhaps an opening
jump       one peg hops from a hole over a peg into an empty hole; the peg hopped over is removed
slide      one piece goes to a neighbouring empty cell
move       jump boards: one peg makes one or more jumps in a row; sliding puzzles: one slide
length     the number of moves of a solution
bound      a number of moves that no solution can go below
pattern    what a bound looks at: a few holes or pieces, the rest forgotten
table      the cost of every content of a pattern, kept as an array
node       a position taken up by a search
slice      the piece of a search between two looks at the clock, about a million nodes
budget     what a search may spend: seconds, nodes, bytes
level      all positions a fixed number of moves away from the start or the goal
listing    the positions on optimal solutions, level by level, each with its number of ways on

This module imports nothing.
"""
