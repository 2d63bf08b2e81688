"""What to do next: each from what the last turn left, each done by one message."""

from agent.ledger.records import Turn
from agent.text import Language, topic_name
from agent.workflow import Recommendation
from agent.workflows.coach.planning.phrasing import counted, day_of
from agent.workflows.coach.state import Plain
from agent.workflows.coach.words import told

MOST = 4


def recommend(turn: Turn) -> list[Recommendation]:
    last = {entry.kind: entry.data for entry in turn.entries}
    end = last.get("outcome")
    if end is None or turn.status != "done":
        return []
    language: Language = end["language"]
    found: list[Recommendation] = []
    if end["status"] == "courses":
        count = len(last.get("coach_courses", {}).get("courses", ()))
        found += [_plan(language, "next.plan.why", count=count), _more(language)]
    elif end.get("plan_status") == "draft":
        found.append(_plan(language, "next.draft.why"))
    elif end.get("next"):
        found += [_weak(weak, end) for weak in end["weak"] if weak["milestone"]][:1]
        # Turns of an older version do not have it.
        found += [_earlier(end)] if end.get("ahead") else []
        found += [_quiz(end["next"], end), _done(end["next"], end)]
    return found[:MOST]


def _plan(language: Language, why: str, **values: object) -> Recommendation:
    said = told("next.plan", language)
    picked = {"picked": {"act": "resume"}}
    reason = told(why, language, **values)
    return Recommendation("plan", said, reason, said, picked, ":material/route:")


def _more(language: Language) -> Recommendation:
    said = told("next.more", language)
    why = told("next.more.why", language)
    picked = {"picked": {"act": "more_courses"}}
    return Recommendation("more", said, why, said, picked, ":material/school:")


def _quiz(milestone: Plain, end: Plain) -> Recommendation:
    language: Language = end["language"]
    said = told("next.quiz", language, milestone=milestone["id"])
    why = told("next.quiz.why", language, title=milestone["title"])
    picked = {"act": "quiz", "plan": end["plan"], "milestone": milestone["id"]}
    return Recommendation("quiz", said, why, said, {"picked": picked}, ":material/quiz:")


def _done(milestone: Plain, end: Plain) -> Recommendation:
    language: Language = end["language"]
    said = told("next.done", language, milestone=milestone["id"])
    why = told("next.done.why", language, due=day_of(milestone["due"], language))
    picked = {"act": "done", "plan": end["plan"], "milestone": milestone["id"]}
    return Recommendation("done", said, why, said, {"picked": picked}, ":material/check_circle:")


def _earlier(end: Plain) -> Recommendation:
    """What was done early leaves days free."""
    language: Language = end["language"]
    said = told("next.earlier", language, milestone=end["next"]["id"])
    why = told("next.earlier.why", language, days=counted("day", end["ahead"], language))
    picked = {
        "act": "edit",
        "plan": end["plan"],
        "milestone": end["next"]["id"],
        "value": "earlier",
    }
    return Recommendation("earlier", said, why, said, {"picked": picked}, ":material/fast_forward:")


def _weak(weak: Plain, end: Plain) -> Recommendation:
    """Time for what the quizzes have shown to be weak."""
    language: Language = end["language"]
    named = {"milestone": weak["milestone"], "topic": topic_name(weak["topic"])}
    said = told("next.weak", language, **named)
    why = told("next.weak.why", language, topic=named["topic"], share=f"{weak['mastery']:.0%}")
    picked = {
        "act": "edit",
        "plan": end["plan"],
        "milestone": weak["milestone"],
        "value": "hours",
    }
    return Recommendation("weak", said, why, said, {"picked": picked}, ":material/target:")
