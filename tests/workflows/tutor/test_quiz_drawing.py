"""Which items a quiz is made of: the bank's, a model's, or those of rules; only good ones."""

from dataclasses import replace
from typing import Any

import pytest

from agent.exchange import item_of
from agent.ports import Document, Item
from agent.workflows.tutor.quiz import graph, nodes
from agent.workflows.tutor.quiz.items import to_plain
from agent.workflows.tutor.quiz.steps import ITEMS
from tests import fakes
from tests.workflows.tutor.test_quiz import runtime, started

Plain = dict[str, Any]

GOOD = {
    "question_text": "What is normalisation?",
    "options": [
        {"id": "a", "text": "The design of tables"},
        {"id": "b", "text": "The order of the rows"},
        {"id": "c", "text": "The price of a query"},
        {"id": "d", "text": "The name of a column"},
    ],
    "key": "a",
    "evidence": "each fact is stored once",
    "explanation": "Because.",
    "difficulty": "basic",
}
OTHER = {**GOOD, "question_text": "How often?", "evidence": "so that each fact is stored once"}
FREE = {
    "question_text": "In one sentence: what is normalisation?",
    "answer": "The design of tables.",
    "terms": [["design"], ["tables"]],
    "evidence": "Normalisation is the design of tables",
    "explanation": "Because.",
    "difficulty": "basic",
}
TWO_OUTCOMES = {
    "resultados_de_aprendizaje": [
        {"id": "LO1", "text": "Normalise a schema."},
        {"id": "LO2", "text": "Index a table."},
    ]
}
ONE = {"source": "generate", "objectives": ["LO1"]}
# The options are shown to the solver from the last to the first, so the key "a" is its "d".
SOLVED = fakes.Gives("solve_questions", {"answers": ["d"]})


def found() -> list[Plain]:
    return [
        {
            "id": "p",
            "kind": "quiz",
            "mark": "",
            "document": "normalisation",
            "topic": "normalisation",
            "text": "Normalisation is the design of tables so that each fact is stored once.",
            "near": False,
            "terms": ["normalisation"],
        }
    ]


def writes(*items: Plain) -> fakes.Gives:
    return fakes.Gives("generate_questions", {"items": list(items)})


def draw(run: Any, **more: Any) -> list[Plain]:
    """The questions, those of the rest too."""
    state = started(**{"num_questions": 4, "context": found(), **more})
    state |= nodes.generate_questions_node(state, run)
    if state["rest"]:
        state |= nodes.generate_questions_node(state, run)
    return list(state["questions"])


def sealed(run: Any) -> list[Plain]:
    return list(run.context.ports.sealed.get("thread", "quiz-1")["items"])


