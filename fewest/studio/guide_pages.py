"""The pages of the guide in docs/: their addresses and titles, and the files they show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from posixpath import dirname, normpath
from urllib.parse import urlsplit

PACKED = Path(__file__).parent / "guide"

GUIDE = PACKED if PACKED.exists() else Path(__file__).parents[2] / "docs"
"""An installed package has a copy of docs/ (setup.py); a clone has docs/ itself."""

TYPES = {
    ".jpg": "image/jpeg",
    ".json": "application/json",
    ".png": "image/png",
    ".py": "text/plain",
    ".svg": "image/svg+xml",
}
"""The types of the files that pages show or link to, by the ends of their names."""


@dataclass(frozen=True)
class Page:
    """A page of the guide.

    Attributes
    ----------
    name
        The name of its file within docs/, such as ``decisions/0013-lanes.md``.
    title
        Its first heading.
    path
        Its address on the service, from the root, such as ``/docs/decisions/0013-lanes/``.
    """

    name: str
    title: str
    path: str

    @property
    def folder(self) -> str:
        """The folder of its file within docs/; empty for docs/ itself."""
        return dirname(self.name)

    def text(self) -> str:
        """The page in Markdown."""
        return (GUIDE / self.name).read_text(encoding="utf-8")


@cache
def pages() -> dict[str, Page]:
    """All pages by the names of their files, in their order; README.md is the first of its folder."""
    files = sorted([*GUIDE.glob("*.md"), *GUIDE.glob("*/*.md")], key=lambda file: (file.name != "README.md", file))
    names = [file.relative_to(GUIDE).as_posix() for file in files]
    return {name: Page(name, _title(name), _path(name)) for name in names}


@cache
def by_path() -> dict[str, Page]:
    """All pages by their addresses."""
    return {page.path: page for page in pages().values()}


@cache
def served_files() -> frozenset[str]:
    """The names of all files within docs/ that are served besides the pages."""
    files = [*GUIDE.glob("*.*"), *GUIDE.glob("*/*.*")]
    return frozenset(file.relative_to(GUIDE).as_posix() for file in files if file.suffix in TYPES)


def pages_beside(page: Page) -> tuple[Page, ...]:
    """The pages in the folder of a page, itself among them, in their order."""
    return tuple(each for each in pages().values() if each.folder == page.folder)


def contents() -> tuple[Page, ...]:
    """The pages of docs/ itself, then the first page of every folder."""
    folders = (page for page in pages().values() if page.folder and page.name.endswith("/README.md"))
    return (*(page for page in pages().values() if not page.folder), *sorted(folders, key=lambda page: page.name))


def target_of(page: Page, link: str) -> str | None:
    """The address on the service of a link on a page; None if its file is not served.

    Links to other hosts, to other pages of the service, and within the page stay as they are.
    """
    parts = urlsplit(link)
    if parts.scheme or not parts.path or parts.path.startswith("/"):
        return link
    folder, _, name = named_by(page, link).partition("/")
    if folder != "docs":
        return None
    if name in pages():
        return pages()[name].path + (f"#{parts.fragment}" if parts.fragment else "")
    return f"/docs/{name}" if name in served_files() else None


def named_by(page: Page, link: str) -> str:
    """The file of a relative link on a page, from the root of the repository."""
    return normpath(f"docs/{page.folder}/{urlsplit(link).path}")


def _path(name: str) -> str:
    place = name.removesuffix(".md").removesuffix("README").strip("/")
    return f"/docs/{place}/" if place else "/docs/"


def _title(name: str) -> str:
    with (GUIDE / name).open(encoding="utf-8") as file:
        return file.readline().strip().removeprefix("# ").replace("`", "")
