"""The eight criteria by rules: what in the text earns or loses how many points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.language.text import fold
from agent.ports.work_items import Criterion
from agent.workflows.tickets.contracts import Point
from agent.workflows.tickets.maturity.reading import Reading, Sentence, about, fits, is_said, weight
from agent.workflows.tickets.words import read_data


@dataclass(frozen=True)
class Sign:
    """What sentences earn, or lose: the most telling one `points[0]`, the next one the next."""

    why: str
    points: tuple[int, ...]
    all: str = ""
    """A sentence has each of these signs,"""
    one: str = ""
    """one of these,"""
    no: str = ""
    """and none of these."""

    def find(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        rule = {"all": self.all, "one": self.one, "no": self.no}
        return [sentence for sentence in sentences if fits(sentence.signs, rule)]

    def marks(self, sentences: Sequence[Sentence]) -> Iterator[Point]:
        """The points, then what is missing of them."""
        found = self.find(sentences)
        if self.points[0] > 0:
            found = strongest(found)
        for points, sentence in zip(self.points, found, strict=False):
            yield _point(points, self.why, sentence.text, word=sentence.vague)
        why = f"{'few' if found else 'no'}_{self.why}"
        missing = sum(self.points[len(found) :])
        if missing > 0 and why in read_data("sayings")["reasons"]:
            yield _point(0, why, missing=missing)


def strongest(sentences: Sequence[Sentence]) -> list[Sentence]:
    return sorted(sentences, key=lambda s: ("concrete" in s.signs, min(s.new, 6.0)), reverse=True)


SCOPE = {"one": "bounds"}
PLACE = {"all": "place tells", "no": "in:priority in:value"}
TESTABLE = {"all": "criterion tells", "no": "vague"}
TOLD = "aside:description in:technical in:scope"

SIGNS: dict[Criterion, tuple[Sign, ...]] = {
    "description_completeness": (
        Sign("particular", (3, 3, 3), "tells concrete", no="aside:description"),
        Sign("scope", (15,), **SCOPE),
        Sign("vague", (-4,) * 5, "vague", no="tells"),
        Sign("repeated", (-4,) * 5, "repeat"),
        Sign("placeholder", (-4,) * 3, "placeholder", no="in:dependencies"),
    ),
    "acceptance_criteria": (
        Sign("testable", (13,) * 4, **TESTABLE),
        Sign("measured", (8,) * 3, one="concrete condition", **TESTABLE),
        Sign("edge", (14,), one="edge", **TESTABLE),
        Sign("listed", (10,), one="listed", **TESTABLE),
        Sign("untestable", (-8,) * 3, "criterion vague"),
        Sign("repeated", (-5,) * 3, "criterion repeat", no="vague"),
        Sign("placeholder", (-5,) * 3, "criterion placeholder"),
    ),
    "dependencies": (
        Sign("dependency", (45, 10), "dependency"),
        Sign("owner", (25,), "dependency", "owner who named"),
        Sign("availability", (20,), "dependency", "deadline state"),
        Sign("vague", (-8,) * 2, "in:dependencies vague"),
    ),
    "business_value": (Sign("vague_benefit", (-10,) * 2, "value vague", no="tells"),),
    "technical_feasibility": (
        Sign("place", (35, 15), **PLACE),
        Sign("limit", (25,), "limit tells", "concrete place"),
        Sign("feasible", (25,), "feasible tells"),
        Sign("vague", (-8,) * 2, "in:technical vague"),
    ),
    "user_story": (
        Sign("told_who", (20,), "tells who", no=TOLD),
        Sign("told_wish", (25,), "tells wish", no=TOLD),
        Sign("told_reason", (20,), "tells", "purpose benefit", no=TOLD),
    ),
    "estimation_readiness": (
        Sign("estimate", (20,), "estimate figure"),
        Sign("scope", (20,), **SCOPE),
        Sign("place", (20,), **PLACE),
        Sign("checkable", (9, 8, 8), **TESTABLE),
        Sign("open", (-8,) * 3, "open"),
    ),
    "priority_clarity": (
        Sign("urgency", (40,), "tells", "in:priority urgent", no="aside:priority"),
        Sign("deadline", (20,), "tells deadline", no="aside:priority in:dependencies depends"),
        Sign("measured_urgency", (20,), "tells figure", "in:priority urgent", "aside:priority"),
    ),
}


def _point(points: int, why: str, quote: str = "", *, missing: int = 0, word: str = "") -> Point:
    return Point(points=points, why=why, quote=quote, missing=missing, word=word)


def points_for(criterion: Criterion, r: Reading) -> list[Point]:
    """What its sentences show, and what only the whole issue does."""
    found = [mark for sign in SIGNS[criterion] for mark in sign.marks(r.sentences)]
    match criterion:
        case "description_completeness":
            return [*_summary(r), *_situation(r), *found]
        case "dependencies":
            return _without_dependencies(r) or found
        case "business_value":
            return [*_benefits(r), *found]
        case "user_story":
            return max(_story(r), [*found, *_fault(r)], key=lambda ms: sum(m.points for m in ms))
        case "estimation_readiness":
            return [*found, *_one_thing(r)]
        case "priority_clarity":
            return [*_priority(r), *found]
        case _:
            return found


def _summary(r: Reading) -> Iterator[Point]:
    points = 5 * min(3, int(weight(r.summary.about)))
    why = "summary" if points == 15 else "thin_summary"
    yield _point(points, why, r.summary.text, missing=15 - points)


def _situation(r: Reading) -> Iterator[Point]:
    """The present state, the wish and further details, each in a sentence of its own."""
    told = Sign("", (0,), "tells", no="aside:description").find(r.sentences)
    now = Sign("now", (20,), "status")
    wanted = Sign("wanted", (20,), "wish")
    held = strongest(now.find(told))[:1]
    wishes = wanted.find([s for s in told if s not in held]) or wanted.find(now.find(told))
    held += strongest(wishes)[:1]
    further = strongest([s for s in told if s not in held])[:3]
    yield from (*now.marks(told), *wanted.marks(wishes))
    details = [(min(7, round(sentence.new)), sentence) for sentence in further]
    yield from (_point(points, "detail", s.text) for points, s in details if points)
    if missing := 21 - sum(points for points, _ in details):
        yield _point(0, "no_detail", missing=missing)


def _without_dependencies(r: Reading) -> list[Point]:
    """Score a stated absence by its reason; return nothing where some are named."""
    free = Sign("independent", (85,), "independent").find(r.sentences)
    if reasoned := [s for s in free if "tells" in s.signs]:
        return [_point(85, "independent", reasoned[0].text)]
    if free:
        return [
            _point(45, "said_independent", free[0].text),
            _point(0, "no_independence", missing=40),
        ]
    under = [s for s in r.sentences if s.section == "dependencies"]
    is_named = any("dependency" in s.signs for s in r.sentences)
    if under and not is_named and "placeholder" in under[0].signs:
        return [_point(30, "said_none", under[0].text), _point(0, "no_independence", missing=55)]
    return []


def _benefits(r: Reading) -> Iterator[Point]:
    """A story is one only by the reason that it gives."""
    no = "" if any(mark.why == "reason" for mark in _story(r)) else "in:story"
    yield from Sign("benefit", (35, 20), "value tells", no=no).marks(r.sentences)
    yield from Sign("beneficiary", (15,), "tells who", no="in:priority").marks(r.sentences)
    yield from Sign("measured_benefit", (30,), "value tells figure", no=no).marks(r.sentences)


def _story(r: Reading) -> list[Point]:
    if not r.story:
        return [_point(0, "no_story", missing=100)]
    role, want, why = r.story["role"], r.story["want"], r.story["why"]
    is_role = not role.startswith("<") and (weight(about(role)) >= 1 or is_said("who", role))
    marks = [_point(30, "role", role) if is_role else _point(10, "any_role", role, missing=20)]
    if weight(about(want)) >= 2:
        marks.append(_point(35, "want", want))
    else:
        marks.append(_point(10 if about(want) else 0, "thin_want", want, missing=25))
    if weight(about(why) - about(want)) >= 1.5:
        return [*marks, _point(35, "reason", why)]
    return [*marks, _point(0, "circular" if why else "no_reason", why, missing=35)]


def _fault(r: Reading) -> Iterator[Point]:
    """A bug reports what happened; anything else should have the form of a story."""
    is_fault = "bug" in fold(r.issue.issue_type) or any(
        s.section in ("steps", "expected") for s in r.sentences
    )
    if is_fault:
        yield from Sign("told_fault", (25,), "tells", "in:steps now", TOLD).marks(r.sentences)
    else:
        yield _point(0, "no_story", missing=35)


def _one_thing(r: Reading) -> Iterator[Point]:
    whole = list(Sign("whole", (-15,), "whole", no="bounds").marks([r.summary, *r.sentences]))
    yield from whole
    if len([s for s in r.sentences if "tells" in s.signs]) >= 3 and r.summary.about and not whole:
        yield _point(15, "one_thing", r.summary.text)


def _priority(r: Reading) -> Iterator[Point]:
    name, word = fold(r.issue.priority).strip(), r.issue.priority
    if not name:
        yield _point(0, "no_priority", missing=20)
    elif name in read_data("words")["default_priorities"]:
        yield _point(10, "default_priority", missing=10, word=word)
    else:
        yield _point(20, "priority", word=word)
    if name in read_data("words")["high_priorities"]:
        yield from Sign("waits", (-25,), "waits").marks(r.sentences)
