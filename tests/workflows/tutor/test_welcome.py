"""How the Tutor's page begins, by subject."""

from dataclasses import replace

from agent.language.text import language_of
from agent.ports import Document, Ports, Sample
from agent.workflows.tutor.graph import WORKFLOW
from tests import fakes
from tests.workflows.tutor.test_nodes import runtime

SAMPLE = Sample("redes", "Redes", ("es",), 1, 1, is_loaded=True, starters=("¿Qué es una red?",))


def ports(*documents: Document, samples: tuple[Sample, ...] = ()) -> Ports:
    return replace(
        runtime().context.ports,
        library=fakes.MemoryLibrary(documents),
        samples=fakes.MemorySamples(*samples),
    )


def document(subject: str, language: str) -> Document:
    return Document(subject, subject, subject, "# X\n\nText.", language=language)


def test_a_sample_begins_with_its_own_messages_in_its_language() -> None:
    held = ports(document("redes", "es"), samples=(SAMPLE,))
    found = WORKFLOW.welcome(held, "ada", {"asignatura": "redes"})
    assert found is not None
    assert list(found.starters) == ["¿Qué es una red?"]
    assert language_of(found.placeholder) == "es"


def test_any_other_subject_begins_with_what_can_be_asked_of_it() -> None:
    held = ports(document("wuli", "zh"))
    found = WORKFLOW.welcome(held, "ada", {"asignatura": "wuli"})
    assert found is not None
    held.guides.put("wuli", {"asignatura": "物理"})
    again = WORKFLOW.welcome(held, "ada", {"asignatura": "wuli"})
    assert again is not None
    assert len(again.starters) == len(found.starters) + 1
    assert {language_of(text) for text in again.starters} == {"zh"}


def test_without_a_subject_the_workflow_speaks_for_itself() -> None:
    assert WORKFLOW.welcome(ports(), "ada", {}) is None
