"""Takes searches off the queue, calls the solver and stores the results as JSON.

Never speaks HTTP, and knows of a search only what the solver's ``Search`` yields. Start with ``worker.py``.
"""
