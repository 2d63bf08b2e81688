"""What a goal takes, what the learner has of it, and what is near a goal that is not covered."""

from agent.ports import Context, CourseQuery, Skill
from agent.workflows.coach.contracts import Goal, SkillGap
from agent.workflows.coach.planning.gaps import gaps

MOST_NEAR = 4


def gaps_of(goal: Goal, context: Context) -> list[SkillGap]:
    """With what quizzes have shown where they exist."""
    ports = context.ports
    mastery = [
        (known.topic, known.mastery, known.answers)
        for known in ports.progress.mastery(context.user)
    ]
    return gaps(goal, ports.courses.skills(), ports.courses.roles(), mastery)


def near_to(goal: Goal, context: Context) -> list[Skill]:
    """The skills of the courses that words and meaning bring nearest."""
    courses = context.ports.courses
    words = " ".join(goal.uncovered) or goal.text
    found = courses.search(CourseQuery(words=words), count=MOST_NEAR)
    near = dict.fromkeys(id_ for each in found for id_ in each.course.skills)
    known = {skill.id: skill for skill in courses.skills()}
    fresh = [known[id_] for id_ in near if id_ in known and id_ not in goal.skills]
    return fresh[:MOST_NEAR]
