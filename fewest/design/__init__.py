"""What puzzle designers need: spaces, levels, surveys and features; how they are found, and how they are written.

It adds its tasks to the registry of :mod:`fewest.schemas.tasks`, and the rooms below do not know it. Whoever works on
searches or on the service may leave it unread.
"""
