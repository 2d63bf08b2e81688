"""A user's subjects, in the order in which they are offered."""

from agent.ports import Ports, Subject


def offered(ports: Ports, user: str) -> list[Subject]:
    """What is no course stands last: a sample of documents alone is nobody's first choice."""
    aside = {sample.id for sample in ports.samples.all() if not sample.is_course}
    return sorted(ports.library.subjects(user), key=lambda subject: subject.id in aside)
