"""Optimal solutions to peg solitaire and sliding puzzles, as a library: no web, no queue, no environment.

The entry point is :func:`solver.solve.solve`. This module imports nothing; it is the glossary of the project.

Puzzles
-------
place            A hole of a jump board or a cell of a sliding board, numbered from 0.
board            Places and how they are connected: jumps between holes, or edges between adjacent cells.
position         What is on every place: a 64-bit word with a bit per peg, or a tuple of pieces.
start, goal      The first position, and the condition that the last position must meet.
puzzle           A board with a start, a goal and, on jump boards, possibly an opening.
opening          Jumps that every solution must begin with; jump boards only.
jump             A peg hops over an adjacent peg, which is removed, into an empty hole.
slide            A piece moves to an adjacent empty cell.
move             Consecutive jumps by the same peg (a chain), or one slide.
length           The number of moves of a solution. An optimal solution has the minimum length.
kind             Jump or slide; everything specific to one is behind :class:`solver.kinds.Kind`.
label            Sliding puzzles: small number of a class of interchangeable pieces; 0 is the empty cell.

Symmetry
--------
canonical form   One representative of all renumberings of a puzzle, found by canonical labelling of a coloured graph
                 (Junttila and Kaski, "Engineering an efficient canonical labeling tool", 2007; igraph's BLISS).
easy graph       One that is known to be labelled quickly. Others are worked on until a deadline; if it passes, the
                 puzzle's own numbering takes the place of its canonical form.
exact digest     Hash of a puzzle in one particular numbering.
automorphism     A permutation of the places that maps a board to itself.
symmetry         An automorphism that also preserves the goal, up to a renaming of pieces, and so the distance to it.
image            What a symmetry makes of a position.
least image      The smallest image of a position. Searches store it to represent all images.

Bounds
------
lower bound      A number of moves that no solution goes below.
consistent       Of a bound: it drops by at most one per move, so it never has to be revised along a path.
pattern          A position restricted to a few holes or pieces; the rest is ignored.
pattern table    The exact cost of every pattern of one region or group of pieces, as an array.
pattern database The tables of a partition together (Korf and Felner, "Disjoint pattern database heuristics", 2002).
placement        Where the pieces of a group are; the index into its table.
region           Holes covered by one table. A move is charged to the region it starts in.
partition        Disjoint regions or groups of pieces that cover the board.
additive         Of tables: no move is charged to two of them, so their costs may be summed into one bound.
pagoda function  Weights of holes that no jump increases in sum; a position that weighs less than the goal is dead
                 (Berlekamp, Conway and Guy, "Winning Ways", 1982, chapter 23).
dual             Of a jump puzzle: from the complement of the goal to the complement of the start, on the same board.
                 Its solutions are those of the puzzle with the jumps in reverse order.
parity class     Positions that agree in every parity preserved by all moves; others cannot reach each other.
dead             Of a position: it cannot lead to a goal.

Search
------
node             A unit of work, to limit and compare searches of one kind: a position expanded, on sliding boards, or
                 in IDA* a move tried, in table builds a state expanded, in piecewise search a move of the empty cell;
                 on jump boards a jump made.
expand           Generate all positions one move away.
level            The positions a given number of moves from the start or the goal.
frontier         The level, or the part of it, to be expanded next. Classes of this name keep the levels before it, too.
bidirectional breadth-first search
                 Levels from the start and from the goal, until a position is known to both sides; on jump boards
                 with a length limit that rises from the lower bound (Barker and Korf, "Solving peg solitaire with
                 bidirectional BFIDA*", 2012).
slack            Moves available minus moves needed. Goal slack: moves left minus the bound to the goal; start slack:
                 moves made minus the bound from the start. (The moves left as such are called allowed.)
slack class      The positions of one level with the same goal slack and start slack. The two sides of a bidirectional
                 search divide the work by slack class.
IDA*             Iterative-deepening A*: depth-first search with a rising length limit (Korf, "Depth-first
                 iterative-deepening", 1985).
move pruning automaton
                 Finite automaton that rejects move sequences for which an equivalent one remains (Taylor and Korf,
                 "Pruning duplicate nodes in depth-first search", 1993).
beam search      Breadth-first search that keeps only the most promising positions of each level. It finds solutions
                 but proves nothing.
piecewise        Of a search: it brings one piece after another to its cell. It proves nothing either.
slice            Part of a search between two looks at the clock, meant to take some hundredths of a second. Each loop
                 states its slice in a unit of its own work: slots, states, moves.
unit             A part of a search that another process can do: on sliding boards, routes of the empty cell and the
                 limit below which their subtrees are searched.
round            The units that a search has offered for one of its iterations.
helpers          The processes that do units of a search.
budget           The totals of one search: nodes and bytes spent, the bytes allowed, the best solution, the bound.
work             Of a kernel: how much one call may do before it pauses, in the unit its docstring names.

Answers
-------
outcome          Solved, unsolvable or stopped by a limit. All three are values, not exceptions.
certificate      Data that lets anyone check by hand that a puzzle has no solution. Exhaustion has none. Sliding
                 puzzles on a graph: by block (Wilson, "Graph puzzles, homotopy, and the alternating group", 1974).
exhaustion       Proof by having searched every position that can be reached.
listing          The positions on optimal solutions, level by level, each with the number of ways to continue. All
                 solutions are read out of it page by page.
grade            What a stored answer suffices for: any < one < count < all.
claim            A solution submitted by a client to be checked.

Service
-------
job              A request by one client, in its own numbering.
search           The work on a canonical puzzle, shared by all jobs that need it.
single flight    Equal requests at the same time share one search; a flight is the key under which they meet.
"""
