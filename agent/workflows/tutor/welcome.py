"""How the Tutor's page begins a conversation: in the subject's language, about the subject."""

from agent.engine.workflow import Welcome
from agent.events import Plain
from agent.language.catalogs import catalog
from agent.ports import Ports, Subject
from agent.ports.subjects import offered
from agent.workflows.tutor.guide import held


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
    samples = {sample.id: sample.starters for sample in ports.samples.all() if sample.is_loaded}
    return (samples.get(found.id) or _made(ports, found)) if found else ()


def _subject(ports: Ports, user: str, wanted: str) -> Subject | None:
    known = {subject.id: subject for subject in offered(ports, user)}
    return known.get(wanted) or next(iter(known.values()), None)


def _made(ports: Ports, subject: Subject) -> tuple[str, ...]:
    """What can be asked of any subject; of its guide only where there is one."""
    _ = catalog(subject.language).gettext
    exam = [_("When is the exam and how is it graded?")] if held(subject.id, ports) else []
    return (*exam, _("What is this about?"), _("Give me a quiz of 5 questions"))
