"""The ``fewest`` command: solves in its own process or asks a service, and starts and operates services.

The other rooms do not know it.
"""
