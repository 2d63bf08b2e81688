"""The Pieces port: versions, approved pieces and pictures, in the ledger's file."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from agent.errors import NotFound
from agent.language.text import fold
from agent.ports.content import KeptPiece, Version
from agent.ports.images import Picture
from agent.store.database import Database

UNDO = timedelta(hours=24)
"""How long a deleted piece can come back."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class SqlitePieces:
    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        self._db = database
        self._clock = clock

    def add_version(self, user: str, version: Version) -> Version:
        with self._db.transaction():
            numbered = replace(version, number=self._number(user, version))
            self._db.run(
                "insert or replace into piece_versions"
                " (user, piece, id, thread, number, at, why, content, comment)"
                " values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                user,
                numbered.piece,
                numbered.id,
                numbered.thread,
                numbered.number,
                numbered.at,
                numbered.why,
                json.dumps(numbered.content),
                numbered.comment,
            )
            return numbered

    def _number(self, user: str, version: Version) -> int:
        row = self._db.one(
            "select coalesce(max(number) filter (where id = ?), max(number) + 1, 1) as number"
            " from piece_versions where user = ? and piece = ?",
            version.id,
            user,
            version.piece,
        )
        return int(row["number"]) if row else 1

    def versions(self, user: str, piece: str) -> list[Version]:
        rows = self._db.all(
            "select * from piece_versions where user = ? and piece = ? order by number", user, piece
        )
        return [_version(row) for row in rows]

    def keep(self, user: str, piece: KeptPiece) -> None:
        self._db.run(
            "insert or replace into kept_pieces"
            " (user, id, kind, title, content, research, thread, at, deleted)"
            " values (?, ?, ?, ?, ?, ?, ?, ?, null)",
            user,
            piece.id,
            piece.kind,
            piece.title,
            json.dumps(piece.content),
            None if piece.research is None else json.dumps(piece.research),
            piece.thread,
            piece.at,
        )

    def kept(self, user: str, *, kind: str = "", search: str = "") -> list[KeptPiece]:
        rows = self._db.all(
            "select * from kept_pieces where user = ? and ? in ('', kind) and deleted is null"
            " order by at desc, rowid desc",
            user,
            kind,
        )
        words = fold(search).split()
        pieces = (_kept(row) for row in rows)
        return [piece for piece in pieces if _has(piece, words)]

    def piece(self, user: str, piece: str) -> KeptPiece:
        row = self._db.one(
            "select * from kept_pieces where user = ? and id = ? and deleted is null", user, piece
        )
        if row is None:
            raise NotFound("This piece does not exist here.", hint="Choose another from the list.")
        return _kept(row)

    def delete(self, user: str, piece: str) -> None:
        self._db.run(
            "update kept_pieces set deleted = ? where user = ? and id = ? and deleted is null",
            self._clock().isoformat(),
            user,
            piece,
        )

    def deleted(self, user: str) -> list[KeptPiece]:
        rows = self._db.all(
            "select * from kept_pieces where user = ? and deleted >= ?"
            " order by deleted desc, rowid desc",
            user,
            self._limit(),
        )
        return [_kept(row) for row in rows]

    def restore(self, user: str, piece: str) -> None:
        self._db.run(
            "update kept_pieces set deleted = null where user = ? and id = ? and deleted >= ?",
            user,
            piece,
            self._limit(),
        )

    def _limit(self) -> str:
        """Deleted before it is gone for good."""
        return (self._clock() - UNDO).isoformat()

    def put_picture(self, user: str, picture_id: str, picture: Picture, *, thread: str) -> None:
        self._db.run(
            "insert or replace into pictures"
            " (user, id, thread, png, svg, width, height, alt, is_card, model, notice)"
            " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            user,
            picture_id,
            thread,
            picture.png,
            picture.svg,
            picture.width,
            picture.height,
            picture.alt,
            int(picture.is_card),
            picture.model,
            picture.notice,
        )

    def picture(self, user: str, picture_id: str) -> Picture:
        row = self._db.one("select * from pictures where user = ? and id = ?", user, picture_id)
        if row is None:
            raise NotFound("This picture does not exist here.", hint="Make it again.")
        return _picture(row)

    def forget_deleted(self) -> None:
        """Each statement derives what to delete from the database, so a crash only delays it."""
        gone = "thread in (select id from threads where purged = 1)"
        pictured = "select user, json_extract(content, '$.picture') as picture from"
        with self._db.transaction():
            self._db.run("delete from kept_pieces where deleted < ?", self._limit())
            self._db.run(
                f"delete from piece_versions where {gone}"  # noqa: S608 - literal
                " and (user, piece) not in (select user, id from kept_pieces)"
            )
            # Each text is read once, and not once for each picture.
            self._db.run(
                f"delete from pictures where {gone}"  # noqa: S608 - literal
                " and (user, id) not in (select user, picture from"
                f" ({pictured} kept_pieces union {pictured} piece_versions)"
                " where picture is not null)"
            )


def _has(piece: KeptPiece, words: list[str]) -> bool:
    text = fold(f"{piece.title}\n{piece.content.get('text', '')}") if words else ""
    return all(word in text for word in words)


def _version(row: sqlite3.Row) -> Version:
    return Version(
        id=row["id"],
        piece=row["piece"],
        thread=row["thread"],
        number=row["number"],
        at=row["at"],
        why=row["why"],
        content=json.loads(row["content"]),
        comment=row["comment"],
    )


def _kept(row: sqlite3.Row) -> KeptPiece:
    return KeptPiece(
        id=row["id"],
        kind=row["kind"],
        title=row["title"],
        content=json.loads(row["content"]),
        research=None if row["research"] is None else json.loads(row["research"]),
        thread=row["thread"],
        at=row["at"],
        deleted=row["deleted"] or "",
    )


def _picture(row: sqlite3.Row) -> Picture:
    return Picture(
        png=row["png"],
        svg=row["svg"],
        width=row["width"],
        height=row["height"],
        alt=row["alt"],
        is_card=bool(row["is_card"]),
        model=row["model"],
        notice=row["notice"],
    )
