"""Scripts are found by name, called with the names that they give, and loaded where the server does not have them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from redis.exceptions import ResponseError

from fewest.store import Store, connect, keys, scripting
from fewest.store.scripting import assembled

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "fewest" / "store" / "scripts"
NAMES = sorted(path.stem for path in FOLDER.glob("*.lua"))
SHARED = {path.stem: path.read_text() for path in FOLDER.glob("shared/*.lua")}
SOURCES = [*(path.read_text() for path in FOLDER.glob("*.lua")), *SHARED.values()]


@pytest.mark.parametrize("name", NAMES)
def test_the_server_compiles_it(store: Store, name: str) -> None:
    """The server compiles every script, and has it under the digest that we send."""
    script = scripting.load(name)
    assert store.redis.script_load(script.text) == script.digest


@pytest.mark.parametrize("name", NAMES)
def test_all_keys_and_arguments_have_names(name: str) -> None:
    """Every key and argument of a script has one name; only the last may be a list."""
    script = scripting.load(name)
    found = set(re.findall(r"(\w+) = .*?(KEYS|ARGV)(?:\[|, )(\d+)", script.text))
    for table, names in (("KEYS", script.keys), ("ARGV", script.arguments)):
        numbered = {(int(index), each) for each, of, index in found if of == table}
        assert numbered == set(enumerate(names, 1))
        assert script.lists.isdisjoint(names[:-1])


def test_every_script_is_called_and_every_shared_function_is_there() -> None:
    """Every script is called, and every shared function is defined and called."""
    modules = [path.read_text() for path in (ROOT / "fewest" / "store").glob("*.py")]
    called = {name for text in modules for name in NAMES if f'"{name}"' in text}
    assert called == set(NAMES)
    used = {found for text in SOURCES for found in re.findall(rf"\b({'|'.join(SHARED)})\.(\w+)\(", strings_out(text))}
    defined = {
        (module, name) for module, text in SHARED.items() for name in re.findall(rf"function {module}\.(\w+)\(", text)
    }
    assert used - defined == set()
    calls = " ".join(re.sub(r"^function .*", "", strings_out(text), flags=re.MULTILINE) for text in SOURCES)
    assert {each for each in defined if f"{each[0]}.{each[1]}(" not in calls} == set()


def strings_out(text: str) -> str:
    """A script without its comments and constants."""
    return re.sub(r"--.*|\bstore(\.\w+)+", "", text)


def test_a_server_that_has_lost_its_scripts_gets_them_again(store: Store) -> None:
    """A script that the server lacks is loaded and called again, also in pipelines and transactions."""
    store.redis.script_flush()
    store.results.store("key", "one", {"status": "unsolvable"}, "", None)
    store.redis.script_flush()
    with store.redis.pipeline(transaction=False) as pipe:
        pipe.run_script("read_result", name=keys.answer("key"), fields=["result"])
        assert pipe.execute() == [[b'{"status": "unsolvable"}']]
    store.redis.script_flush()
    store.do_all(store.queue.put_new({f"new{number}": 60 for number in range(3)}, "client"))
    assert [store.queue.position(f"new{number}", 0) for number in range(3)] == [0, 1, 2]
    assert store.redis.llen("rq:queue:fewest") == 1


def test_names_that_a_script_does_not_have_are_refused(store: Store) -> None:
    """A call with a missing or unknown name is a TypeError."""
    with pytest.raises(TypeError, match="missing or unknown: kind, other"):
        store.redis.run_script("drop", name="a", other="b")


def test_the_text_of_a_script_is_not_sent_twice(server_url: str, store: Store) -> None:
    """A call sends only the digest of a script that the server has."""
    store.statistics.created()
    store.groups.store("first", {"items": []})
    before = store.redis.info("commandstats")
    connect(server_url).groups.store("second", {"items": []})
    after = store.redis.info("commandstats")
    for command in ("cmdstat_eval", "cmdstat_script|load"):
        assert after.get(command, {}).get("calls") == before.get(command, {}).get("calls")


def test_flags_stay_in_the_first_line() -> None:
    """The flags of a script stay in its first line."""
    flags = "#!lua flags=allow-oom\n"
    text = assembled("return 1")
    assert text.endswith("\nreturn 1")
    assert assembled(f"{flags}return 1") == flags + text


def test_constants_are_those_of_python(store: Store) -> None:
    """`store.…` in a script becomes a constant of this package; an unknown one is an error."""
    assert keys.job("") in scripting.load("add_job").text
    assert all("store." not in scripting.load(name).text for name in NAMES)
    with pytest.raises(ResponseError):
        store.redis.eval("return store.keys.SIZES", 0)


def test_wheels_have_the_scripts() -> None:
    """The package data include all scripts."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["fewest.store"]
    assert {path for pattern in data for path in (ROOT / "fewest" / "store").glob(pattern)} == set(
        FOLDER.rglob("*.lua")
    )
