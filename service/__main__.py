"""``python -m fewest.service``: gunicorn, with its own options, but without the current folder on the path of modules.

The packages here have plain names. With the folder on the path, as gunicorn would have it, a ``service.py`` or a
``json.py`` of the user's would be run in their stead.
"""

from __future__ import annotations

import os

from gunicorn.app.wsgiapp import WSGIApplication


class Server(WSGIApplication):
    """gunicorn."""

    def chdir(self) -> None:
        """Go to the folder of the option ``--chdir``."""
        os.chdir(self.cfg.chdir)


if __name__ == "__main__":
    Server("%(prog)s [OPTIONS] [APP_MODULE]").run()
