"""What the quiz does, a node each. Only `confirm_number` and `answer_question` ask."""

import json
from datetime import UTC, datetime
from typing import Literal

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.runtime import Runtime

from agent.errors import ProviderError, StepFailed
from agent.events import Artifact, Notice
from agent.ports import Attempt, Context, Item
from agent.questions import Choice, Option, ask, from_json, to_json
from agent.workflows.tutor import requests
from agent.workflows.tutor.nodes import calls_of
from agent.workflows.tutor.phrases import mirrored
from agent.workflows.tutor.quiz import items
from agent.workflows.tutor.quiz.result import result_of, summary_of
from agent.workflows.tutor.quiz.steps import (
    EXPLAIN,
    ITEMS,
    QUERIES,
    ItemsFor,
    QueriesFor,
    Source,
    WrongAnswer,
    to_item,
)
from agent.workflows.tutor.state import Plain, TestSessionState

SKIP, END_QUIZ = "skip", "end"
PASSAGES_PER_QUERY = 3


def initialize_test(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """Read the call that started the quiz, and clear what an earlier one left."""
    call = _call(state)
    question = _last_words(state)
    wanted = requests.quiz_request(question)
    if wanted and wanted.wanted > requests.MOST_QUESTIONS:
        runtime.context.report.emit(
            Notice(f"A quiz has at most {requests.MOST_QUESTIONS} questions.")
        )
    return {
        "topic": str(call["args"].get("topic") or ""),
        "num_questions": max(1, min(requests.MOST_QUESTIONS, call["args"].get("num_questions", 5))),
        "difficulty": call["args"].get("difficulty") or "mixed",
        "quiz_id": _task(runtime),
        "questions": [],
        "current_question_index": 0,
        "user_answers": [],
        "feedback_history": [],
        "scores": [],
        "pending_feedback": None,
        "quiz_over": None,
        "drafted": None,
    }


def generate_queries_node(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """What to search for; nothing when missed questions are repeated."""
    if state.get("retry_of"):
        return {"queries": []}
    subject = state.get("asignatura") or ""
    value = QueriesFor(topic=state.get("topic") or "", subject=subject)
    return {"queries": runtime.context.llm.run(QUERIES, value).queries}


def retrieve_context_node(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """The passages the quiz is about; they also tell its topic when the words do not."""
    library = runtime.context.ports.library
    found: dict[str, Plain] = {}
    for query in state.get("queries") or []:
        search = library.search(
            query, subject=state.get("asignatura") or "", top_k=PASSAGES_PER_QUERY
        )
        for passage in search.passages:
            found.setdefault(
                passage.id,
                {
                    "id": passage.id,
                    "mark": "",
                    "kind": "quiz",
                    "document": passage.document,
                    "topic": passage.topic,
                    "text": passage.text,
                    "near": passage.near,
                    "terms": list(passage.terms),
                },
            )
    return {"context": list(found.values())}


def generate_questions_node(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """From the bank where the topic is there; more from a model, checked; never off topic."""
    context = runtime.context
    number = state.get("num_questions") or requests.USUAL_QUESTIONS
    if state.get("retry_of"):
        drawn = _missed(state, context)
        number = len(drawn)
    else:
        drawn = _from_bank(state, context, number)
        if len(drawn) < number and context.llm.is_model:
            drawn += _written(state, context, number - len(drawn), avoid=drawn)
    quiz = state.get("quiz_id") or ""
    context.ports.sealed.put(
        context.thread, quiz, {"items": [items.to_plain(item) for item in drawn]}
    )
    update: Plain = {"questions": [items.public(item) for item in drawn]}
    if not drawn:
        update["quiz_over"] = "empty"
    elif len(drawn) < number:
        update["drafted"] = to_json(_fewer(state, runtime, len(drawn), number))
    return update


def confirm_number(state: TestSessionState, _runtime: Runtime[Context]) -> Plain:
    """Fewer items fit than were asked for: does the user want those?"""
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled or reply.option == "no":
        return {"quiz_over": "cancelled", "drafted": None}
    if reply.expired:
        return {"drafted": None}
    return {"num_questions": len(state.get("questions") or []), "drafted": None}


def present_question(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """Draft the card of the current item."""
    questions = state.get("questions") or []
    index = state.get("current_question_index") or 0
    item = questions[index]
    card = Choice(
        id=_task(runtime),
        workflow="tutor",
        step="answer_question",
        title=f"Question {index + 1} of {len(questions)}",
        body=item["question_text"],
        options=tuple(Option(option["id"], option["text"]) for option in item["options"]),
        others=(Option(SKIP, "Skip"), Option(END_QUIZ, "End quiz")),
        context={
            "difficulty": item["difficulty"],
            "objective": _objectives(state, runtime.context).get(
                item["objective"], item["objective"]
            ),
            "progress": index / len(questions),
            "inbox": f"Quiz on {state.get('topic') or 'everything'}, "
            f"question {index + 1} of {len(questions)}",
        },
    )
    return {"drafted": to_json(card)}


def answer_question(state: TestSessionState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the user's answer. Does nothing else: it runs again when the answer comes."""
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled:
        return {"quiz_over": "cancelled", "drafted": None}
    if reply.expired:
        return {"drafted": None}
    if reply.option == END_QUIZ:
        return {"quiz_over": "ended", "drafted": None}
    given = "" if reply.option == SKIP else reply.option
    return {"user_answers": [*(state.get("user_answers") or []), given], "drafted": None}


def grade_answer(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """Grade by id, and show the evidence. A model only explains."""
    context = runtime.context
    index = state.get("current_question_index") or 0
    item = _sealed_items(state, context)[index]
    given = (state.get("user_answers") or [])[index]
    right = given == item.key
    explanation, by_model = item.explanation, False
    if given and not right:
        explanation, by_model = _explained(item, given, state, context)
    texts = dict(item.options)
    feedback = {
        "number": index + 1,
        "question_text": item.question_text,
        "outcome": "right" if right else ("wrong" if given else "skipped"),
        "given": texts.get(given, ""),
        "right": texts[item.key],
        "evidence": item.evidence,
        "document": item.evidence_document,
        "explanation": explanation,
        "by_model": by_model,
    }
    context.report.emit(Artifact("feedback", f"feedback:{state.get('quiz_id')}:{index}", feedback))
    return {
        "scores": [*(state.get("scores") or []), right],
        "feedback_history": [*(state.get("feedback_history") or []), explanation],
        "pending_feedback": explanation,
        "current_question_index": index + 1,
    }


def finalize_test(state: TestSessionState, runtime: Runtime[Context]) -> Plain:
    """Score, keep the attempt, and answer the call that started the quiz."""
    context = runtime.context
    over = state.get("quiz_over") or "finished"
    topic = state.get("topic") or ""
    answered = state.get("user_answers") or []
    if over == "empty":
        text = _empty_sentence(state, context)
        context.report.emit(Notice(text))
    elif over == "cancelled":
        text = f"The user cancelled the quiz after {len(answered)} answers."
        context.report.emit(Notice("The quiz was cancelled. Nothing was scored."))
    else:
        quiz = state.get("quiz_id") or ""
        result = result_of(
            _sealed_items(state, context),
            answered,
            topic=topic,
            over=over,
            quiz=quiz,
            objectives=_objectives(state, context),
        )
        _keep_attempt(state, context, result)
        context.report.emit(Artifact("quiz_result", f"result:{quiz}", result))
        text = summary_of(result)
    call = _call(state)
    return {
        "messages": [
            ToolMessage(text, tool_call_id=call["id"], name=call["name"]),
            AIMessage(text, additional_kwargs={"by_rules": True}),
        ],
        "quiz_over": over,
        "drafted": None,
        "retry_of": None,
    }


def after_questions(
    state: TestSessionState,
) -> Literal["confirm_number", "present_question", "finalize_test"]:
    if state.get("quiz_over"):
        return "finalize_test"
    return "confirm_number" if state.get("drafted") else "present_question"


def after_confirm(
    state: TestSessionState,
) -> Literal["present_question", "finalize_test", "generate_questions_node"]:
    if state.get("quiz_over"):
        return "finalize_test"
    confirmed = (state.get("num_questions") or 0) <= len(state.get("questions") or [])
    # An expired card brings no answer: it is drafted anew.
    return "present_question" if confirmed else "generate_questions_node"


def after_answer(
    state: TestSessionState,
) -> Literal["grade_answer", "finalize_test", "present_question"]:
    if state.get("quiz_over"):
        return "finalize_test"
    answered = len(state.get("user_answers") or [])
    # An expired or renewed card brings no answer: the same item is asked again.
    return (
        "grade_answer"
        if answered > (state.get("current_question_index") or 0)
        else "present_question"
    )


def test_router(state: TestSessionState) -> Literal["present_question", "finalize_test"]:
    """On to the next item while there is one."""
    done = (state.get("current_question_index") or 0) >= len(state.get("questions") or [])
    return "finalize_test" if done else "present_question"


test_router.__test__ = False  # type: ignore[attr-defined]


# Drawing items


def _from_bank(state: TestSessionState, context: Context, number: int) -> list[Item]:
    bank, subject = context.ports.bank, state.get("asignatura") or ""
    topics = _topics(state, context)
    if state.get("topic") and not topics:
        return []
    level = state.get("difficulty") or "mixed"
    fitting = bank.items(subject, topics=topics, difficulty="" if level == "mixed" else level)
    return items.draw(
        fitting,
        number,
        seed=state.get("quiz_id") or "",
        attempts=context.ports.attempts.all(context.user, subject),
    )


def _topics(state: TestSessionState, context: Context) -> list[str]:
    """The bank's topics for the words of the user, by name or by what the search found."""
    wanted = state.get("topic") or ""
    known = context.ports.bank.topics(state.get("asignatura") or "")
    if not wanted:
        return []
    if named := items.match_topics(wanted, known):
        return named
    near = [
        entry
        for entry in state.get("context") or []
        if entry["kind"] == "quiz" and (entry["terms"] or entry["near"])
    ]
    topics = [entry["topic"] for entry in near[:PASSAGES_PER_QUERY] if entry["topic"] in known]
    return topics[:1] if topics and topics.count(topics[0]) >= 2 else []


def _written(
    state: TestSessionState, context: Context, number: int, *, avoid: list[Item]
) -> list[Item]:
    """Items a model wrote from the passages, checked; none when it cannot."""
    sources = [
        Source(document=entry["document"], text=entry["text"])
        for entry in state.get("context") or []
        if entry["kind"] == "quiz"
    ]
    if not sources:
        return []
    topic = state.get("topic") or ""
    value = ItemsFor(
        topic=topic or "the passages",
        number=number,
        difficulty=state.get("difficulty") or "mixed",
        sources=sources,
        avoid=[item.question_text for item in avoid],
    )
    try:
        written = context.llm.run(ITEMS, value).items[:number]
    except StepFailed as error:
        context.report.emit(Notice(f"No further questions could be written: {error.message}"))
        return []
    subject, quiz = state.get("asignatura") or "", state.get("quiz_id")
    return [
        to_item(
            entry,
            subject=subject,
            topic=topic,
            document=_document_of(entry.evidence, sources),
            id_=f"{quiz}-{number}",
        )
        for number, entry in enumerate(written, start=1)
    ]


def _document_of(evidence: str, sources: list[Source]) -> str:
    quoted = " ".join(evidence.split())
    return next((s.document for s in sources if quoted in " ".join(s.text.split())), "")


def _missed(state: TestSessionState, context: Context) -> list[Item]:
    attempt = context.ports.attempts.get(context.user, state.get("retry_of") or "")
    return [
        items.from_plain(answer["item"])
        for answer in attempt.result["answers"]
        if answer["outcome"] != "right"
    ]


# Small parts


def _explained(
    item: Item, given: str, state: TestSessionState, context: Context
) -> tuple[str, bool]:
    texts = dict(item.options)
    value = WrongAnswer(
        question=item.question_text,
        chosen=texts[given],
        right=texts[item.key],
        evidence=item.evidence,
        explanation=item.explanation,
        language=mirrored(_last_words(state)),
    )
    try:
        return context.llm.run(EXPLAIN, value).explanation, context.llm.is_model
    except (ProviderError, StepFailed) as error:
        # The grade stands without the model, so the quiz must not stop for it.
        context.report.emit(Notice(f"{error.message} The author's explanation is shown instead."))
        return item.explanation, False


def _fewer(state: TestSessionState, runtime: Runtime[Context], have: int, wanted: int) -> Choice:
    topic = state.get("topic") or "this subject"
    level = state.get("difficulty")
    kind = "" if level in (None, "mixed") else f"{level} "
    noun = "question" if have == 1 else "questions"
    return Choice(
        id=_task(runtime),
        workflow="tutor",
        step="confirm_number",
        title=f"Only {have} {noun} fit",
        body=f"You asked for {wanted}. There are {have} checked {kind}{noun} on {topic}.",
        options=(Option("yes", f"Take the {have}"), Option("no", "No quiz")),
        context={"inbox": f"Quiz on {topic}: only {have} {noun} fit"},
    )


def _empty_sentence(state: TestSessionState, context: Context) -> str:
    known = context.ports.bank.topics(state.get("asignatura") or "")
    topics = ", ".join(topic.replace("-", " ") for topic in known)
    return f"There are no checked questions on {state.get('topic') or 'this subject'} here." + (
        f" There are some on: {topics}." if topics else ""
    )


def _keep_attempt(state: TestSessionState, context: Context, result: Plain) -> None:
    context.ports.attempts.put(
        Attempt(
            id=state.get("quiz_id") or "",
            user=context.user,
            thread=context.thread,
            subject=state.get("asignatura") or "",
            topic=state.get("topic") or "",
            created=datetime.now(UTC).isoformat(),
            score=result["score"],
            total=result["total"],
            result=json.loads(json.dumps(result)),
        )
    )


def _objectives(state: TestSessionState, context: Context) -> dict[str, str]:
    guide = context.ports.guides.guide(state.get("asignatura") or "") or {}
    outcomes = guide.get("resultados_de_aprendizaje") or []
    return {o["id"]: str(o["text"]) for o in outcomes if isinstance(o, dict) and "id" in o}


def _sealed_items(state: TestSessionState, context: Context) -> list[Item]:
    sealed = context.ports.sealed.get(context.thread, state.get("quiz_id") or "")
    return [items.from_plain(plain) for plain in sealed["items"]]


def _call(state: TestSessionState) -> Plain:
    return next(c for c in calls_of(state["messages"]) if c["name"] == "generate_test")


def _last_words(state: TestSessionState) -> str:
    asked = [str(m.text) for m in state["messages"] if isinstance(m, HumanMessage)]
    return asked[-1] if asked else ""


def _task(runtime: Runtime[Context]) -> str:
    """The task's id: unique for each visit of a node, and the same when a crash repeats it."""
    info = runtime.execution_info
    return info.task_id if info else "task"
