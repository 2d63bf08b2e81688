"""The eight criteria by rules: what in the text earned or lost how many points."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from agent.language.text import fold
from agent.ports.work_items import Criterion
from agent.workflows.tickets.maturity.cues import aside, cue
from agent.workflows.tickets.maturity.reading import Reading, Sentence, about, weight
from agent.workflows.tickets.words import read_data


@dataclass(frozen=True)
class Mark:
    """Points with their reason, by its key; `missing` could have been earned and was not."""

    points: int
    why: str
    quote: str = ""
    missing: int = 0
    word: str = ""


def earned(points: int, why: str, sentence: Sentence) -> Mark:
    return Mark(points, why, sentence.text)


def lost(points: int, why: str, sentences: Iterable[Sentence], *, most: int) -> list[Mark]:
    return [Mark(-points, why, s.text, word=s.vague) for s in islice(sentences, most)]


def first(points: int, why: str, sentences: list[Sentence]) -> list[Mark]:
    """Return points for the most telling sentence, or the note that there is none."""
    if not sentences:
        return [Mark(0, f"no_{why}", missing=points)]
    return [earned(points, why, strongest(sentences)[0])]


def strongest(sentences: list[Sentence]) -> list[Sentence]:
    return sorted(sentences, key=lambda s: (s.is_concrete, min(s.new, 6.0), -s.start), reverse=True)


# Description


def description_completeness(r: Reading) -> list[Mark]:
    told = [s for s in r.telling if s.section not in aside("description")]
    now = [s for s in told if s.section in {"context", "steps"} or _is_now(s)]
    held = set(strongest(now)[:1])
    wanted = [s for s in told if _is_wish(s) and s not in held] or [s for s in now if _is_wish(s)]
    held |= set(strongest(wanted)[:1])
    further = strongest([s for s in told if s not in held])[:3]
    named = strongest([s for s in told if s.is_concrete])[:3]
    missing = 21 - sum(_detail(s) for s in further)
    return [
        *_summary(r),
        *first(20, "now", now),
        *first(20, "wanted", wanted),
        *(earned(_detail(s), "detail", s) for s in further if _detail(s)),
        *([Mark(0, "no_detail", missing=missing)] if missing else []),
        *(earned(3, "particular", s) for s in named),
        *([] if named else [Mark(0, "no_particular", missing=9)]),
        *first(15, "scope", [s for s in r.sentences if _bounds(s)]),
        *lost(4, "vague", (s for s in r.sentences if s.vague and not s.tells), most=5),
        *lost(
            4, "repeated", (s for s in r.sentences if s.is_repeat and not s.is_judgement), most=5
        ),
        *lost(4, "placeholder", (s for s in r.sentences if _is_left_open(s)), most=3),
    ]


def _summary(r: Reading) -> list[Mark]:
    points = 5 * min(3, int(weight(r.summary.about)))
    if points == 15:
        return [earned(15, "summary", r.summary)]
    return [Mark(points, "thin_summary", r.summary.text, missing=15 - points)]


def _detail(sentence: Sentence) -> int:
    return min(7, round(sentence.new))


def _is_now(s: Sentence) -> bool:
    return s.section not in {"acceptance", "expected", "story"} and s.has(cue("now"))


def _is_wish(s: Sentence) -> bool:
    return (
        s.section in {"acceptance", "expected", "story"}
        or s.has(cue("wants"))
        or s.has(cue("obliges"))
    )


def _bounds(s: Sentence) -> bool:
    if s.has(cue("estimate")):
        return False
    return (s.section == "scope" and s.names) or (
        s.tells and (s.has(cue("scope")) or bool(cue("only").match(s.folded)))
    )


def _is_left_open(s: Sentence) -> bool:
    return s.is_placeholder and s.section != "dependencies"


# Acceptance criteria


def criteria_in(r: Reading) -> list[Sentence]:
    """What the issue gives as criteria: under such a heading, or in prose and lists of no name."""
    return [s for s in r.sentences if is_listed(s) or _is_criterion(s)]


def _is_criterion(s: Sentence) -> bool:
    if s.section in aside("criteria") or s.has(cue("deadline")) or s.has(cue("supposed")):
        return False
    is_case = s.has(cue("case")) and not s.has(cue("now"))
    return s.has(cue("obliges")) or is_case or (s.is_item and s.is_concrete)


def is_testable(s: Sentence) -> bool:
    return s.tells and not s.vague


def is_listed(s: Sentence) -> bool:
    return s.section in {"acceptance", "expected"}


def acceptance_criteria(r: Reading) -> list[Mark]:
    given = criteria_in(r)
    testable = strongest([s for s in given if is_testable(s)])
    measured = [s for s in testable if s.is_concrete or s.has(cue("condition"))]
    listed = [s for s in testable if is_listed(s)]
    edges = [s for s in testable if s.has(cue("edge"))]
    marks = [
        *(earned(13, "testable", s) for s in testable[:4]),
        *(earned(8, "measured", s) for s in measured[:3]),
        *first(14, "edge", edges),
        *first(10, "listed", listed),
        *lost(8, "untestable", (s for s in given if s.vague), most=3),
        *lost(5, "repeated", (s for s in given if s.is_repeat and not s.vague), most=3),
        *lost(5, "placeholder", (s for s in given if s.is_placeholder), most=3),
    ]
    if len(testable) < 4:
        why = "few_testable" if testable else "no_testable"
        marks.append(Mark(0, why, missing=13 * (4 - len(testable))))
    if len(measured) < 3:
        marks.append(Mark(0, "no_measured", missing=8 * (3 - len(measured))))
    return marks


# Dependencies


def dependencies(r: Reading) -> list[Mark]:
    free = [s for s in r.sentences if s.has(cue("independent"))]
    if free:
        reasoned = [s for s in free if s.tells]
        return [earned(85, "independent", reasoned[0])] if reasoned else [
            earned(45, "said_independent", free[0]), Mark(0, "no_independence", missing=40)
        ]  # fmt: skip
    named = [
        s
        for s in r.sentences
        if (s.section == "dependencies" and s.names)
        or (s.section not in aside("dependencies") and s.tells and s.has(cue("depends")))
    ]
    under = [s for s in r.sentences if s.section == "dependencies"]
    if not named and under and under[0].is_placeholder:
        return [earned(30, "said_none", under[0]), Mark(0, "no_independence", missing=55)]
    owned = [
        s for s in named if s.has(cue("owner")) or s.has(cue("who")) or cue("named").search(s.text)
    ]
    timed = [s for s in named if s.has(cue("deadline")) or s.has(cue("state"))]
    return [
        *first(45, "dependency", named),
        *(earned(10, "dependency", s) for s in strongest(named)[1:2]),
        *first(25, "owner", owned),
        *first(20, "availability", timed),
        *lost(8, "vague", (s for s in under if s.vague), most=2),
    ]


# Business value


def values_in(r: Reading) -> list[Sentence]:
    """Sentences that say what is gained or lost, whether they say it well or not."""
    return [
        s
        for s in r.sentences
        if s.section == "value"
        or (s.section not in aside("value") and (s.has(cue("benefit")) or _is_pain(s)))
    ]


def _is_pain(s: Sentence) -> bool:
    """Whether a sentence puts a figure on someone's present problem, and so on its solution."""
    return s.has_figure and s.has(cue("now")) and s.has(cue("who"))


