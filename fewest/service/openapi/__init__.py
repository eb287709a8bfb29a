"""The OpenAPI document, built from the routes and the schemas."""
