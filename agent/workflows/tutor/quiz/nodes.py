"""What the quiz does, a node each. Only `confirm_number` and `answer_question` ask."""

from datetime import UTC, datetime

from langchain_core.messages import AIMessage, ToolMessage
from langgraph.runtime import Runtime
from pydantic import ValidationError

from agent.checks.citations.marks import entry
from agent.checks.scoring import counts, is_right, missed
from agent.engine.conversation import gettext_of, spoken_in, task_of
from agent.errors import ProviderError, StepFailed
from agent.events import Artifact, Notice
from agent.exchange.sheet import item_of
from agent.language.catalogs import N_
from agent.ports import Attempt, Context, Item
from agent.questions import ask, expiry, from_json, to_json
from agent.workflows.tutor.guide import outcomes
from agent.workflows.tutor.nodes import calls_of
from agent.workflows.tutor.quiz import cards, items, setup
from agent.workflows.tutor.quiz.checks import explanation_for, key_text
from agent.workflows.tutor.quiz.drawing import draw_items
from agent.workflows.tutor.quiz.result import listed_of, result_of, summary_of
from agent.workflows.tutor.quiz.steps import EXPLAIN, Answer, grade
from agent.workflows.tutor.state import Plain, TestSessionState

PASSAGES_PER_QUERY = 6


