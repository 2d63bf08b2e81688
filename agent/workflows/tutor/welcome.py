"""How the Tutor's page begins a conversation: in the subject's language, about the subject."""

from agent.events import Plain
from agent.language.catalogs import catalog
from agent.ports import Ports, Subject
from agent.subjects import offered
from agent.workflow import Welcome
from agent.workflows.tutor.guide import held

MOST = 4


def welcome(ports: Ports, user: str, inputs: Plain) -> Welcome | None:
    """None where there is no subject yet."""
    subject = _subject(ports, user, str(inputs.get("asignatura") or ""))
    if subject is None:
        return None
    placeholder = catalog(subject.language).gettext("Ask a question, or for a quiz")
    return Welcome(starters_of(ports, user, subject.id), placeholder)


def starters_of(ports: Ports, user: str, subject: str) -> tuple[str, ...]:
    """Messages that work in this subject."""
    found = _subject(ports, user, subject)
    if found is None:
        return ()
    return (_of_sample(ports, found) or _made(ports, found))[:MOST]


def _subject(ports: Ports, user: str, wanted: str) -> Subject | None:
    known = {subject.id: subject for subject in offered(ports, user)}
    return known.get(wanted) or next(iter(known.values()), None)


def _of_sample(ports: Ports, subject: Subject) -> tuple[str, ...]:
    samples = (sample for sample in ports.samples.all() if sample.is_loaded)
    return next((sample.starters for sample in samples if sample.id == subject.id), ())


def _made(ports: Ports, subject: Subject) -> tuple[str, ...]:
    """What can be asked of any subject; of its guide only where there is one."""
    _ = catalog(subject.language).gettext
    exam = [_("When is the exam and how is it graded?")] if held(subject.id, ports) else []
    quiz = _("Give me a quiz of 5 questions on {topic}")
    topics = [topic.replace("-", " ") for topic in ports.bank.topics(subject.id)[:1]]
    on_topic = [quiz.format(topic=topic) for topic in topics]
    return (*exam, _("What is this about?"), _("Give me a quiz of 5 questions"), *on_topic)
