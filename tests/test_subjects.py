"""In which order subjects are offered."""

from dataclasses import replace

from agent.ports import Document, Sample
from agent.ports.subjects import offered
from tests import fakes
from tests.workflows.tutor.test_nodes import runtime


def document(subject: str) -> Document:
    return Document(subject, subject, subject, "# X\n\nText.")


def test_what_is_no_course_stands_last():
    ports = replace(
        runtime().context.ports,
        library=fakes.MemoryLibrary([document("houses"), document("physics"), document("zoology")]),
        samples=fakes.MemorySamples(
            Sample("houses", "Houses", ("en",), 1, 0, is_loaded=True),
            Sample("physics", "Physics", ("en",), 1, 3, is_loaded=True),
        ),
    )
    assert [subject.id for subject in offered(ports, "ada")] == ["physics", "zoology", "houses"]


def test_the_first_of_a_fresh_start_is_a_course(agent):
    names = [subject.id for subject in offered(agent.ports, "local")]
    assert names == ["databases", "networks", "statistics", "real-estate"]
    agent.ports.samples.remove("databases")
    agent.ports.samples.remove("networks")
    mine = agent.ports.library.add_subject("local", "Physics", language="en")
    names = [subject.id for subject in offered(agent.ports, "local")]
    assert names == ["statistics", mine.id, "real-estate"]