def initialize_test(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """Read the call that started the quiz; each turn begins without what an earlier one left."""
    wanted = _read_setup(_call(state)["args"])
    focus = "weak" if state.get("focus") or wanted.is_on_weak else None
    if focus:
        context, subject = runtime.context, state.get("asignatura") or ""
        known = context.ports.progress.mastery(context.user, subject)
        wanted.topics = [each.topic for each in known if each.is_weak][: setup.MOST_QUESTIONS]
        if not wanted.topics:
            text = N_("You have no weak topics so far, so this quiz covers all topics.")
            context.report.emit(Notice(text))
    return {
        "topic": "" if focus else wanted.topic,
        "focus": focus,
        "num_questions": wanted.num_questions,
        "difficulty": wanted.difficulty,
        "quiz_setup": wanted.model_dump(mode="json"),
        "quiz_id": task_of(runtime),
    }


def _read_setup(arguments: Plain) -> setup.QuizSetup:
    """What was called for; what does not fit of a model's call is left at its usual value."""
    fitting = dict(arguments)
    if isinstance(number := fitting.get("num_questions"), int):
        fitting["num_questions"] = max(1, min(setup.MOST_QUESTIONS, number))
    try:
        return setup.QuizSetup.model_validate(fitting)
    except ValidationError as error:
        wrong = {problem["loc"][0] for problem in error.errors() if problem["loc"]}
        return setup.QuizSetup.model_validate({k: v for k, v in fitting.items() if k not in wrong})


def generate_queries_node(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """What to search for; nothing when missed questions are repeated."""
    if state.get("retry_of") or state.get("review"):
        return {"queries": []}
    # Objectives are searched for in the guide's words.
    known = outcomes(state.get("asignatura") or "", runtime.context)
    chosen = " ".join(known.get(name, "") for name in setup.setup_of(state).objectives).strip()
    topic = state.get("topic") or cards.topics_of(state)
    return {"queries": [topic or chosen or state.get("asignatura") or ""]}


def retrieve_context_node(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """The passages the quiz is about; they also tell its topic when the words do not."""
    library, user = runtime.context.ports.library, runtime.context.user
    subject = state.get("asignatura") or ""
    most = max(PASSAGES_PER_QUERY, state.get("num_questions") or 0)
    queries = state.get("queries") or []
    found = [library.search(each, subject=subject, owner=user, top_k=most) for each in queries]
    return {"context": [entry(passage, 0) for each in found for passage in each.passages]}


def generate_questions_node(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """From the bank where the topic is there; more from a model, checked; never off topic.

    It comes a second time for the rest, once the others are answered.
    """
    context, known = runtime.context, []
    number = state.get("num_questions") or setup.USUAL_QUESTIONS
    if state.get("retry_of") or state.get("review"):
        drawn, rest = _again(state, context), 0
        number = len(drawn)
    else:
        known = _sealed_items(state, context) if state.get("rest") else []
        drawn, rest = draw_items(state, context, number, known=known)
    drawn = [*known, *drawn]
    sealed = {"items": [items.to_plain(item) for item in drawn]}
    context.ports.sealed.put(context.thread, state.get("quiz_id") or "", sealed)
    update: Plain = {"questions": [items.public(item) for item in drawn], "rest": rest}
    if not drawn:
        return {**update, "quiz_over": "empty"}
    if len(drawn) + rest >= number:
        return update
    if "num_questions" in _call(state)["args"]:
        text = N_("Fewer questions fit than you asked for: {count}.")
        context.report.emit(Notice(text, values={"count": len(drawn)}))
    return {**update, "num_questions": len(drawn)}


def confirm_number(state: TestSessionState, _runtime: Runtime[Context]) -> Plain:
    """An earlier version asked whether the user wants the fewer items that fit."""
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled or reply.option == "no":
        return {"quiz_over": "cancelled", "questions": [], "drafted": None}
    return {"num_questions": len(state.get("questions") or []), "drafted": None}


def present_question(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """Draft the card of the current item; in an exam only while there is time.

    Its clock runs on the server from the first question on: it does not stop for a restart.
    """
    end, minutes = state.get("deadline"), setup.setup_of(state).exam_minutes
    if _is_past(end):
        return _time_up(state)
    end = end or (expiry(minutes) if minutes else None)
    return {"drafted": to_json(cards.next_item(state, runtime, end)), "deadline": end}


def _is_past(end: str | None) -> bool:
    return bool(end) and str(end) < datetime.now(UTC).isoformat()


def _time_up(state: TestSessionState) -> Plain:
    """The end of an exam by the clock: what was not answered counts as skipped."""
    answered = state.get("user_answers") or []
    skipped = [""] * (len(state.get("questions") or []) - len(answered))
    return {"user_answers": [*answered, *skipped], "quiz_over": "time", "drafted": None}


def answer_question(state: TestSessionState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the user's answer. Does nothing else: it runs again when the answer comes."""
    drafted = state["drafted"] or {}
    reply = ask(from_json(drafted))
    end = state.get("deadline")
    if (end and reply.expired) or (reply.cancelled and _is_past(end)):
        return _time_up(state)
    if reply.expired:
        return {"drafted": None}
    if reply.cancelled or reply.option == cards.END_QUIZ:
        return {"quiz_over": "cancelled" if reply.cancelled else "ended", "drafted": None}
    given = "" if reply.option == cards.SKIP else reply.option or reply.text.strip()
    note: Plain = {"asked": drafted.get("created"), "answered": datetime.now(UTC).isoformat()}
    if reply.confidence is not None:
        note["confidence"] = reply.confidence
    return {
        "user_answers": [*(state.get("user_answers") or []), given],
        "answer_notes": [*(state.get("answer_notes") or []), note],
        "drafted": None,
    }


def grade_answer(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """Grade, and show the evidence. An exam goes on to its next question without a word."""
    index = state.get("current_question_index") or 0
    graded = {} if setup.setup_of(state).exam_minutes else _graded(state, runtime.context, index)
    return {**graded, "current_question_index": index + 1}


def grade_exam(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """Grade the next answer of an exam that is over; what is graded stays so when one fails."""
    return _graded(state, runtime.context, len(state.get("scores") or []))


def _graded(state: TestSessionState, context: Context, index: int) -> Plain:
    item = _sealed_items(state, context)[index]
    given = (state.get("user_answers") or [])[index]
    # Those of an exam were read again before it.
    is_exam = setup.setup_of(state).exam_minutes > 0
    unread = () if is_exam else state.get("context") or ()
    answer = Answer(item=item, given=given, language=setup.language_named(state))
    passages = context.ports.library.passages(item.evidence_document, owner=context.user)
    document = "\n".join(passage.text for passage in passages)
    try:
        found = grade(answer, llm=context.llm, unread=unread, document=document)
    except (ProviderError, StepFailed) as error:
        error.hint = f"Your answer is kept, and graded when you continue. {error.hint}".strip()
        raise
    if not is_exam:
        _show_feedback(state, context, index, answer, found)
    notes = list(state.get("answer_notes") or [])
    notes[index : index + 1] = [{**note, **found} for note in notes[index : index + 1] or [{}]]
    return {
        "scores": [*(state.get("scores") or []), found["outcome"] == "right"],
        "feedback_history": [*(state.get("feedback_history") or []), item.explanation],
        "pending_feedback": item.explanation,
        "answer_notes": notes,
    }


def _show_feedback(
    state: TestSessionState, context: Context, index: int, answer: Answer, found: Plain
) -> None:
    quiz, item, given = state.get("quiz_id"), answer.item, answer.given
    told = ("question_text", "evidence", "kind", "origin")
    shown = {
        **{name: getattr(item, name) for name in told},
        **found,
        "explanation": explanation_for(item, given),
        "quiz": quiz,
        "number": index + 1,
        "item": item.id,
        "given": dict(item.options).get(given, given),
        "right": key_text(item),
        "document": item.evidence_document,
    }
    is_authored = item.options and item.origin != "generated"
    if context.llm.is_model and found["outcome"] == "wrong" and is_authored:
        shown["remark"] = _explain(answer, context)
    context.report.emit(Artifact("feedback", f"feedback:{quiz}:{index}", shown))


def _explain(answer: Answer, context: Context) -> str:
    """What a model says of the answer, to stand beside what the author says."""
    try:
        return context.llm.run(EXPLAIN, answer).explanation
    except (ProviderError, StepFailed) as error:
        # The grade stands without the model, so the quiz must not stop for it.
        text = N_("{error} The author's explanation is shown alone.")
        context.report.emit(Notice(text, values={"error": error}))
        return ""


def finalize_test(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """Score, keep the attempt, and answer the call that started the quiz."""
    context, over = runtime.context, state.get("quiz_over") or "finished"
    emit, sealed = context.report.emit, _sealed_items(state, context)
    result = result_of(
        sealed,
        state.get("user_answers") or [],
        topic=state.get("topic") or "",
        over=over,
        quiz=state.get("quiz_id") or "",
        rest=state.get("rest") or 0,
        objectives=outcomes(state.get("asignatura") or "", context),
        notes=state.get("answer_notes") or [],
    )
    answered = len(result["answers"])
    match over:
        case "empty":
            emit(Notice(text := _empty_sentence(state)))
        case "cancelled":
            text = f"The user cancelled the quiz after {answered} answers."
            emit(Notice(N_("The quiz was cancelled. Nothing was scored.")))
        case _:
            result = _keep_attempt(state, context, result)
            emit(Artifact("quiz_result", f"result:{result['quiz']}", result))
            text = summary_of(result, spoken_in(state))
    # A quiz that ends before its last answer has shown one question more, whose key stays sealed.
    shown = sealed[: answered + 1]
    call, listed = _call(state), listed_of(result["answers"], shown[answered:])
    told = ToolMessage(f"{text}\n\n{listed}".rstrip(), tool_call_id=call["id"], name=call["name"])
    if shown:
        own = {"thread": context.thread, "quiz": result["quiz"], "shown": len(shown)}
        told.artifact = {**own, "answers": result["answers"] if over == "cancelled" else []}
    said = AIMessage(text, additional_kwargs={"by_rules": True})
    return {"messages": [told, said], "quiz_over": over}


def _empty_sentence(state: TestSessionState) -> str:
    """Why there is no quiz."""
    _ = gettext_of(state)
    if state.get("review"):
        return _("Nothing is due for review in this subject.")
    if state.get("retry_of"):
        return _("None of the missed questions can be asked again: they were contested.")
    topic = state.get("topic") or _("this subject")
    return _("There are no checked questions on {topic} here.").format(topic=topic)


def _keep_attempt(state: TestSessionState, context: Context, result: Plain) -> Plain:
    """Store the result and set when its questions come again; return it as it counts."""
    ports, user = context.ports, context.user
    subject, quiz = state.get("asignatura") or "", result["quiz"]
    ports.attempts.put(
        Attempt(
            id=quiz,
            owner=user,
            thread=context.thread,
            subject=subject,
            topic=result["topic"],
            created=datetime.now(UTC).isoformat(),
            score=result["score"],
            total=result["total"],
            result=result,
        )
    )
    kept = ports.attempts.get(user, quiz).result
    for answer in filter(counts, kept["answers"]):
        ports.reviews.answered(
            user,
            answer["item"],
            subject=subject,
            quiz=quiz,
            right=is_right(answer),
            confidence=answer.get("confidence"),
        )
    return kept


def _again(state: TestSessionState, context: Context) -> list[Item]:
    """The missed items, or those due, else due next, as they are now; without contested ones."""
    user, ports = context.user, context.ports
    if state.get("review"):
        subject = state.get("asignatura") or ""
        due = ports.reviews.due(user, subject) or ports.reviews.scheduled(user, subject)
        plain = [each.item for each in due[: setup.MOST_QUESTIONS]]
    else:
        result = ports.attempts.get(user, state.get("retry_of") or "").result
        plain = [answer["item"] for answer in missed(result)]
    held = ports.contests.held()
    now = {item.id: item for item in ports.bank.find([each["id"] for each in plain])}
    return [now.get(each["id"]) or item_of(each) for each in plain if each["id"] not in held]


def _sealed_items(state: TestSessionState, context: Context) -> list[Item]:
    """Those that the state tells: others may have been put before a crash."""
    sealed = context.ports.sealed.get(context.thread, state.get("quiz_id") or "")
    told = len(state.get("questions") or [])
    return [item_of(plain) for plain in sealed["items"][:told]]


def _call(state: TestSessionState) -> Plain:
    return next(c for c in calls_of(state["messages"]) if c["name"] == "generate_test")
