"""The Tutor's nodes, with a literal state and fake ports."""

from dataclasses import replace

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.runtime import Runtime

from agent.adapters.llm.embedded import EmbeddedLlm
from agent.errors import AgentError
from agent.events import Notice, ToolCalled
from agent.ports import Context, IndexStatus
from agent.workflows.tutor import nodes
from agent.workflows.tutor.evidence import evidence_of
from tests import fakes
from tests.fakes_images import FakeImages
from tests.stores import guides_of, ledger_tables


def runtime(*lines, library: fakes.MemoryLibrary | None = None) -> Runtime[Context]:
    report = fakes.RecordingReporter()
    script = fakes.Script(*lines)
    return Runtime(
        context=Context(
            user="ada",
            thread="thread",
            turn="turn",
            ports=fakes.make_ports(ledger_tables(), library=library),
            llm=fakes.ScriptedLlm(script, report) if lines else EmbeddedLlm(report),
            report=report,
            images=FakeImages(),
        )
    )


def state(text: str, *, calls: list[tuple[str, dict]] = (), **more):
    messages = [HumanMessage(text, id="turn")]
    if calls:
        named = [
            {"name": name, "args": args, "id": f"c{i}", "type": "tool_call"}
            for i, (name, args) in enumerate(calls)
        ]
        messages.append(AIMessage("", tool_calls=named))
    return {"messages": messages, "asignatura": "databases", **more}


def called(update) -> list[str]:
    return [call["name"] for call in update["messages"][-1].tool_calls]


def test_the_subject_comes_from_state_and_no_model_can_name_another():
    run = runtime()
    node = nodes.tool_node("get_guia")
    asked = state("When?", calls=[("get_guia", {"keys": ["fechas"], "asignatura": "physics"})])
    update = node(asked, run)
    assert "20 January" in update["messages"][0].text


def test_every_call_of_a_message_is_answered_and_marks_stay_unique():
    calls = [("rag_search", {"query": "foreign key"}), ("rag_search", {"query": "normalisation"})]
    update = nodes.tool_node("rag_search")(state("Both?", calls=calls), runtime())
    assert [m.tool_call_id for m in update["messages"]] == ["c0", "c1"]
    marks = [entry["mark"] for entry in evidence_of(update["messages"])]
    assert len(marks) == len(set(marks)) == 2


def test_an_overview_cites_how_each_section_of_the_only_document_begins():
    library = fakes.MemoryLibrary(fakes.DOCUMENTS[:1])
    run = runtime(library=library)
    asked = state("What is it about?", calls=[("overview", {})])
    update = nodes.tool_node("overview")(asked, run)
    [entry] = evidence_of(update["messages"])
    assert (entry["mark"], entry["title"]) == ("1", fakes.DOCUMENTS[0].title)
    said = nodes.think(
        {**asked, **update, "messages": [*asked["messages"], *update["messages"]]}, run
    )
    assert f"[{entry['mark']}]" in said["messages"][-1].text
    assert entry["text"][:20] in said["messages"][-1].text


def test_a_failed_tool_is_told_to_the_model_and_to_the_user():
    library = fakes.MemoryLibrary(fakes.DOCUMENTS)
    library.fails.append(AgentError("The library did not answer."))
    run = runtime(library=library)
    asked = state("Key?", calls=[("rag_search", {"query": "key"})])
    update = nodes.tool_node("rag_search")(asked, run)
    assert "did not answer" in update["messages"][0].text
    notices = [e.text for e in run.context.report.events if isinstance(e, Notice)]
    assert notices == ["The library did not answer."]
    assert [e.outcome for e in run.context.report.events if isinstance(e, ToolCalled)] == ["failed"]


def test_wrong_arguments_are_told_to_the_model():
    asked = state("Key?", calls=[("rag_search", {"top_k": 99})])
    update = nodes.tool_node("rag_search")(asked, runtime())
    assert "do not fit" in update["messages"][0].text


def test_a_tool_that_does_not_exist_is_answered_too():
    asked = state("?", calls=[("divine", {}), ("rag_search", {"query": "key"})])
    update = nodes.tool_node("unknown_tool")(asked, runtime())
    assert [m.tool_call_id for m in update["messages"]] == ["c0"]


