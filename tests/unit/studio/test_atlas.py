"""The atlas as a page: what it shows, and where its links lead."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from fewest.boards.atlas import Atlas, atlas, atlas_file
from fewest.boards.collections import Collection, collections
from fewest.notation.atlas import board_record, problem_record, puzzle_of, result_of
from fewest.notation.puzzle import load_puzzle
from fewest.solver.model import Result, Status
from fewest.solver.verify import verify
from fewest.store import Store
from fewest.studio.atlas import opened_problem, tables
from fewest.studio.collections import LEVEL_COLUMNS, level_rows, level_tables
from fewest.studio.routes.pages import POLICY
from tests.unit.service.worker import client_of

LINE = {"kind": "jump", "board": {"holes": 3, "jumps": [[0, 1, 2]]}, "start": {"empty": [2]}, "goal": {"pegs": [2]}}


@pytest.fixture
def client(store: Store) -> FlaskClient:
    """A client of a service at a path of its own."""
    return client_of(store, public_url="https://host/a")


def test_every_problem_has_a_row(client: FlaskClient) -> None:
    """The page names every problem once, within its prefix, and no site may frame it."""
    response = client.get("/atlas")
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Content-Security-Policy"] == f"{POLICY}; frame-ancestors 'none'"
    links = re.findall(r'<a href="/a/atlas/([^".]+/[^".]+)"', response.text)
    assert sorted(links) == sorted(atlas().problems)
    for board in (table.board["id"] for table in tables(atlas())):
        assert f'<summary><img src="/a/atlas/{board}/pictures-1.svg#' in response.text
    assert client.get("/atlas", headers={"If-None-Match": response.headers["ETag"]}).status_code == 304


def test_the_english_board_comes_first() -> None:
    """After the English board come the other jump boards, the sliding ones and those of blocks, small ones first."""
    boards = [table.board for table in tables(atlas())]
    assert boards[0]["id"] == "english"
    order = [(("jump", "slide", "block").index(board["kind"]), len(board["layout"])) for board in boards[1:]]
    assert order == sorted(order)
    assert {kind for kind, _ in order} == {0, 1, 2}


def drawn() -> Atlas:
    """An atlas with a solved problem, two that are open, and one that is unsolvable, on a board of its own."""
    puzzle = load_puzzle(LINE).puzzle
    board = board_record("line", puzzle, [[0, 0], [1, 0], [2, 0]], "Line", "drawn")
    found = Atlas({"line": board})
    solution = (((0, 1, 2),),)
    results = {
        "solved": (Result(Status.SOLVED, solution, True, 1, count=1), "search"),
        "between": (Result(Status.STOPPED, solution, False, 0, limit="seconds"), None),
        "above": (Result(Status.STOPPED, None, False, 1, limit="seconds"), None),
        "none": (Result(Status.UNSOLVABLE, None, False, None, proof={"by": "exhaustion", "nodes": 1}), "exhaustion"),
    }
    for name, (result, by) in results.items():
        facts = {"id": f"line/{name}", "proven_by": by, "search": {"nodes": 1, "seconds": 0.125}}
        found.problems[f"line/{name}"] = problem_record(board, puzzle, result, facts)
    return found


def test_rows_show_what_is_proven() -> None:
    """A row has the length, both bounds, the lower one, or no number of moves, and says how the answer is proven."""
    (table,) = tables(drawn())
    assert [(row.moves, row.problem["result"].get("count"), row.proven_by) for row in table.rows] == [
        ("1", 1, "search"),
        ("0–1", None, None),
        ("1–", None, None),
        ("", None, "exhaustion"),
    ]
    assert (table.lengths, table.open) == ("1", 2)
    assert all(row.holes == (2, 2) for row in table.rows)


def test_a_problem_without_a_solution_opens_to_be_set_up() -> None:
    """A problem without a solution, on a board outside the catalogue, opens with its whole puzzle."""
    found = drawn()
    board, problem = found.boards["line"], found.problems["line/none"]
    document = opened_problem(board, problem)
    assert document["solution"] is None
    assert document["level"]["status"] == "unsolvable"
    assert load_puzzle(document["puzzle"]).puzzle == load_puzzle(LINE).puzzle
    assert document["puzzle"]["board"]["layout"] == board["layout"]


def test_pictures(client: FlaskClient) -> None:
    """The starts of problems are drawn in little, 50 in a file; that of the first one stands for the board.

    The central game has 33 holes, 32 pegs, and a ring around the goal; blocks have their names, the doors and a line
    around the goal.
    """
    found = {}
    views = set(re.findall(r'src="/a/(atlas/[^"]+)#([^"]+)"', client.get("/atlas").text))
    assert len(views) == len(atlas().problems)
    assert len({path for path, _ in views}) == sum(-(-len(table.rows) // 50) for table in tables(atlas()))
    for path, name in views:
        if path not in found:
            found[path] = client.get(path).text
        assert f'<view id="{name}" ' in found[path]
    response = client.get("/atlas/english/pictures-1.svg")
    assert response.headers["Content-Type"].startswith("image/svg+xml")
    assert response.headers["Content-Security-Policy"] == "default-src 'none'"
    english = found["atlas/english/pictures-1.svg"]
    names = re.findall(r'<view id="([^"]+)"', english)
    central = english.split("<svg")[2:][names.index("16-16")]
    assert central.count("<circle") == 33 + 32 + 1
    blocks = found["atlas/traffic-jam/pictures-1.svg"]
    assert blocks.count(">*</text>") == 6 * (1 + 2)
    assert "#e2836b" in blocks


def test_addresses_of_the_atlas(client: FlaskClient) -> None:
    """The file is the one that comes with the program; a board leads to its table; what is not there is not found."""
    assert client.get("/atlas/file.jsonl").data == atlas_file()
    assert client.get("/atlas/english").headers["Location"] == "/a/atlas#english"
    for path in (
        "english.svg",
        "none",
        "none/16-16",
        "english/none",
        "english/pictures-0.svg",
        "english/pictures-2.svg",
        "english/16-16.svg",
        "english/none.json",
        "none/16-16.json",
    ):
        response = client.get(f"/atlas/{path}")
        assert (response.status_code, response.json["type"]) == (404, "/a/problems/not-found")  # type: ignore[index]


def test_links_open_problems(client: FlaskClient) -> None:
    """A problem opens in the page with its solution, by the name of its board or, where the catalogue lacks that, with
    the title that it has in the atlas; blocks under the names of their pieces. Its address is short.
    """
    found = {}
    for name in ("english/16-16", "traffic-jam/path", "gnome-yard/violet-line", "triangle-36/0-0"):
        response = client.get(f"/atlas/{name}")
        assert response.status_code == 302
        assert response.headers["Location"] == f"/a/#{name}"
        document = client.get(f"/atlas/{name}.json").get_json()
        assert document["problem"][0] == name
        board, problem = atlas().boards[name.partition("/")[0]], atlas().problems[name]
        puzzle = load_puzzle(document["puzzle"]).puzzle
        assert puzzle == puzzle_of(board, problem)
        assert document["solution"]["moves"] == problem["result"]["moves"]
        verify(puzzle, result_of(puzzle, problem))
        named = document["puzzle"].get("board") == {"name": board["id"]}
        assert document.get("atlas") == (None if named else [board["id"], board["title"]])
        found[name] = document | {"named": named}
    assert [document["named"] for document in found.values()] == [True, True, False, False]
    assert [document["problem"][1] for document in found.values()][::3] == ["16 → 16", "0 → 0"]
    english, blocks = found["english/16-16"], found["traffic-jam/path"]
    assert (english["solution"]["length"], english["solution"]["count"]) == (18, 7488)
    assert blocks["puzzle"]["start"]["picture"][1] == "#**.ffi#.."
    assert (blocks["puzzle"]["metric"], blocks["puzzle"]["doors"][0]["pieces"]) == ("path", ["*"])
    assert blocks["solution"]["length"] == 132


def test_levels_of_collections(client: FlaskClient) -> None:
    """Every level has a row with what is proven in each metric; the files have a line for each level and metric."""
    text = client.get("/atlas/collections").text
    found = collections()
    assert [each.name for each in found] == re.findall(r'<details id="([^"]+)"', text)
    assert text.count('<th scope="row">') == sum(len(each.levels) for each in found)
    listed = client.get("/atlas/collections.json").json
    assert len(listed) == sum(len(level["moves"]) for each in found for level in each.levels)
    rows = client.get("/atlas/collections.csv").text.splitlines()
    assert (rows[0], len(rows)) == (",".join(LEVEL_COLUMNS), len(listed) + 1)
    assert client.get("/atlas/collections.pdf").status_code == 404


def test_known_levels_of_collections() -> None:
    """The files have what others published, or what is true instead (docs/benchmarks/collections.md)."""
    rows = {(row["collection"], row["level"], row["metric"]): row for row in level_rows(collections())}
    assert rows["gnome-klotski", "Only 18 Steps", "path"]["length"] == 18
    # 73 and 57 in the package.
    assert rows["klotski-npm-4", "并分三路", "path"]["length"] == 72
    assert rows["klotski-npm-4", "四面楚歌", "path"]["length"] == 56
    assert rows["klotski-npm-4", "走投无路", "path"]["status"] == "unsolvable"
    assert {row["status"] for row in rows.values()} == {"solved", "unsolvable", "stopped"}


@pytest.mark.parametrize(
    ("answer", "cell"),
    [
        ({"length": 5, "count": 1234}, ("5", "1,234")),
        ({"length": 5}, ("5", "")),
        ({"status": "stopped", "lower_bound": 3}, ("3–", "")),
        ({"status": "stopped", "lower_bound": 3, "length": 9}, ("3–9", "")),
        ({"status": "unsolvable"}, ("–", "")),
        ({}, ("", "")),
    ],
)
def test_cells_of_collections(answer: dict[str, object], cell: tuple[str, str]) -> None:
    """A cell has the fewest moves with the number of solutions, a range that is open, or a dash for no solution."""
    level = {"name": "1", "kind": "block", "moves": {"path": answer, "step": {"length": 1}}}
    (table,) = level_tables([Collection("one", "npm one 1", "path", [level])])
    assert table.rows[0].cells == [cell, ("1", "")]
    assert (table.metrics, table.own, table.traps) == (["path", "step"], "path", False)
