"""Certificates for tests of TLS, by openssl."""

from __future__ import annotations

import subprocess
from pathlib import Path

KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")


def certificates(folder: Path, address: str) -> None:
    """Make an authority, ``ca.crt``, and a certificate of it for an address, ``redis.crt`` and ``redis.key``."""
    signed = ("-CA", "ca.crt", "-CAkey", "ca.key", "-addext", f"subjectAltName=IP:{address}")
    for arguments in (
        ("-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=authority"),
        ("-keyout", "redis.key", "-out", "redis.crt", "-subj", "/CN=redis", *signed),
    ):
        command = ["openssl", "req", "-x509", *KEY, *arguments]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
