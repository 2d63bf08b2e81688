"""What to do next: each from what the last turn left, each done by one message."""

from agent.engine.workflow import Recommendation
from agent.language.catalogs import N_
from agent.language.text import Language, topic_name
from agent.store.records import Turn
from agent.workflows.coach.planning.phrasing import counted, day_of, phrase
from agent.workflows.coach.state import Plain

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
        why = phrase(N_("{count} courses to build it from"), language, count=count)
        found += [_plan(language, why), _more(language)]
    elif end.get("plan_status") == "draft":
        found.append(_plan(language, phrase(N_("it is not approved yet"), language)))
    elif end.get("next"):
        found += [_weak(weak, end) for weak in end["weak"] if weak["milestone"]][:1]
        # Turns of an older version do not have it.
        found += [_earlier(end)] if end.get("ahead") else []
        found += [_quiz(end["next"], end), _done(end["next"], end)]
    return found[:MOST]


def _plan(language: Language, why: str) -> Recommendation:
    said = phrase(N_("Make the plan"), language)
    return Recommendation(
        "plan", said, why, said, {"picked": {"act": "resume"}}, ":material/route:"
    )


def _more(language: Language) -> Recommendation:
    said = phrase(N_("Show more courses"), language)
    why = phrase(N_("others may fit better"), language)
    picked = {"picked": {"act": "more_courses"}}
    return Recommendation("more", said, why, said, picked, ":material/school:")


def _quiz(milestone: Plain, end: Plain) -> Recommendation:
    language: Language = end["language"]
    said = phrase(N_("Quiz me on milestone {milestone}"), language, milestone=milestone["id"])
    why = phrase(N_("a quiz shows how well you know “{title}”"), language, title=milestone["title"])
    return Recommendation(
        "quiz", said, why, said, _of_plan(end, "quiz", milestone["id"]), ":material/quiz:"
    )


def _done(milestone: Plain, end: Plain) -> Recommendation:
    language: Language = end["language"]
    said = phrase(N_("I finished {milestone}"), language, milestone=milestone["id"])
    due = day_of(milestone["due"], language)
    why = phrase(N_("it is the next one, due {due}"), language, due=due)
    picked = _of_plan(end, "done", milestone["id"])
    return Recommendation("done", said, why, said, picked, ":material/check_circle:")


def _earlier(end: Plain) -> Recommendation:
    """What was done early leaves days free."""
    language: Language = end["language"]
    said = phrase(N_("Start {milestone} earlier"), language, milestone=end["next"]["id"])
    days = counted("day", end["ahead"], language)
    why = phrase(N_("you are {days} ahead; what follows moves up, too"), language, days=days)
    picked = _of_plan(end, "edit", end["next"]["id"], value="earlier")
    return Recommendation("earlier", said, why, said, picked, ":material/fast_forward:")


def _weak(weak: Plain, end: Plain) -> Recommendation:
    """Time for what the quizzes have shown to be weak."""
    language: Language = end["language"]
    named = {"milestone": weak["milestone"], "topic": topic_name(weak["topic"])}
    said = phrase(N_("More time for {topic} ({milestone})"), language, **named)
    share = f"{weak['mastery']:.0%}"
    shown = N_("your quizzes show {share} on {topic}")
    why = phrase(shown, language, topic=named["topic"], share=share)
    picked = _of_plan(end, "edit", weak["milestone"], value="hours")
    return Recommendation("weak", said, why, said, picked, ":material/target:")


def _of_plan(end: Plain, act: str, milestone: str, **more: str) -> Plain:
    return {"picked": {"act": act, "plan": end["plan"], "milestone": milestone, **more}}
