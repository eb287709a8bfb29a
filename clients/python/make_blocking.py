"""Make the blocking client of the one for event loops: the same lines without ``async`` and ``await``.

    python clients/python/make_blocking.py

writes ``client.py``, ``tasks.py`` and ``session.py`` anew; a test says if they are out of date. It needs ruff.
``make clients`` runs it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent / "fewest_client"
MADE = {"client.py": "async_client.py", "tasks.py": "async_tasks.py", "session.py": "async_session.py"}

NOTE = '"""Made from the module ``{}`` by clients/python/make_blocking.py: edit that one."""'
DOCSTRING = re.compile(r'\A""".*?"""', re.DOTALL)
AWAITED = re.compile(r"\(await ((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)(?=[\[.])")
WORDS = {
    "import asyncio\n": "",
    "asyncio.sleep": "time.sleep",
    "async def ": "def ",
    "async for ": "for ",
    "async with ": "with ",
    "await ": "",
    "asynccontextmanager": "contextmanager",
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    ".async_": ".",
}
ASYNC_NAME = re.compile(r"\bAsync(?=[A-Z])")


def blocking(name: str) -> str:
    """The text of a module of the blocking client."""
    source = MADE[name]
    text = DOCSTRING.sub(NOTE.format(source.removesuffix(".py")), (PACKAGE / source).read_text(encoding="utf-8"))
    text = AWAITED.sub(r"\1", text)
    for word, replacement in WORDS.items():
        text = text.replace(word, replacement)
    return _run("format", _run("check", ASYNC_NAME.sub("", text), "--select", "I", "--fix", "--quiet"))


def _run(command: str, text: str, *options: str) -> str:
    ruff = [sys.executable, "-m", "ruff", command, *options, "--stdin-filename", str(PACKAGE / "client.py"), "-"]
    return subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    for made in MADE:
        (PACKAGE / made).write_text(blocking(made), encoding="utf-8")
