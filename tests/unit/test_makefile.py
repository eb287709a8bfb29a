"""The first start: `make run` on machines that lack something. Nothing is installed: the environment is a stand-in."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

# Stands in for python3 and for the one of the environment, which has pip if the file `pip` is beside it.
PYTHON = f"""#!/bin/sh
case "$*" in
    -c*) exec {shlex.quote(sys.executable)} "$@" ;;
    "-m venv --clear .venv") rm -rf .venv; mkdir -p .venv/bin; touch .venv/bin/pip
        cp python3 .venv/bin/python; cp fewest .venv/bin ;;
    *) test -e .venv/bin/pip || exit 1 ;;
esac
"""
FEWEST = "#!/bin/sh\necho started: $*\n"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`make run` in a folder with the Makefile and the stand-ins."""
    (folder / "requirements").mkdir(exist_ok=True)
    for name in ("Makefile", "pyproject.toml", "requirements/user.txt"):
        shutil.copy(ROOT / name, folder / name)
    for name, text in (("python3", PYTHON), ("fewest", FEWEST)):
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755)
    # What this run of the tests was started with by make is not for that one.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name != "PORT"}
    command = ["make", "--no-print-directory", "run", "PYTHON=./python3", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_an_environment_without_pip_is_begun_anew(tmp_path: Path) -> None:
    """An environment that was left half-made, for example by Ctrl-C, is made again."""
    half = tmp_path / ".venv" / "bin" / "python"
    half.parent.mkdir(parents=True)
    half.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    half.chmod(0o755)
    ran = run(tmp_path)
    assert "started: up --example" in ran.stdout, ran.stderr


def test_an_environment_with_pip_stays(tmp_path: Path) -> None:
    """If the pinned packages change, the environment is kept."""
    run(tmp_path)
    (tmp_path / ".venv" / "own").touch()
    (tmp_path / ".venv" / "user").unlink()
    assert run(tmp_path).returncode == 0
    assert (tmp_path / ".venv" / "own").exists()


def test_what_makes_environments_is_named_if_it_is_missing(tmp_path: Path) -> None:
    """If ensurepip is missing, the only line is the command that installs it on Debian."""
    (tmp_path / "without.py").write_text(
        "import importlib.util, sys\n"
        "importlib.util.find_spec = lambda name: None\n"
        "_, option, code, *arguments = sys.argv\n"
        "sys.argv = [option, *arguments]\n"
        "exec(code)\n",
        encoding="utf-8",
    )
    ran = run(tmp_path, f"PYTHON={shlex.quote(sys.executable)} without.py")
    assert ran.returncode != 0
    assert ran.stderr.splitlines()[0].endswith("apt install python3-venv")
    assert not (tmp_path / ".venv").exists()


def test_the_port_is_passed_on(tmp_path: Path) -> None:
    """`make run PORT=9000` starts the service at that port."""
    assert "started: up --example --port 9000\n" in run(tmp_path, "PORT=9000").stdout
