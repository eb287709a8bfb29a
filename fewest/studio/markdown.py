"""Markdown as HTML. Only this module imports the renderer, and only a request for a page of the guide loads it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup, escape

SOURCE = re.compile(r'(?<=\ssrc=")[^"]+(?=")')
"""The picture of an ``<img>``."""

MAX_LINE = 85
"""Characters of a line of code that fit on a wide screen."""

ALIGNED = re.compile(r"text-align:(left|right|center)")
"""The style of a cell, which the policy of the pages forbids: it becomes a class."""


@dataclass(frozen=True)
class Section:
    """A heading of the second level, and the name of its place on the page."""

    title: str
    anchor: str


@dataclass(frozen=True)
class Rendered:
    """The HTML of a page, and its sections."""

    body: Markup
    sections: tuple[Section, ...]


def rendered(text: str, target: Callable[[str], str | None], named: Callable[[str], str]) -> Rendered:
    """Render a page.

    Parameters
    ----------
    text
        The page as GitHub's Markdown, without raw HTML but for ``<img>``.
    target
        Maps a link to its address; None if the service does not serve the file. Its text then stays, with the name of
        the file.
    named
        Maps such a link to the name of its file.
    """
    reader = MarkdownIt("commonmark", renderer_cls=Renderer).enable(["table", "strikethrough"])
    tokens = reader.parse(text)
    sections = tuple(_with_anchors(tokens))
    for token in tokens:
        if token.children:
            token.children = list(_with_targets(token.children, target, named))
        elif token.type == "html_block":
            token.content = _with_sources(token.content, target)
        elif token.type in ("th_open", "td_open") and (style := ALIGNED.fullmatch(str(token.attrs.pop("style", "")))):
            token.attrSet("class", style[1])
    return Rendered(Markup(reader.renderer.render(tokens, reader.options, {})), sections)


class Renderer(RendererHTML):
    """Writes wide parts so that the keyboard can scroll them, and headings with a link to themselves."""

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A table within an element that scrolls."""
        return f'<div class="wide" tabindex="0">{self.renderToken(tokens, idx, options, env)}'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """The end of a table and of its element."""
        return f"{self.renderToken(tokens, idx, options, env)}</div>\n"

    def fence(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """A block of code. Lines that no screen shows whole are wrapped; drawings, which are narrower, are not."""
        content = tokens[idx].content
        kind = ' class="long"' if max(map(len, content.splitlines()), default=0) > MAX_LINE else ""
        return f'<pre{kind} tabindex="0"><code>{escape(content)}</code></pre>\n'

    def code_block(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """A block of code that is indented."""
        return self.fence(tokens, idx)

    def heading_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A link to the heading, at its end."""
        anchor = tokens[idx].meta.get("anchor")
        link = f' <a class="anchor" href="#{escape(anchor)}" aria-label="Link to this section">#</a>' if anchor else ""
        return f"{link}{self.renderToken(tokens, idx, options, env)}"


def slug(title: str) -> str:
    """GitHub's anchor of a heading, except for repeated headings."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _with_anchors(tokens: Sequence[Token]) -> Iterator[Section]:
    """Set the anchors of all headings, repeated ones with a number. Yields the headings of the second level."""
    seen: dict[str, int] = {}
    for opened, inline, closed in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opened.type != "heading_open":
            continue
        title = "".join(child.content for child in inline.children or ())
        name = slug(title)
        number = seen[name] = seen.get(name, -1) + 1
        anchor = f"{name}-{number}" if number else name
        opened.attrSet("id", anchor)
        if opened.tag != "h1":
            closed.meta["anchor"] = anchor
        if opened.tag == "h2":
            yield Section(title, anchor)


def _with_targets(
    tokens: Sequence[Token], target: Callable[[str], str | None], named: Callable[[str], str]
) -> Iterator[Token]:
    """The parts of a paragraph, with the service's addresses of links and pictures."""
    unserved: list[str | None] = []  # of the links that are open
    said = ""
    for token in tokens:
        if token.type == "link_open":
            link = str(token.attrs["href"])
            to, said = target(link), ""
            unserved.append(named(link) if to is None else None)
            token.attrSet("href", to or "")
        elif token.type == "link_close":
            name = unserved.pop()
            if name is not None:
                # The text of the link may name the file already.
                if name.rpartition("/")[2] not in said:
                    yield from (_text(" ("), Token("code_inline", "code", 0, content=name), _text(")"))
                continue
        elif token.type == "image":
            token.attrSet("src", target(str(token.attrs["src"])) or "")
        elif token.type == "html_inline":
            token.content = _with_sources(token.content, target)
        said += token.content
        # Of a link that is not served the tag is left out, not the text.
        if token.type != "link_open" or unserved[-1] is None:
            yield token


def _with_sources(html: str, target: Callable[[str], str | None]) -> str:
    return SOURCE.sub(lambda source: target(source[0]) or "", html)


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
