"""Full-text search over conversations: what users wrote, what was answered, what was made."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage, messages_from_dict

from agent.engine.messages import text_of
from agent.exchange.in_words import in_words
from agent.language.text import bigrams, is_han, runs
from agent.store.database import Database
from agent.store.turn_archive import unpacked

LONGEST = 20_000
"""Characters of a text that are indexed."""
Part = Literal["message", "answer", "result"]


class Search:
    """Words as they are folded elsewhere, and Chinese in pairs, so that all languages are found."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def put(self, thread: str, turn: str, part: Part, text: str) -> None:
        """Index a text, in place of what the part held before."""
        with self._db.transaction():
            self._db.insert_once("turn_texts", thread=thread, turn=turn, part=part)
            row = self._db.one("select id from turn_texts where turn = ? and part = ?", turn, part)
            number = row["id"] if row else 0
            self._db.put_words("turn_words", number, body=" ".join(split(text[:LONGEST])))

    def put_answer(self, thread: str, turn: str, messages: Sequence[BaseMessage]) -> None:
        said = [text_of(each) for each in messages if isinstance(each, AIMessage)]
        self.put(thread, turn, "answer", "\n".join(said))

    def put_results(self, thread: str, turn: str, entries: Sequence[list[Any]]) -> None:
        """Index what a turn shows beside its answer, such as a draft.

        Of an entry the kind is second, and its data third.
        """
        self.put(thread, turn, "result", "\n".join(_words_of(e[1], e[2]) for e in entries))

    def find(self, query: str) -> tuple[str, list[str]]:
        """A condition on a thread's id, and its values. The last word may be a beginning."""
        words = split(query)
        if not words:
            return "is null", []
        # Quoted, so that no word is an operator of the query language.
        match = " ".join(f'"{word}"' for word in words[:-1]) + f' "{words[-1]}"*'
        found = "(select rowid from turn_words where turn_words match ?)"
        return f"in (select thread from turn_texts where id in {found})", [match]

    def forget(self, thread: str) -> None:
        self._db.run(
            "delete from turn_words where rowid in (select id from turn_texts where thread = ?)",
            thread,
        )
        self._db.run("delete from turn_texts where thread = ?", thread)
        # What is deleted stays in the index's own pages until they are merged.
        self._db.run("insert into turn_words (turn_words) values ('optimize')")

    def catch_up(self) -> None:
        """Index turns that an earlier version wrote, or that were copied."""
        rows = self._db.all(
            "select id, thread, text, record from turns t where text <> '' and not exists"
            " (select 1 from turn_texts where turn = t.id and part ="
            " case when record is null then 'message' else 'result' end)"
        )
        with self._db.transaction():
            for row in rows:
                self.put(row["thread"], row["id"], "message", row["text"])
                record = unpacked(row["record"])
                self.put_answer(row["thread"], row["id"], messages_from_dict(record.messages))
                self.put_results(row["thread"], row["id"], record.entries)


def _words_of(kind: str, data: Any) -> str:
    """A result as plain text; empty where an early version kept less than is said today."""
    with suppress(LookupError, TypeError):
        return in_words(kind, data)
    return ""


def split(text: str) -> list[str]:
    """Folded words; of Chinese the pairs of neighbours."""
    return [part for run in runs(text) for part in (bigrams(run) if is_han(run) else [run])]
