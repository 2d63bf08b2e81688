"""Checks that the rows and the audit chain agree: each entry has its row, each row its entry.

Rows older than the chain have no entries and are only counted: the entry `sealing` says
how many there were.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.store.chain import effect_key, fingerprint

KINDS = {
    "issue": (
        "select i.id, v.version, i.key, i.project, i.issue_type, v.at, v.summary, v.description,"
        # Only what has a plan is sealed with it: older entries know of none.
        " v.priority, v.labels,"
        " v.status || coalesce(char(10) || p.assignee || char(10) || p.due, '')"
        " from issues i join issue_versions v on v.issue = i.id"
        " left join issue_plans p on p.issue = i.id and p.version = v.version"
    ),
    "page": (
        "select i.id, v.version, i.space, v.at, v.title, v.body"
        " from pages i join page_versions v on v.page = i.id"
    ),
}
"""The values of an issue or a page that an entry's digest is made of, by the entry's name."""

COUNTS = """
    (select count(*) from turns) as turn,
    (select count(*) from decisions where question not in
        (select json_extract(data, '$.question') from audit where what like 'approval %')
    ) as decision,
    (select count(*) from issue_versions) as issue,
    (select count(*) from page_versions) as page
"""
"""The number of rows without an entry when the chain begins to have one for each."""


@dataclass(frozen=True)
class _Entry:
    who: str
    what: str
    thread: str
    data: dict[str, Any]


@dataclass
class _Chain:
    """The entries by what they are about, the newest of each."""

    counted: Mapping[str, int] | None = None
    purged: set[str] = field(default_factory=set)
    messages: dict[str, _Entry] = field(default_factory=dict)
    copies: dict[str, _Entry] = field(default_factory=dict)
    decisions: dict[str, _Entry] = field(default_factory=dict)
    approved: dict[str, str] = field(default_factory=dict)
    intended: dict[str, _Entry] = field(default_factory=dict)
    effects: dict[str, _Entry] = field(default_factory=dict)
    versions: dict[tuple[str, int, int], str] = field(default_factory=dict)

    def take(self, entry: _Entry) -> None:
        data = entry.data
        match entry.what.split():
            case ["sealing"]:
                self.counted = data
            case ["purge"]:
                self.purged.add(entry.thread)
            case ["message"]:
                self.messages[data["turn"]] = entry
            case ["copy"]:
                self.copies[entry.thread] = entry
            case ["approval" | "answer", *_]:
                self._take_decision(entry)
            case ["effect", *_]:
                self._take_effect(entry)
            case ["issue" | "page" as kind]:
                self.versions[kind, data["id"], data["version"]] = data["digest"]

    def _take_decision(self, entry: _Entry) -> None:
        self.decisions[entry.data["question"]] = entry
        if entry.what == "approval approve":
            self.approved[entry.data["question"]] = entry.data["digest"]

    def _take_effect(self, entry: _Entry) -> None:
        self.effects[entry.data["key"]] = entry
        if entry.what == "effect intended":
            self.intended[entry.data["key"]] = entry

    def rows_without_entry(self, kind: str, names: Sequence[str]) -> Iterator[str]:
        """Yield a sentence for each of these rows (oldest first) that is not older than the chain.

        The first ones are, as many as the entry `sealing` counted.
        """
        if self.counted is None:
            return
        before = self.counted[kind]
        for name in names[before:]:
            yield f"The {kind} {name} has no entry in the audit chain."
        if len(names) < before:
            yield f"{before - len(names)} older rows of the kind {kind} are missing."


def unmatched(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for each row that differs from its entry, lacks one, or is missing."""
    chain = _Chain()
    for who, what, thread, data in ledger.execute(
        "select who, what, thread, data from audit order by n"
    ):
        chain.take(_Entry(who, what, thread, json.loads(data)))
    yield from _turns(ledger, chain)
    yield from _decisions(ledger, chain)
    yield from _effects(ledger, chain)
    for kind in KINDS:
        yield from _versions(ledger, chain, kind)


def _turns(ledger: sqlite3.Connection, chain: _Chain) -> Iterator[str]:
    unknown: list[str] = []
    copied: dict[str, list[list[Any]]] = {thread: [] for thread in chain.copies}
    missing = set(chain.messages)
    for turn, thread, n, *content in ledger.execute(
        "select id, thread, n, text, inputs from turns order by thread, n"
    ):
        entry, copy = chain.messages.get(turn), chain.copies.get(thread)
        missing.discard(turn)
        if entry is None and copy and n <= copy.data["turns"]:
            copied[thread].append([n, *content])
        elif entry is None:
            unknown.append(turn)
        elif (thread, fingerprint(content)) != (entry.thread, entry.data["digest"]) and not (
            thread in chain.purged and content[0] == ""
        ):
            yield f"The text of turn {turn} is not the one that was written."
    for turn in missing:
        yield f"The turn {turn} is missing."
    yield from _copies(chain, copied)
    # A turn's id begins with its time.
    yield from chain.rows_without_entry("turn", sorted(unknown))


