"""What a turn is about: by a button, by a model, by labelled examples, else by asking."""

from itertools import dropwhile

from agent.engine.conversation import conversation_of, spoken_in, today
from agent.errors import AgentError
from agent.events import Notice
from agent.language.catalogs import N_
from agent.language.dates import find_deadline
from agent.language.quantities import find_quantities
from agent.language.text import language_of, names_nothing
from agent.ports import Context, Intents, StoredPlan
from agent.ports.courses import Courses, Level, Role, Skill
from agent.workflows.coach.planning.contracts import (
    MOST_HOURS,
    USUAL,
    Goal,
    LearningPlan,
    Picked,
    Wanted,
)
from agent.workflows.coach.planning.gaps import alternatives, names_in
from agent.workflows.coach.planning.phrasing import listed, name_of
from agent.workflows.coach.planning.tracking import progress_of
from agent.workflows.coach.state import AgentState, Held, Plain, discard, follow, merge, speak_in
from agent.workflows.coach.steps import COORDINATE, READ_GOAL, GoalFor, ReadGoal, Route, RouteFor

OF_A_PLAN = ("adjust", "progress", "show", "quiz", "question")
LONGEST = 100
UNITS = {"hours": "duration-hour", "weeks": "duration-week"}
CLAUSE_ENDS = ",.;:!?，。；：！？"
IN_FORCE = ("approved", "in_progress")
MOST_PLANS = 20


def understand(state: AgentState, context: Context, *, anew: bool) -> Plain:
    """What the message wants, once in a turn, and again when the user has said it on a card."""
    if state.get("ended"):
        return {}
    held, is_first = Held(state).wanted, not state.get("wanted")
    is_written = held.source == "user" and held.wish and not held.edits
    if is_written:
        return _read_wish(held, state, context)
    if is_first and state.get("picked"):
        return _by_button(state, context)
    if not is_first and not anew:
        return {}
    wanted = _read(state.get("user_input") or "", state, context) if is_first else held
    return _prepare(wanted, state, context)


def _guess(text: str, state: AgentState, context: Context, *, has_plan: bool) -> str:
    guess = context.ports.intents.guess("coach", text)
    is_possible = guess.is_sure and (has_plan or guess.intent not in ("adjust", "progress"))
    kind = guess.intent if is_possible else "unclear"
    if kind == "unclear" and not state.get("learning_plan") and not state.get("goal"):
        # Without a goal so far, the message most likely states it; the form shows what was read.
        return "new_goal"
    return kind


def _read_wish(held: Wanted, state: AgentState, context: Context) -> Plain:
    """A wish that was written on a card of a plan, like a message."""
    read, said = _read(held.wish, state, context, card=held), Plain()
    if read.kind == "courses":
        # For this plan, whatever they are on.
        read = read.model_copy(update={"subject": ""})
    if read.kind in ("plan", "new_goal"):
        said["asked"] = []
    if read.kind == "new_goal":
        said |= discard(state, is_same_goal=False)
    said["user_input"] = held.wish
    return {**said, **_prepare(read, merge(state, said), context)}


def _look_for_more(state: AgentState) -> Plain:
    return {"search": "more" if state.get("course_candidates") else "find", "chosen": None}


def _read(text: str, state: AgentState, context: Context, *, card: Wanted | None = None) -> Wanted:
    """`card`: what was picked on the card of a plan on which it was written."""
    held, courses = state.get("learning_plan") or _latest(state, context), Held(state).left_courses
    plan = LearningPlan.model_validate(held) if held else None
    others, web = _in_force(context)[:MOST_PLANS], context.ports.course_web
    near = alternatives(plan, courses, context.ports.courses, wish=text) if plan else courses
    plans = {each.id: LearningPlan.model_validate(each.plan) for each in others}
    kind = card.kind if card else _guess(text, state, context, has_plan=bool(plan))
    # Code chooses the agent where rules read it.
    guess = {"current_task": kind, "next_agent": "course_advisor"}
    value = RouteFor(
        text=text,
        guess=Route.model_validate({**guess, "milestones": card.milestones if card else ()}),
        conversation=conversation_of(state),
        courses=near,
        goal=plan.goal if plan and not state.get("goal") else Held(state).goal,
        plan=plan.lines(progress_of(plan, context)) if plan else "",
        changes="\n".join(map(str, state.get("changes") or [])),
        plans={**plans, **({"": plan, plan.id: plan} if plan else {})},
        may_search=bool(web and web.is_set_up),
    )
    said = context.llm.run(COORDINATE, value)
    wish = text if said.edits or said.kind == "adjust" else ""
    return Wanted.model_validate({**said.model_dump(), "wish": wish})