class TestWithAModel:
    def test_what_the_bank_lacks_is_written(self) -> None:
        run = runtime(writes(GOOD))
        assert len(draw(run)) == 4
        last = sealed(run)[-1]
        assert (last["origin"], last["evidence_document"]) == ("generated", "normalisation")

    def test_questions_in_another_language_than_the_quiz_are_left_aside(self) -> None:
        run = runtime(writes(GOOD), writes(GOOD))
        draw(run, num_questions=1, quiz_setup={"language": "German"})
        assert {each["origin"] for each in sealed(run)} == {"generated"}

    def test_the_first_card_waits_for_the_bank_alone(self) -> None:
        state = started(num_questions=4, context=found())
        update = nodes.generate_questions_node(state, run := runtime(writes(GOOD)))
        assert (len(update["questions"]), update["rest"]) == (3, 1)
        assert len(nodes.generate_questions_node(state | update, run)["questions"]) == 4

    def test_the_first_card_waits_for_one_writing_and_no_other_for_the_rest(self) -> None:
        run = runtime(writes(GOOD, OTHER), writes())
        state = started(num_questions=4, quiz_setup={"source": "generate"}, context=found())
        state |= nodes.generate_questions_node(state, run)
        assert (len(state["questions"]), state["rest"]) == (2, 2)
        card = nodes.present_question(state, run)["drafted"]
        assert card["context"]["total"] is None, "nobody knows how many there will be"

        state |= {"current_question_index": 1, "user_answers": ["a"]}
        assert graph.test_router(state) == "present_question"
        state |= {"current_question_index": 2, "user_answers": ["a", "a"]}
        assert graph.test_router(state) == "generate_questions_node"
        state |= nodes.generate_questions_node(state, run)
        assert [item["id"] for item in sealed(run)] == [i["id"] for i in state["questions"]]
        assert (state["rest"], state["num_questions"]) == (0, 2), "no more could be made"
        assert "Fewer questions" in str(run.context.report.events)
        assert graph.test_router(state) == "finalize_test"

    @pytest.mark.parametrize(("agrees", "outcome"), [(True, "wrong"), (False, "undecided")])
    def test_no_answer_is_wrong_by_a_key_that_nobody_has_checked(
        self, agrees: bool, outcome: str
    ) -> None:
        run = runtime(writes(GOOD))
        state = started(num_questions=1, quiz_setup={"source": "generate"}, context=found())
        state |= nodes.generate_questions_node(state, run)
        key = sealed(run)[0]["key"]
        # The solver sees the options of the card from the last to the first.
        solved = "dcba"["abcd".index(key)] if agrees else "several"
        run.context.llm._script.add(fakes.Gives("solve_questions", {"answers": [solved]}))
        state["user_answers"] = [next(letter for letter in "abcd" if letter != key)]
        update = nodes.grade_answer(state, run)
        assert update["answer_notes"][0]["outcome"] == outcome

    def test_an_exam_waits_for_all_of_its_questions_and_solves_them(self) -> None:
        run = runtime(writes(GOOD), SOLVED)
        state = started(num_questions=4, context=found(), quiz_setup={"exam_minutes": 9})
        update = nodes.generate_questions_node(state, run)
        assert (len(update["questions"]), update["rest"]) == (4, 0)

    def test_what_a_check_refuses_is_left_out(self) -> None:
        run = runtime(writes({**GOOD, "evidence": "this stands in no passage"}))
        assert len(draw(run)) == 3

    @pytest.mark.parametrize("option", ["b", "several", "none"])
    def test_an_item_that_an_independent_reading_does_not_solve_is_in_no_exam(
        self, option: str
    ) -> None:
        solved = fakes.Gives("solve_questions", {"answers": [option]})
        run = runtime(writes(GOOD), solved)
        drawn = draw(run, quiz_setup={"exam_minutes": 9})
        assert [item["id"] for item in drawn] == [f"normalisation-{n}" for n in (1, 2, 3)]

    def test_new_ones_only_leave_the_bank_alone(self) -> None:
        run = runtime(writes(GOOD))
        drawn = draw(run, num_questions=1, quiz_setup={"source": "generate", "language": "German"})
        assert [item["origin"] for item in drawn] == ["generated"]
        assert "Write in German" in ITEMS.prompt(run.context.llm._script.values[0])

    @pytest.mark.parametrize("source", ["bank", "generate"])
    def test_of_both_kinds_some_of_each_are_asked(self, source: str) -> None:
        other = {**GOOD, "evidence": "so that each fact is stored once", "difficulty": "advanced"}
        both = fakes.Gives("generate_questions", {"items": [other], "free_items": [FREE]})
        setup = {"source": source, "kinds": ["choice", "free"]}
        drawn = draw(runtime(both), num_questions=2, quiz_setup=setup)
        assert sorted(item["kind"] for item in drawn) == ["choice", "free"]

    def test_a_free_item_whose_answer_its_passage_does_not_bear_out_is_in_no_exam(self) -> None:
        free = fakes.Gives("generate_questions", {"items": [], "free_items": [FREE]})
        wrong = fakes.Gives("solve_questions", {"answers": ["wrong"]})
        run = runtime(free, wrong)
        setup = {"source": "generate", "kinds": ["free"], "exam_minutes": 9}
        assert FREE["question_text"] not in str(draw(run, num_questions=1, quiz_setup=setup))


class TestObjectivesOfAModel:
    def test_an_item_keeps_the_objective_that_it_names(self) -> None:
        run = runtime(writes({**GOOD, "objective": "LO1"}))
        [drawn] = draw(run, num_questions=1, quiz_setup=ONE)
        assert drawn["objective"] == "LO1"

    def test_the_chosen_ones_are_given_to_it_in_the_guides_words(self) -> None:
        run = runtime(writes({**GOOD, "objective": "LO1"}))
        run.context.ports.guides.put("databases", TWO_OUTCOMES)
        draw(run, num_questions=1, quiz_setup=ONE)
        order = run.context.llm._script.values[0]
        assert order.objectives == {"LO1": "Normalise a schema."}
        assert "LO1: Normalise a schema." in ITEMS.prompt(order)

    @pytest.mark.parametrize("named", ["", "LO2", "LO9"])
    def test_an_item_for_none_of_the_chosen_ones_is_left_out(self, named: str) -> None:
        other = {**GOOD, "objective": named}
        right = {**GOOD, "evidence": "so that each fact is stored once", "objective": "LO1"}
        run = runtime(writes(other, right))
        run.context.ports.guides.put("databases", TWO_OUTCOMES)
        [drawn] = draw(run, num_questions=1, quiz_setup=ONE)
        assert drawn["objective"] == "LO1"

    def test_without_a_choice_it_may_serve_any_that_the_guide_has(self) -> None:
        run = runtime(writes({**GOOD, "objective": "LO9"}))
        [drawn] = draw(run, num_questions=1, quiz_setup={"source": "generate"})
        assert drawn["objective"] == ""

    def test_what_the_guide_does_not_know_is_not_asked_of_a_model(self) -> None:
        setup = {"source": "generate", "objectives": ["LO9"]}
        assert draw(runtime(), num_questions=1, quiz_setup=setup) == []

    def test_the_passages_are_searched_for_by_the_chosen_objectives(self) -> None:
        found = nodes.generate_queries_node(started(topic="", quiz_setup=ONE), runtime())
        assert found["queries"] == ["Normalise a schema."]


