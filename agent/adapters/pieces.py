"""The Pieces port: versions, approved pieces and pictures, in the ledger's file."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from agent.errors import NotFound
from agent.language.text import fold
from agent.ports.content import KeptPiece, Version
from agent.ports.images import Picture
from agent.store.database import Database
from agent.store.rows import read_row

UNDO = timedelta(hours=24)
"""The time within which a deleted piece can be restored."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class SqlitePieces:
    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        self._db = database
        self._clock = clock

    def add_version(self, user: str, version: Version) -> Version:
        with self._db.transaction():
            numbered = replace(version, number=self._number(user, version))
            self._db.put("piece_versions", owner=user, **vars(numbered))
            return numbered

    def _number(self, user: str, version: Version) -> int:
        row = self._db.one(
            "select coalesce(max(number) filter (where id = ?), max(number) + 1, 1) as number"
            " from piece_versions where owner = ? and piece = ?",
            version.id,
            user,
            version.piece,
        )
        return int(row["number"]) if row else 1

    def versions(self, user: str, piece: str) -> list[Version]:
        sql = "select * from piece_versions where owner = ? and piece = ? order by number"
        return self._db.read(Version, sql, user, piece)

    def keep(self, user: str, piece: KeptPiece) -> None:
        self._db.put("kept_pieces", owner=user, **{**vars(piece), "deleted": None})

    def kept(self, user: str, *, kind: str = "", search: str = "") -> list[KeptPiece]:
        pieces = self._db.read(
            KeptPiece,
            "select * from kept_pieces where owner = ? and ? in ('', kind) and deleted is null"
            " order by at desc, id desc",
            user,
            kind,
        )
        words = fold(search).split()
        return [piece for piece in pieces if _has(piece, words)]

    def piece(self, user: str, piece: str) -> KeptPiece:
        row = self._db.one(
            "select * from kept_pieces where owner = ? and id = ? and deleted is null", user, piece
        )
        if row is None:
            raise NotFound("This piece does not exist here.", hint="Choose another from the list.")
        return read_row(KeptPiece, row)

    def delete(self, user: str, piece: str) -> None:
        self._db.run(
            "update kept_pieces set deleted = ? where owner = ? and id = ? and deleted is null",
            self._clock().isoformat(),
            user,
            piece,
        )

    def deleted(self, user: str) -> list[KeptPiece]:
        sql = (
            "select * from kept_pieces where owner = ? and deleted >= ?"
            " order by deleted desc, id desc"
        )
        return self._db.read(KeptPiece, sql, user, self._limit())

    def restore(self, user: str, piece: str) -> None:
        self._db.run(
            "update kept_pieces set deleted = null where owner = ? and id = ? and deleted >= ?",
            user,
            piece,
            self._limit(),
        )

    def _limit(self) -> str:
        """The time of deletion before which a piece cannot be restored."""
        return (self._clock() - UNDO).isoformat()

    def put_picture(self, user: str, picture_id: str, picture: Picture, *, thread: str) -> None:
        self._db.put("pictures", owner=user, id=picture_id, thread=thread, **vars(picture))

    def picture(self, user: str, picture_id: str) -> Picture:
        row = self._db.one("select * from pictures where owner = ? and id = ?", user, picture_id)
        if row is None:
            raise NotFound("This picture does not exist here.", hint="Make it again.")
        return read_row(Picture, row)

    def forget_deleted(self) -> None:
        """Each statement derives what to delete from the database, so a crash only delays it."""
        gone = "thread in (select id from threads where purged = 1)"
        pictured = "select owner, json_extract(content, '$.picture') as picture from"
        with self._db.transaction():
            self._db.run("delete from kept_pieces where deleted < ?", self._limit())
            self._db.run(
                f"delete from piece_versions where {gone}"  # noqa: S608 - literal
                " and (owner, piece) not in (select owner, id from kept_pieces)"
            )
            # Each text is read once, and not once for each picture.
            self._db.run(
                f"delete from pictures where {gone}"  # noqa: S608 - literal
                " and (owner, id) not in (select owner, picture from"
                f" ({pictured} kept_pieces union {pictured} piece_versions)"
                " where picture is not null)"
            )


def _has(piece: KeptPiece, words: list[str]) -> bool:
    text = fold(f"{piece.title}\n{piece.content.get('text', '')}") if words else ""
    return all(word in text for word in words)
