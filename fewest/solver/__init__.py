"""Optimal solutions to peg solitaire and sliding puzzles, as a library: no web, no queue, no environment, no JSON.

The entry point is :func:`fewest.solver.solve.solve`; whoever works on the service need not know what is behind it. This
module imports nothing; it is the glossary of the project.

Puzzles
-------
place            A hole of a jump board or a cell of a sliding board, numbered from 0.
board            Places and how they are connected: jumps between holes, or edges between adjacent cells.
position         The content of every place: a word with a bit per peg (64 bits, or 128), or a tuple of pieces.
wide             Of a jump board: it has more than 64 holes, and its positions are records of two words.
start, goal      The first position, and the condition that the last position must meet. Earlier ones may meet it, too.
puzzle           A board with a start, a goal and, on jump boards, possibly an opening.
opening          Jumps that every solution must begin with; jump boards only.
jump             A peg hops over an adjacent peg, which is removed, into an empty hole.
slide            A piece moves to an adjacent empty cell.
move             Consecutive jumps by the same peg (a chain), one slide, or a step of a block in the puzzle's metric.
length           The number of moves of a solution. An optimal solution has the minimum length.
kind             Jump, slide or block; everything specific to one is behind :class:`fewest.solver.kinds.Kind`.
label            Sliding puzzles: small number of a class of interchangeable pieces; 0 is the empty cell.

Symmetry
--------
canonical form   One representative of all renumberings of a puzzle, found by canonical labelling of a coloured graph
                 (Junttila and Kaski, "Engineering an efficient canonical labeling tool", 2007; igraph's BLISS).
easy graph       A graph that is known to be labelled quickly. Others have a deadline; if it passes, the
                 puzzle's own numbering takes the place of its canonical form.
exact digest     Hash of a puzzle in one particular numbering.
automorphism     A permutation of the places that maps a board to itself.
symmetry         An automorphism that also preserves the goal, up to a renaming of pieces, and so the distance to it.
image            The result of a symmetry applied to a position.
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
dead end         A position from which no jump is possible.
survivor         Of a jump puzzle: the peg that must be the last. It is followed on a larger board on which each hole it
                 can come to has a twin, for this peg alone.
dead             Of a position: it cannot lead to a goal.
INFINITE, FAR, NO_GOAL, UNREACHED
                 Each means no way: a bound that excludes the goal, cells that are not connected, a pattern from
                 which no goal can be reached, a table entry not yet found (255, the largest byte).

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
                 limit within which their subtrees are searched.
round            The units that a search has offered for one of its iterations.
helpers          The processes that do units of a search.
quota            Bytes that the tables of a folder may take on the disk.
budget           The totals of one search: nodes and bytes spent, the bytes allowed, the best solution, the bound.
findings         Results of earlier runs of a search: lower bound, best solution, notes. The next run continues from
                 there.
notes            Knowledge that a search has gained and that makes it faster, as plain JSON.
work             Of a kernel: how much one call may do before it pauses, in the unit its docstring names.

Spaces
------
space            All positions that can be reached from origins, or from which they can be reached.
origins          The positions of depth 0: a start, or the positions that meet a goal.
depth            Of a position in a space: its distance in slides, or the jumps between it and an origin.
class            Positions of a space that symmetries turn into each other, counted as one.
rank             The number of a position among all with the same pieces; see ``kernels.slide_space``.
slab             The positions with one set of empty cells.

Answers
-------
outcome          Solved, unsolvable or stopped by a limit. All three are values, not exceptions.
certificate      Data that lets anyone check by hand that a puzzle has no solution. Exhaustion has none. Sliding
                 puzzles on a graph: by block (Wilson, "Graph puzzles, homotopy, and the alternating group", 1974).
ends             Of a certificate: no last jump can follow any first one.
exhaustion       Proof by a search that found no more positions, and left out only those that bounds exclude.
listing          The positions on optimal solutions, level by level, each with the number of ways to continue. All
                 solutions are read out of it page by page.
feature          A number that says what the optimal solutions of a puzzle, and the moves beside them, are like
                 (docs/05-for-designers.md).
census           The positions on optimal solutions, counted with their moves.
trap             A legal move after which there is no solution.
plain distance   Sliding puzzles: the sum of the distances of the pieces to their cells in the goal.
detour           A move that makes the plain distance larger.
walk             Random moves: each is optimal with a given probability, otherwise any. Features measure its expected
                 length. An attempt is the part of it up to a position without a move.
reachable set    All positions that play can reach, stored.
optimal DAG      The optimal solutions from a position, as a directed acyclic graph of positions.
strength         The largest request that a stored answer satisfies: any < one < count < all.
claim            A solution submitted by a client to be checked.

Service
-------
lane             One of the two queues of searches: quick or long.
turn             The order in which a lane serves its clients: each waits for its next turn.
task             Solving a puzzle, making levels, exploring a space, or measuring features.
document         A puzzle, a request or an answer in the JSON of the API; a puzzle as its client sent it.
work             The JSON of a task as it is stored and passed to workers: a canonical puzzle, or the fields of a task.
job              A request by one client for a task, in its own numbering.
search           The work on a task (for solving: on a canonical puzzle), shared by all jobs that need it.
run              One worker's work on a search. If it ends without a result, the search is queued again.
group            Jobs that were requested together: a batch, a survey, a hint.
"""
