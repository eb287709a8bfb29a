"""API keys are managed on the machine that runs the service, never over HTTP."""

from __future__ import annotations

import time
from pathlib import Path

import click

from cli.up import socket_path
from schemas.settings import Settings
from store import Store, connect


@click.group()
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder given to `fewest up`.")
@click.pass_context
def keys(context: click.Context, data: Path | None) -> None:
    """Make, list and revoke API keys. Without any, the service is open to everyone."""
    settings: Settings = context.obj
    folder = (data or settings.data).expanduser().resolve()
    store = connect(settings.redis_url or f"unix://{socket_path(folder)}")
    if not store.reachable():
        raise click.ClickException("Redis does not answer: is the service running with this data folder?")
    context.obj = store


@keys.command()
@click.argument("name")
@click.pass_obj
def add(store: Store, name: str) -> None:
    """Make a key for NAME and print it, once."""
    first = not store.clients.all()
    client, token = store.clients.add(name)
    click.echo(token)
    click.echo(f"id {client.id}, for {name}; the key is not stored and cannot be shown again.", err=True)
    if first:
        click.echo("From now on every request for work needs a key.", err=True)


@keys.command("list")
@click.pass_obj
def every(store: Store) -> None:
    """List the keys: id, date and name."""
    for client in sorted(store.clients.all().values(), key=lambda client: client.created):
        click.echo(f"{client.id}  {time.strftime('%Y-%m-%d', time.gmtime(client.created))}  {client.name}")


@keys.command()
@click.argument("identity", metavar="ID")
@click.pass_obj
def revoke(store: Store, identity: str) -> None:
    """Revoke the key with this ID; within two seconds it is refused."""
    if not store.clients.revoke(identity):
        raise click.ClickException(f"there is no key {identity}")
    click.echo(f"revoked {identity}")
