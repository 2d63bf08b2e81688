"""How the Tutor's page begins a conversation: in the subject's language, about the subject."""

from agent.engine.workflow import Welcome
from agent.events import Plain
from agent.language.catalogs import catalog
from agent.ports import Ports, Subject
from agent.ports.subjects import offered
from agent.workflows.tutor.guide import held


def welcome(ports: Ports, user: str, inputs: Plain) -> Welcome | None:
    """None where there is no subject yet."""
    known = {subject.id: subject for subject in offered(ports, user)}
    subject = known.get(inputs.get("asignatura", "")) or next(iter(known.values()), None)
    if subject is None:
        return None
    placeholder = catalog(subject.language).gettext("Ask a question, or for a quiz")
    samples = {sample.id: sample.starters for sample in ports.samples.all() if sample.is_loaded}
    return Welcome(samples.get(subject.id) or _make_starters(ports, subject), placeholder)


def _make_starters(ports: Ports, subject: Subject) -> tuple[str, ...]:
    """What can be asked of any subject; of its guide only where there is one."""
    _ = catalog(subject.language).gettext
    exam = [_("When is the exam and how is it graded?")] if held(subject.id, ports) else []
    return (*exam, _("What is this about?"), _("Give me a quiz of 5 questions"))
