"""Short links, read as the programs of other sites read them: without JavaScript, by the head of the page."""

from __future__ import annotations

import io
import json
import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from PIL import Image

from fewest.notation.jump.goals import MAX_GOALS
from fewest.service.limits import MAX_SHARE_BYTES
from fewest.store import Store, connect
from fewest.store.results import NewSolution, SolutionNumbering
from fewest.studio.routes.shares import SHARE_COST
from tests.unit.service.worker import bearer, client_of
from tests.unit.studio.drawing.test_svg import LINE_PUZZLE, ROW_PUZZLE

RESULT = {"status": "solved", "length": 1, "optimal": True, "moves": [[0, 2, 4]], "removed": [[1, 3]]}
ADDRESSES = [({}, "http://localhost"), ({"public_url": "https://example.org/few"}, "https://example.org/few")]


class Head(HTMLParser):
    """What a crawler reads of a page: the properties of its head and its links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.links: dict[str, dict[str, str]] = {}
        self.feed(html.partition("</head>")[0])

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        given = {name: value or "" for name, value in attributes}
        if tag == "meta" and "content" in given:
            name = given.get("property") or given["name"]
            assert name not in self.meta
            self.meta[name] = given["content"]
        if tag == "link":
            self.links[given.get("type") or given["rel"]] = given


def share(client: FlaskClient, **body: Any) -> Any:
    response = client.post("/v1/shares", json={"puzzle": LINE_PUZZLE} | body)
    assert response.status_code == 200, response.text
    return response.json


def solved(store: Store) -> str:
    document = {"id": "p_50", "kind": "jump", "puzzle": LINE_PUZZLE, "result": RESULT}
    store.results.store_solution(NewSolution("p_50", json.dumps(document).encode(), SolutionNumbering("k", (0,))))
    return "p_50"


@pytest.mark.parametrize(("settings", "address"), ADDRESSES)
@pytest.mark.parametrize("what", ["puzzle", "challenge", "solution"])
def test_a_link_unfurls(store: Store, settings: Any, address: str, what: str) -> None:
    """The head has a title, a sentence, and absolute addresses: of itself, and of a picture of the size it names."""
    client = client_of(store, **settings)
    moves = {"moves": [[0, 2], [2, 4]]} if what == "challenge" else {}
    name = solved(store) if what == "solution" else share(client, **moves)["id"]
    response = client.get(f"/s/{name}")
    assert (response.status_code, response.mimetype) == (200, "text/html")
    head = Head(response.text)
    assert head.meta["og:url"] == head.links["canonical"]["href"] == f"{address}/s/{name}"
    assert head.meta["twitter:card"] == "summary_large_image"
    for site in ("og", "twitter"):
        assert head.meta[f"{site}:title"].startswith("Peg solitaire: ")
        assert head.meta[f"{site}:description"] == head.meta["description"] != ""
        assert head.meta[f"{site}:image"].startswith(f"{address}/")
    picture = client.get(urlsplit(head.meta["og:image"]).path.removeprefix(urlsplit(address).path))
    assert (picture.status_code, picture.mimetype) == (200, head.meta["og:image:type"]) == (200, "image/png")
    image = Image.open(io.BytesIO(picture.data))
    image.load()
    assert image.size == (1200, 630) == tuple(int(head.meta[f"og:image:{side}"]) for side in ("width", "height"))


@pytest.mark.parametrize(("settings", "address"), ADDRESSES)
def test_oembed_is_found(store: Store, settings: Any, address: str) -> None:
    """The head leads to an oEmbed document with the title of the page: a player of a solution, a link to a puzzle."""
    client = client_of(store, **settings)
    for name, kind in ((solved(store), "rich"), (share(client)["id"], "link")):
        link = Head(client.get(f"/s/{name}").text).links["application/json+oembed"]
        path = urlsplit(link["href"])
        found: Any = client.get(f"{path.path.removeprefix(urlsplit(address).path)}?{path.query}").json
        assert (found["version"], found["type"], found["title"]) == ("1.0", kind, link["title"])
        assert found["thumbnail_url"] == f"{address}/s/{name}/card.png"
        assert ("html" in found) == (kind == "rich")
        assert f"{address}/embed/{name}" in found.get("html", f"{address}/embed/{name}")


def test_a_link_in_japanese(store: Store) -> None:
    """Who asks for Japanese gets the head of the page and the title of the player in it; caches are told."""
    client = client_of(store)
    name = solved(store)
    japanese = {"Accept-Language": "ja-JP,ja;q=0.9,en;q=0.5"}
    for language, headers in (("ja", japanese), ("en", {})):
        shown = client.get(f"/s/{name}", headers=headers)
        described: Any = client.get(f"/oembed?url=http://localhost/s/{name}", headers=headers)
        assert f'<html lang="{language}">' in shown.text
        assert Head(shown.text).meta["og:title"] == described.json["title"]
        assert described.json["title"].startswith("ペグソリティア：" if language == "ja" else "Peg solitaire: ")
        for answer in (shown, described):
            assert answer.headers["Content-Language"] == language
            assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize("host", ["localhost:8000", "[::1]:8000", "my_web:8000"])
def test_links_name_the_host_of_the_request(store: Store, host: str) -> None:
    """Links to other pages begin with the host of the request as it is written, and no shared cache keeps them; where
    the operator names the address, it is that, and caches may keep it.
    """
    client = client_of(store, hosts="my_web")
    name = solved(store)
    shown = client.get(f"/s/{name}", headers={"Host": host})
    assert Head(shown.text).meta["og:url"] == f"http://{host}/s/{name}"
    described = client.get(f"/oembed?url=http://{host}/s/{name}", headers={"Host": host})
    assert described.json["provider_url"] == f"http://{host}/"
    for answer in (shown, described):
        assert "public" not in answer.headers["Cache-Control"]
    client = client_of(store, public_url="https://example.org/few")
    described = client.get(f"/oembed?url=/s/{name}", headers={"Host": "192.0.2.1"})
    assert described.json["provider_url"] == "https://example.org/few/"
    assert "public" in described.headers["Cache-Control"]


def test_oembed_keeps_to_the_size_asked_for(store: Store) -> None:
    """Neither player nor picture is larger than a site has room for; of the formats there is only JSON."""
    client = client_of(store)
    where = f"/oembed?url=http://localhost/s/{solved(store)}"
    small: Any = client.get(f"{where}&maxwidth=300&maxheight=250").json
    assert (small["width"], small["height"], "thumbnail_url" in small) == (300, 250, False)
    assert "thumbnail_url" in client.get(f"{where}&maxwidth=1200&maxheight=630&format=json").json
    assert client.get(f"{where}&format=xml").status_code == 501
    assert client.get("/oembed?url=http://localhost/s/p_51").status_code == 404
    assert client.get("/oembed?url=http://localhost/v1/boards").status_code == 404


def test_the_same_content_has_the_same_link(store: Store) -> None:
    """An id is a digest of the puzzle and the game: sharing again changes nothing, other content has another id.

    Jumps of one peg in a row are one move, however they are written.
    """
    client = client_of(store)
    first = share(client)
    assert share(client) == first
    games = [share(client, moves=moves) for moves in ([[0, 2, 4]], [[0, 2], [2, 4]])]
    assert [game["game"]["length"] for game in games] == [1, 1]
    assert len({first["id"], games[0]["id"], share(client, puzzle=ROW_PUZZLE)["id"]}) == 3
    again = client.get(first["links"]["self"])
    assert again.json == first
    assert "immutable" in again.headers["Cache-Control"]
    assert client.get(first["links"]["self"], headers={"If-None-Match": again.headers["ETag"]}).status_code == 304
    for unknown in ("/s/p_1", "/s/p_1/card.png", "/v1/shares/p_1"):
        assert client.get(unknown).status_code == 404


@pytest.mark.parametrize(
    ("moves", "said"),
    [([[0, 2]], "do not lead to the goal"), ([[0, 4]], "0"), ([[3, 1], [1, 3]], ""), ([], "do not lead to the goal")],
)
def test_a_game_is_believed_once_replayed(store: Store, moves: Any, said: str) -> None:
    """Moves that are not legal or do not solve the puzzle are refused, and nothing is stored."""
    response = client_of(store).post("/v1/shares", json={"puzzle": LINE_PUZZLE, "moves": moves})
    assert response.status_code == 422
    (error,) = response.json["errors"]  # type: ignore[index]
    assert error["pointer"] == "/moves"
    assert said in error["detail"]
    assert not store.redis.keys("*share:*")


def test_the_page_opens_what_was_shared(store: Store) -> None:
    """The page has the puzzle as JSON that no script element of its own can end; the game's moves are not in it."""
    client = client_of(store)
    found = share(client, moves=[[0, 2], [2, 4]])
    html = client.get(f"/s/{found['id']}").text
    text = re.findall(r'<script type="application/json" id="shared">(.*?)</script>', html)
    opened = json.loads(text[0])
    assert opened["puzzle"] == found["puzzle"]
    assert opened["shared"] == {"id": found["id"], "length": 1}
    assert "[[0, 2], [2, 4]]" not in text[0]


