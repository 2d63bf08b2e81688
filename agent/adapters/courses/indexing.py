"""An index of courses by words and by meaning."""

import hashlib
import logging
import math
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from agent.errors import AgentError
from agent.language.text import keywords, stem, stems
from agent.ports import Embedder
from agent.ports.courses import Course, Skill
from agent.store.database import Database

log = logging.getLogger("interlude.courses")

TITLE, BODY = 1.0, 0.8
"""Weights of a word by the field it is in."""
NAMED, A_LEVEL = 0.3, 0.1
"""The same for the names of a skill, which are not the course's own words, and for each level that
it brings one to."""

HIGHEST_FLOOR = 0.9

# Wishes that no course of the catalogue serves: what they reach is chance.
_ELSEWHERE = (
    "how to cook a tomato soup",
    "play the guitar",
    "pottery and ceramics",
    "speak French fluently",
    "grow vegetables in a small garden",
    "train a puppy",
    "repair a bicycle",
    "install a light switch",
    "aprender a bailar salsa",
    "hablar alemán en el trabajo",
    "historia del arte",
    "fotografía de bodas",
    "学做饭",
    "学弹钢琴",
    "中国古代史",
    "健身和减肥",
)

# Words of every goal, whatever it is about.
_ASKING = stems(
    "learn learning study studying course courses class lessons beginner basics introduction"
    " start scratch understand become make made own write big job career work working know"
    " improve skills teach myself month week hours"
    " aprender estudiar curso cursos clase clases empezar entender trabajo mejorar saber conocer"
    " introduccion basico principiante meses semana horas"
    " 学习 想学 课程 入门 基础 开始 了解 工作 提高 零基 自学 每周 小时"
)


class Index:
    """An index of these courses; changed courses need a new one. Works without an embedder."""

    def __init__(
        self,
        courses: Sequence[Course],
        skills: Sequence[Skill],
        *,
        database: Database,
        embedder: Embedder | None,
    ) -> None:
        known = {skill.id: skill for skill in skills}
        self._words = {course.id: _weighted(course, known) for course in courses}
        self._counts = Counter(word for words in self._words.values() for word in words)
        self._embedder = embedder
        self._ids = [course.id for course in courses]
        self._of_the_field = np.array([bool(course.skills) for course in courses], dtype=bool)
        self._rows, self._elsewhere = _vectors(courses, database, embedder)

    def shares(self, query: str) -> dict[str, tuple[float, tuple[str, ...]]]:
        """The share of the query's words that each course has, rare ones counting for more."""
        asked = {stem(word): word for word in keywords(query) if stem(word) not in _ASKING}
        weights = {word: self._weight(word) for word in asked}
        whole = sum(weights.values()) or 1.0
        found = {}
        for course, words in self._words.items():
            shared = [word for word in asked if word in words]
            share = sum(weights[word] * words[word] for word in shared) / whole
            if shared:
                found[course] = (share, tuple(asked[word] for word in shared))
        return found

    def _weight(self, word: str) -> float:
        return math.log(1 + len(self._words) / (0.5 + self._counts[word]))

    def nearness(self, query: str) -> dict[str, float]:
        """The nearness of each course above that of unrelated wishes; 1: the same text."""
        if self._rows is None or self._embedder is None or not query.strip():
            return {}
        try:
            asked = self._embedder.embed([query])[0]
        except AgentError as error:
            log.warning("courses are searched by words only: %s", error.message)
            return {}
        # A school may bring pottery: that is near to a wish for it by no chance.
        chance = self._rows[self._of_the_field] @ self._elsewhere.T
        floor = min(float(chance.max(initial=0)), HIGHEST_FLOOR)
        above = (self._rows @ asked - floor) / (1 - floor)
        return {id_: float(near) for id_, near in zip(self._ids, above, strict=True) if near > 0}


def nearest_skills(
    words: str, skills: Sequence[Skill], *, database: Database, embedder: Embedder
) -> list[Skill]:
    """Skills nearer than wishes for something else reach, the nearest first."""
    texts = [", ".join(dict.fromkeys((*s.names.values(), *s.aliases))) for s in skills]
    rows = _embedded([*texts, *_ELSEWHERE], database, embedder)
    known, elsewhere = rows[: len(texts)], rows[len(texts) :]
    floor = float((known @ elsewhere.T).max(initial=0))
    near = known @ embedder.embed([words])[0]
    return [skills[place] for place in np.argsort(-near) if near[place] > floor]


def _names(skill: Skill) -> frozenset[str]:
    return stems(" \n ".join((*skill.names.values(), *skill.aliases)))


def _weighted(course: Course, known: Mapping[str, Skill]) -> dict[str, float]:
    title = stems(course.title)
    weighed = [
        (title | stems(course.provider), TITLE),
        (stems(f"{course.description} \n {' '.join(course.topics)}"), BODY),
    ]
    for id_, level in course.skills.items():
        if skill := known.get(id_):
            is_its_title = stems(skill.names["en"]) <= title
            weighed.append((_names(skill), TITLE if is_its_title else NAMED + A_LEVEL * level))
    words: dict[str, float] = {}
    for stemmed, weight in sorted(weighed, key=lambda each: each[1]):
        words |= dict.fromkeys(stemmed, weight)
    return words


def _vectors(
    courses: Sequence[Course], database: Database, embedder: Embedder | None
) -> tuple[np.ndarray | None, np.ndarray]:
    """A row for each course, and those of wishes for something else."""
    nothing = np.empty((0, 0), dtype=np.float32)
    if embedder is None or not courses:
        return None, nothing
    texts = [f"{c.title}. {c.description} {', '.join(c.topics)}" for c in courses]
    try:
        rows = _embedded([*texts, *_ELSEWHERE], database, embedder)
    except AgentError as error:
        log.warning("courses are searched by words only: %s", error.message)
        return None, nothing
    return rows[: len(texts)], rows[len(texts) :]


def _embedded(texts: Sequence[str], database: Database, embedder: Embedder) -> np.ndarray:
    """Only what the file does not have yet is made."""
    digests = {text: hashlib.sha256(text.encode()).hexdigest() for text in texts}
    kept = {
        row["digest"]: row["data"]
        for row in database.all(
            "SELECT digest, data FROM course_vector WHERE model = ?", embedder.model
        )
    }
    missing = [text for text in digests if digests[text] not in kept]
    if missing:
        made = np.asarray(embedder.embed(missing), dtype=np.float32)
        with database.transaction():
            for text, row in zip(missing, made, strict=True):
                digest = digests[text]
                kept[digest] = row.tobytes()
                database.put(
                    "course_vector", digest=digest, model=embedder.model, data=kept[digest]
                )
    data = b"".join(kept[digests[text]] for text in texts)
    return np.frombuffer(data, dtype=np.float32).reshape(len(texts), -1)
