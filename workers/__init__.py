"""Takes a search off the queue, calls the solver, keeps plain JSON. Never speaks HTTP."""