def test_what_is_kept_is_bounded(store: Store, server_url: str) -> None:
    """A document that is too long is refused, a full store takes none, and sharing costs more than reading."""
    client = client_of(store)
    goals = {"any_of": [{"pegs": list(range(44))}] * MAX_GOALS}
    puzzle = {"kind": "jump", "board": {"name": "wiegleb"}, "start": {"empty": [0]}, "goal": goals}
    assert len(json.dumps(puzzle)) > MAX_SHARE_BYTES
    long = client.post("/v1/shares", json={"puzzle": puzzle})
    assert (long.status_code, long.json["type"]) == (413, "/problems/body-too-large")  # type: ignore[index]
    share(client)
    full = client_of(connect(server_url, store_bytes=100)).post("/v1/shares", json={"puzzle": ROW_PUZZLE})
    assert (full.status_code, full.json["type"]) == (503, "/problems/store-full")  # type: ignore[index]
    limited = client_of(store, rate_requests=1 + SHARE_COST)
    store.redis.delete(*store.redis.keys("*rate:*"))
    codes = [limited.post("/v1/shares", json={"puzzle": LINE_PUZZLE}).status_code for _ in range(2)]
    assert codes == [200, 429]


@pytest.mark.parametrize(
    "address", ["/s/p_50", "/embed/p_50", "/oembed?url=http://localhost/s/p_50", "/sheet?puzzle=p_50"]
)
def test_pages_of_solutions_cost_as_other_work_does(store: Store, address: str) -> None:
    """Pages of solutions count against the client's rate and have an ETag."""
    solved(store)
    client = client_of(store, rate_requests=2)
    page = client.get(address)
    assert (page.status_code, page.headers["RateLimit"].startswith('"requests";r=1;')) == (200, True)
    same = client.get(address, headers={"If-None-Match": page.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")
    assert client.get(address).status_code == 429


def test_films(store: Store) -> None:
    """A solution has a film that decodes, with a frame for every position; a puzzle has none."""
    client = client_of(store)
    film = client.get(f"/v1/solutions/{solved(store)}/film.gif")
    assert (film.status_code, film.mimetype) == (200, "image/gif")
    assert getattr(Image.open(io.BytesIO(film.data)), "n_frames", 1) == 2
    same = client.get("/v1/solutions/p_50/film.gif", headers={"If-None-Match": film.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")
    assert client.get(f"/v1/solutions/{share(client)['id']}/film.gif").status_code == 404


def test_links_are_for_everyone(store: Store) -> None:
    """Where there are API keys, sharing needs one; whoever has the link needs none."""
    _, token = store.clients.add("one")
    client = client_of(store)
    body = {"puzzle": LINE_PUZZLE}
    assert client.post("/v1/shares", json=body).status_code == 401
    found = client.post("/v1/shares", json=body, headers=bearer(token))
    assert found.status_code == 200
    assert [client.get(path).status_code for path in found.json["links"].values()] == [200, 200, 200]  # type: ignore[index]
