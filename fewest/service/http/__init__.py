"""HTTP: connections, requests, responses, headers; nothing here knows what a puzzle is."""
