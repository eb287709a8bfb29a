"""The shape of what clients read, for the OpenAPI document: one module per noun.

Nothing is loaded or dumped by these: ``service.documents`` renders, and tests/unit/service/test_documents.py proves
that each document and its schema agree.
"""

from __future__ import annotations

from schemas.answers import base, groups, jobs, service, solutions

SHAPES = [
    shape
    for module in (base, jobs, groups, solutions, service)
    for shape in vars(module).values()
    if isinstance(shape, type) and shape.__module__ == module.__name__ and shape is not base.Answer
]
"""All shapes."""
