"""A turn as it reads now: without what was contested since it ended."""

from dataclasses import replace

from agent.checks.scoring import rescored, voids_of
from agent.ports import Contest, Context, Ports
from agent.store.records import Entry, Turn
from agent.workflows.tutor.quiz.result import summary_of
from agent.workflows.tutor.state import Plain

QUIZ_KINDS = frozenset({"quiz_result", "feedback"})


def revised(turn: Turn, ports: Ports) -> Turn:
    """What is stored of a finished turn never changes; contests are laid over it."""
    quizzes = {e.data["quiz"] for e in turn.entries if e.kind in QUIZ_KINDS and "quiz" in e.data}
    contests = {quiz: ports.contests.of_quiz(quiz) for quiz in quizzes}
    if not any(contests.values()):
        return turn
    return replace(turn, entries=tuple(_revised(entry, contests) for entry in turn.entries))


def _revised(entry: Entry, contests: dict[str, dict[str, Contest]]) -> Entry:
    voids = voids_of(contests.get(entry.data.get("quiz", ""), {}))
    match entry.kind:
        case "quiz_result":
            return replace(entry, data=rescored(entry.data, voids))
        case "feedback" if void := voids.get(entry.data.get("item", "")):
            return replace(entry, data={**entry.data, "void": void})
        case _:
            return entry


def corrections(context: Context) -> str:
    """What a model must know of quizzes in this thread that count otherwise than they read."""
    contests = context.ports.contests.of_thread(context.user, context.thread)
    if not contests:
        return ""
    quizzes = dict.fromkeys(contest.quiz for contest in contests)
    known = {attempt.id: attempt for attempt in context.ports.attempts.all(context.user)}
    lines = [_correction(known[quiz].result) for quiz in quizzes if quiz in known]
    return "\n".join(lines)


def _correction(result: Plain) -> str:
    void = [a["item"]["question_text"] for a in result["answers"] if "void" in a]
    return (
        f"- Contested and not counted: {' / '.join(void)}. The result is now: {summary_of(result)}"
    )
