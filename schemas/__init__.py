"""The shape of everything that crosses a boundary, as marshmallow schemas."""
