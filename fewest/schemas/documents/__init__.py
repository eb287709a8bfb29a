"""Documents for clients: functions that make them, each beside its shape, one module per noun.

The shapes load and dump nothing; tests/unit/service/test_documents.py checks that each document matches its shape.
"""