def _copies(chain: _Chain, copied: Mapping[str, list[list[Any]]]) -> Iterator[str]:
    for thread, turns in copied.items():
        is_purged = thread in chain.purged and not any(text for _, text, _ in turns)
        if not is_purged and fingerprint(turns) != chain.copies[thread].data["digest"]:
            yield f"The turns that conversation {thread} began with are not those copied to it."


def _decisions(ledger: sqlite3.Connection, chain: _Chain) -> Iterator[str]:
    unknown: list[str] = []
    missing = set(chain.decisions)
    for question, thread, asked, reply, who in ledger.execute(
        "select question, thread, digest, reply, who from decisions order by at, question"
    ):
        missing.discard(question)
        entry = chain.decisions.get(question)
        if entry is None:
            unknown.append(question)
        elif (who, thread) != (entry.who, entry.thread):
            yield f"The decision on question {question} was made by {entry.who}, not by {who}."
        elif entry.data.get("asked", asked) != asked:
            yield f"The decision on question {question} was made on another text than is kept."
        elif not _is_same_reply(chain, entry, json.loads(reply)):
            yield f"The decision on question {question} is not the one that was made."
    for question in missing:
        yield f"The decision on question {question} is missing."
    yield from chain.rows_without_entry("decision", unknown)


def _is_same_reply(chain: _Chain, entry: _Entry, reply: dict[str, Any]) -> bool:
    """Compare a reply with its entry; older entries hold the decision and no digest."""
    if "reply" in entry.data:
        is_purged = not reply and entry.thread in chain.purged
        return is_purged or bool(entry.data["reply"] == fingerprint(reply))
    if not reply:
        return True
    said = "cancelled" if reply["cancelled"] else reply["decision"] or reply["option"]
    return entry.what == f"approval {said}"


def _effects(ledger: sqlite3.Connection, chain: _Chain) -> Iterator[str]:
    missing = set(chain.effects)
    for row in ledger.execute(
        "select key, kind, target, digest, approval, thread, status, result from effects"
        " order by at"
    ):
        key, *sent, thread, status, result = row
        missing.discard(key)
        begun, last = chain.intended.get(key), chain.effects.get(key)
        if begun is None or last is None:
            yield f"The effect {key[:12]} has no entry in the audit chain."
        elif key != effect_key(*sent) or (begun.data, begun.thread) != (_intended(row), thread):
            yield f"The effect {key[:12]} is not the one that was begun."
        elif last.what != f"effect {status}":
            yield f"The effect {key[:12]} is {status}, but the audit chain says: {last.what}."
        elif result and not _is_same_result(chain, last, json.loads(result)):
            yield f"The result of effect {key[:12]} is not the one it had."
        if chain.approved.get(sent[3]) != sent[2]:
            yield f"Effect {key[:12]} was not approved as it was sent."
    for key in missing:
        yield f"The effect {key[:12]} is missing."


def _intended(row: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(("key", "kind", "target", "digest", "approval"), row, strict=False))


def _is_same_result(chain: _Chain, last: _Entry, result: dict[str, Any]) -> bool:
    if last.thread not in chain.purged and "result" in last.data:
        return bool(last.data["result"] == fingerprint(result))
    # A purge leaves the reference.
    return bool(str(result.get("reference") or "") == last.data.get("reference", ""))


def _versions(ledger: sqlite3.Connection, chain: _Chain, kind: str) -> Iterator[str]:
    unknown: list[str] = []
    missing = {key for key in chain.versions if key[0] == kind}
    if not ledger.execute("select 1 from sqlite_master where name = 'issue_plans'").fetchone():
        # A folder of an earlier version that no server has opened since.
        ledger.execute(
            "create temp table if not exists issue_plans (issue, version, assignee, due)"
        )
    for row in ledger.execute(f"{KINDS[kind]} order by v.at, i.id, v.version"):
        id_, version = row[0], row[1]
        name = f"{id_} in version {version}"
        missing.discard((kind, id_, version))
        known = chain.versions.get((kind, id_, version))
        if known is None:
            unknown.append(name)
        elif known != fingerprint(list(row)):
            yield f"The {kind} {name} is not as it was written."
    for _, id_, version in sorted(missing):
        yield f"The {kind} {id_} in version {version} is missing."
    yield from chain.rows_without_entry(kind, unknown)
    newest = f"(select max(version) from {kind}_versions where {kind} = i.id)"
    for (id_,) in ledger.execute(f"select id from {kind}s i where version <> {newest}"):
        yield f"The {kind} {id_} shows an older version than it has."
