"""Requests of designers and their stored forms, as marshmallow schemas."""
