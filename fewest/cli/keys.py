"""The commands for API keys. They run on the machine of the service: HTTP gives no access to keys."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fewest.cli.commands.operating import DATA, data_folder, store_of

if TYPE_CHECKING:
    from fewest.store import Store


@click.group()
@DATA
@click.pass_context
def keys(context: click.Context, data: Path | None) -> None:
    """Make, list and revoke API keys.

    A service that has never had a key is open to everyone. After the first key, every request for work needs one.
    """
    context.obj = context.obj, data_folder(context.obj, data)


def with_store(command: Callable[..., None]) -> Callable[..., None]:
    """Call a command with the store. `--help` needs none."""

    @wraps(command)
    def connected(**arguments: str) -> None:
        command(store_of(*click.get_current_context().obj), **arguments)

    return connected


@keys.command()
@click.argument("name")
@with_store
def add(store: Store, name: str) -> None:
    """Make a key for NAME and print it, once."""
    first = not store.clients.all()
    client, token = store.clients.add(name)
    click.echo(token)
    click.echo(f"id {client.id}, for {name}; the key is not stored and cannot be shown again.", err=True)
    if first:
        click.echo("From now on, every request for work needs a key.", err=True)


@keys.command("list")
@with_store
def every(store: Store) -> None:
    """List the keys: id, date and name."""
    for client in sorted(store.clients.all().values(), key=lambda client: client.created):
        click.echo(f"{client.id}  {time.strftime('%Y-%m-%d', time.gmtime(client.created))}  {client.name}")


@keys.command()
@click.argument("identity", metavar="ID")
@with_store
def revoke(store: Store, identity: str) -> None:
    """Revoke the key with this ID, within two seconds."""
    if not store.clients.revoke(identity):
        raise click.ClickException(f"there is no key {identity}")
    click.echo(f"revoked {identity}")
    if not store.clients.all():
        click.echo(
            "No key is left, so every request for work is refused. `fewest keys open` admits everyone.", err=True
        )


@keys.command("webhook-secret")
@click.argument("identity", metavar="[ID]", required=False, default="")
@with_store
def webhook_secret(store: Store, identity: str) -> None:
    """Make a secret for the webhooks of the key with this ID, and print it.

    The receiver checks signatures with the secret. Without an ID, the secret is for the clients of a service that is
    open to everyone. For a day, deliveries are also signed with the previous secret.
    """
    if identity and identity not in store.clients.all():
        raise click.ClickException(f"there is no key {identity}")
    click.echo(store.webhooks.renew_secret(identity))
    click.echo("It is not shown again. If you make a new one, this one stays valid for a day.", err=True)


@keys.command("open")
@with_store
def admit_everyone(store: Store) -> None:
    """Open the service to everyone, after the last key was revoked."""
    if not store.clients.open():
        raise click.ClickException(f"there are {len(store.clients.all())} keys; revoke them first")
    click.echo("Everyone may use the service now, until you make a key.")
