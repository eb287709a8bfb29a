"""The atlas as a page: what it shows, and where its links lead."""

from __future__ import annotations

import re
from html import unescape

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
        assert f'href="/a/#{name}"' in client.get(f"/atlas/{name}").text
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


def words_of(html: str) -> str:
    """What a page says, without its elements."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", html.partition("<main>")[2])))


def test_the_page_of_a_problem(client: FlaskClient) -> None:
    """A problem has a page with its pictures, answer, proof, search, source and solution, and an address to cite."""
    problem = atlas().problems["english/16-16"]
    response = client.get("/atlas/english/16-16")
    assert response.headers["Content-Security-Policy"] == f"{POLICY}; frame-ancestors 'none'"
    said = words_of(response.text)
    for words in ("16 → 16", "the central game", "Moves18", "Solutions7,488", "Proven bysearch", "2,910,766", "0.667"):
        assert words in said, words
    assert problem["source"] in said
    assert problem["search"]["date"] in said
    assert f"https://host/a/atlas/english/16-16SHA-256 {problem['digest']}" in said
    assert "4–16, 7–9" in said
    assert response.text.count("<svg") == 1
    for link in ("/a/atlas/english/16-16.json", "/a/sheet?puzzle=english/16-16", "/a/atlas#english"):
        assert f'href="{link}"' in response.text


def test_what_other_sites_show_of_a_problem(client: FlaskClient) -> None:
    """The head of a problem's page has its title, a sentence, its address and a picture of its start."""
    head = client.get("/atlas/english/16-16").text.partition("</head>")[0]
    assert "<title>English board, 33 holes: 16 → 16 · Fewest</title>" in head
    assert '<link rel="canonical" href="https://host/a/atlas/english/16-16">' in head
    assert '<meta property="og:title" content="English board, 33 holes: 16 → 16">' in head
    assert re.search(r'<meta name="description" content="English board: 18 moves, the fewest\.', head)
    assert "oembed" not in head
    (card,) = re.findall(r'property="og:image" content="https://host/a(/[^"]+)"', head)
    picture = client.get(card)
    assert (picture.status_code, picture.mimetype, picture.data[:4]) == (200, "image/png", b"\x89PNG")
    assert client.get("/atlas/english/none/card.png").status_code == 404


@pytest.mark.parametrize(
    ("name", "said", "head"),
    [
        # The bounds and the kinds of proof are those of the atlas' file.
        ("diamond/1-18", "Proven byopenNot proven yet.", "At least 24 moves; the best solution found has 27."),
        ("wiegleb/1-1", "Moves22–", "At least 22 moves. Not proven yet."),
        ("15-puzzle/example-2", "Movesno solution Proven byparityThe proof is in the file", "no solution exists"),
        ("triangle-45/3-35", "Found fromtriangle-45/1-38", "At least"),
        ("rush-hour/forty37-step", "Solutions47,582,476,017,812,996,660,674,203,097,724,976", "the fewest"),
        ("rush-hour/forty37-step", "How the lower bound grew", "Rush Hour"),
    ],
)
def test_what_the_page_of_a_problem_says(client: FlaskClient, name: str, said: str, head: str) -> None:
    """An open problem has its bounds, one without a solution its proof, and a count all its digits."""
    html = client.get(f"/atlas/{name}").text
    assert said in words_of(html)
    assert re.search(f'name="description" content="[^"]*{re.escape(head)}', html)


def test_problems_lead_to_their_neighbours(client: FlaskClient) -> None:
    """The problems of a board are linked in their order, from the first to the last."""
    names = [problem["id"] for problem in atlas().problems_on("hoppers")]
    assert len(names) > 2
    for at, name in enumerate(names):
        links = dict(
            re.findall(r'<a class="small" rel="(\w+)" href="/a/atlas/([^"]+)"', client.get(f"/atlas/{name}").text)
        )
        beside = {"prev": names[at - 1] if at else None, "next": names[at + 1] if at + 1 < len(names) else None}
        assert links == {way: to for way, to in beside.items() if to}


def test_every_problem_has_a_page(client: FlaskClient) -> None:
    """Every kind of board, goal and answer can be shown; the page names no value that is missing."""
    for table in tables(atlas()):
        for row in (table.rows[0], table.rows[-1]):
            response = client.get(f"/atlas/{row.problem['id']}")
            assert response.status_code == 200
            assert "None" not in words_of(response.text)


def test_large_counts_reach_the_page_exactly(client: FlaskClient) -> None:
    """A count that a JavaScript number cannot hold is a text in what the page opens, any other a number."""
    counts = [
        client.get(f"/atlas/{name}.json").get_json()["solution"]["count"]
        for name in ("super-century/step", "english/16-16")
    ]
    assert counts == ["18376232749056000", 7488]


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
