"""Which skills and roles a text names: whole words, the longest name first."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from agent.ports.courses import Role, Skill
from agent.text import HAN, fold

Kind = Literal["skill", "role"]
Name = tuple[str, ...]

# "c++" and "c#" are no "c"; a Han character is a word of its own.
_WORD = re.compile(f"[{HAN}]|[^\\W_{HAN}]+[+#]*")
_GAP = re.compile(r"[\s_-]{0,2}|[/.（(]")
# Names that are also letters or words: as they are written, or after a verb.
_AS_WRITTEN = frozenset({"c", "r", "d", "go"})
# What else is called like networks in Spanish: "red" is a colour, "redes sociales" are of people.
_NETS = frozenset({"red", "redes"})
_NETWORKS = re.compile(
    r"redes\b(?!\s+(?!(?:y|e|o|en|para|desde|con|sin|por|hasta|antes|durante|cada|pero|a|al)\b)[a-z])"
)
_VERB = re.compile(
    r"(?:\b(?:learn|study|know|code in|program in|aprender|estudiar|programar en)|学习?|会|懂)\s*$"
)


@dataclass(frozen=True)
class Mention:
    kind: Kind
    id: str
    start: int
    end: int


LONGEST = 2_000


def bounded(text: str) -> str:
    """What is read of a text: its beginning, with single spaces, so that no rule takes long."""
    return " ".join(text[: 4 * LONGEST].split())[:LONGEST]


def even(text: str) -> tuple[str, str]:
    """The text, and the same folded, character by character."""
    whole = unicodedata.normalize("NFC", text.replace("’", "'"))
    return whole, "".join(map(_folded, whole))


@lru_cache(maxsize=10_000)
def _folded(character: str) -> str:
    folded = fold(character)
    return folded if len(folded) == 1 else character


class Vocabulary:
    """The names of the catalogue's skills and roles."""

    def __init__(self, skills: Sequence[Skill], roles: Sequence[Role]) -> None:
        self._roles: dict[Name, str] = {}
        self._skills: dict[Name, str] = {}
        for role in roles:
            _learn(self._roles, role.id, (*role.names.values(), *role.aliases))
        for skill in skills:
            _learn(self._skills, skill.id, (*skill.names.values(), *skill.aliases))
        self._longest: dict[str, int] = {}
        for name in (*self._roles, *self._skills):
            self._longest[name[0]] = max(len(name), self._longest.get(name[0], 0))

    def mentions(self, text: str) -> list[Mention]:
        """In their order, without overlap. A name of both a role and a skill is a role's."""
        whole, folded = even(text)
        words = list(_WORD.finditer(folded))
        found = [span for at in range(len(words)) if (span := self._at(words, at, whole, folded))]
        kept: list[Mention] = []
        for start, end in sorted(found, key=lambda span: (span[0] - span[1], span[0])):
            if all(end <= other.start or start >= other.end for other in kept):
                kept.append(self._mention(folded[start:end], start, end))
        return sorted(kept, key=lambda mention: mention.start)

    def skill_for(self, mention: Mention, text: str) -> str:
        """The skill of the same name as a role that was mentioned; empty when there is none."""
        if mention.kind == "skill":
            return mention.id
        return self._skills.get(_bare(even(text)[1][mention.start : mention.end]), "")

    def _at(
        self, words: Sequence[re.Match[str]], at: int, whole: str, folded: str
    ) -> tuple[int, int] | None:
        """The longest name that begins with that word."""
        start = end = words[at].start()
        best: tuple[int, int] | None = None
        name: Name = ()
        for word in words[at : at + self._longest.get(_singular(words[at].group(0)), 0)]:
            if name and not _GAP.fullmatch(folded, end, word.start()):
                break
            name, end = (*name, _singular(word.group(0))), word.end()
            is_known = name in self._roles or name in self._skills
            if is_known and _is_meant(whole, folded, start, end):
                best = start, end
        return best

    def _mention(self, found: str, start: int, end: int) -> Mention:
        name = _bare(found)
        if name in self._roles:
            return Mention("role", self._roles[name], start, end)
        return Mention("skill", self._skills[name], start, end)


def _is_meant(whole: str, folded: str, start: int, end: int) -> bool:
    word = folded[start:end]
    if word in _NETS:
        return bool(_NETWORKS.match(folded, start))
    if word not in _AS_WRITTEN:
        return True
    is_name = whole[start].isupper() and not whole[end : end + 1].startswith(("&", "'"))
    return is_name or bool(_VERB.search(folded[:start]))


def _learn(table: dict[Name, str], id_: str, names: Iterable[str]) -> None:
    for name in names:
        if bare := _bare(name):
            table.setdefault(bare, id_)


@lru_cache(maxsize=20_000)
def _bare(name: str) -> Name:
    """Its words, folded, without the plural."""
    return tuple(map(_singular, _WORD.findall(even(name)[1])))


def _singular(word: str) -> str:
    # "base", "bases"; "motor", "motores": what is left is the same, though no word.
    is_word = len(word) > 3 and word.isascii() and word.isalpha()
    return re.sub(r"(?:es|e|s)$", "", word) if is_word else word