@pytest.mark.parametrize(
    ("named", "nodes_next"),
    [
        (["rag_search"], ["rag_search"]),
        (["rag_search", "get_guia", "rag_search"], ["rag_search"]),
        (["generate_test", "rag_search"], ["rag_search"]),
        (["generate_test"], ["test_session"]),
        (["divine"], ["unknown_tool"]),
    ],
)
def test_the_tool_that_was_named_first_comes_first(named, nodes_next):
    asked = state("?", calls=[(name, {}) for name in named])
    assert nodes.after_think(asked) == nodes_next


def test_the_quiz_runs_after_the_other_tools():
    asked = state("?", calls=[("generate_test", {}), ("rag_search", {"query": "key"})])
    asked["messages"] += nodes.tool_node("rag_search")(asked, runtime())["messages"]
    assert nodes.after_tools(asked) == "test_session"


def test_tools_of_one_message_number_their_passages_apart():
    asked = state(
        "?", calls=[("overview", {"document": "Normalisation"}), ("rag_search", {"query": "key"})]
    )
    run = runtime()
    while (name := nodes.after_tools(asked)) != "think":
        asked["messages"] += nodes.tool_node(name)(asked, run)["messages"]
    marks = [entry["mark"] for entry in evidence_of(asked["messages"])]
    assert len(marks) == len(set(marks)) > 1


def test_tool_rounds_are_bounded():
    run = runtime(fakes.Says("Enough."))
    nodes.think(state("What is a key?", tool_rounds=nodes.MOST_TOOL_ROUNDS), run)
    assert run.context.llm._script.chats[0].tools == ()


def test_an_index_that_is_not_ready_is_told_of(monkeypatch):
    run = runtime()
    unready = IndexStatus("embedder", 512, 3, 9)
    monkeypatch.setattr(run.context.ports.library, "status", lambda: unready)
    asked = state("Key?", calls=[("rag_search", {"query": "key"})])
    nodes.tool_node("rag_search")(asked, run)
    assert len([e for e in run.context.report.events if isinstance(e, Notice)]) == 1


def intents_of(run, *sure: tuple[str, str], order: tuple[str, ...] = ("documents",)):
    object.__setattr__(run.context.ports, "intents", fakes.FakeIntents(dict(sure), order=order))


@pytest.mark.parametrize("guides", [{}, {"databases": {"asignatura": "Databases"}}])
def test_what_no_guide_tells_is_searched_in_the_documents(guides):
    run = runtime()
    object.__setattr__(run.context.ports, "guides", guides_of(guides))
    assert called(nodes.think(state("When is the exam on the foreign key?"), run)) == ["rag_search"]


@pytest.mark.parametrize(("wish", "depth"), [("simpler", None), ("deeper", "advanced")])
def test_a_typed_wish_for_another_depth_is_about_the_question_before(wish, depth):
    run = runtime()
    intents_of(run, ("a bit", wish))
    before = [HumanMessage("What is a foreign key?"), AIMessage("A key.")]
    asked = state("a bit, please")
    update = nodes.think({**asked, "messages": [*before, *asked["messages"]]}, run)
    assert (update.get("depth"), update["again"]) == (depth, True)
    assert update["messages"][-1].tool_calls[0]["args"]["query"] == "What is a foreign key?"
    assert "depth" not in nodes.think(asked, run)


def test_a_text_without_headings_is_summed_up_by_its_lead_sentences():
    text = "The tenant pays rent. The landlord repairs the roof. Pets are allowed."
    plain = replace(fakes.DOCUMENTS[0], title="Contract", text=text)
    library = fakes.MemoryLibrary([plain])
    run = runtime(library=library)
    asked = state("Summarize", calls=[("overview", {})])
    update = nodes.tool_node("overview")(asked, run)
    said = nodes.think({**asked, "messages": [*asked["messages"], *update["messages"]]}, run)
    answer = said["messages"][-1].text
    assert "The tenant pays rent [1]" in answer
    assert "Pets are allowed [1]" in answer
