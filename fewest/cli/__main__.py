"""The ``fewest`` command: up, serve, worker, webhooks, solve, make, features, space, convert, formats, mcp, tables,
keys, backup, restore, atlas.
"""

from __future__ import annotations

import os

import click
from marshmallow import ValidationError

from fewest.cli.commands.operating import atlas, backup, restore, serve, tables, up, webhooks, worker
from fewest.cli.commands.work import convert, features, formats, make, mcp, solve, space
from fewest.cli.keys import keys
from fewest.config.settings import Settings, load_settings
from fewest.config.version import full_version

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def settings_of_environment() -> Settings:
    """Load the settings; exit with a line for each invalid one."""
    try:
        return load_settings(os.environ)
    except ValidationError as error:
        messages = error.messages if isinstance(error.messages, dict) else {"": error.messages}
        lines = [f"FEWEST_{name.upper()}: {' '.join(map(str, texts))}" for name, texts in messages.items()]
        raise click.ClickException("\n".join(lines)) from None


class InOrder(click.Group):
    """A group that lists its commands in the order in which they are defined, not by name."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """The names of the commands."""
        return list(self.commands)


EPILOG = """\b
Try it:
  fewest up                        everything on this machine
  fewest solve english             solve an example without a server
  fewest solve puzzle.json --server http://127.0.0.1:8000
  fewest make 8-puzzle --length 20..24 --solutions 1

\b
Settings are environment variables, the same for all commands:
  REDIS_URL       the Redis server that the web service and the workers share
  FEWEST_DATA     the folder for tables and the embedded Redis server
docs/08-operating.md lists all settings; the service has it at /docs/08-operating/."""


@click.group(cls=InOrder, epilog=EPILOG, context_settings=CONTEXT)
@click.version_option(full_version())
@click.pass_context
def main(context: click.Context) -> None:
    """Solve peg solitaire, sliding puzzles and sliding blocks in the fewest moves, with proofs."""
    context.obj = settings_of_environment()


COMMANDS = (up, serve, worker, webhooks, solve, make, features, space, convert, formats, mcp)
for each in (*COMMANDS, tables, keys, backup, restore, atlas):
    main.add_command(each)

if __name__ == "__main__":
    main()