def _prepare(wanted: Wanted, state: AgentState, context: Context) -> Plain:
    """What that needs to begin with: a plan, a goal, or other courses."""
    update: Plain = {"wanted": wanted.model_dump(mode="json"), **_adopt(wanted, state, context)}
    state = merge(state, update)
    is_read, has_goal = wanted.source == "model", bool(state.get("goal"))
    match wanted.kind:
        case "courses" if has_goal and not wanted.subject:
            hint = state.get("user_input") if is_read else None
            update |= {**_look_for_more(state), "hint": hint}
        case "plan" if has_goal and is_read:
            update |= _plan_anew(wanted, state, context)
        case "plan" if has_goal or state.get("learning_plan"):
            pass
        case "new_goal" | "courses" | "plan":
            update |= _new_goal(wanted, state, context)
    return update


def _new_goal(wanted: Wanted, state: AgentState, context: Context) -> Plain:
    text = state.get("user_input") or ""
    goal = goal_in(text, context, state=state, subject=wanted.subject) if text.strip() else None
    nothing = dict.fromkeys(("gaps", "course_candidates", "chosen", "search", "refused"))
    return {**nothing, "goal": goal and goal.model_dump(mode="json")}


def _plan_anew(wanted: Wanted, state: AgentState, context: Context) -> Plain:
    """The goal as it is now, with this conversation's courses; a plan for it was not liked."""
    update = discard(state, is_same_goal=True) if state.get("learning_plan") else {}
    update |= _look_for_more(state) if wanted.next_agent == "course_advisor" else {}
    read = read_again(merge(state, update), context, subject=wanted.subject)
    return {**update, "gaps": None, **read}


def read_again(
    state: AgentState, context: Context, *, subject: str = "", is_renamed: bool = False
) -> Plain:
    """The goal with all that was said of it, or only with another subject; the rest stays.

    A plan for other skills takes no place of another plan, and none of its courses.
    """
    goal = Held(state).goal
    fresh = goal_in(state.get("user_input") or "", context, state=state, subject=subject)
    if fresh.is_guess and not is_renamed:
        # Rules tell no goal from a note on it.
        return {}
    if not fresh.skills and "uncovered" in (state.get("asked") or []):
        # Self-study was chosen already.
        fresh = fresh.learnt_alone()
    said = {"level": fresh.level} if is_renamed else fresh.model_dump(exclude_defaults=True)
    if fresh.skills or is_renamed:
        said |= fresh.model_dump(include={"text", "role", "skills", "uncovered"})
    changed = goal.model_copy(update={**said, "held": {**goal.held, **fresh.held}})
    # Own words for a subject can differ each time.
    is_named = bool(subject) or is_renamed or changed.is_in_catalogue
    is_other = is_named and goal.skills.keys().isdisjoint(changed.skills)
    of_another = ("before", "rejected", "course_candidates", "chosen") if is_other else ()
    return {"goal": changed.model_dump(mode="json"), **dict.fromkeys(("gaps", *of_another))}


def _in_force(context: Context) -> list[StoredPlan]:
    """The user's plans, the latest first."""
    return [each for each in context.ports.plans.all(context.user) if each.status in IN_FORCE]


def _latest(state: AgentState, context: Context) -> Plain | None:
    """That which a conversation means that has no goal of its own yet."""
    plans = [] if state.get("goal") else _in_force(context)
    return plans[0].plan if plans else None


def _adopt(wanted: Wanted, state: AgentState, context: Context) -> Plain:
    """The plan that was named; else the latest, in a conversation without a goal. It is said."""
    held = state.get("learning_plan") or {}
    is_meant = not held and wanted.kind in OF_A_PLAN and wanted.next_agent != "end"
    plan = _latest(state, context) if is_meant else None
    if wanted.plan and wanted.kind != "new_goal" and wanted.plan != held.get("id"):
        plan = context.ports.plans.plan(context.user, wanted.plan).plan
    if plan is None:
        return {}
    plan = speak_in(spoken_in(state), plan)
    goal = Goal.model_validate(plan["goal"])
    context.report.emit(Notice(goal.say(N_("I'm using your plan “{title}”."), title=goal.text)))
    # Progress of another plan leaves the conversation with its own.
    own = (state.get("own") or state.get("before") or held) if wanted.reports else None
    return {**follow(plan), "number": None, "own": own}


def _by_button(state: AgentState, context: Context) -> Plain:
    try:
        wanted = _pick(Picked.model_validate(state["picked"]))
    except ValueError as error:
        raise AgentError(
            "That button asked for something unknown.", hint="Reload the page, then try again."
        ) from error
    return _prepare(wanted, state, context)