class TestTheBank:
    def test_a_flawed_item_is_left_out(self) -> None:
        run = runtime()
        flawed = replace(fakes.item(9), options=tuple((x, "Same") for x in "abcd"))
        run.context.ports.bank.put([flawed])
        assert "normalisation-9" not in {item["id"] for item in draw(run)}

    def test_evidence_that_its_document_does_not_hold_is_a_flaw(self) -> None:
        run = runtime()
        run.context.ports.bank.put([replace(fakes.item(9), evidence_document="normalisation")])
        assert "normalisation-9" not in {item["id"] for item in draw(run)}

    def test_only_items_of_the_objectives_and_kinds_asked_for_are_drawn(self) -> None:
        run = runtime()
        other = replace(fakes.item(9), objective="LO7", evidence="Seven.")
        run.context.ports.bank.put([other])
        drawn = draw(run, num_questions=1, quiz_setup={"objectives": ["LO7"]})
        assert [item["id"] for item in drawn] == ["normalisation-9"]
        run.context.ports.library.add(replace(ANIMALS, subject="databases"))
        drawn = draw(run, topic="", quiz_setup={"kinds": ["free"]})
        assert {item["kind"] for item in drawn} == {"free"}

    def test_what_names_the_topic_comes_before_the_rest_of_its_unit(self) -> None:
        run = runtime()
        unit = [replace(fakes.item(n), id=str(n), topic="views-and-rights") for n in range(3, 9)]
        easy = [replace(item, difficulty="basic") for item in unit]
        named = replace(easy[5], question_text="Which view is it?", difficulty="advanced")
        run.context.ports.bank.put([*easy[:5], named])
        drawn = draw(run, topic="views", num_questions=3)
        assert named.id in [item["id"] for item in drawn]
        drawn = draw(run, topic="views and rights", num_questions=6)
        assert drawn[-1]["id"] == named.id, "of the whole unit the easy ones come first"

    def test_topics_of_the_form_are_taken_as_they_are(self) -> None:
        run = runtime()
        drawn = draw(run, topic="", quiz_setup={"topics": ["foreign-keys"]})
        assert {item["topic"] for item in drawn} == {"foreign-keys"}


ANIMALS = Document(
    id="animals",
    title="Animals of the farm",
    subject="farm",
    text="# Animals\n\n"
    "A **heifer** is a female animal that has not yet borne a calf.\n\n"
    "A **gelding** is a castrated animal that is used for riding and work.\n\n"
    "A **wether** is a woolly animal that leads the flock to its pasture.\n\n"
    "A **capon** is a feathered animal that is fattened for the table.\n\n"
    "A **gilt** is a young animal that will soon farrow piglets.\n",
)


class TestByRules:
    def test_a_subject_without_a_bank_is_asked_from_its_documents(self) -> None:
        run = runtime()
        run.context.ports.library.add(ANIMALS)
        drawn = draw(run, asignatura="farm", topic="", num_questions=3, context=[])
        assert [item["origin"] for item in drawn] == ["rules"] * 3

    def test_another_topic_than_the_documents_have_gives_nothing(self) -> None:
        run = runtime()
        run.context.ports.library.add(ANIMALS)
        assert draw(run, asignatura="farm", topic="astrology", context=[]) == []

    def test_a_contested_item_does_not_come_again(self) -> None:
        run = runtime()
        run.context.ports.library.add(ANIMALS)
        first = draw(run, asignatura="farm", topic="", num_questions=3, context=[])
        ports = run.context.ports
        ports.contests.contest("ada", quiz="quiz-1", item=first[0]["id"], reason="wrong")
        again = draw(run, asignatura="farm", topic="", num_questions=3, context=[])
        assert first[0]["id"] not in {item["id"] for item in again}

    def test_rules_make_no_advanced_questions(self) -> None:
        run = runtime()
        run.context.ports.library.add(ANIMALS)
        assert draw(run, asignatura="farm", topic="", difficulty="advanced", context=[]) == []


def test_an_item_survives_its_way_through_plain_data() -> None:
    free: Item = replace(fakes.item(1), kind="free", options=(), terms=(("a", "b"), ("c",)))
    assert item_of(to_plain(free)) == free
    assert item_of(to_plain(fakes.item(1))) == fakes.item(1)
