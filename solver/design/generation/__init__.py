"""Generated levels: puzzles on a board whose fewest moves, number of solutions and features are as wanted.

Levels are drawn by a seed. The same task has the same levels on every machine: nothing here depends on the number of
threads, on what is known already, or on a clock. A limit may only cut the list of levels short.
"""
