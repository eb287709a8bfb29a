"""Generated levels: puzzles on a board whose fewest moves, number of solutions and features match a request.

Levels are drawn by a seed. The same task has the same levels on every machine: nothing here depends on the number of
threads, on stored answers, or on a clock. A limit only cuts the list of levels short.
"""
