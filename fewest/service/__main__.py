"""``python -m fewest.service``: gunicorn, with its own options, but without the current folder on the module path.

gunicorn would add the folder to the path, and a user's ``json.py`` in it would hide the standard module.
"""

from __future__ import annotations

import os
import sys

from gunicorn.app.wsgiapp import WSGIApplication

from fewest.config.libraries import NEEDED, lacking


class Server(WSGIApplication):
    """gunicorn."""

    # gunicorn's own also puts the folder first on the module path.
    def chdir(self) -> None:
        """Go to the folder of the option ``--chdir``."""
        os.chdir(self.cfg.chdir)


if __name__ == "__main__":
    if reason := lacking(*NEEDED):
        sys.exit(reason)
    Server("%(prog)s [OPTIONS] [APP_MODULE]").run()
