"""The wiki that comes with the app: pages in the ledger's file, each version of them kept."""

from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import quote

from agent.errors import NotFound, Refused
from agent.exchange.wiki_markup import is_well_formed, markdown
from agent.language.catalogs import N_
from agent.language.text import content_words, stems, well_formed
from agent.ports.work_items import Connection, NewPage, Page
from agent.store.database import Database, Seal, unsealed
from agent.store.rows import Row

Clock = Callable[[], datetime]

LONGEST_TITLE = 255
MOST_TERMS = 60
_NOW = """
    select p.id, p.space, v.* from pages p
    join page_versions v on v.page = p.id and v.version = p.version
"""
_NO_PAGE, _CHECK_NUMBER = N_("There is no page {about}."), N_("Check its number.")


def utc_now() -> datetime:
    return datetime.now(UTC)


class EmbeddedWiki:
    """One space."""

    name = N_("the built-in wiki")
    is_embedded = True
    checks_version = True

    def __init__(
        self, database: Database, *, space: str, clock: Clock = utc_now, seal: Seal = unsealed
    ) -> None:
        self._db = database
        self._space = space
        self._clock = clock
        self._seal = seal

    @property
    def space(self) -> str:
        return self._space

    def check(self) -> Connection:
        row = self._db.one("select count(*) from pages where space = ?", self.space)
        count = row[0] if row else 0
        return Connection(is_ok=True, message=f"Ready. Pages in {self.space}: {count}.")

    # Reading

    def page(self, page: str) -> Page:
        row = self._row(page)
        if row is None:
            raise NotFound(_NO_PAGE, hint=_CHECK_NUMBER, about=page)
        return _page(row)

    def titled(self, title: str) -> Page | None:
        row = self._db.one(f"{_NOW} where p.space = ? and p.title = ?", self.space, title.strip())
        return _page(row) if row else None

    def pages(self, *, count: int = 500) -> list[Page]:
        """Pages of the space, the newest first."""
        sql = f"{_NOW} where p.space = ? order by p.id desc limit ?"
        return [_page(row) for row in self._db.all(sql, self.space, count)]

    def search(self, text: str, *, count: int = 10) -> list[Page]:
        words = content_words(well_formed(text))[:MOST_TERMS]
        if not words:
            return []
        rows = self._db.all(
            f"{_NOW} join page_words w on w.rowid = p.id"
            " where page_words match ? and p.space = ?"
            " order by bm25(page_words, 3, 1), p.id desc limit ?",
            " OR ".join(f'"{word}"' for word in words),
            self.space,
            count,
        )
        return [_page(row) for row in rows]

    def history(self, page: str) -> list[Page]:
        """The page as it was at each version, the oldest first."""
        rows = self._db.all(
            "select p.id, p.space, v.* from pages p join page_versions v on v.page = p.id"
            " where p.id = ? order by v.version",
            int(self.page(page).id),
        )
        return [_page(row) for row in rows]

    # Writing

    def create(self, page: NewPage) -> Page:
        content = self._checked(page)
        with self._db.transaction():
            self._must_be_free(content.title)
            row = self._db.one(
                "insert into pages (space, title, version, created) values (?, ?, 1, ?)"
                " returning id",
                self.space,
                content.title,
                self._clock().isoformat(),
            )
            return self._put_version(row[0] if row else 0, content)

    def update(self, page: str, content: NewPage, *, version: int) -> Page:
        content = self._checked(content)
        with self._db.transaction():
            row = self._row(page)
            if row is None:
                raise Refused(_NO_PAGE, hint=_CHECK_NUMBER, about=page)
            if row["version"] != version:
                raise Refused(
                    N_("“{about}” was changed by someone else in the meantime."),
                    hint=N_("Look at the current page, then change it again."),
                    about=row["title"],
                )
            self._must_be_free(content.title, but=row["id"])
            self._db.run(
                "update pages set version = version + 1, title = ? where id = ?",
                content.title,
                row["id"],
            )
            return self._put_version(row["id"], content)

    def check_update(self, page: Page, content: NewPage) -> None:
        self._checked(content)
        self._must_be_free(content.title, but=int(page.id))

    # Inside

    def _row(self, page: str) -> Row | None:
        number = page.strip()
        is_number = number.isascii() and number.isdigit() and len(number) < 18
        return self._db.one(f"{_NOW} where p.id = ?", int(number)) if is_number else None

    def _checked(self, page: NewPage) -> NewPage:
        """Check a page's fields, as Confluence would. Raises Refused."""
        title = page.title.strip()
        if page.space != self.space:
            raise Refused(
                f'There is no space "{page.space}" here.', hint=f"Pages are made in {self.space}."
            )
        if not title or "\n" in title or len(title) > LONGEST_TITLE:
            raise Refused(
                N_("A title is one line of at most 255 characters."), hint=N_("Shorten it.")
            )
        if not is_well_formed(page.body):
            raise Refused("The page is not in the wiki's format.", hint="Draft it again.")
        return NewPage(space=page.space, title=title, body=page.body)

    def _must_be_free(self, title: str, *, but: int = 0) -> None:
        there = self.titled(title)
        if there is not None and there.id != str(but):
            raise Refused(
                N_("There is a page “{about}” already."),
                hint=N_("Change that page, or its title."),
                about=title,
            )

    def _put_version(self, page: int, content: NewPage) -> Page:
        self._db.run(
            "insert into page_versions select id, version, ?, ?, ? from pages where id = ?",
            self._clock().isoformat(),
            content.title,
            content.body,
            page,
        )
        words = {"title": _indexed(content.title), "body": _indexed(markdown(content.body))}
        self._db.put_words("page_words", page, **words)
        self._seal(page)
        return self.page(str(page))


def _page(row: Row) -> Page:
    return Page(
        id=str(row["id"]),
        title=row["title"],
        space=row["space"],
        link=f"/issues?page={quote(str(row['id']))}",
        version=row["version"],
        text=markdown(row["body"]),
        updated=row["at"],
    )


def _indexed(text: str) -> str:
    return " ".join(sorted(stems(text)))
