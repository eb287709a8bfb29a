"""What clients read: functions that make documents, and beside them the shape of each, one module per noun.

Nothing is loaded or dumped by the shapes; tests/unit/service/test_documents.py proves that each document and its shape
agree.
"""
