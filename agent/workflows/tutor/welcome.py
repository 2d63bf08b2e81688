"""How the Tutor's page begins a conversation: in the subject's language, about the subject."""

from agent.errors import AgentError
from agent.events import Plain
from agent.ports import Ports, Subject
from agent.subjects import offered
from agent.workflow import Welcome
from agent.workflows.tutor.phrases import phrase

MOST = 4


def welcome(ports: Ports, user: str, inputs: Plain) -> Welcome | None:
    """None where there is no subject yet."""
    wanted = inputs.get("asignatura")
    known = {subject.id: subject for subject in offered(ports, user)}
    subject = known.get(str(wanted)) or next(iter(known.values()), None)
    if subject is None:
        return None
    starters = _of_sample(ports, subject) or _made(ports, subject)
    return Welcome(starters[:MOST], phrase("placeholder", subject.language))


def _of_sample(ports: Ports, subject: Subject) -> tuple[str, ...]:
    samples = (sample for sample in ports.samples.all() if sample.is_loaded)
    return next((sample.starters for sample in samples if sample.id == subject.id), ())


def _made(ports: Ports, subject: Subject) -> tuple[str, ...]:
    """What can be asked of any subject; of its guide only where there is one."""
    language = subject.language
    made = [phrase("start_quiz", language)]
    made += [phrase("start_topic", language, topic=t) for t in ports.bank.topics(subject.id)[:1]]
    try:
        has_guide = ports.guides.guide(subject.id) is not None
    except AgentError:
        has_guide = False
    if has_guide:
        made.insert(0, phrase("start_exam", language))
    return tuple(made)