def _pick(picked: Picked) -> Wanted:
    act, value, of = picked.act, picked.value, {"milestone": picked.milestone}
    told: dict[str, Plain] = {
        "adjust": {"kind": "adjust", "wish": value},
        "edit": {"kind": "adjust", "edits": [{"kind": value, **of}]},
        "missed": {"kind": "adjust", "edits": [{"kind": "missed", "weeks": value or 1}]},
        "hours": {"reports": [{"hours": value, **of}]},
        "proof": {"reports": [{"proof": value, **of}]},
        "done": {"reports": [{"done": True, "proof": value, **of}]},
        "undone": {"reports": [{"done": False, "proof": value, **of}]},
        "quiz": {"kind": "quiz"},
        "more_courses": {"kind": "courses"},
        "resume": {"kind": "plan"},
    }
    named = tuple(filter(None, of.values()))
    wanted = {"kind": "progress", "source": "user", "plan": picked.plan, "milestones": named}
    return Wanted.model_validate({**wanted, **told[act]})


def goal_in(text: str, context: Context, *, state: AgentState, subject: str = "") -> Goal:
    """As a model reads it, else by names in it; what is known of the learner stays if not said."""
    known = state.get("user_profile") or {}
    usual = known.get("preferences") or {}
    goal = _read_goal(text, context, state=state, subject=subject)
    language, held = goal.course_language, dict[str, Level]()
    for each in reversed(_in_force(context)):
        # What was said for other plans; a form fills in 0 where nothing was said.
        held |= {skill: level for skill, level in each.plan["goal"]["held"].items() if level}
    return goal.model_copy(
        update={
            "language": spoken_in(state),
            "held": {**held, **(known.get("held") or {}), **goal.held},
            "background": goal.background or known.get("background") or "",
            "hours_a_week": goal.hours_a_week or known.get("time_availability"),
            "course_language": usual.get("language") if language is None else language,
            "budget": goal.budget or usual.get("budget"),
        }
    )


def _read_goal(text: str, context: Context, *, state: AgentState, subject: str) -> Goal:
    skills, roles = context.ports.courses.skills(), context.ports.courses.roles()
    value = GoalFor(
        text=text,
        subject=subject,
        guess=name_goal(text, context.ports.courses, context.ports.intents),
        goal=Held(state).goal,
        conversation=Held(state).said,
        skills={each.id: each.names["en"] for each in skills},
        roles={each.id: each.names["en"] for each in roles},
    )
    said = context.llm.run(READ_GOAL, value)
    takes = next((role.skills for role in roles if role.id == said.role), {})
    wanted = {s: n for s, n in {**takes, **said.skills}.items() if s not in said.unwanted}
    return Goal.model_validate({**said.model_dump(), "skills": wanted})


def name_goal(text: str, courses: Courses, intents: Intents) -> ReadGoal:
    """What is not named by its own name is left to the search.

    So is what is named only beside something else that it finds: they may know that already.
    """
    subject, language = _subject_of(text, intents), language_of(text)
    named: list[Role | Skill] = names_in(text, [*courses.roles(), *courses.skills()])
    if not names_in(subject, named) and courses.near_skills(subject):
        named = []
    wanted: dict[str, Level] = {}
    for each in named:
        brought = each.skills if isinstance(each, Role) else {each.id: USUAL}
        wanted |= {skill: max(level, wanted.get(skill, 0)) for skill, level in brought.items()}
    # A role that is named has these already.
    of_roles = {skill for each in named if isinstance(each, Role) for skill in each.skills}
    aims = [name_of(each, language) for each in named if each.id not in of_roles]
    day = find_deadline(text, language, today=today())
    return ReadGoal(
        is_guess=True,
        about=listed(aims, language) or subject,
        language=language,
        role=next((each.id for each in named if isinstance(each, Role)), ""),
        skills=wanted,
        hours_a_week=figure_in(text, "hours"),
        deadline=day if day > today().isoformat() else None,
        uncovered=() if wanted else (subject,),
    )


def near_goal(subject: str, text: str, courses: Courses) -> list[Skill]:
    """What it may be about: all that the text names, then what is near the subject."""
    named = names_in(text or subject, courses.skills())
    found = {each.id: each for each in (*named, *courses.near_skills(subject))}
    return list(found.values())


def _subject_of(text: str, intents: Intents) -> str:
    """The clause that most states a goal, else all, without words at its head that name nothing."""
    clauses = text.translate(dict.fromkeys(map(ord, CLAUSE_ENDS), "\n")).split("\n")
    dated = {each: {e.dimension for e in find_quantities(each)} for each in clauses if each.strip()}
    guesses = [(intents.guess("coach", e), e) for e, of in dated.items() if "time" not in of]
    stating = {each: guess.margin for guess, each in guesses if guess.intent == "new_goal"}
    words = max(stating, key=lambda each: stating[each], default=text).split()
    return " ".join([*dropwhile(names_nothing, words)] or words)[:LONGEST]


def figure_in(text: str, name: str) -> float | None:
    """The only number of hours or weeks in the text; a form shows it before it counts."""
    found = [each.count for each in find_quantities(text) if each.unit == UNITS[name]]
    return float(found[0]) if len(found) == 1 and 0 < found[0] <= MOST_HOURS else None