def business_value(r: Reading) -> list[Mark]:
    said = values_in(r)
    reason = {m.quote for m in _story(r) if m.why == "reason"}
    benefits = strongest([s for s in said if s.tells and (s.section != "story" or reason)])
    who = [s for s in [*benefits, *r.telling] if s.section != "priority" and s.has(cue("who"))][:1]
    return [
        *first(35, "benefit", benefits),
        *(earned(20, "more_benefit", s) for s in benefits[1:2]),
        *([] if benefits[1:] else [Mark(0, "no_more_benefit", missing=20)]),
        *(first(15, "beneficiary", who)),
        *first(30, "measured_benefit", [s for s in benefits if s.has_figure]),
        *lost(10, "vague_benefit", (s for s in said if s.vague and not s.tells), most=2),
    ]


# Technical feasibility


def places_in(r: Reading) -> list[Sentence]:
    """Sentences that name the parts of the system that change."""
    return [
        s
        for s in r.telling
        if s.section not in {"priority", "value"}
        if (s.section == "technical" and s.is_concrete)
        or s.has(cue("technical"))
        or cue("code").search(s.text)
    ]


def technical_feasibility(r: Reading) -> list[Mark]:
    places = strongest(places_in(r))
    limits = [s for s in r.telling if s.has(cue("limit")) and (s.is_concrete or s in places)]
    return [
        *first(35, "place", places),
        *(earned(15, "place", s) for s in places[1:2]),
        *([] if places[1:] else [Mark(0, "no_second_place", missing=15)]),
        *first(25, "limit", limits),
        *first(25, "feasible", [s for s in r.telling if s.has(cue("feasible"))]),
        *lost(8, "vague", (s for s in r.sentences if s.section == "technical" and s.vague), most=2),
    ]


# User story


def user_story(r: Reading) -> list[Mark]:
    formed, told = _story(r), _told(r)
    return formed if sum(m.points for m in formed) >= sum(m.points for m in told) else told


