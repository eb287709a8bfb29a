"""The guide on the service: every page of docs/, with links that lead somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from flask.testing import FlaskClient
from markdown_it import MarkdownIt

from fewest.store import Store
from fewest.studio.guide_pages import Page, contents, named_by, pages, pages_beside, target_of
from fewest.studio.markdown import rendered
from tests.unit.service.worker import client_of

DOCS = Path(__file__).parents[4] / "docs"
PAGES = list(pages().values())
NAMES = [page.name for page in PAGES]


def linked(page: Page) -> set[str]:
    """All that a page links to or shows, as it is written there."""
    tokens = MarkdownIt("commonmark").enable("table").parse(page.text())
    parts = [part for token in tokens for part in (token, *(token.children or ()))]
    links = {str(part.attrs[name]) for part in parts for name in ("href", "src") if name in part.attrs}
    html = "".join(part.content for part in parts if part.type.startswith("html_"))
    return links | set(re.findall(r'src="([^"]+)"', html))


def anchors(html: str) -> set[str]:
    return set(re.findall(r' id="([^"]+)"', html))


def test_every_page_of_docs_is_served() -> None:
    """The pages are the Markdown files of docs/ and its folders, and their titles are their first headings."""
    assert set(NAMES) == {file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md")}
    assert len({page.path for page in PAGES}) == len(PAGES)
    for page in PAGES:
        assert page.text().startswith("# ")
        assert page in pages_beside(page)
        assert page.folder or page in contents()


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_page(client: FlaskClient, page: Page) -> None:
    """A page is HTML that names itself, the contents and the pages beside it; its links and pictures are all found."""
    answer = client.get(page.path)
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    html = answer.text
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script", html)
    assert len(re.findall(r"<h1[ >]", html)) == 1
    for link in set(re.findall(r'(?:href|src)="([^"]*)"', html)):
        target = urlsplit(urljoin(page.path, link))
        if target.scheme:
            continue
        found = answer if target.path == page.path else client.get(target.path)
        assert found.status_code == 200, link
        if target.fragment:
            assert unquote(target.fragment) in anchors(found.text), link


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_to_other_files_lead_to_a_file(page: Page) -> None:
    """Links that the service does not serve lead to files of the repository."""
    for link in linked(page):
        if target_of(page, link) is None:
            assert (DOCS.parent / named_by(page, link)).exists(), link


def test_a_link_to_a_file_that_is_not_served_is_text() -> None:
    """A link to a file that is not served becomes its text with the file's name."""
    text = "See [the map](../deploy/nginx.conf), [`nginx.conf`](../deploy/nginx.conf) or [that](there.md)."
    body = rendered(text, lambda link: "/there" if link == "there.md" else None, lambda link: link[3:]).body
    expected = 'See the map (<code>deploy/nginx.conf</code>), <code>nginx.conf</code> or <a href="/there">that</a>.'
    assert body == f"<p>{expected}</p>\n"


def test_headings_have_the_anchors_of_github() -> None:
    """Anchors are the words of a heading with hyphens, repeated ones with a number; second-level ones are listed."""
    made = rendered("# A\n## The `solve` task, twice\n## Job's\n### Job's\n", lambda link: link, str)
    assert anchors(made.body) == {"a", "the-solve-task-twice", "jobs", "jobs-1"}
    assert [section.anchor for section in made.sections] == ["the-solve-task-twice", "jobs"]
    assert made.sections[0].title == "The solve task, twice"


def test_what_is_wide_scrolls_by_the_keyboard() -> None:
    """Tables and code can have the focus; columns are aligned without styles, and pictures keep their width."""
    text = '| a |\n|--:|\n| <img src="p.svg" width="9"> |\n\n```sh\na < b\n```\n'
    body = rendered(text, lambda link: f"/docs/{link}", str).body
    assert '<div class="wide" tabindex="0"><table>' in body
    assert '<td class="right"><img src="/docs/p.svg" width="9"></td>' in body
    assert '<pre tabindex="0"><code>a &lt; b\n</code></pre>' in body


def test_files_of_the_guide(client: FlaskClient) -> None:
    """Pictures have their type, a tag and an age; opened by themselves they run nothing. Other files are not there."""
    picture = client.get("/docs/pictures/house.svg")
    assert picture.mimetype == "image/svg+xml"
    assert "max-age" in picture.headers["Cache-Control"]
    assert picture.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert client.get("/docs/pictures/house.svg", headers={"If-None-Match": picture.headers["ETag"]}).status_code == 304
    for path in ("/docs/pictures/none.svg", "/docs/../pyproject.toml", "/docs/none/", "/docs/11-atlas.md"):
        assert client.get(path).status_code == 404, path


def test_the_contents_mark_the_page(client: FlaskClient) -> None:
    """The contents mark the current page, or the folder it is in."""
    marked = r'<a href="([^"]+)" aria-current="(\w+)"'
    assert re.findall(marked, client.get("/docs/08-operating/").text) == [("/docs/08-operating/", "page")]
    assert re.findall(marked, client.get("/docs/decisions/0013-lanes/").text) == [("/docs/decisions/", "true")]


def test_links_have_the_prefix(store: Store) -> None:
    """Under a prefix, all links of a page begin with it."""
    html = client_of(store, public_url="http://localhost/fewest").get("/docs/08-operating/").text
    links = set(re.findall(r'(?:href|src)="(/[^"]*)"', html))
    assert links
    assert all(link.startswith("/fewest/") for link in links)


def test_the_service_starts_without_the_renderer() -> None:
    """The service starts without loading the Markdown renderer."""
    program = "import sys, fewest.service; assert 'markdown_it' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)
