"""Takes searches off the queue, calls the solver and stores the results as JSON. Knows nothing of HTTP."""