def _story(r: Reading) -> list[Mark]:
    story = r.story
    if not story:
        return [Mark(0, "no_story", missing=100)]
    want, why = about(story.want), about(story.why)
    is_role = not story.role.startswith("<") and (
        weight(about(story.role)) >= 1 or cue("who").search(fold(story.role))
    )
    marks = [
        Mark(30, "role", story.role) if is_role else Mark(10, "any_role", story.role, missing=20)
    ]
    if weight(want) >= 2:
        marks.append(Mark(35, "want", story.want))
    else:
        marks.append(Mark(10 if want else 0, "thin_want", story.want, missing=25))
    if not story.why:
        marks.append(Mark(0, "no_reason", missing=35))
    elif weight(why - want) >= 1.5:
        marks.append(Mark(35, "reason", story.why))
    else:
        marks.append(Mark(0, "circular", story.why, missing=35))
    return marks


def _told(r: Reading) -> list[Mark]:
    """Return marks for a story in plain prose, or for a fault as someone met it."""
    told = [s for s in r.telling if s.section not in {*aside("description"), "technical", "scope"}]
    is_fault = "bug" in fold(r.issue.issue_type) or any(
        s.section in {"steps", "expected"} for s in r.sentences
    )
    who = [s for s in told if s.has(cue("who"))]
    wishes = [s for s in told if _is_wish(s)]
    reasons = [s for s in told if s.has(cue("purpose")) or s.has(cue("benefit"))]
    marks = [
        *first(20, "told_who", who),
        *first(25, "told_wish", wishes),
        *first(20, "told_reason", reasons),
    ]
    if is_fault:
        met = [s for s in told if s.section == "steps" or s.has(cue("now"))]
        return [*marks, *first(25, "told_fault", met)]
    return [*marks, Mark(0, "no_story", missing=100 - 65)]


# Estimation readiness


def _is_open(s: Sentence) -> bool:
    return s.has(cue("open")) or (s.section == "questions" and not s.is_placeholder)


def estimation_readiness(r: Reading) -> list[Mark]:
    sized = [s for s in r.sentences if s.has_figure and s.has(cue("estimate"))]
    testable = strongest([s for s in criteria_in(r) if is_testable(s)])
    whole = [s for s in [r.summary, *r.sentences] if s.has(cue("whole")) and not _bounds(s)]
    marks = [
        *first(20, "estimate", sized),
        *first(20, "scope", [s for s in r.sentences if _bounds(s)]),
        *first(20, "place", places_in(r)),
        *(earned(points, "checkable", s) for points, s in zip((9, 8, 8), testable, strict=False)),
        *lost(8, "open", (s for s in r.sentences if _is_open(s)), most=3),
        *lost(15, "whole", whole, most=1),
    ]
    if len(testable) < 3:
        marks.append(Mark(0, "no_checkable", missing=8 * (3 - len(testable))))
    if len(r.telling) >= 3 and r.summary.about and not whole:
        marks.append(earned(15, "one_thing", r.summary))
    return marks


# Priority


def priority_clarity(r: Reading) -> list[Mark]:
    name = fold(r.issue.priority).strip()
    is_high = name in read_data("words")["high_priorities"]
    reasons = [
        s
        for s in r.telling
        if s.section not in aside("priority")
        and _presses(s)
        and not (is_high and s.has(cue("waits")))
    ]
    marks = [
        *_priority_set(r.issue.priority),
        *first(40, "urgency", reasons),
        *first(20, "deadline", [s for s in r.telling if _has_date(s)]),
        *first(20, "measured_urgency", [s for s in reasons if s.has_figure]),
    ]
    if is_high:
        marks += lost(25, "waits", (s for s in r.sentences if s.has(cue("waits"))), most=1)
    return marks


def _has_date(s: Sentence) -> bool:
    if s.section in aside("priority") or s.section == "dependencies" or s.has(cue("depends")):
        return False
    return s.has(cue("deadline"))


def _presses(s: Sentence) -> bool:
    return s.section == "priority" or s.has(cue("urgent"))


def _priority_set(priority: str) -> list[Mark]:
    name = fold(priority).strip()
    if not name:
        return [Mark(0, "no_priority", missing=20)]
    if name in read_data("words")["default_priorities"]:
        return [Mark(10, "default_priority", missing=10, word=priority)]
    return [Mark(20, "priority", word=priority)]


RULES: dict[Criterion, Callable[[Reading], list[Mark]]] = {
    "description_completeness": description_completeness,
    "acceptance_criteria": acceptance_criteria,
    "dependencies": dependencies,
    "business_value": business_value,
    "technical_feasibility": technical_feasibility,
    "user_story": user_story,
    "estimation_readiness": estimation_readiness,
    "priority_clarity": priority_clarity,
}
