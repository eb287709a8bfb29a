"""The shape of what clients read, for the OpenAPI document: one module per noun.

Nothing is loaded or dumped by these: ``fewest.service.documents`` renders, and tests/unit/service/test_documents.py
proves that each document and its schema agree.
"""

from __future__ import annotations

from fewest.schemas.answers import base, features, generation, groups, jobs, orders, service, solutions, spaces

NOT_DOCUMENTS = {base.AnswerSchema, groups.GroupAnswer, jobs.WorkAnswer, orders.OrderAnswer, service.NamedBoardAnswer}
NOT_DOCUMENTS |= set(orders.RESULTS.values())
"""Parts of others: of several documents, or of the documents of orders."""

SHAPES = [
    shape
    for module in (base, jobs, groups, solutions, service, orders, features, generation, spaces)
    for shape in vars(module).values()
    if isinstance(shape, type) and shape.__module__ == module.__name__ and shape not in NOT_DOCUMENTS
]
SHAPES += orders.DOCUMENTS.values()
"""All shapes."""
