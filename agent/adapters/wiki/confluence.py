"""Confluence, through the tools of mcp-atlassian or its own REST interface."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from agent.adapters.atlassian import Tools, open_session
from agent.adapters.atlassian.failures import explain, is_doubtful, raise_read, raise_write, refused
from agent.adapters.atlassian.problems import ToolFailed
from agent.adapters.atlassian.queries import moment, quoted, term
from agent.adapters.atlassian.session import NoAnswer
from agent.adapters.atlassian.setup import CONFLUENCE_TOOLS, need, need_login
from agent.errors import AgentError, NotFound, Refused
from agent.exchange.wiki_markup import markdown, survives
from agent.exchange.wiki_markup.patching import Lossy, patch, text_of
from agent.exchange.wiki_markup.storage_nodes import STORAGE
from agent.language.catalogs import N_
from agent.language.text import content_words, stems, well_formed
from agent.ports.work_items import Connection, NewPage, Page
from agent.settings import Settings

Plain = dict[str, Any]

CONFLUENCE = "Confluence"
MOST_TERMS = 20
LONGEST_TITLE = 255
_ADDRESS = re.compile(r"rest/api/content/?(?:\d+\?status=current)?$")
# The tool reads the page back once it is written, and that may be what failed.
_READ_BACK = re.compile(r"retrieving page content|failed for Confluence", re.IGNORECASE)
_MENTION = re.compile(r"(?<!\w)@\w|\[User Profile|\[unsupported image\]")
_CODE = re.compile(
    r"<ac:plain-text-body>.*?</ac:plain-text-body>|<(code|pre)\b.*?</\1>", re.DOTALL | re.IGNORECASE
)
_TOLD_NO = re.compile(r"already exists|version must be|conflict|xhtml", re.IGNORECASE)


def open_confluence(settings: Settings) -> "ConfluenceWiki":
    """Raises NotConfigured. The tool server starts with the first question to Confluence."""
    url = need("CONFLUENCE_URL", settings.confluence_url, service=CONFLUENCE)
    space = need("CONFLUENCE_SPACE_KEY", settings.confluence_space_key, service=CONFLUENCE)
    need_login(CONFLUENCE, settings)
    return ConfluenceWiki(open_session(settings), url=url, space=space)


class ConfluenceWiki:
    is_embedded = False

    def __init__(self, session: Tools, *, url: str, space: str) -> None:
        self.name = f"Confluence at {urlsplit(url).hostname or url}"
        self._session = session
        self._space = space

    @property
    def checks_version(self) -> bool:
        """The tool takes no version: it adds one to whatever it finds."""
        return self._session.is_own_api

    @property
    def space(self) -> str:
        return self._space

    def close(self) -> None:
        """End the tool server, which Jira shares; the next question starts it again."""
        self._session.close()

    def check(self) -> Connection:
        try:
            missing = tuple(t for t in self._session.missing() if t in CONFLUENCE_TOOLS)
            if missing:
                hint = explain(CONFLUENCE, ToolFailed("", problem="no_tool")).hint
                message = f"The tool server does not offer {', '.join(missing)}."
                return Connection(is_ok=False, message=message, hint=hint, missing=missing)
            self._find("type = page", count=1)
        except NoAnswer as failure:
            told = explain(CONFLUENCE, failure)
            return Connection(is_ok=False, message=told.message, hint=told.hint)
        except AgentError as error:
            return Connection(is_ok=False, message=error.message, hint=error.hint)
        return Connection(is_ok=True, message=f"{self.name} answers. Space: {self.space}.")

    # Reading

    def page(self, page: str) -> Page:
        number = page.strip()
        if not number.isascii() or not number.isdigit():
            raise NotFound(f'"{page}" is not the number of a page.', hint="Check its number.")
        return self._page(self._raw(number))

    def _raw(self, number: str) -> Plain:
        arguments = {"page_id": number, "convert_to_markdown": False}
        missing = f"There is no page {number}."
        found: Plain = self._read("confluence_get_page", arguments, missing=missing)["metadata"]
        return found

    def titled(self, title: str) -> Page | None:
        title = title.strip()
        if not title:
            return None
        arguments = {"title": title, "space_key": self.space, "convert_to_markdown": False}
        try:
            found: Plain = self._session.call("confluence_get_page", arguments)["metadata"]
        except (ToolFailed, NoAnswer) as failure:
            if not isinstance(failure, ToolFailed) or failure.problem != "missing":
                raise_read(CONFLUENCE, failure, missing="")
            # The tool says "not found" to every failure; a query says which it was.
            same = self._find(f"type = page AND title = {quoted(title)}", count=1)
            return self.page(same[0]["id"]) if same and same[0]["title"] == title else None
        return self._page({**found, "space": {"key": self.space}})

    def search(self, text: str, *, count: int = 10) -> list[Page]:
        words = content_words(well_formed(text))[:MOST_TERMS]
        if not words:
            return []
        shares = " OR ".join(f"text ~ {quoted(term(word))}" for word in words)
        found = [self._page(raw) for raw in self._find(f"type = page AND ({shares})", count=count)]
        wanted = frozenset(words)
        return sorted(found, key=lambda page: -len(wanted & stems(f"{page.title} {page.text}")))

    def _find(self, cql: str, *, count: int) -> list[Plain]:
        query = f"space = {quoted(self.space)} AND {cql}"
        arguments = {"query": query, "limit": min(50, max(1, count))}
        missing = f"Confluence does not know the space {self.space}, or does not show it."
        found: list[Plain] = self._read("confluence_search", arguments, missing=missing)
        return found

    # Writing

    def create(self, page: NewPage) -> Page:
        self._must_fit(page)
        title = page.title.strip()
        arguments = {"space_key": page.space, "title": title, "content": page.body}
        return self._write(
            "confluence_create_page", arguments, is_there=lambda: self.titled(title) is not None
        )

    def update(self, page: str, content: NewPage, *, version: int) -> Page:
        self._must_fit(content)
        try:
            now = self.page(page)
        except AgentError as error:
            raise refused(error) from error
        if now.version != version or now.space != self.space:
            raise Refused(
                N_("“{about}” was changed by someone else in the meantime."),
                hint=N_("Look at the current page, then change it again."),
                about=now.title,
            )
        if not now.is_lossless:
            raise _lossy(now)
        title, body = content.title.strip(), content.body
        arguments: Plain = {"page_id": now.id, "title": title, "content": body}
        if self._session.is_own_api:
            arguments |= {"version": version, "content": self._patched(now, body)}
        return self._write(
            "confluence_update_page",
            arguments,
            is_there=lambda: self.page(now.id).version != version,
        )

    def check_update(self, page: Page, content: NewPage) -> None:
        if not page.is_lossless:
            raise _lossy(page)
        if self._session.is_own_api:
            self._patched(page, content.body)

    def _write(self, tool: str, arguments: Plain, *, is_there: Callable[[], bool]) -> Page:
        try:
            written = self._session.call(tool, {**arguments, "content_format": "storage"})["page"]
        except (ToolFailed, NoAnswer) as failure:
            raise_write(CONFLUENCE, failure, doubtful=_is_doubtful(failure, is_there))
        if self._session.is_own_api:
            return self._page(written)
        body = arguments["content"]
        return replace(_page(written), text=markdown(body), is_lossless=_is_lossless(body))

    def _patched(self, now: Page, body: str) -> str:
        """The page as it is, but for what the new body says otherwise."""
        try:
            patched: str = patch(self._raw(now.id)["content"]["value"], markdown(body), STORAGE)
        except Lossy as error:
            raise _lossy(now) from error
        return patched

    def _page(self, raw: Plain) -> Page:
        page = _page(raw)
        if not self._session.is_own_api:
            return page
        body = raw.get("content", {}).get("value", "")
        return replace(page, text=text_of(body, STORAGE), is_lossless=True)

    def _must_fit(self, page: NewPage) -> None:
        if page.space != self.space:
            raise Refused(
                f'Pages are not made in "{page.space}" from here.',
                hint=f"CONFLUENCE_SPACE_KEY allows {self.space} only.",
            )
        title = page.title.strip()
        if not title or "\n" in title or len(title) > LONGEST_TITLE:
            raise Refused(
                N_("A title is one line of at most 255 characters."), hint=N_("Shorten it.")
            )

    def _read(self, tool: str, arguments: Plain, *, missing: str) -> Any:
        try:
            return self._session.call(tool, arguments)
        except (ToolFailed, NoAnswer) as failure:
            raise_read(CONFLUENCE, failure, missing=missing)


def _lossy(page: Page) -> Refused:
    return Refused(
        N_("A part of “{about}” cannot be rewritten without loss."),
        hint=N_("Change that part in Confluence."),
        about=page.title,
    )


def _is_doubtful(failure: ToolFailed | NoAnswer, is_there: Callable[[], bool]) -> bool:
    if isinstance(failure, NoAnswer) or is_doubtful(failure):
        return is_doubtful(failure)
    if failure.address:
        return not _ADDRESS.search(failure.address)
    if _READ_BACK.search(failure.text):
        return True
    if failure.problem in {"key", "no_tool"} or _TOLD_NO.search(failure.text):
        return False
    try:
        return is_there()
    except AgentError:
        return True


def _is_lossless(body: str) -> bool:
    # The tool puts these in place of mentions, profiles and pictures.
    return not _MENTION.search(_CODE.sub("", body)) and survives(body)


def _page(raw: Plain) -> Page:
    content = raw.get("content", {})
    text = content.get("value", "")
    return Page(
        id=str(raw["id"]),
        title=raw["title"],
        space=raw.get("space", {}).get("key", ""),
        link=raw.get("url") or "",
        version=int(raw.get("version", 0)),
        # What a query finds is a piece of text, and no storage format.
        text=markdown(text) if content.get("format") == "storage" else text.strip(),
        updated=moment(raw.get("updated", "")),
        is_lossless=content.get("format") == "storage" and _is_lossless(text),
    )
