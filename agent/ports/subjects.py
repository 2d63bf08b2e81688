"""A user's subjects, in the order in which they are offered."""

from agent.ports import Ports, Subject


def offered(ports: Ports, user: str) -> list[Subject]:
    """Return the user's subjects; samples that are not courses, unlikely choices, come last."""
    aside = {sample.id for sample in ports.samples.all() if not sample.is_course}
    return sorted(ports.library.subjects(user), key=lambda subject: subject.id in aside)
