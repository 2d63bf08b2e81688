"""Questions on the plan, and where a quiz on it is to be had."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage

from agent.guardrails import fenced
from agent.language.catalogs import N_
from agent.ports import Context
from agent.steps import Chat
from agent.text import content_words
from agent.workflows.coach.artifacts import sign
from agent.workflows.coach.planning.contracts import LearningPlan, Milestone
from agent.workflows.coach.planning.phrasing import day_of, name_of
from agent.workflows.coach.state import AgentState, Plain, wanted_of

TEMPERATURE = 0.5
MOST_TOLD = 3


def answer_question(
    plan: LearningPlan, progress: Sequence[str], state: AgentState, context: Context
) -> AIMessage:
    """In words: nothing is changed by it."""
    lines = [*progress, *(_describe(each, plan) for each in plan.milestones)]
    courses = [f"{each.title}: {each.description}" for each in plan.recommended_courses]
    chat = Chat(
        system=(
            "You are a learning coach. Answer the learner's question on their plan shortly, in"
            " their language. Dates, hours, courses and progress are as they are here; advice on"
            " learning may come from what you know. You cannot change, approve or log anything in"
            " this answer; never say that you did."
            f"\n\nThe plan:\n{fenced(chr(10).join(lines), source='plan')}"
            f"\n\nIts courses:\n{fenced(chr(10).join(courses), source='courses')}"
        ),
        messages=state["messages"],
        rules=lambda _messages: AIMessage("\n\n".join([*progress, *_about(plan, state)])),
        temperature=TEMPERATURE,
    )
    return sign(context.llm.reply(chat), "learning_planner")


def _about(plan: LearningPlan, state: AgentState) -> list[str]:
    """By rules: the milestones that are named, that share words with it, or that are left."""
    named = wanted_of(state).milestones
    asked = set(content_words(state.get("user_input") or ""))
    meant = [each for each in plan.milestones if each.id in named] or [
        each
        for each in plan.milestones
        if asked & set(content_words(f"{each.title} {each.outcome}"))
    ]
    return [_describe(each, plan) for each in (meant or plan.open)[:MOST_TOLD]]


def _describe(each: Milestone, plan: LearningPlan) -> str:
    language = plan.goal.language
    return plan.say(
        N_("{milestone}: {start} to {due}, {hours} h. Proof: {proof}"),
        milestone=each.name,
        start=day_of(each.start, language),
        due=day_of(each.due, language),
        hours=f"{each.hours:g}",
        proof=each.proof,
    )


def offer_quiz(milestone: Milestone, plan: LearningPlan, context: Context) -> Plain:
    """What the Tutor has to be asked: the topic, and the subject whose documents are nearest."""
    skills = {skill.id: skill for skill in context.ports.courses.skills()}
    known = [skills[id_] for id_ in milestone.skills if id_ in skills]
    topic = name_of(known[0], plan.goal.language) if known else milestone.title
    return {
        "plan_id": plan.id,
        "milestone": milestone.id,
        "title": milestone.title,
        "topic": topic,
        "subject": _subject(" ".join(name_of(each, "en") for each in known), context),
        "text": plan.say(N_("Give me a quiz of 5 questions on {topic}"), topic=topic),
    }


def _subject(names: str, context: Context) -> str:
    """Of the library, by the words it shares with the skills; nothing when none does."""
    wanted = set(content_words(names))
    best, most = "", 0
    for subject in context.ports.library.subjects(context.user):
        topics = " ".join(context.ports.bank.topics(subject.id))
        shared = wanted & set(content_words(f"{subject.title} {topics}".replace("-", " ")))
        if len(shared) > most:
            best, most = subject.id, len(shared)
    return best
